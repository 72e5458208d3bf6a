"""What a key may still draw today. Pure; time is passed in.

Counters come from live answers and ``getUsage`` only: a stored result repeats old ones. A spent
quota returns at 00:00 UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

HANDS_PER_REQUEST: Final = 0.3
"""Hands of one box that a request buys: the deal, a card now and then, the dealer (measured)."""


def hands(requests: int) -> int:
    """Return about how many hands of one box so many requests buy."""
    return int(requests * HANDS_PER_REQUEST)


def next_midnight(now: datetime) -> datetime:
    """Return the next 00:00 UTC."""
    return datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), time(), UTC)


class Quota(Struct, frozen=True):
    """The counters as they were last told, and until when nothing may be asked."""

    requests_left: int | None = None  # None: not told yet
    bits_left: int | None = None
    told_at: datetime | None = None
    stopped_until: datetime | None = None


def told(quota: Quota, *, requests_left: int, bits_left: int, now: datetime) -> Quota:
    """Return the quota after an answer with these counters."""
    return replace(quota, requests_left=requests_left, bits_left=bits_left, told_at=now)


def stopped(quota: Quota, *, until: datetime) -> Quota:
    """Return the quota after the service said that it is spent."""
    return replace(quota, stopped_until=until)


def requests_left(quota: Quota, now: datetime) -> int | None:
    """Return how many requests are left today; None where nobody knows."""
    if quota.stopped_until is not None and now < quota.stopped_until:
        return 0
    if quota.told_at is None or now >= next_midnight(quota.told_at):
        return None
    return quota.requests_left
