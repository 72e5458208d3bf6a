"""Plain words act where they can mean one thing, now; else the house is silent, and remembers."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.wants import Action
from bot.refusals import Refusal
from bot.table.heard import Heard
from bot.table.replies import Acted, BetsClosed, Fact, Presence, Refused, Staked, Withdrawn
from bot.table.requests import (
    DealCards,
    Leave,
    MakeMove,
    NotOffered,
    Request,
    SitOut,
    StakeAgain,
    TakeBack,
    Unclear,
)
from tests.tables import DEAL, HOUSE, STAND, Table, facts, numbers_of, of_kind, open_table, stake

CARDS = "10 10 7 8 8  K"
KARTE = MakeMove(Action.HIT)
UNCLEAR = Unclear(Refusal.AMOUNT_AMBIGUOUS, {"text": "5,000", "readings": ("5.000", "5")})

_IDS = count(1)


async def plainly(table: Table, speaker: str, request: Request, message: str = "") -> list[Fact]:
    """Say it without the prefix."""
    before = len(table.voice.said)
    heard = Heard(message or f"p{next(_IDS)}", speaker, str(request), request, plain=True)
    await table.croupier.hear(heard)
    return facts(table.voice.said[before:])


async def test_a_stake_counts_while_stakes_are_open_and_is_else_conversation(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, numbers=numbers_of(CARDS)) as table:
        await table.credit(anna=500, bert=500)
        assert of_kind(Staked, await plainly(table, "anna", stake(50)))
        assert of_kind(Staked, await plainly(table, "bert", stake(20)))
        assert of_kind(BetsClosed, await plainly(table, "anna", DEAL))

        assert [] == await plainly(table, "carl", stake(50))
        assert [] == await plainly(table, "anna", stake(50))
        assert await table.hear("carl", stake(50))  # with the prefix: always answered


async def test_a_newcomer_without_money_is_told_what_is_missing(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        (refused,) = of_kind(Refused, await plainly(table, "dora", stake(50)))

        assert refused.code is Refusal.INSUFFICIENT_FUNDS


async def test_a_move_counts_when_an_own_hand_is_open(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(CARDS)) as table:
        await table.credit(anna=500, bert=500, carl=500)
        await table.hear("anna", stake(50))
        assert [] == await plainly(table, "anna", KARTE)  # no cards yet
        await table.hear("bert", stake(50))
        await table.hear("anna", DEAL)

        assert [] == await plainly(table, "carl", STAND)
        assert of_kind(Acted, await plainly(table, "anna", STAND))
        assert [] == await plainly(table, "anna", STAND)  # it is not her turn any more
        assert of_kind(Acted, await plainly(table, "bert", STAND))
        for word in (KARTE, DEAL, TakeBack()):  # the round is over
            assert [] == await plainly(table, "bert", word)


@pytest.mark.parametrize(
    "request_",
    [DEAL, TakeBack(), SitOut(), Leave(), StakeAgain(), NotOffered("weiter"), UNCLEAR, KARTE],
    ids=lambda request: type(request).__name__,
)
async def test_a_spectator_is_not_lectured(tmp_path: Path, request_: Request) -> None:
    async with open_table(tmp_path, numbers=numbers_of(CARDS)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(50))
        if request_ is UNCLEAR:  # money would concern him while stakes are open
            await table.hear("anna", DEAL)
        entries = len(await table.entries())

        assert [] == await plainly(table, "dora", request_)
        assert len(await table.entries()) == entries
        assert table.croupier.account_of("dora") is None


async def test_who_plays_is_told_no(tmp_path: Path) -> None:
    house = replace(HOUSE, betting_seconds=300)
    async with open_table(tmp_path, house=house, numbers=numbers_of(CARDS)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(50))
        await table.hear("bert", stake(50))

        (early,) = of_kind(Refused, await plainly(table, "anna", DealCards()))
        (unclear,) = of_kind(Refused, await plainly(table, "anna", UNCLEAR))
        await table.hear("karl", DEAL, staff=True)
        (later,) = of_kind(Refused, await plainly(table, "bert", NotOffered("teilen")))

        assert Refusal.BETTING_TIME is early.code
        assert Refusal.AMOUNT_AMBIGUOUS is unclear.code
        assert Refusal.NOT_OFFERED is later.code


async def test_what_plays_may_be_taken_back_and_left(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(CARDS)) as table:
        await table.credit(anna=500)
        await table.hear("anna", stake(50))

        assert of_kind(Withdrawn, await plainly(table, "anna", TakeBack()))
        await table.hear("anna", stake(50))
        assert of_kind(Presence, await plainly(table, "anna", Leave()))


async def test_what_was_conversation_once_is_never_an_order(tmp_path: Path) -> None:
    """The history may be read again, when the same words would mean something."""
    async with open_table(tmp_path, numbers=numbers_of(CARDS)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(50))
        await table.hear("bert", stake(50))
        await table.hear("anna", DEAL)
        assert [] == await plainly(table, "bert", stake(50), message="m1")
        await table.hear("anna", STAND)
        await table.hear("bert", STAND)

    async with open_table(tmp_path) as table:
        said = await plainly(table, "bert", stake(50), message="m1")

        assert not of_kind(Staked, said)
        assert not table.croupier.game.round.is_running
