"""Deciding what cards bring: who is bust, paid or done, and when the round is over.

``deliver`` answers the slots that ``wants`` named. The one place that reads ``packs``. Only cards
can end a round: a hand that stands is live, and a dealer with one card always owes another.
"""

from __future__ import annotations

from bot.engine.cards import card_of
from bot.engine.commands import By, Deliver
from bot.engine.events import BoxDealt, Closed, DealerDealt, Event, Outcome, Reason, Settled, Stood
from bot.engine.fold import evolve
from bot.engine.payout import compare, returned
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import Verdict, judge
from bot.engine.wants import Slot, wants
from bot.errors import RuleViolation
from bot.refusals import Refusal


def deliver(state: Round, command: Deliver) -> tuple[Event, ...]:
    """Deal the numbers to the slots in order, then draw all conclusions; none comes unasked."""
    slots = wants(state).draws
    if not slots or len(slots) != len(command.numbers):
        raise RuleViolation(
            Refusal.NUMBERS_NOT_WANTED, wanted=len(slots), given=len(command.numbers)
        )
    events: list[Event] = []
    for slot, number in zip(slots, command.numbers, strict=True):
        event = _dealt(state, slot, number)
        events.append(event)
        state = evolve(state, event)
    for box, hand in _touched(state, slots):
        judged = _judged(state, box, hand)
        if judged is not None:
            events.append(judged)
            state = evolve(state, judged)
    events.extend(_conclusion(state))
    return tuple(events)


def _conclusion(state: Round) -> tuple[Event, ...]:
    """Return the settlements and the end, if nothing is open and no card is owed; else nothing."""
    want = wants(state)
    if want.draws or want.turns:
        return ()
    settled = (
        _settled(state, box, hand, *compare(hand.cards, state.dealer, state.rules))
        for box in state.boxes
        for hand in box.hands
        if hand.returned is None
    )
    return (*settled, Closed())


def void(state: Round) -> tuple[Event, ...]:
    """Give every bet that is not settled back, and end the round."""
    if not state.is_running:
        raise RuleViolation(Refusal.NO_ROUND)
    undone = (
        _settled(state, box, hand, Outcome.VOID, Reason.VOID)
        for box in state.boxes
        for hand in box.hands
        if hand.returned is None
    )
    return (*undone, Closed())


def _dealt(state: Round, slot: Slot, number: int) -> BoxDealt | DealerDealt:
    card = card_of(number, packs=state.rules.packs)
    index = state.cards + 1
    if slot.box == 0:
        return DealerDealt(index, number, card)
    return BoxDealt(index, slot.box, slot.hand, number, card)


def _touched(state: Round, slots: tuple[Slot, ...]) -> tuple[tuple[Box, Hand], ...]:
    """Return the hands that received a card, left to right."""
    dealt = set(slots)
    return tuple(
        (box, hand)
        for box in state.boxes
        for hand in box.hands
        if Slot(box.number, hand.number) in dealt
    )


def _judged(state: Round, box: Box, hand: Hand) -> Event | None:
    """Return what a hand's cards decide by themselves (readings 4, 7, 8, 23)."""
    match judge(hand.cards, doubled=hand.doubled, rules=state.rules):
        case Verdict.OPEN:
            return None
        case Verdict.BUST:
            return _settled(state, box, hand, Outcome.LOST, Reason.PLAYER_BUST)
        case Verdict.TRIPLE_SEVEN:
            return _settled(state, box, hand, Outcome.WON, Reason.TRIPLE_SEVEN)
        case Verdict.STANDS | Verdict.BLACKJACK:
            return Stood(box.number, hand.number, box.player, By.RULE)


def _settled(state: Round, box: Box, hand: Hand, outcome: Outcome, reason: Reason) -> Settled:
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
