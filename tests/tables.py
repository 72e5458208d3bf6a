"""Tables for tests: a real database in a folder, a croupier on it, the fakes of the three ports.

A table that is left by an exception, or with ``killed``, ends as a killed process does: what was
written stays, and nobody records what was said.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

from bot.audit.findings import Report
from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.draws import log
from bot.draws.chance import Answer, Question, Scripted, Source
from bot.engine.presets import AQUATIQUE
from bot.engine.wants import Action
from bot.store.database import Database
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.heard import Heard, Member
from bot.table.house import House
from bot.table.patience import Patience
from bot.table.replies import Balance, Fact, Refused
from bot.table.requests import DealCards, MakeMove, PlaceStake, Request
from bot.table.voice import Recorder, Utterance
from tests.engine.script import cards

F = TypeVar("F")

BEGAN: Final = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
HOUSE: Final = House(rules=AQUATIQUE, preset="aquatique")
DEAL: Final = DealCards()
HIT: Final = MakeMove(Action.HIT)
STAND: Final = MakeMove(Action.STAND)
DOUBLE: Final = MakeMove(Action.DOUBLE)

PATIENCE: Final = Patience(silence=0.5, first_pause=0.01, longest_pause=0.05)

_IDS: Final = count(1)


class Killed(Exception):
    """The process ends here."""


class Dying(Recorder):
    """A voice that ends the process instead of saying its n-th utterance."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self._left = last

    async def say(self, utterance: Utterance) -> bool:
        self._left -= 1
        if self._left < 0:
            raise Killed
        return await super().say(utterance)


class Deadly(Scripted):
    """A source that ends the process instead of answering: between an intent and its draw."""

    def __init__(
        self, name: str = Scripted.name, *, numbers: tuple[int, ...] = (), after: int = 0
    ) -> None:
        super().__init__(numbers)
        self.name = name
        self._left = after

    async def draw(self, question: Question) -> Answer:
        self._left -= 1
        if self._left < 0:
            raise Killed
        return await super().draw(question)


@dataclass
class Table:
    """An open table and what a test looks at."""

    croupier: Croupier
    database: Database
    voice: Recorder
    clock: SetClock

    async def hear(
        self,
        speaker: str,
        request: Request | None = None,
        *,
        message: str = "",
        staff: bool = False,
        meant: tuple[Member, ...] = (),
    ) -> list[Fact]:
        """Hand a message over, with an id of its own; return what was said since."""
        before = len(self.voice.said)
        text = f"{speaker}: {request}"
        identity = message or f"m{next(_IDS)}"
        heard = Heard(identity, speaker, text, request, staff, meant=meant)
        await self.croupier.hear(heard)
        return facts(self.voice.said[before:])

    async def refused(self, speaker: str, request: Request, *, staff: bool = False) -> Refused:
        """Hand over what must be refused; return the refusal."""
        (refusal,) = of_kind(Refused, await self.hear(speaker, request, staff=staff))
        return refusal

    async def credit(self, **units: int) -> None:
        """Book deposits of whole units."""
        for name, amount in units.items():
            await self.croupier.deposit(name, amount * 100, actor="cashier", reason="deposit")

    async def purses(self) -> dict[str, tuple[int, int]]:
        """What everybody has and has bound, in hundredths of the house's asset."""
        before = len(self.voice.said)
        await self.croupier.show_balances()
        return {
            each.player: (int(each.available * 100), int(each.held * 100))
            for each in of_kind(Balance, facts(self.voice.said[before:]))
            if each.asset == self.croupier.house.asset
        }

    async def entries(self) -> list[log.Entry]:
        return await self.database.read(lambda connection: list(log.read(connection)))

    async def audit(self) -> Report:
        return await self.database.read(lambda connection: verify(FromDatabase(connection)))


@asynccontextmanager
async def open_table(
    folder: Path,
    *,
    numbers: tuple[int, ...] = (),
    source: Source | None = None,
    voice: Recorder | None = None,
    clock: SetClock | None = None,
    house: House = HOUSE,
    killed: bool = False,
    patience: Patience = PATIENCE,
) -> AsyncIterator[Table]:
    """Open the table in ``folder``; without a source it deals ``numbers``, as far as not dealt."""
    database = await Database.open(folder / "table.db")
    try:
        if source is None:
            source = await scripted(database, numbers)
        voice, clock = voice or Recorder(), clock or SetClock(BEGAN)
        drawing = Drawing(database, source, clock, patience)
        croupier = Croupier(database, drawing, clock, voice, house)
        await croupier.open()
        yield Table(croupier, database, voice, clock)
        if not killed:
            await croupier.close()
    finally:
        await database.close()


async def until(test: Callable[[], object], seconds: float = 20.0) -> None:
    """Let other tasks go on until something is so, however slow the machine is."""
    async with asyncio.timeout(seconds):
        while not test():  # noqa: ASYNC110 - what is looked at rings no bell
            await asyncio.sleep(0.005)


async def scripted(database: Database, numbers: tuple[int, ...]) -> Scripted:
    """A list of numbers, from the first that the database has not dealt."""
    source = Scripted(numbers)
    source.used = await database.read(lambda connection: log.numbers_used(connection, source.list))
    return source


def numbers_of(letters: str) -> tuple[int, ...]:
    """Numbers that bring these cards: ``"10 K 7"``."""
    return cards(letters).numbers


def stake(units: int, box: int | None = None, *, replace: bool = False) -> PlaceStake:
    """``einsatz 50 auf box 2``."""
    return PlaceStake(units * 100, "MM", box, replace)


def facts(said: Sequence[Utterance]) -> list[Fact]:
    """All facts of some utterances."""
    return [fact for utterance in said for fact in utterance.facts]


def of_kind(kind: type[F], said: Sequence[Fact]) -> list[F]:
    """The facts of one kind."""
    return [fact for fact in said if isinstance(fact, kind)]
