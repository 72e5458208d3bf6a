"""A hidden draw: on the chain of its own, for one table, and what is written of it.

In the log it has a commitment to its whole answer, and the numbers of open cards; the rest lies in
the secrets. Nothing of it that is written in public depends on what lies face down.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime

from bot.draws import log
from bot.draws.chance import Answer
from bot.draws.log import OpenIntent
from bot.engine import shoe
from bot.engine.state import Round
from bot.engine.wants import wants
from bot.store import secrets
from bot.store.entries import Draw, Hidden
from bot.store.secrets import Sealed
from bot.table.clock import stamp
from bot.table.delivery import Delivery

Seal = Callable[[Answer], tuple[Hidden, Sealed]]
"""Returns what is published of a hidden draw, and what is kept of it."""


def count(state: Round) -> int:
    """Return how many numbers the hidden draw that is due asks for."""
    owed = len(wants(state).draws)
    return owed if state.out is None else shoe.exclusive(state, owed)


def written(
    connection: sqlite3.Connection,
    found: OpenIntent,
    state: Round,
    sealed: tuple[Hidden, Sealed],
    answer: Answer,
    now: datetime,
) -> Delivery:
    """Write the draw and its secret; return what the table is dealt."""
    intent, slots = found.body, wants(state).draws
    numbers = answer.numbers
    if state.out is not None:
        numbers = shoe.accepted(numbers, state.out, len(slots))
    told = tuple(0 if slot.hidden else number for slot, number in zip(slots, numbers, strict=False))
    origin, secret = sealed
    entry = log.append(
        connection,
        Draw(
            at=stamp(now),
            guild=intent.guild,
            draw=intent.draw,
            intent=found.position,
            numbers=told,
            origin=origin,
        ),
    )
    secrets.add_draw(connection, intent.draw, number=state.number, sealed=secret)
    return Delivery(entry, now, intent.draw, numbers, 1, intent.source, None, hidden=True)
