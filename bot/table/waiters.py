"""The tables that wait for cards: asking as often as it takes, and telling them why none come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TypeVar

from bot.draws.cures import cure
from bot.errors import CannotStart, ChanceUnavailable
from bot.refusals import Outage
from bot.table.clock import Clock, stamp
from bot.table.patience import PASSING, Patience
from bot.table.replies import Waiting
from bot.table.seat import Seat

T = TypeVar("T")


class Waiters:
    """Who waits, in order, and what each was told."""

    def __init__(self, clock: Clock, patience: Patience, *, attended: bool) -> None:
        """With ``attended`` somebody sits there who can mend what will not pass by itself."""
        self.seats: list[Seat] = []
        self._clock = clock
        self._patience = patience
        self._attended = attended
        self._told: dict[int, set[Outage]] = {}  # by table
        self._trouble: Waiting | None = None  # why nothing comes now

    @asynccontextmanager
    async def joined(self, seat: Seat) -> AsyncIterator[None]:
        """Let a table wait, at the end; it is told at once if there is trouble."""
        self.seats.append(seat)
        self._told[seat.house.table] = set()
        try:
            if self._trouble is not None:
                await self._tell(seat, self._trouble)
            yield
        finally:
            self.seats.remove(seat)
            del self._told[seat.house.table]

    async def patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try until it succeeds; every table that waits says once for each reason why."""
        tries = 0
        while True:
            try:
                answer = await self._impatiently(attempt)
            except ChanceUnavailable as error:
                await self._tell_all(error.outage, error.until)
                if self._attended and error.outage not in PASSING:
                    raise CannotStart(cure(error)) from error
                pause = self._pause(tries, error)
            else:
                self._trouble = None
                return answer
            tries += 1
            await asyncio.sleep(pause)

    def _pause(self, tries: int, error: ChanceUnavailable) -> float:
        """Return how long to wait for the next attempt: doubling, or until a time that is known."""
        first, longest = self._patience.first_pause, self._patience.longest_pause
        if error.until is not None:
            return max(first, min(longest, (error.until - self._clock.now()).total_seconds()))
        return min(longest, first * 2.0 ** min(tries, 16))

    async def _impatiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try once; when no answer comes in a moment, say that the tables wait."""
        task = asyncio.ensure_future(attempt())
        try:
            done, _ = await asyncio.wait({task}, timeout=self._patience.silence)
            if not done and self._trouble is None:
                await self._tell_all(Outage.SLOW, None)
            return await task
        finally:
            task.cancel()

    async def _tell_all(self, outage: Outage, until: datetime | None) -> None:
        self._trouble = Waiting(outage=outage, until=stamp(until) if until else None)
        for seat in tuple(self.seats):  # more may come to wait meanwhile
            await self._tell(seat, self._trouble)

    async def _tell(self, seat: Seat, why: Waiting) -> None:
        told = self._told.get(seat.house.table)
        if told is not None and why.outage not in told:
            told.add(why.outage)
            await seat.notice(why)
