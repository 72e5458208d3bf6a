"""The timer that wakes all tables, and what may hold it back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.client import Client
from bot.table.croupier import Croupier
from bot.table.heard import Heard
from bot.table.requests import DealCards, Request, VerifyRound
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

    def must_wait(self, _: Heard) -> bool:
        return False

    async def hear(self, _: Heard) -> None:
        """Never come to an end."""
        await asyncio.Event().wait()


class House:
    """Tables, and the errors that are told."""

    halted = False

    def __init__(self, *tables: Table, request: Request | None = None) -> None:
        self._heard = Heard("1", "anna", "", request)
        self.errors: list[Exception] = []
        self._inboxes = tuple(self._inbox(cast(Croupier, table)) for table in tables)

    def inboxes(self) -> tuple[Inbox, ...]:
        return self._inboxes

    def _inbox(self, croupier: Croupier) -> Inbox:
        async def fault(error: Exception, _: object) -> None:
            self.errors.append(error)

        inbox = Inbox(croupier, cast(History, None), lambda _, __: self._heard, fault)
        inbox.release(())
        return inbox


async def ticked(table: Table, seconds: float = 20) -> bool:
    """Whether the table's deadlines are let pass within a time."""
    with suppress(TimeoutError):
        await asyncio.wait_for(table.ticked.wait(), seconds)
    return table.ticked.is_set()


@pytest.mark.parametrize(("request_", "passes"), [(VerifyRound(), True), (DealCards(), False)])
async def test_a_question_holds_no_deadline_back(request_: Request, passes: bool) -> None:
    table = Table()
    house = House(table, request=request_)
    house.inboxes()[0].take(cast(discord.Message, SimpleNamespace(id=1 << 62, reactions=[])))
    ears = Ears(cast(Client, house))
    try:
        assert passes == await ticked(table, 20 if passes else 0.3)
    finally:
        await ears.cog_unload()
        await house.inboxes()[0].close()


async def test_a_table_whose_deadlines_cannot_be_looked_at_stops_no_other() -> None:
    broken, sound = Table(fails=True), Table()
    house = House(broken, sound)
    ears = Ears(cast(Client, house))
    try:
        assert await ticked(sound)
    finally:
        await ears.cog_unload()

    assert [ArithmeticError] == [type(error) for error in house.errors]
