"""The stand-in's clock: runs with the machine's, or stands, or was moved; UTC, whole seconds."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Final

from tests.loopback.random_org.state import State

FORMAT: Final = "%Y-%m-%d %H:%M:%SZ"
DAY: Final = 86_400


def written(at: int) -> str:
    """A time as random.org writes it.

    >>> written(0)
    '1970-01-01 00:00:00Z'
    """
    return datetime.fromtimestamp(at, UTC).strftime(FORMAT)


def read(text: str) -> int:
    """The inverse of ``written``.

    >>> read("1970-01-02 00:00:00Z")
    86400
    """
    return int(datetime.strptime(text, FORMAT).replace(tzinfo=UTC).timestamp())


class Clock:
    """Tells the time and is set by ``control``."""

    def __init__(self, state: State) -> None:
        self._state = state

    def now(self) -> int:
        """Seconds since 1970."""
        kept = self._state.setting("clock")
        if kept["frozen_at"] is not None:
            return int(kept["frozen_at"])
        return int(time.time() + kept["offset"])

    def today(self) -> str:
        """The UTC day, the period of a quota."""
        return written(self.now())[:10]

    def move(self, *, to: int, frozen: bool) -> None:
        """Set the clock, and say whether it stands there or runs on."""
        offset = 0 if frozen else to - time.time()
        self._state.set("clock", {"frozen_at": to if frozen else None, "offset": offset})

    @property
    def frozen(self) -> bool:
        """Whether it stands."""
        return self._state.setting("clock")["frozen_at"] is not None
