"""Stakes that may stay where a push left them (reading 14). Pure.

What may stay is what lay on the box at the deal, once: a double and the further stakes of a split
were for that round. A box with several hands counts as pushed when one of its own is. Stakes
behind a box, insurance and bust bets do not stay.
"""

from __future__ import annotations

from msgspec import Struct

from bot.engine.events import BetsClosed, Closed, Event, Outcome, Settled
from bot.engine.state import Box, Round
from bot.errors import RuleViolation
from bot.refusals import Refusal


class Pushed(Struct, frozen=True):
    """A stake that came back to its player in the table's last round, in hundredths."""

    box: int
    player: int
    asset: str
    amount: int


def fold(pushed: tuple[Pushed, ...], event: Event, after: Round) -> tuple[Pushed, ...]:
    """Return what may stay after an event: from a push until the next deal."""
    match event:
        case BetsClosed():
            return ()
        case Closed() if not after.bets_closed:  # the last round is one that never was dealt
            return ()
        case Settled(outcome=Outcome.PUSH):
            known = {each.box for each in pushed}
            others = (box for box in after.boxes if box.number not in known)
            return (*pushed, *(_at_the_deal(box) for box in others if _holds(box, event.bet)))
        case _:
            return pushed


def staying(
    pushed: tuple[Pushed, ...], state: Round, player: int, number: int | None
) -> tuple[Pushed, ...]:
    """Return what a player leaves standing, on all his pushed boxes or the one of that number.

    Boxes where he has staked anew are passed over. Raises ``RuleViolation`` where nothing is left.
    """
    if state.is_running and state.bets_closed:
        raise RuleViolation(Refusal.STAKES_CLOSED)
    own = tuple(each for each in pushed if each.player == player and number in {None, each.box})
    if not own:
        named = {} if number is None else {"box": number}
        raise RuleViolation(Refusal.NOTHING_PUSHED, **named)
    staked = {box.number: box for box in state.boxes_of(player)} if state.is_running else {}
    free = tuple(each for each in own if each.box not in staked)
    if not free:
        box = staked[own[0].box]
        raise RuleViolation(
            Refusal.ALREADY_STAKED, box=box.number, amount=box.hands[0].stake, asset=box.asset
        )
    return free


def _holds(box: Box, bet: str) -> bool:
    """Whether a bet is the owner's, on a hand of this box."""
    return any(hand.bet == bet for hand in box.hands)


def _at_the_deal(box: Box) -> Pushed:
    """Every hand of a box began with its stake; a double is exactly as much again (reading 8)."""
    hand = box.hands[0]
    amount = hand.stake // 2 if hand.doubled else hand.stake
    return Pushed(box.number, box.player, box.asset, amount)
