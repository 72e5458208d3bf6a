"""The betting time: may the cards be dealt already, must they be? Pure; time is passed in.

With several boxes the house waits, so that one player cannot deal the others out, unless everybody
who played the last round has staked or said that he sits out. When the time is over, it deals.
"""

from __future__ import annotations

from datetime import datetime

from bot.table.game import Game


def seconds_left(game: Game, *, now: datetime, minimum: int) -> int:
    """Return how long the stakes stay open still; 0 when cards may be dealt.

    ``minimum`` is the table's betting time in seconds, counted from the first stake.
    """
    if minimum <= 0:
        return 0
    owners = {box.player for box in game.round.boxes}
    missing = game.previous - owners - game.absent
    if not missing and (game.previous or len(game.round.boxes) == 1):
        return 0
    return _seconds_to_go(game, now=now, minimum=minimum)


def betting_is_over(game: Game, *, now: datetime, minimum: int) -> bool:
    """Whether stakes stand and their time is up, so that the house deals by itself.

    A table without a betting time (``minimum`` 0) waits until somebody asks for the cards.
    """
    state = game.round
    waiting = state.is_running and not state.bets_closed and bool(state.boxes)
    return minimum > 0 and waiting and not _seconds_to_go(game, now=now, minimum=minimum)


def _seconds_to_go(game: Game, *, now: datetime, minimum: int) -> int:
    if game.opened_at is None:
        return 0
    return max(0, minimum - int((now - game.opened_at).total_seconds()))
