"""Deadlines: computed from state, exact to the millisecond, and over a restart the same."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.draws.chance import Answer, Question, Scripted
from bot.engine.commands import By
from bot.engine.wants import Action
from bot.table import deadlines
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.heard import Heard
from bot.table.loading import load
from bot.table.replies import Acted, Closed, Done, Expired, Settled
from bot.table.replies import Clock as ClockMoved
from tests.tables import (
    BEGAN,
    DEAL,
    HIT,
    STAND,
    Deadly,
    Killed,
    Table,
    facts,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
TWO_HANDS = numbers_of("10 8 6 7 3  4  10 5")  # anna 10 7, bert 8 3, the dealer 6


async def deal(table: Table) -> None:
    """Anna and bert have a hand each."""
    await table.credit(anna=100, bert=100)
    await table.hear("anna", stake(50))
    await table.hear("bert", stake(20))
    await table.hear("anna", DEAL)


async def tick(table: Table, by: timedelta) -> list[Expired]:
    """Let time pass; who was too late."""
    table.clock.move(by)
    before = len(table.voice.said)
    await table.croupier.tick()
    return of_kind(Expired, facts(table.voice.said[before:]))


def due(croupier: Croupier) -> list[tuple[int, datetime]]:
    return [(each.turn.box, each.ends_at) for each in deadlines.turns(croupier.game)]


# ── when ─────────────────────────────────────────────────────────────────────────────────────────


async def test_a_day_is_enough_and_a_millisecond_more_is_too_late(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await deal(table)

        assert [] == await tick(table, DAY)
        entries = await table.entries()
        assert [] == await tick(table, timedelta())
        assert entries == await table.entries()
        assert [1, 2] == [each.box for each in await tick(table, timedelta(milliseconds=1))]
        assert table.croupier.game.round.closed
        assert (await table.audit()).ok


async def test_a_microsecond_that_is_not_written_down_does_not_count(tmp_path: Path) -> None:
    """Else the log would say that a hand was stood after exactly a day."""
    clock = SetClock(BEGAN + timedelta(microseconds=100))
    async with open_table(tmp_path, numbers=TWO_HANDS, clock=clock) as table:
        await deal(table)

        assert [] == await tick(table, DAY + timedelta(microseconds=800))
        game = await table.database.read(lambda connection: load(connection, 1))
        assert game == table.croupier.game
        assert 2 == len(await tick(table, timedelta(microseconds=100)))
        assert (await table.audit()).ok


async def test_a_card_begins_the_day_anew_for_its_hand_alone(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await deal(table)
        table.clock.move(timedelta(hours=23))
        await table.hear("bert", HIT)

        assert [(1, BEGAN + DAY), (2, BEGAN + DAY * 2 - timedelta(hours=1))] == due(table.croupier)
        assert [1] == [each.box for each in await tick(table, timedelta(hours=2))]
        assert [] == await tick(table, timedelta(hours=22))
        assert [2] == [each.box for each in await tick(table, SECOND)]


async def test_nothing_is_due_where_nobody_is_to_move(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(50))
        assert [] == await tick(table, DAY * 30)
        await table.hear("anna", stake(50, 2))
        await table.hear("anna", DEAL)


async def test_while_cards_are_owed_no_time_passes(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    with pytest.raises(Killed):
        await deal_and_die(tmp_path, clock)
    clock.move(DAY * 3)

    async with open_table(tmp_path, numbers=TWO_HANDS, clock=clock) as table:
        assert [] == await tick(table, DAY)
        assert 2 == len(await tick(table, SECOND))
        assert (await table.audit()).ok


async def deal_and_die(folder: Path, clock: SetClock) -> None:
    async with open_table(folder, source=Deadly(numbers=TWO_HANDS), clock=clock) as table:
        await deal(table)


async def test_a_restart_changes_no_deadline(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    async with open_table(tmp_path, numbers=TWO_HANDS, clock=clock) as table:
        await deal(table)
        clock.move(timedelta(hours=5))
        await table.hear("bert", HIT)
        expected = due(table.croupier)

    async with open_table(tmp_path, numbers=TWO_HANDS, clock=clock) as table:
        assert expected == due(table.croupier)


# ── what happens then ────────────────────────────────────────────────────────────────────────────


async def test_hands_that_are_too_late_stand_and_the_dealer_plays(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await deal(table)
        before = len(table.voice.said)
        await tick(table, DAY + SECOND)
        said = facts(table.voice.said[before:])

        assert [("anna", 1, 24), ("bert", 2, 24)] == [
            (each.player, each.box, each.hours) for each in of_kind(Expired, said)
        ]
        assert [(Action.STAND, By.DEADLINE)] * 2 == [
            (each.action, each.by) for each in of_kind(Acted, said)
        ]
        assert 2 == len(of_kind(Settled, said))
        assert 1 == len(of_kind(Closed, said))


async def test_whoever_stood_in_time_is_not_late(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await deal(table)
        await table.hear("anna", STAND)

        assert ["bert"] == [each.player for each in await tick(table, DAY + SECOND)]
        assert (await table.audit()).ok


async def test_a_deadline_costs_no_more_than_the_stake(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 8 6 7 3  10 2 2")) as table:
        await deal(table)
        await tick(table, DAY * 365)

        assert (5000, 0) == (await table.purses())["anna"]
        assert (8000, 0) == (await table.purses())["bert"]


async def test_a_move_after_the_deadline_is_too_late_only_once_it_was_passed(
    tmp_path: Path,
) -> None:
    """State decides, timers only wake: until it wakes, a late word is still a word."""
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await deal(table)
        table.clock.move(DAY + SECOND)

        assert [] == of_kind(Expired, await table.hear("bert", HIT))
        assert ["anna"] == [each.player for each in await tick(table, SECOND)]


# ── the table's clock ────────────────────────────────────────────────────────────────────────────


async def test_moving_the_clock_passes_the_deadlines_behind_it(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        await deal(table)
        before = len(table.voice.said)
        await table.croupier.move_clock(Heard("c1", "anna", "#clock +25h"), 25 * 3600)
        said = facts(table.voice.said[before:])

        assert ["2026-11-30T21:00:00.000+00:00"] == [each.now for each in of_kind(ClockMoved, said)]
        assert 2 == len(of_kind(Expired, said))
        assert Done() == said[-1]
        assert (await table.audit()).ok


async def test_the_clock_is_moved_once_for_a_message(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=TWO_HANDS) as table:
        for _ in range(2):
            await table.croupier.move_clock(Heard("c1", "anna", "#clock +3h"), 3 * 3600)

        assert BEGAN + timedelta(hours=3) == table.croupier.now
        assert (Done(repeated=True),) == table.voice.said[-1].facts


async def test_moves_of_the_clock_add_up_and_outlast_a_restart(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    async with open_table(tmp_path, numbers=TWO_HANDS, clock=clock) as table:
        await deal(table)
        await table.croupier.move_clock(Heard("c1", "anna", "#clock +3h"), 3 * 3600)
        await table.croupier.move_clock(Heard("c2", "anna", "#clock +1h"), 3600)
    clock.move(timedelta(hours=20))

    async with open_table(tmp_path, numbers=TWO_HANDS, clock=clock) as table:
        assert BEGAN + DAY == table.croupier.now
        assert [] == await tick(table, timedelta())
        assert 2 == len(await tick(table, SECOND))
        assert (await table.audit()).ok


async def test_time_goes_on_while_a_message_is_applied(tmp_path: Path) -> None:
    """Everything that follows from a message or a draw bears its time."""

    class Running(SetClock):
        def now(self) -> datetime:
            self.move(timedelta(microseconds=700))
            return super().now()

    clock = Running(BEGAN)
    source = Scripted(TWO_HANDS)
    async with open_table(tmp_path, source=source, clock=clock) as table:
        await deal(table)
        await table.hear("bert", HIT)
        await table.croupier.move_clock(Heard("c1", "anna", "#clock +25h"), 25 * 3600)

        game = await table.database.read(lambda connection: load(connection, 1))
        assert game == table.croupier.game
        assert () == (await table.audit()).findings


# ── waiting for cards ────────────────────────────────────────────────────────────────────────────


class Late(Scripted):
    """A source that takes its time."""

    def __init__(self, numbers: tuple[int, ...], clock: SetClock) -> None:
        super().__init__(numbers)
        self._clock = clock
        self.takes = timedelta()

    async def draw(self, question: Question) -> Answer:
        self._clock.move(self.takes)
        return await super().draw(question)


async def test_a_day_spent_waiting_for_a_card_is_nobodys(tmp_path: Path) -> None:
    """Bert asks for a card that takes thirty hours: anna's turn stands still meanwhile."""
    clock = SetClock(BEGAN)
    source = Late(TWO_HANDS, clock)
    async with open_table(tmp_path, source=source, clock=clock) as table:
        await deal(table)
        source.takes = timedelta(hours=30)
        await table.hear("bert", HIT)
        source.takes = timedelta()

        assert [(1, BEGAN + timedelta(hours=54)), (2, BEGAN + timedelta(hours=54))] == due(
            table.croupier
        )
        assert [] == await tick(table, DAY)
        assert [1, 2] == [each.box for each in await tick(table, SECOND)]
        assert (await table.audit()).findings == ()
        game = await table.database.read(lambda connection: load(connection, 1))
        assert game == table.croupier.game
