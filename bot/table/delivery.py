"""A table's part of a draw, on its way from chance to the round."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from bot.draws.log import Entry


class Delivery(NamedTuple):
    """A table's part of a draw."""

    entry: Entry
    at: datetime  # of the draw, the machine's time
    draw: int
    numbers: tuple[int, ...]
    first: int  # position of its first number in the draw, from 1
    source: str
    serial: int | None
    hidden: bool = False  # some of it lies face down, and nobody is told its serial number
