"""Who goes along with a double or a split is decided again: nobody is left out, or taken along."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.audit.bookings import Booked
from bot.audit.followers import Followers
from bot.engine.commands import Double
from bot.engine.presets import choose
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.engine.wants import Action
from bot.ledger import postings
from bot.ledger.postings import Posting
from bot.store.entries import Message
from bot.table.house import House
from bot.table.requests import MakeMove, StakeBehind, TakeBank
from tests.tables import DEAL, DOUBLE, Table, numbers_of, open_table, stake

CASINO = House(rules=choose("casino", {}), preset="casino")
CLOSED = House(rules=choose("casino", {"player_cards": "hidden"}), preset="casino")
BANK = House(rules=choose("casino", {"bank": "rotates", "min_stake": "1"}), preset="casino")
SPLIT = MakeMove(Action.SPLIT)
LEFT_OUT = ["() go along, it was to be (2,)"]
SIXES, EIGHTS = numbers_of("6 9 5 10 8"), numbers_of("8 9 8 3 10")


async def play(table: Table, house: House, raises: MakeMove) -> list[str]:
    """Bert goes along with anna; carl has no more, or the bank not for him; dora does not want."""
    await table.credit(anna=1000, bert=100, carl=20, dora=1000)
    if house is BANK:
        await table.hear("dora", TakeBank(6500, "MM"))
        await table.credit(carl=100)
    await table.hear("anna", stake(10))
    await table.hear("bert", StakeBehind("anna", 500, "MM"))
    await table.hear("carl", StakeBehind("anna", 2000, "MM"))
    if house is not BANK:
        await table.hear("dora", StakeBehind("anna", 1000, "MM", alone=True))
    await table.hear("anna", DEAL)
    await table.hear("anna", raises)
    return [each.text for each in (await table.audit()).findings]


EVENINGS = pytest.mark.parametrize(
    ("house", "numbers", "raises"),
    [
        (CASINO, SIXES, DOUBLE),
        (CASINO, EIGHTS, SPLIT),
        (CLOSED, SIXES, DOUBLE),
        (BANK, SIXES, DOUBLE),
    ],
    ids=["double", "split", "hidden", "bank"],
)


@EVENINGS
async def test_an_honest_croupier_has_no_findings(
    tmp_path: Path, house: House, numbers: tuple[int, ...], raises: MakeMove
) -> None:
    async with open_table(tmp_path, house=house, numbers=numbers) as table:
        assert [] == await play(table, house, raises)
        assert b'"followers":[2]' in b"".join(each.body for each in await table.entries())


@EVENINGS
async def test_a_croupier_who_drops_a_follower_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    house: House,
    numbers: tuple[int, ...],
    raises: MakeMove,
) -> None:
    """Everything else agrees with what he said: only the rule can tell."""
    monkeypatch.setattr("bot.table.resolving.followers", lambda *_: ())
    async with open_table(tmp_path, house=house, numbers=numbers) as table:
        assert LEFT_OUT == await play(table, house, raises)


SIDE = SideBet(Beside.BACKING, "1-2", 1, 1, 2, "MM", 1000, follows=True)
STATE = Round(number=1, boxes=(Box(1, 1, "MM", (Hand(1, "1-1", 1000),)),), beside=(SIDE,))
FEW = postings.of_deposit(key="deposit:1", guild=1, account=2, asset="MM", amount=500)
MORE = postings.of_debit(key="debit:2", guild=1, account=2, asset="MM", amount=900)


def said(*commands: Double) -> Message:
    at = "2026-11-29T20:00:00.000+00:00"
    return Message(
        at=at, table=1, guild=1, message="1", account=1, commands=commands, refused=None, text=""
    )


@pytest.mark.parametrize(
    ("positions", "posted", "found"),
    [
        ((1, 2), (FEW,), ["(2,) go along, it was to be ()"]),
        ((7, 8), (FEW,), []),
        ((1, 3), (FEW,), []),
        ((1, 2), (FEW, MORE), []),
    ],
    ids=["whole", "from the middle", "with a gap", "less than nothing"],
)
def test_where_a_balance_cannot_be_known_nothing_is_said(
    positions: tuple[int, ...], posted: tuple[Posting, ...], found: list[str]
) -> None:
    followers = Followers([Booked(1, "house", "", each) for each in posted])
    for position in positions:
        followers.read(position)

    assert found == list(followers.said(said(Double(1, followers=(2,))), STATE, opaque=True))


def test_a_double_does_not_hide_among_other_commands() -> None:
    message = said(Double(1), Double(1))

    assert ["a double or a split among other commands"] == list(
        Followers([]).said(message, STATE, opaque=False)
    )
