"""What a key may still draw today: in requests, and in bits. Pure; time is passed in.

Counters come from live answers and ``getUsage`` only: a stored result repeats old ones. A spent
quota returns at 00:00 UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.engine import shoe
from bot.engine.rules import RuleSet
from bot.engine.wants import hides

HANDS_PER_REQUEST: Final = 0.3
"""Hands of one box that a request buys: the deal, a card now and then, the dealer (measured)."""


_FEW_BITS: Final = 64
"""Bits of a draw of open cards or from a continuous shoe, which asks for few: more than most."""


def bits_of_draw(rules: RuleSet) -> int:
    """Return how many bits a dear draw under these rules takes.

    Where cards lie face down in a finite shoe, one may ask for every number that there is
    (reading 22): that bound stands for each draw, late in a shoe and early.
    """
    if not (shoe.is_finite(rules) and hides(rules)):
        return _FEW_BITS
    numbers = shoe.highest(rules)
    return max(_FEW_BITS, numbers * numbers.bit_length())


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


def requests_left(quota: Quota, now: datetime, *, bits: int) -> int | None:
    """Return how many requests of so many bits are left today; None where nobody knows."""
    if quota.stopped_until is not None and now < quota.stopped_until:
        return 0
    if quota.told_at is None or now >= next_midnight(quota.told_at):
        return None
    if quota.requests_left is None or quota.bits_left is None:
        return None
    return min(quota.requests_left, quota.bits_left // bits)
