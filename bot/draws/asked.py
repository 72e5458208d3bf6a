"""Which numbers one draw asks for at a table: a fixed function of the round. Pure.

Croupier and auditor ask here, so nobody can choose how many numbers are drawn. A finite shoe may
refuse a number that is out already (reading 2). A source that gives spare numbers is asked for so
many more that one request nearly always does; another gives exactly what is owed, and numbers in
place of refused ones one at a time. A hidden draw refuses in silence, and has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.engine import shoe
from bot.engine.hole import is_drawn_unseen
from bot.engine.state import Round
from bot.engine.wants import wants
from bot.store.entries import Slot


def slots(rounds: Mapping[int, Round], *, spares: bool) -> tuple[Slot, ...]:
    """Return what one draw asks for at these tables, in their order: each its own part."""
    return tuple(slot for table in rounds for slot in _part(table, rounds[table], spares=spares))


def _part(table: int, state: Round, *, spares: bool) -> Iterator[Slot]:
    """Yield the cards that are owed at a table, in order, and spare numbers behind them."""
    owed, unseen = wants(state).draws, is_drawn_unseen(state)
    if state.redraws and not spares and not unseen:
        owed = owed[:1]
    for slot in owed:
        yield Slot(table, state.number, slot.box, slot.hand)
    for _ in range(shoe.spares(state, len(owed)) if spares and not unseen else 0):
        yield Slot.spare(table, state.number)
