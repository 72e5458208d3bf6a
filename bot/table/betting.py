"""The betting time: may the cards be dealt already, must they be? Pure; time is passed in.

The rule itself is :mod:`bot.audit.betting`'s. When the time is over, the house deals.
"""

from __future__ import annotations

from datetime import datetime

from bot.audit.betting import is_waited_for, seconds_to_go
from bot.table.game import Game


def seconds_left(game: Game, *, now: datetime, minimum: int) -> int:
    """Return how long the stakes stay open still; 0 when cards may be dealt.

    ``minimum`` is the table's betting time in seconds, counted from the first stake.
    """
    absent = game.absent | {game.round.banker}  # the bank is there
    waits = is_waited_for(game.round, previous=game.previous, absent=absent)
    if minimum <= 0 or not waits:
        return 0
    return seconds_to_go(game.opened_at, now=now, minimum=minimum)


def is_over(game: Game, *, now: datetime, minimum: int) -> bool:
    """Whether stakes stand and their time is up, so that the house deals by itself.

    A table without a betting time (``minimum`` 0) waits until somebody asks for the cards.
    """
    state = game.round
    waiting = state.is_running and not state.bets_closed and bool(state.boxes)
    return minimum > 0 and waiting and not seconds_to_go(game.opened_at, now=now, minimum=minimum)
