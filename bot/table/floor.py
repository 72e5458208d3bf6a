"""The floor: every table of a database, each with its croupier, all drawing from one source.

All tables are loaded before any is played at, for a draw that an earlier start intended may name
several of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from bot.engine.fields import Json
from bot.engine.presets import PRESETS
from bot.engine.rules import RuleSet, from_json
from bot.store import messages, tables
from bot.store.database import Database
from bot.store.tables import Placed
from bot.table.auditing import Auditor
from bot.table.clock import Clock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.house import TERMINAL, Bank, House
from bot.table.voice import Voice


class Habits(Struct, frozen=True, kw_only=True):
    """What a house does at all its tables, until a table is told otherwise."""

    reserve: int = 8
    betting_seconds: int = 60
    preset: str = "aquatique"
    bank: Bank = Bank()


class Floor:
    """The tables, by where they stand."""

    def __init__(
        self,
        database: Database,
        drawing: Drawing,
        clock: Clock,
        voices: Callable[[Placed], Voice],
        auditor: Auditor,
        habits: Habits,
    ) -> None:
        self._database = database
        self._drawing = drawing
        self._clock = clock
        self._voices = voices
        self._auditor = auditor
        self._habits = habits
        self._tables: dict[str, Croupier] = {}

    async def load(self) -> None:
        """Read every table from the database; each is to be told to ``resume``.

        Raises ``CannotStart`` where an open draw waits for a table that is not among them.
        """
        placed = await self._database.read(lambda c: tables.all_but(c, TERMINAL))
        for each in placed:
            await self._put(each)
        await self._drawing.require_seats()

    def at(self, place: str) -> Croupier | None:
        """Return the croupier of the table in a channel."""
        return self._tables.get(place)

    def all(self) -> tuple[Croupier, ...]:
        """Return every table's croupier."""
        return tuple(self._tables.values())

    async def add(self, place: str, *, guild_place: str, cursor: int) -> Croupier:
        """Put a table up where none stood; it is closed until staff opens it."""
        placed = await self._database.transaction(
            lambda connection: tables.put(
                connection,
                place,
                guild_place=guild_place,
                preset=self._habits.preset,
                betting_seconds=self._habits.betting_seconds,
                cursor=cursor,
            )
        )
        return await self._put(placed)

    async def cursor(self, place: str) -> int:
        """Return up to which message a table has heard its channel."""
        placed = await self._database.read(lambda connection: tables.find(connection, place))
        return placed.cursor if placed else 0

    async def applied(self, table: int, ids: Iterable[int]) -> frozenset[int]:
        """Return which messages of these ids were applied at a table."""
        return await self._database.read(
            lambda connection: frozenset(
                each for each in ids if messages.knows(connection, table, str(each))
            )
        )

    async def has_heard(self, table: int, cursor: int) -> None:
        """Record that everything up to a message was heard, or was conversation."""
        await self._database.transaction(
            lambda connection: tables.move_cursor(connection, table, cursor)
        )

    async def _put(self, placed: Placed) -> Croupier:
        house = House(
            table=placed.number,
            guild=placed.guild,
            rules=_rules(placed),
            preset=placed.preset,
            reserve=self._habits.reserve,
            betting_seconds=placed.betting_seconds,
            place=placed.place,
            guild_place=placed.guild_place,
            bank=self._habits.bank,
            opened_by_staff=True,
        )
        voice, auditor = self._voices(placed), self._auditor
        croupier = Croupier(self._database, self._drawing, self._clock, voice, house, auditor)
        await croupier.load()
        self._tables[placed.place] = croupier
        return croupier


def _rules(placed: Placed) -> RuleSet:
    if not placed.rules:
        return PRESETS[placed.preset]
    return from_json(msgspec.json.decode(placed.rules, type=dict[str, Json]))
