"""Who came first: a question does not overtake the orders before it, unless they wait for cards.

Orders are taken one after the other, and the next waits for the cards of the one before. What can
be answered meanwhile comes after the steps of all orders that were said before it; only while
chance owes cards, however long, it need not wait for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Precedence:
    """The orders of one table whose step is not taken yet, by their messages."""

    def __init__(self) -> None:
        self._waiting: set[str] = set()
        self._moved = asyncio.Event()

    def enter(self, message: str) -> None:
        """An order is heard."""
        self._waiting.add(message)

    def leave(self, message: str) -> None:
        """Its step is taken, or will not be."""
        self._waiting.discard(message)
        self._moved.set()
        self._moved = asyncio.Event()

    async def behind(self, unless: Callable[[], bool]) -> None:
        """Return when the orders before have taken their steps, or the exception holds."""
        before = frozenset(self._waiting)
        while before & self._waiting and not unless():
            await self._moved.wait()
