"""Deadlines, computed from state: whose turn is too old. Pure; time is passed in.

State decides, timers only wake. The default of an open hand is to stand, of an offer of insurance
to decline it; neither costs more than the stake that already lies there. While chance owes a card
no turn is open, and the wait does not count (:mod:`bot.engine.turns`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.engine.wants import Turn, wants
from bot.table.game import Game

HOURS: Final = 24
"""How long a hand may wait for its owner, since its last card."""


class Due(NamedTuple):
    """An open turn with the time it began and the time it ends; of an offer without moves."""

    ends_at: datetime
    since: datetime
    turn: Turn


def turns(game: Game) -> list[Due]:
    """Return every open turn, the one that ends first first; boxes ascending among equals."""
    want = wants(game.round)
    if want.offers and game.turns.offered_at:
        ends_at = game.turns.offered_at + timedelta(hours=HOURS)
        return [
            Due(ends_at, game.turns.offered_at, Turn(offer.player, offer.box, 1, ()))
            for offer in want.offers
        ]
    found = []
    for turn in want.turns:
        since = game.turns.since[turn.box, turn.hand]
        found.append(Due(since + timedelta(hours=HOURS), since, turn))
    return sorted(found, key=lambda due: (due.ends_at, due.turn.box))


def expired(game: Game, now: datetime) -> list[Due]:
    """Return the turns that are older than their deadline."""
    return [due for due in turns(game) if now > due.ends_at]
