"""Deciding what cards bring: who is bust, paid or done, and when the round is over.

``deliver`` answers the slots that ``wants`` named. The one place that reads ``packs``. Only cards
and answers to insurance can end a round: a hand that stands is live, and a dealer with one card
always owes another.
"""

from __future__ import annotations

from bot.engine.cards import card_of
from bot.engine.commands import By, Deliver
from bot.engine.events import BoxDealt, DealerDealt, Event, Offered, Outcome, Reason, Stood
from bot.engine.fold import evolve
from bot.engine.offers import due
from bot.engine.settling import conclusion, settled_hand
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
    first = not state.dealer
    events: list[Event] = []
    for slot, number in zip(slots, command.numbers, strict=True):
        event = _dealt(state, slot, number)
        events.append(event)
        state = evolve(state, event)
    for box, hand in _touched(state, slots):
        for judged in _judged(state, box, hand):
            events.append(judged)
            state = evolve(state, judged)
    if first and (bets := due(state)):
        return (*events, Offered(bets))
    return (*events, *conclusion(state))


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


def _judged(state: Round, box: Box, hand: Hand) -> tuple[Event, ...]:
    """Return what a hand's cards decide by themselves (readings 4, 7, 8, 9, 15, 23)."""
    verdict = judge(
        hand.cards,
        doubled=hand.doubled,
        rules=state.rules,
        split=hand.split,
        hands=len(box.hands),
    )
    match verdict:
        case Verdict.OPEN:
            return ()
        case Verdict.BUST:
            return tuple(settled_hand(state, box, hand, Outcome.LOST, Reason.PLAYER_BUST))
        case Verdict.TRIPLE_SEVEN:
            return tuple(settled_hand(state, box, hand, Outcome.WON, Reason.TRIPLE_SEVEN))
        case Verdict.FIVE_CARDS:
            return tuple(settled_hand(state, box, hand, Outcome.WON, Reason.FIVE_CARDS))
        case Verdict.STANDS | Verdict.BLACKJACK:
            return (Stood(box.number, hand.number, box.player, By.RULE),)
