"""Several tables and one source: one request at a time, shared within a guild, guilds in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.draws import log
from bot.draws.chance import Answer, Question, Tail
from bot.refusals import Outage
from bot.store.database import Database
from bot.store.entries import FromMachine
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.heard import Heard
from bot.table.replies import Card, Drawn, Waiting
from bot.table.voice import Recorder, Utterance
from tests.tables import BEGAN, DEAL, HOUSE, facts, of_kind, stake, until


class Gate:
    """A source that answers when it is let through, and remembers what it was asked."""

    name = "local"
    has_tickets = False
    gives_spares = False

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.running = self.most = 0
        self._open = asyncio.Semaphore(0)

    async def is_asked(self) -> None:
        """Return when a request is under way."""
        await until(lambda: self.running)

    def let_through(self, count: int = 1) -> None:
        for _ in range(count):
            self._open.release()

    def requests_left(self, bits: int) -> int | None:
        return None

    async def renew(
        self, tail: Tail | None, *, intended: bool, hidden: bool = False
    ) -> Tail | None:
        return None

    async def draw(self, question: Question) -> Answer:
        self.asked.append(question)
        self.running += 1
        self.most = max(self.most, self.running)
        await self._open.acquire()
        self.running -= 1
        return Answer((60,) * question.count, FromMachine())


class House:
    """Tables of two guilds on one database."""

    def __init__(self, database: Database, gate: Gate) -> None:
        self.database = database
        self.gate = gate
        clock = SetClock(BEGAN)
        self.drawing = drawing = Drawing(database, gate, clock)
        self.voices = [Recorder() for _ in range(4)]
        self.tables = [
            Croupier(database, drawing, clock, voice, replace(HOUSE, table=table, guild=guild))
            for voice, table, guild in zip(self.voices, (1, 2, 3, 4), (1, 1, 1, 2), strict=True)
        ]

    async def stake_everywhere(self) -> None:
        for number, table in enumerate(self.tables):
            await table.open()
            await table.deposit("anna", 100_000, actor="cashier", reason="deposit")
            await table.hear(Heard(f"stake {number}", "anna", "", stake(10)))

    async def queue(self, count: int) -> None:
        """Return when so many tables wait for cards, the one whose request is under way too."""
        await until(lambda: len(self.drawing._waiting.seats) == count)

    def deal(self, number: int) -> asyncio.Task[None]:
        heard = Heard(f"deal {number}", "anna", "", DEAL)
        return asyncio.ensure_future(self.tables[number].hear(heard))


@asynccontextmanager
async def four_tables(folder: Path) -> AsyncIterator[House]:
    database = await Database.open(folder / "table.db")
    try:
        house = House(database, Gate())
        await house.stake_everywhere()
        yield house
    finally:
        await database.close()


async def test_what_waits_meanwhile_at_a_guilds_tables_is_one_request(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        dealing = [house.deal(0)]
        await house.gate.is_asked()
        dealing += [house.deal(1), house.deal(3), house.deal(2)]
        await house.queue(4)
        house.gate.let_through(10)
        await asyncio.wait_for(asyncio.gather(*dealing), 20)
        report = await house.database.read(lambda connection: verify(FromDatabase(connection)))

        assert [3, 6, 3] == [question.count for question in house.gate.asked]
        assert house.gate.most == 1
        assert report.findings == ()
        assert report.draws == 3


async def test_the_log_is_not_searched_for_tickets_that_the_source_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with four_tables(tmp_path) as house:
        looked: list[str] = []
        for name in ("last_signed_draw", "last_tickets"):
            monkeypatch.setattr(log, name, looked.append)
        house.gate.let_through()
        await asyncio.wait_for(house.deal(0), 20)

        assert [] == looked


async def test_each_table_is_told_its_own_cards_of_a_shared_draw(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        dealing = [house.deal(0)]
        await house.gate.is_asked()
        dealing += [house.deal(1), house.deal(2)]
        await house.queue(3)
        house.gate.let_through(10)
        await asyncio.wait_for(asyncio.gather(*dealing), 20)
        positions = [
            [fact.position for fact in of_kind(Drawn, facts(voice.said))]
            for voice in house.voices[:3]
        ]

        assert [[1, 2, 3], [1, 2, 3], [4, 5, 6]] == positions
        assert [3, 3, 3] == [len(of_kind(Card, facts(voice.said))) for voice in house.voices[:3]]


async def test_a_table_that_gives_up_waiting_leaves_the_others_their_cards(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        first = house.deal(0)
        await house.gate.is_asked()
        second = house.deal(1)
        await house.queue(2)
        second.cancel()
        await asyncio.sleep(0)
        house.gate.let_through(10)
        await asyncio.wait_for(first, 20)

        assert [3] == [question.count for question in house.gate.asked]
        assert house.tables[0].game.round.dealer
        assert not house.tables[1].game.round.dealer


class Failing(Recorder):
    """A voice that fails a number of times."""

    def __init__(self) -> None:
        super().__init__()
        self.failures = 0

    async def say(self, utterance: Utterance) -> bool:
        if self.failures:
            self.failures -= 1
            raise ConnectionError
        return await super().say(utterance)


async def test_a_voice_that_fails_costs_the_other_table_nothing(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        voice = Failing()
        house.tables[1]._voice = voice  # the port, changed in mid-evening
        dealing = [house.deal(0)]
        await house.gate.is_asked()
        dealing += [house.deal(1), house.deal(2)]
        await house.queue(3)
        voice.failures = 1
        house.gate.let_through(10)
        ended = await asyncio.wait_for(asyncio.gather(*dealing, return_exceptions=True), 20)
        report = await house.database.read(lambda connection: verify(FromDatabase(connection)))
        await house.tables[1].show_balances()
        numbers = [utterance.first_seq for utterance in voice.said]

        assert sum(isinstance(end, ConnectionError) for end in ended) == 1
        assert all(table.game.round.dealer for table in house.tables[:3])
        assert report.findings == ()
        assert numbers == sorted(numbers)
        assert len(of_kind(Card, facts(voice.said))) == 3


async def test_a_notice_that_is_cancelled_leaves_no_gap(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        table = house.tables[0]
        notice = asyncio.ensure_future(table.notice(Waiting(outage=Outage.SLOW)))
        await asyncio.sleep(0)
        notice.cancel()
        await asyncio.gather(notice, return_exceptions=True)
        await table.show_balances()
        said = house.voices[0].said

        assert [each.first_seq for each in said[1:]] == [each.last_seq + 1 for each in said[:-1]]


async def test_a_notice_is_no_part_of_the_answer_that_waits(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        dealing = house.deal(0)
        await house.gate.is_asked()
        await house.tables[0].notice(Waiting(outage=Outage.SLOW))
        said = house.voices[0].said[-1]
        house.gate.let_through(10)
        await asyncio.wait_for(dealing, 20)

        assert ("", "") == (said.message, said.speaker)
        assert house.voices[0].said[-1].message


async def test_two_notices_at_once_follow_each_other(tmp_path: Path) -> None:
    """A new ticket chain may be announced in the moment in which the table says that it waits."""
    async with four_tables(tmp_path) as house:
        table = house.tables[0]
        waiting = Waiting(outage=Outage.SLOW)
        await asyncio.gather(*(table.notice(waiting) for _ in range(20)))
        said = house.voices[0].said

        assert [each.first_seq for each in said[1:]] == [each.last_seq + 1 for each in said[:-1]]
