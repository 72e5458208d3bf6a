"""A bank that plays freely has the word last; a bank may deal, and is not waited for."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.commands import By
from bot.engine.wants import wants
from bot.refusals import Refusal
from bot.table.clock import SetClock
from bot.table.replies import (
    Acted,
    BetsClosed,
    Card,
    Closed,
    Expired,
    Wants,
)
from bot.table.requests import (
    OpenTable,
    QuickHand,
)
from tests.table.banks import (
    FREE,
    ROTATES,
    ROUND,
    at,
    bank,
    plainly,
    short,
)
from tests.tables import (
    BEGAN,
    DEAL,
    DOUBLE,
    HIT,
    STAND,
    Table,
    of_kind,
    stake,
)

# ── a bank that plays freely ─────────────────────────────────────────────────────────────────────

AT_THE_BANK = short("10 9 9 7  B  8 8")


async def at_the_bank(table: Table) -> None:
    await table.hear("anna", bank(20))
    await table.hear("bert", QuickHand(500, "MM"))
    await table.hear("bert", STAND)


async def test_the_banks_moves_are_its_owners(tmp_path: Path) -> None:
    async with at(tmp_path, FREE, numbers=AT_THE_BANK) as table:
        await at_the_bank(table)
        open_now = wants(table.croupier.game.round).turns
        assert [0] == [turn.box for turn in open_now]
        assert Refusal.NO_OPEN_HAND is (await table.refused("bert", HIT)).code
        assert Refusal.DOUBLE_NOT_OFFERED is (await table.refused("anna", DOUBLE)).code
        said = await table.hear("anna", HIT)

        (want,) = of_kind(Wants, said)[-1:]
        (card,) = of_kind(Card, said)
        assert [("anna", 0)] == [(hand.player, hand.box) for hand in want.open]
        assert ("anna", False) == (card.player, card.stands)
        assert of_kind(Closed, await table.hear("anna", STAND))


@pytest.mark.parametrize("speaker", ["anna", "bert"])
async def test_plain_words_are_the_banks_when_it_is_at_turn(tmp_path: Path, speaker: str) -> None:
    async with at(tmp_path, FREE, numbers=AT_THE_BANK) as table:
        await table.hear("anna", bank(20))
        early = await plainly(table, "anna", HIT)
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)
        said = await plainly(table, speaker, HIT)

        assert [] == early
        assert bool(of_kind(Acted, said)) == (speaker == "anna")


@pytest.mark.parametrize("hours", [23, 25])
async def test_a_bank_that_is_away_plays_by_the_fixed_rule(tmp_path: Path, hours: int) -> None:
    clock = SetClock(BEGAN)
    async with at(tmp_path, FREE, numbers=AT_THE_BANK, clock=clock) as table:
        await at_the_bank(table)
        clock.move(timedelta(hours=hours))
        before = len(table.voice.said)
        await table.croupier.tick()
        said = [fact for each in table.voice.said[before:] for fact in each.facts]

        assert (hours > 24) == bool(of_kind(Closed, said))
        assert (hours > 24) == (0 in {fact.box for fact in of_kind(Expired, said)})
        assert (await table.audit()).ok


async def test_the_banks_own_turn_begins_when_the_others_are_done(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    async with at(tmp_path, FREE, numbers=AT_THE_BANK, clock=clock) as table:
        await table.hear("anna", bank(20))
        await table.hear("bert", QuickHand(500, "MM"))
        clock.move(timedelta(hours=20))
        await table.hear("bert", STAND)
        clock.move(timedelta(hours=20))

        assert not table.croupier.is_due
        clock.move(timedelta(hours=5))
        assert table.croupier.is_due


# ── the betting time ─────────────────────────────────────────────────────────────────────────────


async def test_the_bank_may_deal_and_is_not_waited_for(tmp_path: Path) -> None:
    slow = replace(ROTATES, opened_by_staff=True)
    clock = SetClock(BEGAN)
    async with at(tmp_path, slow, numbers=ROUND * 3, clock=clock) as table:
        await table.hear("karl", OpenTable(60), staff=True)
        await table.hear("anna", bank(50))
        assert Refusal.NOTHING_TO_DEAL is (await table.refused("anna", DEAL)).code
        await table.hear("bert", stake(5))
        assert of_kind(BetsClosed, await table.hear("anna", DEAL))
        await table.hear("bert", STAND)
        await table.hear("bert", bank(50))
        await table.hear("anna", stake(5))
        assert of_kind(BetsClosed, await table.hear("bert", DEAL))
        await table.hear("anna", STAND)
        await table.hear("anna", bank(50))
        await table.hear("carl", stake(5))
        assert Refusal.BETTING_TIME is (await table.refused("anna", DEAL)).code
        clock.move(timedelta(seconds=61))
        before = len(table.voice.said)
        await table.croupier.tick()

        said = [fact for each in table.voice.said[before:] for fact in each.facts]
        assert [By.DEADLINE] == [fact.by for fact in of_kind(BetsClosed, said)]
        assert (await table.audit()).ok
