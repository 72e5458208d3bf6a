"""The clock: the port through which all time comes, always UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Says what time it is."""

    def now(self) -> datetime:
        """Return the time, UTC."""


class MachineClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the machine's time."""
        return datetime.now(UTC)


class SetClock:
    """A clock that stands until it is moved: for tests and for repeatable evenings."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self.at

    def move(self, by: timedelta) -> None:
        """Let time pass."""
        self.at += by


def in_milliseconds(at: datetime) -> datetime:
    """Return a time as fine as it is written, so that what is remembered is what is stored."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def stamp(at: datetime) -> str:
    """Return a time as log and facts write it."""
    return at.isoformat(timespec="milliseconds")
