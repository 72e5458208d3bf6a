"""Whether a plain word is meant for the house: only where it can mean one thing, now. Pure.

A move counts when one of the speaker's own hands is open, a stake while stakes are open; the rest
concerns those who play. At dead moments, and from spectators, the house is silent: no lecture. What
plain words do not reach, the prefix does.
"""

from __future__ import annotations

from bot.engine.wants import wants
from bot.table.game import Game
from bot.table.requests import (
    DealCards,
    DeclineInsurance,
    Insure,
    Leave,
    LeaveStake,
    MakeMove,
    NotOffered,
    PlaceStake,
    QuickHand,
    Request,
    SitOut,
    StakeAgain,
    StakeBehind,
    StakeOnBust,
    TakeBack,
    TakeEvenMoney,
    Unclear,
)


def concerns(request: Request, game: Game, account: int | None) -> bool:
    """Whether a plain word may act now, or be refused; ``account`` is None for a newcomer."""
    state = game.round
    stakes_open = game.is_open and not (state.is_running and state.bets_closed)
    own = state.boxes_of(account) if state.is_running and account is not None else ()
    plays = state.is_running and account is not None and state.has_stake(account)
    has_turn = state.bets_closed and any(hand.is_open for box in own for hand in box.hands)
    is_bank = state.is_running and account is not None and account == state.banker
    has_turn |= is_bank and any(turn.box == 0 for turn in wants(state).turns)
    match request:
        case PlaceStake() | QuickHand() | Unclear():
            return stakes_open
        case StakeAgain():
            return stakes_open and account is not None
        case LeaveStake():
            return stakes_open and account in {each.player for each in game.pushed}
        case StakeBehind() | StakeOnBust():
            return stakes_open
        case Insure() | DeclineInsurance() | TakeEvenMoney():
            return account in {offer.player for offer in wants(state).offers}
        case TakeBack() | DealCards():
            deals = is_bank and isinstance(request, DealCards)
            return stakes_open and (plays or deals)
        case MakeMove():
            return has_turn
        case NotOffered():
            return stakes_open if request.of_money else has_turn
        case SitOut() | Leave():
            return plays or is_bank or account in game.previous
        case _:
            return False  # an answer is asked for with the prefix
