"""The timer that wakes all tables."""

from __future__ import annotations

import asyncio
from typing import cast

from bot.client import Client
from bot.table.croupier import Croupier
from cogs.ears import Ears
from cogs.history import History
from cogs.inbox import Inbox


class Table:
    """A table with a deadline that has passed; the look at it may fail."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.waits = False
        self.ticked = asyncio.Event()

    @property
    def is_due(self) -> bool:
        if self.fails:
            raise ArithmeticError
        return True

    async def tick(self) -> None:
        self.ticked.set()


class House:
    """Tables, and the errors that are told."""

    halted = False

    def __init__(self, *tables: Table) -> None:
        self.errors: list[Exception] = []
        self._inboxes = tuple(self._inbox(cast(Croupier, table)) for table in tables)

    def inboxes(self) -> tuple[Inbox, ...]:
        return self._inboxes

    def _inbox(self, croupier: Croupier) -> Inbox:
        async def fault(error: Exception, _: object) -> None:
            self.errors.append(error)

        inbox = Inbox(croupier, cast(History, None), lambda _, __: None, fault)
        inbox.release(())
        return inbox


async def test_a_table_whose_deadlines_cannot_be_looked_at_stops_no_other() -> None:
    broken, sound = Table(fails=True), Table()
    house = House(broken, sound)
    ears = Ears(cast(Client, house))
    try:
        await asyncio.wait_for(sound.ticked.wait(), 2)
    finally:
        await ears.cog_unload()

    assert [ArithmeticError] == [type(error) for error in house.errors]
