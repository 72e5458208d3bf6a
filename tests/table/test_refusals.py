"""What is refused at the table: with its reason and the exact number, and nothing changes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.engine.wants import Action
from bot.refusals import INVITES, Refusal
from bot.store.codec import read_as
from bot.store.entries import Message
from bot.table.heard import Heard
from bot.table.replies import Done, Refused
from bot.table.requests import (
    MakeMove,
    NotOffered,
    PlaceStake,
    QuickHand,
    Request,
    ShowNumber,
    ShowRound,
    StakeAgain,
    TakeBack,
    Unclear,
)
from tests.tables import (
    DEAL,
    DOUBLE,
    HIT,
    STAND,
    Table,
    facts,
    numbers_of,
    open_table,
    stake,
)

Prepare = Callable[[Table], Awaitable[None]]

HALF = Unclear(Refusal.AMOUNT_AMBIGUOUS, {"text": "5,000", "readings": ("5.000", "5")})

BANK = {"account_number": "30011154749", "account_name": "Aquatique", "bank": "ZSBA"}


async def before(table: Table) -> None:
    """Nobody has staked."""


async def staked(table: Table) -> None:
    await table.hear("anna", stake(50))
    await table.hear("bert", stake(15, 2))


async def dealt(table: Table) -> None:
    """Anna has 10 7, bert 8 3, the dealer a six."""
    await staked(table)
    await table.hear("anna", DEAL)


async def over(table: Table) -> None:
    await dealt(table)
    await table.hear("anna", STAND)
    await table.hear("bert", HIT)
    await table.hear("bert", STAND)


CASES: list[tuple[Prepare, str, Request, Refusal, dict[str, object]]] = [
    (before, "anna", stake(0), Refusal.STAKE_NOT_POSITIVE, {"minimum": 10, "asset": "MM"}),
    (before, "anna", stake(-50), Refusal.STAKE_NOT_POSITIVE, {"minimum": 10, "asset": "MM"}),
    (
        before,
        "anna",
        PlaceStake(1250, "MM"),
        Refusal.STAKE_NOT_WHOLE,
        {"amount": 12.5, "asset": "MM"},
    ),
    (
        before,
        "anna",
        stake(9),
        Refusal.STAKE_BELOW_MINIMUM,
        {"amount": 9, "minimum": 10, "asset": "MM"},
    ),
    (
        before,
        "anna",
        stake(5001),
        Refusal.STAKE_ABOVE_MAXIMUM,
        {"amount": 5001, "maximum": 5000, "asset": "MM", "ask": True},
    ),
    (
        before,
        "bert",
        stake(50),
        Refusal.INSUFFICIENT_FUNDS,
        {"missing": 30, "available": 20, "asset": "MM", **BANK, "reference": "A2"},
    ),
    (
        before,
        "dora",
        PlaceStake(5000, "Jetons"),
        Refusal.INSUFFICIENT_FUNDS,
        {"missing": 50, "available": 0, "asset": "Jetons"},
    ),
    (before, "anna", stake(50, 8), Refusal.NO_SUCH_BOX, {"box": 8, "seats": 7}),
    (before, "anna", stake(50, 0), Refusal.NO_SUCH_BOX, {"box": 0, "seats": 7}),
    (
        before,
        "anna",
        QuickHand(0, "MM"),
        Refusal.STAKE_NOT_POSITIVE,
        {"minimum": 10, "asset": "MM"},
    ),
    (before, "anna", DEAL, Refusal.NOTHING_TO_DEAL, {}),
    (before, "anna", HIT, Refusal.NO_ROUND, {}),
    (before, "anna", TakeBack(), Refusal.NO_STAKE, {}),
    (before, "anna", StakeAgain(), Refusal.NO_EARLIER_STAKE, {}),
    (before, "anna", ShowNumber(313), Refusal.NO_SUCH_NUMBER, {"number": 313, "highest": 312}),
    (before, "anna", ShowNumber(0), Refusal.NO_SUCH_NUMBER, {"number": 0, "highest": 312}),
    (before, "anna", ShowRound(7), Refusal.NO_SUCH_ROUND, {"round": 7}),
    (before, "anna", ShowRound(), Refusal.NO_SUCH_ROUND, {"round": 0}),
    (before, "anna", NotOffered("split"), Refusal.NOT_OFFERED, {"word": "split"}),
    (before, "anna", HALF, Refusal.AMOUNT_AMBIGUOUS, HALF.data),
    (staked, "bert", stake(10, 1), Refusal.BOX_TAKEN, {"box": 1, "owner": "anna"}),
    (
        staked,
        "anna",
        stake(10),
        Refusal.ALREADY_STAKED,
        {"amount": 50, "box": 1, "asset": "MM"},
    ),
    (staked, "carl", DEAL, Refusal.DEAL_NOT_YOURS, {}),
    (staked, "anna", HIT, Refusal.NOT_DEALT_YET, {}),
    (staked, "anna", TakeBack(2), Refusal.NOT_YOUR_BOX, {"box": 2, "owner": "bert"}),
    (staked, "anna", TakeBack(3), Refusal.BOX_EMPTY, {"box": 3}),
    (dealt, "carl", stake(10), Refusal.STAKES_CLOSED, {}),
    (dealt, "anna", DEAL, Refusal.ROUND_RUNNING, {"round": 1}),
    (dealt, "carl", HIT, Refusal.NO_OPEN_HAND, {}),
    (dealt, "dora", DOUBLE, Refusal.NO_OPEN_HAND, {}),
    (dealt, "anna", MakeMove(Action.HIT, 2), Refusal.NOT_YOUR_BOX, {"box": 2, "owner": "bert"}),
    (dealt, "anna", MakeMove(Action.HIT, 3), Refusal.BOX_EMPTY, {"box": 3}),
    (
        dealt,
        "bert",
        DOUBLE,
        Refusal.INSUFFICIENT_FUNDS,
        {"missing": 10, "available": 5, "asset": "MM", **BANK, "reference": "A2"},
    ),
    (over, "anna", STAND, Refusal.NO_ROUND, {}),
    (over, "anna", TakeBack(), Refusal.NO_STAKE, {}),
]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Anna has 500, bert 20 and carl 100."""
    async with open_table(tmp_path, numbers=numbers_of("10 8 6 7 3  9  10  4")) as opened:
        await opened.credit(anna=500, bert=20, carl=100)
        yield opened


