"""Deciding what cards bring: who is bust, paid or done, and when the round is over.

``deliver`` answers the slots that ``wants`` named. A hand that stands is live, and a dealer with
one card always owes another: so nothing ends a round but cards, answers to insurance, and the last
word of the play where the dealer has a card face down or plays freely.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from bot.engine.cards import card_of
from bot.engine.commands import By, Deliver
from bot.engine.events import (
    BoxDealt,
    DealerDealt,
    Event,
    Offered,
    Outcome,
    Reason,
    Redraw,
    Rejected,
    Rejection,
    Reshuffled,
    Shuffling,
    Stood,
)
from bot.engine.fold import evolve
from bot.engine.offers import due
from bot.engine.settling import conclusion, settled_hand
from bot.engine.shoe import highest
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import Verdict, judge
from bot.engine.wants import Slot, is_bank_done, is_dealt_in, plays_freely, wants
from bot.errors import RuleViolation
from bot.refusals import Refusal

_FIRST: Final = 2  # cards that a hand has before it is judged


def deliver(state: Round, command: Deliver) -> tuple[Event, ...]:
    """Deal the numbers to the slots in order, then draw all conclusions; none comes unasked."""
    slots = wants(state).draws
    given = len(command.numbers)
    if not slots or not given or (state.out is None and given != len(slots)):
        raise RuleViolation(Refusal.NUMBERS_NOT_WANTED, wanted=len(slots), given=given)
    first = not is_dealt_in(state)
    if state.out is None:
        dealt: tuple[Event, ...] = _dealt_all(state, slots, command.numbers)
    else:
        dealt = _from_shoe(state, slots, command.numbers)
    events = [*dealt]
    for event in dealt:
        state = evolve(state, event)
    for box, hand in _touched(state, slots[:given]):
        for judged in _judged(state, box, hand):
            events.append(judged)
            state = evolve(state, judged)
    for done in _bank_done(state, dealt):
        events.append(done)
        state = evolve(state, done)
    if first and is_dealt_in(state) and (bets := due(state)):
        return (*events, Offered(bets))
    return (*events, *conclusion(state))


def _dealt_all(
    state: Round, slots: tuple[Slot, ...], numbers: tuple[int, ...]
) -> tuple[Event, ...]:
    return tuple(
        _dealt(state, slot, number, state.cards + place)
        for place, (slot, number) in enumerate(zip(slots, numbers, strict=True), start=1)
    )


def _from_shoe(
    state: Round, slots: tuple[Slot, ...], numbers: tuple[int, ...]
) -> tuple[Event, ...]:
    """Deal what is not out yet, in order; when nothing is left, all is shuffled (reading 17)."""
    events: list[Event] = []
    out, left, index = set(state.out or ()), list(slots), state.cards
    for number in numbers:
        if not left:
            events.append(Rejected(number, Rejection.UNUSED))
        elif number in out:
            events.append(Rejected(number, Rejection.DUPLICATE))
        else:
            index += 1
            events.append(_dealt(state, left.pop(0), number, index))
            out.add(number)
            if len(out) == highest(state.rules):
                events.append(Reshuffled(Shuffling.RAN_OUT))
                out.clear()
    return (*events, Redraw(len(left))) if left else tuple(events)


def _dealt(state: Round, slot: Slot, number: int, index: int) -> BoxDealt | DealerDealt:
    card = card_of(number, packs=state.rules.packs, pack=state.rules.pack)
    if slot.box == 0:
        return DealerDealt(index, number, card, slot.hidden or UNSET)
    return BoxDealt(index, slot.box, slot.hand, number, card, slot.hidden or UNSET)


def _touched(state: Round, slots: tuple[Slot, ...]) -> tuple[tuple[Box, Hand], ...]:
    """Return the hands that received a card and can be judged, left to right."""
    dealt = {(slot.box, slot.hand) for slot in slots}
    return tuple(
        (box, hand)
        for box in state.boxes
        for hand in box.hands
        if (box.number, hand.number) in dealt
        and len(hand.cards) >= _FIRST
        and not hand.card_owed
        and hand.is_open
    )


def _bank_done(state: Round, dealt: tuple[Event, ...]) -> tuple[Event, ...]:
    """A bank that plays freely stands on 21 by itself (reading 4), and where it cannot go on."""
    if state.hole or not any(isinstance(event, DealerDealt) for event in dealt):
        return ()
    if plays_freely(state) and is_bank_done(state):
        return (Stood(0, 1, state.banker, By.RULE),)
    return ()


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
