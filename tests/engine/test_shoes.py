"""Finite shoes: no number names a card twice while it is out, and nobody chooses among numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from bot.engine import shoe
from bot.engine.commands import Command, Deal, Decline, Deliver, Open, Stake, Stand
from bot.engine.events import (
    BoxDealt,
    DealerDealt,
    Event,
    Opened,
    Redraw,
    Rejected,
    Rejection,
    Reshuffled,
    Shuffling,
)
from bot.engine.presets import AQUATIQUE, PRESETS
from bot.engine.round import decide, wants
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from tests.engine.script import ANNA, TEN_MM, changed, fold, opened

ONE_PACK: Final = changed("aquatique", packs="1", shoe="round")
SHORT: Final = changed("aquatique", packs="1", pack="32", shoe="cut_card", cut_card_after="20")
VEGAS: Final = changed("vegas_red", cut_card_after="20")
SHOES: Final = (ONE_PACK, SHORT, VEGAS)


class Delivery(NamedTuple):
    """A draw: the round before it, its numbers, and what came of them."""

    before: Round
    numbers: tuple[int, ...]
    events: tuple[Event, ...]


class Evening:
    """Rounds that follow each other from one shoe; everybody draws nothing more."""

    def __init__(self, rules: RuleSet, seed: int, *, spares: bool) -> None:
        self.rules = rules
        self.state = NO_ROUND
        self.events: list[Event] = []
        self.deliveries: list[Delivery] = []
        self._chance = Random(seed)
        self._spares = spares

    def play(self, boxes: int) -> None:
        out = shoe.opened_with(self.state, self.rules)
        number = self.state.number + 1
        self.say(Open(number, self.rules, "aquatique", "house", "local", out))
        for box in range(1, boxes + 1):
            self.say(Stake(ANNA, TEN_MM, "MM", box))
        self.say(Deal(ANNA))
        while not self.state.closed:
            want = wants(self.state)
            if want.draws:
                self.deliver(len(want.draws))
            elif want.offers:
                self.say(Decline(ANNA))
            else:
                self.say(Stand(ANNA, want.turns[0].box))

    def deliver(self, owed: int) -> None:
        count = owed + shoe.spares(self.state, owed)
        if not self._spares:
            count = 1 if self.state.redraws else owed
        highest = shoe.highest(self.rules)
        numbers = tuple(self._chance.randint(1, highest) for _ in range(count))
        before = self.state
        self.deliveries.append(Delivery(before, numbers, self.say(Deliver(numbers))))

    def say(self, command: Command) -> tuple[Event, ...]:
        events = decide(self.state, command)
        self.events.extend(events)
        self.state = fold(self.state, events)
        return events


any_evening = given(
    rules=st.sampled_from(SHOES),
    seed=st.integers(0, 10**6),
    boxes=st.lists(st.integers(1, 7), min_size=1, max_size=4),
    spares=st.booleans(),
)


def played(rules: RuleSet, seed: int, boxes: list[int], *, spares: bool) -> Evening:
    evening = Evening(rules, seed, spares=spares)
    for count in boxes:
        evening.play(count)
    return evening


def dealt(events: tuple[Event, ...]) -> list[int]:
    return [each.number for each in events if isinstance(each, BoxDealt | DealerDealt)]


@any_evening
def test_no_number_is_dealt_twice_between_two_shuffles(
    rules: RuleSet, seed: int, boxes: list[int], spares: bool
) -> None:
    out: set[int] = set()
    for event in played(rules, seed, boxes, spares=spares).events:
        match event:
            case Opened() if event.out == ():
                out.clear()
            case Reshuffled():
                out.clear()
            case BoxDealt() | DealerDealt():
                assert event.number not in out
                out.add(event.number)
            case _:
                pass


@any_evening
def test_the_first_numbers_that_are_not_out_count_in_order(
    rules: RuleSet, seed: int, boxes: list[int], spares: bool
) -> None:
    for before, numbers, events in played(rules, seed, boxes, spares=spares).deliveries:
        assert before.out is not None
        if any(isinstance(each, Reshuffled) for each in events):
            continue  # the shoe ran out within this draw
        owed = len(wants(before).draws)

        assert list(shoe.accepted(numbers, before.out, owed)) == dealt(events)


@any_evening
def test_every_number_is_a_card_or_is_rejected_with_the_one_reason_there_is(
    rules: RuleSet, seed: int, boxes: list[int], spares: bool
) -> None:
    for before, numbers, events in played(rules, seed, boxes, spares=spares).deliveries:
        out, left = set(before.out or ()), len(wants(before).draws)
        expected: list[tuple[int, Rejection | None]] = []
        for number in numbers:
            if not left:
                expected.append((number, Rejection.UNUSED))
            elif number in out:
                expected.append((number, Rejection.DUPLICATE))
            else:
                expected.append((number, None))
                left -= 1
                out = {*out, number} if len(out) + 1 < shoe.highest(rules) else set()
        found = [
            (each.number, each.reason if isinstance(each, Rejected) else None)
            for each in events
            if isinstance(each, BoxDealt | DealerDealt | Rejected)
        ]

        assert expected == found
        assert [Redraw(left)] * bool(left) == [each for each in events if isinstance(each, Redraw)]


@any_evening
def test_cards_come_in_the_order_in_which_they_are_owed_however_they_are_drawn(
    rules: RuleSet, seed: int, boxes: list[int], spares: bool
) -> None:
    evening = played(rules, seed, boxes[:1], spares=spares)
    first = 2 * boxes[0] + 1
    places = [
        each.box if isinstance(each, BoxDealt) else 0
        for each in evening.events
        if isinstance(each, BoxDealt | DealerDealt)
    ]
    once = list(range(1, boxes[0] + 1))

    assert [*once, 0, *once] == places[:first]


# ── the shuffle ──────────────────────────────────────────────────────────────────────────────────


def test_a_cut_card_lets_the_round_end_and_the_next_begins_shuffled() -> None:
    one_pack = changed("vegas_red", packs="1", cut_card_after="20")
    evening = played(one_pack, 1, [7, 7, 1], spares=True)
    first = next(i for i, each in enumerate(evening.events) if isinstance(each, Reshuffled))
    before = evening.events[first - 1]

    assert isinstance(before, Opened)
    assert isinstance(before.out, tuple)
    assert len(before.out) >= 20
    assert evening.events[first] == Reshuffled(Shuffling.CUT_CARD)


def test_before_the_cut_card_the_shoe_goes_on() -> None:
    evening = played(VEGAS, 1, [1, 1], spares=True)
    (_, second) = [each for each in evening.events if isinstance(each, Opened)]
    (one, _) = shoe_of_each_round(evening)

    assert second.out == tuple(one)


def shoe_of_each_round(evening: Evening) -> Iterator[list[int]]:
    """What each round dealt."""
    rounds: list[list[int]] = []
    for event in evening.events:
        if isinstance(event, Opened):
            rounds.append([])
        if isinstance(event, BoxDealt | DealerDealt):
            rounds[-1].append(event.number)
    return iter(rounds)


def test_a_pack_that_runs_out_is_shuffled_and_the_deal_goes_on() -> None:
    """Reading 17."""
    nearly = Opened(1, ONE_PACK, "aquatique", "house", "local", tuple(range(1, 50)))
    state = fold(NO_ROUND, [nearly])
    for command in (Stake(ANNA, TEN_MM, "MM", 1), Stake(ANNA, TEN_MM, "MM", 2), Deal(ANNA)):
        state = fold(state, decide(state, command))
    events = decide(state, Deliver((50, 1, 51, 52, 50, 50, 7, 8)))

    assert [50, 51, 52, 50, 7] == dealt(events)
    assert [each for each in events if isinstance(each, Rejected)] == [
        Rejected(1, Rejection.DUPLICATE),
        Rejected(50, Rejection.DUPLICATE),
        Rejected(8, Rejection.UNUSED),
    ]
    assert 1 == events.count(Reshuffled(Shuffling.RAN_OUT))
    assert (50, 7) == fold(state, events).out


def test_other_packs_are_another_shoe() -> None:
    evening = played(VEGAS, 1, [1], spares=True)
    state = evening.state

    assert UNSET is shoe.opened_with(state, AQUATIQUE)
    assert () == shoe.opened_with(state, SHORT)
    assert () == shoe.opened_with(state, ONE_PACK)
    assert state.out == shoe.opened_with(state, PRESETS["vegas_red"])


# ── spare numbers ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", SHOES)
def test_with_spare_numbers_one_request_nearly_always_does(rules: RuleSet) -> None:
    short = draws = 0
    for seed in range(60):
        for _, _, events in played(rules, seed, [3, 3], spares=True).deliveries:
            draws += 1
            short += any(isinstance(each, Redraw) for each in events)

    assert short / draws < 0.05


def test_a_continuous_shoe_has_no_spares() -> None:
    assert 0 == shoe.spares(opened(), 5)
