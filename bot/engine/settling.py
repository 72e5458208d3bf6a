"""Deciding what bets bring: at once, when the dealer is done, or when a round is undone.

Every bettor on a hand is settled by himself, the owner first (readings 9 and 13).
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.banking import passed_on
from bot.engine.events import CardRevealed, Closed, Event, Outcome, Reason, Settled
from bot.engine.fold import evolve
from bot.engine.hole import revealed, shown, turned_up
from bot.engine.payout import bust_bet, compare, insurance, returned
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.engine.wants import wants
from bot.errors import RuleViolation
from bot.refusals import Refusal


def conclusion(state: Round) -> tuple[Event, ...]:
    """Return the settlements and the end, if nothing is open and no card is owed.

    Before it the dealer looks under his ace or ten, or turns up his hidden card. Insurance comes
    first: on a dealer's blackjack it is paid before the stakes are taken.
    """
    turned = turned_up(state) if state.hole else ()
    for event in turned:
        state = evolve(state, event)
    want = wants(state)
    if want.draws or want.turns or want.offers:
        return turned
    hands = (
        settlement
        for box in state.boxes
        for hand in box.hands
        for settlement in settled_hand(
            state, box, hand, *compare(hand.cards, state.dealer, state.rules, split=hand.split)
        )
    )
    if not state.beside:
        return (*turned, *_closed(state, tuple(hands)))
    insured = _all_beside(state, Beside.INSURANCE, *insurance(state.dealer, state.rules))
    bust = _all_beside(state, Beside.BUST, *bust_bet(state.dealer, state.rules))
    return (*turned, *_closed(state, (*insured, *hands, *bust)))


def _closed(state: Round, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """End the round; a player's bank may pass on with it."""
    if not state.banker:
        return (*events, Closed())
    for event in events:
        state = evolve(state, event)
    return (*events, *passed_on(state), Closed())


def void(state: Round) -> tuple[Event, ...]:
    """Give every bet that is not settled back, and end the round."""
    if not state.is_running:
        raise RuleViolation(Refusal.NO_ROUND)
    undone = (
        settlement
        for box in state.boxes
        for hand in box.hands
        for settlement in settled_hand(state, box, hand, Outcome.VOID, Reason.VOID)
    )
    others = (
        settlement
        for kind in (Beside.INSURANCE, Beside.BUST)
        for settlement in _all_beside(state, kind, Outcome.VOID, Reason.VOID)
    )
    turned = (revealed(state.hole),) if state.hole else ()
    return (*turned, *undone, *others, Closed())


def settled_hand(
    state: Round, box: Box, hand: Hand, outcome: Outcome, reason: Reason
) -> Iterator[Settled | CardRevealed]:
    """Settle every open bet on a hand, the owner's first; what lies face down is turned up."""
    yield from shown(state, box.number, hand.number)
    if hand.returned is None:
        yield settled(state, box, hand, outcome, reason)
    if state.beside:
        for side in state.beside_of(Beside.BACKING, box=box.number, hand=hand.number):
            if side.returned is None:
                yield settled_beside(state, side, outcome, reason)


def settled(state: Round, box: Box, hand: Hand, outcome: Outcome, reason: Reason) -> Settled:
    """Settle the owner's bet on a hand."""
    back = returned(hand.stake, outcome, reason, state.rules)
    return Settled(
        hand.bet,
        box.number,
        hand.number,
        box.player,
        box.asset,
        hand.stake,
        back,
        outcome,
        reason,
    )


def settled_beside(state: Round, side: SideBet, outcome: Outcome, reason: Reason) -> Settled:
    """Settle a bet beside the owners'."""
    back = returned(side.stake, outcome, reason, state.rules)
    return Settled(
        side.bet,
        side.box,
        side.hand,
        side.player,
        side.asset,
        side.stake,
        back,
        outcome,
        reason,
    )


def _all_beside(state: Round, kind: Beside, outcome: Outcome, reason: Reason) -> Iterator[Settled]:
    for side in state.beside_of(kind):
        if side.returned is None:
            yield settled_beside(state, side, outcome, reason)