@pytest.mark.parametrize(("prepare", "speaker", "asked", "code", "data"), CASES)
async def test_a_refusal_says_why_and_changes_nothing(
    table: Table,
    prepare: Prepare,
    speaker: str,
    asked: Request,
    code: Refusal,
    data: dict[str, object],
) -> None:
    await prepare(table)
    game, entries, purses = table.croupier.game, await table.entries(), await table.purses()
    refusal, done = await table.hear(speaker, asked)

    if code in INVITES:  # what may be staked here is said with them
        data = {**data, "minimum": 10.0, "maximum": 5000.0, "asset": "MM"}
    assert isinstance(refusal, Refused)
    assert Done() == done
    amounts = {name: float(amount) for name, amount in refusal.amounts.items()}
    assert (speaker, code, data) == (refusal.player, refusal.code, {**amounts, **refusal.data})
    assert game == table.croupier.game
    assert {**purses, **({"dora": (0, 0)} if speaker == "dora" else {})} == await table.purses()
    *earlier, last = await table.entries()
    assert entries == earlier
    message = read_as(Message, last.body)
    assert (code, ()) == (message.refused, message.commands)
    assert (await table.audit()).ok


@pytest.mark.parametrize(
    ("speaker", "code"),
    [
        ("", Refusal.NO_SPEAKER),
        ("house", Refusal.NAME_RESERVED),
        ("Outside", Refusal.NAME_RESERVED),
    ],
)
async def test_whoever_has_no_name_gets_no_account_and_no_entry(
    table: Table, speaker: str, code: Refusal
) -> None:
    entries, purses = await table.entries(), await table.purses()
    refusal, done = await table.hear(speaker, stake(50), message="m1")

    assert isinstance(refusal, Refused)
    assert (code, Done()) == (refusal.code, done)
    assert (entries, purses) == (await table.entries(), await table.purses())
    assert [Done(repeated=True)] == await table.hear("anna", stake(50), message="m1")


async def test_a_refused_first_stake_leaves_no_round_behind(table: Table) -> None:
    await table.hear("bert", stake(50))
    await table.hear("anna", stake(50))

    assert 1 == table.croupier.game.round.number
    assert "1-1" == table.croupier.game.round.boxes[0].hands[0].bet


async def test_two_refusals_in_one_breath_are_two_entries(table: Table) -> None:
    entries = len(await table.entries())
    for message in ("m1", "m2"):
        heard = Heard(message, "anna", "hit", HIT)
        await table.croupier.hear(heard)

    assert entries + 2 == len(await table.entries())
    assert 2 == len([fact for fact in facts(table.voice.said) if isinstance(fact, Refused)])
