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

=========  ==========================  ============================================================
phase      ends with                   commands that may succeed
=========  ==========================  ============================================================
no round   Opened                      Open; Fund, PassBank of a player's bank
stakes     BetsClosed                  Stake, Back, BustBet, Withdraw, WithdrawBust, Deal, Fund
dealing    the first cards             Deliver
insurance  every offer is answered     Insure, EvenMoney, Decline
play       no hand is open, none owed  Hit, Stand, Double, Split; Deliver while a card is owed
dealer     Settled …, Closed           Deliver; Hit, Stand, LeaveBank of a player's bank
=========  ==========================  ============================================================

Only an ace of the dealer's leads through ``insurance``, where the rules offer it. In play every box
is at turn with its leftmost open hand, in seated order only the lowest box that has one. The
dealer's hidden card is looked at before the play where the rules have a peek, and turned up after
it. A player's bank that plays freely is at turn last, as box 0; while no bet stands it may be
passed on.

``Void`` undoes a round in every phase but the first.

A test compares this table with what the engine does in every reachable phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import reduce
from typing import assert_never

from bot.engine import (
    backing,
    banking,
    busting,
    deal,
    insurance,
    moves,
    settling,
    stakes,
    withdrawing,
)
from bot.engine.commands import (
    Back,
    BustBet,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    EvenMoney,
    Fund,
    Hit,
    Insure,
    LeaveBank,
    Open,
    PassBank,
    Split,
    Stake,
    Stand,
    Void,
    Withdraw,
    WithdrawBust,
)
from bot.engine.events import Event
from bot.engine.fold import evolve
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import is_dealt_in, wants

__all__ = ["Phase", "decide", "evolve", "phase", "replay", "wants"]


class Phase(Enum):
    """Where a round stands; see the table above."""

    NO_ROUND = "no round"
    STAKES = "stakes"
    DEALING = "dealing"
    INSURANCE = "insurance"
    PLAY = "play"
    DEALER = "dealer"


def phase(state: Round) -> Phase:
    """Return the phase that the state is in."""
    if not state.is_running:
        return Phase.NO_ROUND
    if not state.bets_closed:
        return Phase.STAKES
    if not is_dealt_in(state):
        return Phase.DEALING
    if state.offers:
        return Phase.INSURANCE
    if any(hand.is_open for box in state.boxes for hand in box.hands):
        return Phase.PLAY
    return Phase.DEALER


def decide(state: Round, command: Command) -> tuple[Event, ...]:  # noqa: C901, PLR0912 - an arm per command
    """Return what the command makes happen, or raise ``RuleViolation`` with a code and data."""
    match command:
        case Deliver():
            return deal.deliver(state, command)
        case Hit() | Stand() | Double() | Split():
            return moves.move(state, command)
        case Open():
            return stakes.open_round(state, command)
        case Stake():
            return stakes.stake(state, command)
        case Back():
            return backing.back(state, command)
        case BustBet():
            return busting.bust_bet(state, command)
        case Withdraw():
            return withdrawing.withdraw(state, command)
        case WithdrawBust():
            return busting.withdraw_bust(state, command)
        case Insure() | EvenMoney() | Decline():
            return insurance.answer(state, command)
        case Deal():
            return stakes.deal(state, command)
        case Fund():
            return banking.fund(state, command)
        case PassBank():
            return banking.pass_bank(state, command)
        case LeaveBank():
            return banking.leave_bank(state, command)
        case Void():
            return settling.void(state)
        case _:
            assert_never(command)


def replay(events: Iterable[Event]) -> Round:
    """Fold a history from before the first round."""
    return reduce(evolve, events, NO_ROUND)
