"""A table as drawing sees it."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any, Protocol

from bot.table.delivery import Delivery
from bot.table.game import Game
from bot.table.house import House
from bot.table.replies import Fact


class Seat(Protocol):
    """A table as drawing sees it."""

    house: House
    game: Game
    turn: asyncio.Lock  # held while the seat changes

    def deliver(self, connection: sqlite3.Connection, delivery: Delivery) -> Any:  # noqa: ANN401
        """Write what the numbers bring, within the draw's transaction; returns what to say."""

    def accept(self, delivered: Any) -> None:  # noqa: ANN401
        """Take it over after the commit."""

    async def say(self, delivered: Any) -> None:  # noqa: ANN401
        """Say it."""

    async def notice(self, fact: Fact) -> None:
        """Say something that is no part of an answer."""
