"""A round of blackjack as a value, and the four verbs that move it.

Theory of operation
===================

The round is folded from events and asks for what it needs. Nothing in it draws a card, reads a
clock or moves money; whoever drives it does that:

* :func:`decide` returns the events a command leads to, or raises ``RuleViolation`` and changes
  nothing;
* :func:`evolve` folds an event; it cannot fail and reads no rules;
* :func:`wants` says what is open: cards that chance owes, moves that players may make;
* :func:`replay` folds a whole history.

Chance answers like any other player, with the command ``Deliver``. A driver's loop is::

    state = reduce(evolve, decide(state, command), state)
    while (draws := wants(state).draws):
        events = decide(state, Deliver(source.draw(draws)))
        state = reduce(evolve, events, state)

What a command may do depends on the phase, which is derived from the state and stored nowhere:

=========  ==============================  ==========================================
phase      ends with                       commands that may succeed
=========  ==============================  ==========================================
no round   Opened                          Open
stakes     BetsClosed                      Stake, Withdraw, Deal
dealing    the first cards                 Deliver
play       no hand is open, no card owed   Hit, Stand, Double; Deliver while a card is owed
dealer     Settled …, Closed               Deliver
=========  ==============================  ==========================================

``Void`` undoes a round in every phase but the first.

A test compares this table with what the engine does in every reachable phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import reduce
from typing import assert_never

from bot.engine import deal, moves, stakes
from bot.engine.commands import (
    Command,
    Deal,
    Deliver,
    Double,
    Hit,
    Open,
    Stake,
    Stand,
    Void,
    Withdraw,
)
from bot.engine.events import Event
from bot.engine.fold import evolve
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import wants

__all__ = ["Phase", "decide", "evolve", "phase", "replay", "wants"]


class Phase(Enum):
    """Where a round stands; see the table above."""

    NO_ROUND = "no round"
    STAKES = "stakes"
    DEALING = "dealing"
    PLAY = "play"
    DEALER = "dealer"


def phase(state: Round) -> Phase:
    """Return the phase that the state is in."""
    if not state.is_running:
        return Phase.NO_ROUND
    if not state.bets_closed:
        return Phase.STAKES
    if not state.dealer:
        return Phase.DEALING
    if any(hand.is_open for box in state.boxes for hand in box.hands):
        return Phase.PLAY
    return Phase.DEALER


def decide(state: Round, command: Command) -> tuple[Event, ...]:
    """Return what the command makes happen, or raise ``RuleViolation`` with a code and data."""
    match command:
        case Deliver():
            return deal.deliver(state, command)
        case Hit() | Stand() | Double():
            return moves.move(state, command)
        case Open():
            return stakes.open_round(state, command)
        case Stake():
            return stakes.stake(state, command)
        case Withdraw():
            return stakes.withdraw(state, command)
        case Deal():
            return stakes.deal(state, command)
        case Void():
            return deal.void(state)
        case _:
            assert_never(command)


def replay(events: Iterable[Event]) -> Round:
    """Fold a history from before the first round."""
    return reduce(evolve, events, NO_ROUND)
