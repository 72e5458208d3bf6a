"""Staff opens a table and closes it; the round that runs is played to its end."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.draws.chance import Scripted
from bot.engine.events import Opened
from bot.engine.presets import PRESETS
from bot.engine.rules import SplitBy
from bot.ledger import book
from bot.refusals import Refusal
from bot.store.codec import read_body
from bot.store.entries import BettingOver, Happened, TableClosing, TableOpened
from bot.table.clock import SetClock
from bot.table.replies import BetsClosed, Closed, Refused, Staked, TableClosed, Welcome
from bot.table.requests import (
    CloseTable,
    OpenTable,
    QuickHand,
    Request,
    SetRules,
    StakeAgain,
    TakeBack,
)
from tests.tables import BEGAN, DEAL, HOUSE, STAND, numbers_of, of_kind, open_table, stake

STAFFED = replace(HOUSE, opened_by_staff=True, betting_seconds=60)
CARDS = numbers_of("10 7 8  K")


async def test_a_table_is_closed_until_staff_opens_it(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=STAFFED) as table:
        await table.credit(anna=500)
        assert Refusal.TABLE_CLOSED is (await table.refused("anna", stake(50))).code
        assert Refusal.STAFF_ONLY is (await table.refused("anna", OpenTable())).code

        (welcome,) = of_kind(Welcome, await table.hear("karl", OpenTable(), staff=True))
        assert (60, "aquatique") == (welcome.betting_seconds, welcome.preset)
        assert Refusal.TABLE_OPEN is (await table.refused("karl", OpenTable(), staff=True)).code
        assert of_kind(Staked, await table.hear("anna", stake(50)))

    async with open_table(tmp_path, house=STAFFED) as table:
        assert table.croupier.game.is_open
        assert (await table.audit()).ok


async def test_a_field_changes_what_is_played_and_a_preset_begins_anew(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        for text in ("casino split=rank", "seats=3"):
            await table.hear("karl", SetRules(text), staff=True)
        kept = table.croupier.house
        await table.hear("karl", SetRules("casino"), staff=True)

        assert ("casino", SplitBy.RANK, 3) == (kept.preset, kept.rules.split, kept.rules.seats)
        assert PRESETS["casino"] == table.croupier.house.rules


async def test_closing_lets_the_round_end_and_begins_no_other(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=STAFFED, numbers=CARDS) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("karl", OpenTable(), staff=True)
        await table.hear("anna", stake(50))
        (closing,) = of_kind(TableClosed, await table.hear("karl", CloseTable(), staff=True))
        assert closing.after == 1
        await table.hear("anna", DEAL)

    async with open_table(tmp_path, house=STAFFED, numbers=CARDS) as table:
        said = await table.hear("anna", STAND)

        assert of_kind(Closed, said)
        assert [TableClosed()] == of_kind(TableClosed, said)
        for word in (stake(50), QuickHand(1000, "MM"), StakeAgain(), DEAL):
            assert Refusal.TABLE_CLOSED is (await table.refused("anna", word)).code
        assert Refusal.TABLE_CLOSED is (await table.refused("karl", CloseTable(), staff=True)).code

    async with open_table(tmp_path, house=STAFFED) as table:
        assert not table.croupier.game.is_open
        await table.hear("karl", OpenTable(7), staff=True)
        assert table.croupier.house.betting_seconds == 7
        assert of_kind(Staked, await table.hear("anna", stake(50)))
        assert (await table.audit()).ok


async def test_a_table_where_nothing_runs_closes_at_once(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        (closed,) = of_kind(TableClosed, await table.hear("karl", CloseTable(), staff=True))

        assert closed.after is None


@pytest.mark.parametrize("word", [OpenTable(), CloseTable()], ids=["open", "close"])
async def test_only_staff_opens_and_closes(tmp_path: Path, word: Request) -> None:
    async with open_table(tmp_path) as table:
        assert Refusal.STAFF_ONLY is (await table.refused("anna", word)).code
        kinds = {type(read_body(entry.body)) for entry in await table.entries()}

        assert not kinds & {TableOpened, TableClosing}


# ── a channel that is gone ───────────────────────────────────────────────────────────────────────


async def test_where_the_channel_is_gone_stakes_that_are_not_dealt_go_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=STAFFED) as table:
        await table.credit(anna=500)
        await table.hear("karl", OpenTable(0), staff=True)
        await table.hear("anna", stake(50))
        await table.croupier.lose_place()
        await table.croupier.lose_place()
        bodies = [read_body(entry.body) for entry in await table.entries()]

        assert not table.croupier.game.round.is_running
        assert 1 == sum(isinstance(body, TableClosing) for body in bodies)
        assert 50_000 == await table.database.read(lambda c: book.balance(c, "player:1", "MM"))
        assert (await table.audit()).findings == ()

    async with open_table(tmp_path, house=STAFFED) as table:
        assert not table.croupier.game.is_open


async def test_where_the_channel_is_gone_hands_that_are_dealt_stand_at_their_deadline(
    tmp_path: Path,
) -> None:
    clock = SetClock(BEGAN)
    async with open_table(tmp_path, house=STAFFED, numbers=CARDS, clock=clock) as table:
        await table.credit(anna=500)
        await table.hear("karl", OpenTable(0), staff=True)
        await table.hear("anna", stake(50))
        await table.hear("anna", DEAL)
        await table.croupier.lose_place()
        running = [table.croupier.game.round.is_running]
        clock.move(timedelta(hours=25))
        await table.croupier.tick()
        running.append(table.croupier.game.round.is_running)

        assert [True, False] == running
        assert not table.croupier.game.is_open
        assert (await table.audit()).findings == ()


# ── the deal by time ─────────────────────────────────────────────────────────────────────────────


async def test_when_the_betting_time_is_over_the_house_deals(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    house = replace(HOUSE, betting_seconds=60)
    async with open_table(tmp_path, house=house, numbers=CARDS, clock=clock) as table:
        await table.credit(anna=500)
        await table.hear("anna", stake(50))
        clock.move(timedelta(seconds=59, milliseconds=999))
        assert not table.croupier.is_due
        await table.croupier.tick()
        assert not table.croupier.game.round.bets_closed

    clock.move(timedelta(milliseconds=1))
    async with open_table(tmp_path, house=house, numbers=CARDS, clock=clock) as table:
        assert table.croupier.is_due
        await table.croupier.tick()
        await table.croupier.tick()
        said = [fact for each in table.voice.said for fact in each.facts]
        entries = [read_body(entry.body) for entry in await table.entries()]

        assert len(of_kind(BetsClosed, said)) == 1
        assert table.croupier.game.round.dealer
        assert sum(isinstance(entry, BettingOver) for entry in entries) == 1
        assert (await table.audit()).ok


class Few(Scripted):
    """A source with so many requests left today."""

    left = 7

    def requests_left(self, bits: int) -> int | None:
        return self.left


async def test_when_too_few_draws_are_left_the_house_says_so_once_and_deals_later(
    tmp_path: Path,
) -> None:
    clock, source = SetClock(BEGAN), Few(CARDS)
    house = replace(HOUSE, betting_seconds=60, reserve=8)
    async with open_table(tmp_path, house=house, source=source, clock=clock) as table:
        await table.credit(anna=500)
        await table.hear("anna", stake(50))
        clock.move(timedelta(seconds=60))
        due = [table.croupier.is_due]
        await table.croupier.tick()
        due.append(table.croupier.is_due)
        await table.croupier.tick()
        said = [fact for each in table.voice.said for fact in each.facts]
        (refused,) = of_kind(Refused, said)
        source.left = 8
        due.append(table.croupier.is_due)
        await table.croupier.tick()

        assert [True, False, True] == due
        assert Refusal.QUOTA_RESERVE is refused.code
        assert {"left": 7, "needed": 8, "standing": True} == refused.data
        assert table.croupier.game.round.bets_closed
        assert (await table.audit()).ok


async def test_the_betting_time_begins_with_the_first_stake_that_stays(tmp_path: Path) -> None:
    """Else whoever comes after one who took his stake back would be dealt in at once."""
    clock = SetClock(BEGAN)
    house = replace(HOUSE, betting_seconds=60)
    async with open_table(tmp_path, house=house, numbers=CARDS, clock=clock) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(50))
        await table.hear("anna", TakeBack())
        clock.move(timedelta(seconds=100))
        await table.hear("bert", stake(20))
        clock.move(timedelta(seconds=59))
        due = [table.croupier.is_due]

    async with open_table(tmp_path, house=house, numbers=CARDS, clock=clock) as table:
        due.append(table.croupier.is_due)
        clock.move(timedelta(seconds=1))
        due.append(table.croupier.is_due)
        await table.croupier.tick()

        assert [False, False, True] == due
        assert table.croupier.game.round.bets_closed
        assert (await table.audit()).ok


async def test_a_table_that_closes_does_not_wait_for_stakes(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=STAFFED) as table:
        await table.credit(anna=500)
        await table.hear("karl", OpenTable(), staff=True)
        await table.hear("anna", stake(50))
        await table.hear("anna", TakeBack())
        closed = await table.hear("karl", CloseTable(), staff=True)
        assert [TableClosed()] == of_kind(TableClosed, closed)
        assert Refusal.TABLE_CLOSED == (await table.refused("anna", stake(20))).code

        await table.hear("karl", OpenTable(), staff=True)
        await table.hear("anna", stake(50))
        later = await table.hear("karl", CloseTable(), staff=True)
        assert [TableClosed(after=1)] == of_kind(TableClosed, later)
        assert [TableClosed()] == of_kind(TableClosed, await table.hear("anna", TakeBack()))
        assert (await table.audit()).ok


async def test_without_a_betting_time_or_a_stake_nothing_is_dealt_by_itself(
    tmp_path: Path,
) -> None:
    clock = SetClock(BEGAN)
    async with open_table(tmp_path, clock=clock) as table:
        await table.credit(anna=500)
        await table.hear("anna", stake(50))
        clock.move(timedelta(days=30))
        assert not table.croupier.is_due

    async with open_table(tmp_path, house=replace(HOUSE, betting_seconds=60), clock=clock) as table:
        await table.hear("anna", stake(10, replace=True))
        before = [
            body
            for body in (read_body(entry.body) for entry in await table.entries())
            if isinstance(body, Happened) and isinstance(body.event, Opened)
        ]
        assert len(before) == 1
