"""What a round must begin with, and an intent must say, by the tables that it names. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bot.draws import asked
from bot.engine import shoe
from bot.engine.commands import Open
from bot.engine.hole import is_drawn_unseen
from bot.engine.state import NO_ROUND, Round
from bot.store.entries import RANDOM_ORG, Intent, Slot

States = Mapping[int, Round]
"""By table."""


def opened(command: Open, before: Round, *, after: int) -> Iterator[str]:
    """A round begins with the next number after ``after``, and with what is out of its shoe."""
    if command.round != after + 1:
        yield f"round {command.round} follows round {after}"
    if command.out != shoe.opened_with(before, command.rules):
        yield "other numbers are called out than are out"


def expected(
    states: States, body: Intent, opaque: Collection[int]
) -> tuple[tuple[Slot, ...], bool]:
    """Return what must be asked for, and whether on the hidden chain.

    At an opaque table that follows from cards which are not told yet: it is taken as it stands.
    """
    if any(slot.table in opaque for slot in body.slots):
        return body.slots, body.hidden is True
    return owed(states, body), is_unseen(states, body)


def owed(states: States, body: Intent) -> tuple[Slot, ...]:
    """Return what is owed at the tables that an intent names, in its order, and spares."""
    rounds = {slot.table: states.get(slot.table, NO_ROUND) for slot in body.slots}
    return asked.slots(rounds, spares=body.source == RANDOM_ORG)


def highest(states: States, body: Intent) -> int:
    """Return how many numbers the packs of the tables have that an intent names."""
    found = {shoe.highest(state.rules) for state in _named(states, body)}
    return found.pop() if len(found) == 1 else 0


def is_unseen(states: States, body: Intent) -> bool:
    """Whether the cards must come on the hidden chain."""
    return any(map(is_drawn_unseen, _named(states, body)))


def _named(states: States, body: Intent) -> list[Round]:
    return [states.get(table, NO_ROUND) for table in {slot.table for slot in body.slots}]
