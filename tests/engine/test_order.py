"""Whose turn it is and which cards come, on every evening, whoever says what."""

from __future__ import annotations

from itertools import cycle, islice, pairwise

from bot.engine.cards import DECK
from bot.engine.commands import (
    Deliver,
)
from bot.engine.events import (
    BoxDealt,
    DealerDealt,
)
from bot.engine.round import decide, wants
from bot.engine.rules import RuleSet, TurnOrder
from bot.engine.wants import Slot
from tests.engine import second_opinion
from tests.engine.evenings import Evening, any_evening, even_money, history

ONE_OF_EACH_WORTH = (DECK[12], *DECK[:9])  # ace, two … ten
SOME_WORTHS = (DECK[12], DECK[0], DECK[3], DECK[5], DECK[8])  # ace, 2, 5, 7, ten


# ── turns ────────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_hands_are_played_left_to_right_and_boxes_as_the_rules_say(evening: Evening) -> None:
    for state in evening.states:
        want = wants(state)
        boxes = [turn.box for turn in want.turns]
        open_boxes = [box.number for box in state.boxes if any(hand.is_open for hand in box.hands)]
        if want.turns:
            seated = state.rules.turn_order is TurnOrder.SEATED
            assert boxes == (open_boxes[:1] if seated else open_boxes)
        for turn in want.turns:
            box = state.box(turn.box)
            assert box is not None
            assert turn.hand == next(hand.number for hand in box.hands if hand.is_open)


@any_evening
def test_hands_keep_their_numbers_and_cards(evening: Evening) -> None:
    """Reading 21: numbers are never reused or changed; a hand's first card stays with it."""
    for before, state in pairwise(evening.states):
        if before.dealer and before.number == state.number:
            for box, now in zip(before.boxes, state.boxes, strict=True):
                numbers = [hand.number for hand in now.hands]
                assert sorted(numbers) == list(range(1, len(numbers) + 1))
                kept = [number for number in numbers if number <= len(box.hands)]
                assert [hand.number for hand in box.hands] == kept
                first = {hand.number: hand.cards[0] for hand in now.hands}
                assert all(first[hand.number] is hand.cards[0] for hand in box.hands)


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_the_dealer_draws_by_reading_twelve(evening: Evening) -> None:
    """Every card after his first was due when it came, and after the last none is."""
    state, events = history(evening)
    table = second_opinion.lying(state, even_money(events))

    for drawn in range(1, len(state.dealer)):
        assert second_opinion.must_draw(table._replace(dealer=state.dealer[:drawn]), state.rules)
    if state.closed:
        assert not second_opinion.must_draw(table, state.rules)


@any_evening
def test_cards_are_dealt_to_the_slots_in_order(evening: Evening) -> None:
    for state in evening.states:
        slots = wants(state).draws
        if slots:
            numbers = tuple(islice(cycle(evening.numbers), len(slots)))
            events = decide(state, Deliver(numbers))[: len(slots)]

            assert list(zip(slots, numbers, strict=True)) == [
                (Slot(each.box, each.hand) if isinstance(each, BoxDealt) else Slot(0), each.number)
                for each in events
                if isinstance(each, BoxDealt | DealerDealt)
            ]


@any_evening
def test_only_certain_cards_are_owed_and_all_of_them(evening: Evening) -> None:
    """Whatever the cards before it are, each is due when it comes; one more might not be."""
    for state in evening.states:
        slots = [(slot.box, 0 if slot.box == 0 else slot.hand) for slot in wants(state).draws]
        if state.dealer and not state.closed and not state.offers:
            table = second_opinion.lying(state, even_money(evening.events))
            leaves = walked(table, slots, state.rules)

            assert not all(leaf.is_due((0, 0), state.rules) for leaf in leaves)


def walked(
    table: second_opinion.Table, slots: list[second_opinion.Place], rules: RuleSet
) -> list[second_opinion.Table]:
    """Deal a card of every worth to each slot in turn, or of some; every one must be due."""
    if not slots:
        return [table]
    first, *rest = slots
    assert table.is_due(first, rules)
    return [
        leaf
        for card in (ONE_OF_EACH_WORTH if len(slots) < 3 else SOME_WORTHS)
        for leaf in walked(table.with_card(first, card), rest, rules)
    ]
