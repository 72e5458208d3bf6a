"""Lets somebody wait until something has changed; knows not what."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Bell:
    """Wakes all who wait, whenever it rings."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Wake everybody."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, test: Callable[[], object], seconds: float) -> None:
        """Wait until the test holds, for so long at most."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not test() and loop.time() < end:
            future = loop.create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait_for(future, end - loop.time())
            except TimeoutError:
                return
            finally:
                self._waiting.discard(future)
