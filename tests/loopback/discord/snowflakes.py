"""Ids as Discord makes them: the time in their upper bits, so that their order is that of time."""

from __future__ import annotations

import time
from typing import Final

EPOCH: Final = 1_420_070_400_000  # 2015-01-01 00:00 UTC, in milliseconds since 1970
SHIFT: Final = 22
ELSEWHEN: Final = 1 << 21  # set in ids made for a given time: never equal to one made now


class Snowflakes:
    """Makes ids; those made for now rise strictly."""

    def __init__(self) -> None:
        self._last = 0
        self._elsewhen = 0

    def now(self) -> int:
        """An id of this moment, above all that were made before."""
        self._last = max(_first(time.time_ns() // 1_000_000), self._last + 1)
        return self._last

    def at(self, milliseconds: int) -> int:
        """An id of another moment, in milliseconds since 1970."""
        self._elsewhen = (self._elsewhen + 1) % ELSEWHEN
        return _first(milliseconds) | ELSEWHEN | self._elsewhen


def moment(snowflake: int) -> int:
    """When an id was made, in milliseconds since 1970.

    >>> moment(175928847299117063)
    1462015105796
    """
    return (snowflake >> SHIFT) + EPOCH


def _first(milliseconds: int) -> int:
    return (milliseconds - EPOCH) << SHIFT
