"""Deadlines, computed from state: whose turn is too old. Pure; time is passed in.

State decides, timers only wake. The default of an open hand is to stand; it never costs more than
the stake that already lies there. While chance owes a card no turn is open, and the wait does not
count (:mod:`bot.engine.turns`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.engine.offers import Offer
from bot.engine.wants import Turn, wants
from bot.table.game import Game

HOURS: Final = 24
"""How long a hand may wait for its owner, since its last card."""


class Due(NamedTuple):
    """An open turn, or an offer without an answer, with the time it began and the time it ends."""

    ends_at: datetime
    since: datetime
    turn: Turn | Offer


def turns(game: Game) -> list[Due]:
    """Return all that is waited for, the one that ends first first; boxes ascending among equals.

    An offer of insurance is waited for as long as a hand; the default is no.
    """
    want = wants(game.round)
    began = [(game.turns.since[turn.box, turn.hand], turn) for turn in want.turns]
    offered = game.turns.offered_at
    waiting: list[tuple[datetime, Turn | Offer]] = [*began]
    if offered is not None:
        waiting += [(offered, offer) for offer in want.offers]
    found = [Due(since + timedelta(hours=HOURS), since, each) for since, each in waiting]
    return sorted(found, key=lambda due: (due.ends_at, due.turn.box))


def expired(game: Game, now: datetime) -> list[Due]:
    """Return the turns that are older than their deadline."""
    return [due for due in turns(game) if now > due.ends_at]
