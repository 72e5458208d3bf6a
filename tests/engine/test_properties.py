"""What holds on every evening, whoever says what and whatever cards come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import cycle, islice

import pytest
from hypothesis import given, settings

from bot.engine.cards import DECK
from bot.engine.commands import By, Command, Deal, Deliver, Double, Hit, Stand, Void
from bot.engine.events import (
    BoxDealt,
    Closed,
    DealerDealt,
    Doubled,
    Event,
    Settled,
    Staked,
    Withdrawn,
)
from bot.engine.round import decide, replay, wants
from bot.engine.rules import RuleSet
from bot.engine.state import Round
from bot.engine.wants import Action, Slot, Turn
from bot.errors import RuleViolation
from tests.engine import second_opinion
from tests.engine.evenings import STAFF, Evening, evenings
from tests.engine.script import fold

ONE_OF_EACH_WORTH = (DECK[12], *DECK[:9])  # ace, two … ten

KINDS: dict[Action, type[Hit | Stand | Double]] = {
    Action.HIT: Hit,
    Action.STAND: Stand,
    Action.DOUBLE: Double,
}


def any_evening(test: Callable[[Evening], None]) -> Callable[[], None]:
    return settings(deadline=None, max_examples=300)(given(evening=evenings())(test))


def default(state: Round, numbers: Iterable[int]) -> Command:
    """What the house does when nobody says anything: deal, give the cards owed, stand."""
    want = wants(state)
    if want.stakes_open:
        return Deal(STAFF, By.STAFF)
    if want.draws:
        return Deliver(tuple(islice(numbers, len(want.draws))))
    turn = want.turns[0]
    return Stand(turn.player, turn.box, By.DEADLINE)


def finished(state: Round, deck: tuple[int, ...]) -> tuple[Round, list[Event]]:
    """Play a round with a stake in it to its end by default actions, and return what happened."""
    numbers, events = cycle(deck), list[Event]()
    for _ in range(50):  # seven stands and a dealer of at most seventeen cards are far fewer
        if state.closed:
            return state, events
        happened = decide(state, default(state, numbers))
        events.extend(happened)
        state = fold(state, happened)
    pytest.fail(f"the round does not end: {state}")


def history(evening: Evening) -> tuple[Round, list[Event]]:
    """The whole evening, played to its end if there is a stake in it."""
    if not evening.state.boxes:
        return evening.state, evening.events
    state, rest = finished(evening.state, evening.numbers)
    return state, [*evening.events, *rest]


# ── the four verbs ───────────────────────────────────────────────────────────────────────────────


@any_evening
def test_from_every_reachable_state_the_default_actions_end_the_round(evening: Evening) -> None:
    for state in evening.states:
        if state.boxes:
            last, _ = finished(state, evening.numbers)

            assert last.closed
            assert all(hand.returned is not None for box in last.boxes for hand in box.hands)


@any_evening
def test_replay_equals_state(evening: Evening) -> None:
    state, events = history(evening)

    assert evening.state == replay(evening.events)
    assert state == replay(events)
    indexes = [each.index for each in events if isinstance(each, BoxDealt | DealerDealt)]
    assert list(range(1, state.cards + 1)) == indexes


@any_evening
def test_a_refusal_changes_nothing(evening: Evening) -> None:
    for state, command in evening.refused:
        before, open_before = repr(state), wants(state)

        with pytest.raises(RuleViolation):
            decide(state, command)

        assert (before, open_before) == (repr(state), wants(state))


@any_evening
def test_what_is_offered_is_what_is_accepted(evening: Evening) -> None:
    """``wants`` names for every open hand exactly the moves that ``decide`` lets its owner make."""
    for state in evening.states:
        for turn in wants(state).turns:
            box = state.box(turn.box)
            assert box is not None
            may = {Action.HIT, Action.STAND}
            if second_opinion.may_double(box.hands[0], state.rules):
                may.add(Action.DOUBLE)

            assert may == set(turn.may)
            assert may == {action for action, kind in KINDS.items() if accepts(state, kind, turn)}


def accepts(state: Round, kind: type[Hit | Stand | Double], turn: Turn) -> bool:
    try:
        return bool(decide(state, kind(turn.player, turn.box)))
    except RuleViolation:
        return False


# ── money ────────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_every_bet_is_settled_or_withdrawn_exactly_once(evening: Evening) -> None:
    _, events = history(evening)

    placed = [each.bet for each in events if isinstance(each, Staked)]
    ended = [each.bet for each in events if isinstance(each, Settled | Withdrawn)]
    assert sorted(placed) == sorted(set(placed))
    assert sorted(placed) == sorted(ended)


@any_evening
def test_what_goes_back_belongs_to_what_was_staked(evening: Evening) -> None:
    """The stake of a settlement is what its bet took in; a withdrawal gives all of it back."""
    _, events = history(evening)
    staked: Counter[tuple[str, int, int, str]] = Counter()

    for each in events:
        match each:
            case Staked() | Doubled():
                staked[each.bet, each.box, each.player, each.asset] += each.amount
            case Withdrawn():
                assert each.amount == staked.pop((each.bet, each.box, each.player, each.asset))
            case Settled():
                assert each.stake == staked.pop((each.bet, each.box, each.player, each.asset))
                assert each.returned >= 0
            case _:
                pass
    assert Counter() == staked


@any_evening
def test_a_void_gives_back_what_is_not_settled_and_nothing_else(evening: Evening) -> None:
    for state in evening.states:
        if not state.closed:
            hands = [hand for box in state.boxes for hand in box.hands]
            undone = [(hand.bet, hand.stake) for hand in hands if hand.returned is None]

            *settled, last = decide(state, Void())

            assert Closed() == last
            assert [(bet, stake, stake, "void", "void") for bet, stake in undone] == [
                (each.bet, each.stake, each.returned, each.outcome.value, each.reason.value)
                for each in settled
                if isinstance(each, Settled)
            ]


@any_evening
def test_a_second_opinion_pays_the_same(evening: Evening) -> None:
    """From final cards alone, by the rules' text."""
    state, _ = history(evening)

    for box in state.boxes:
        for hand in box.hands:
            assert hand.returned is not None
            net = second_opinion.net(hand.cards, state.dealer, hand.stake, state.rules)
            assert net == hand.returned - hand.stake


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_the_dealer_draws_by_reading_twelve(evening: Evening) -> None:
    """Every card after his first was due when it came, and after the last none is."""
    state, _ = history(evening)
    hands = [hand.cards for box in state.boxes for hand in box.hands]

    for drawn in range(1, len(state.dealer)):
        assert second_opinion.must_draw(hands, state.dealer[:drawn], state.rules)
    if state.closed:
        assert not second_opinion.must_draw(hands, state.dealer, state.rules)


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
        slots = [slot.box for slot in wants(state).draws]
        if state.dealer and not state.closed:
            leaves = walked(second_opinion.lying(state), slots, state.rules)

            assert not all(leaf.is_due(0, state.rules) for leaf in leaves)


def walked(
    table: second_opinion.Table, slots: list[int], rules: RuleSet
) -> list[second_opinion.Table]:
    """Deal a card of every worth to each slot in turn; every one must be due."""
    if not slots:
        return [table]
    first, *rest = slots
    assert table.is_due(first, rules)
    return [
        leaf
        for card in ONE_OF_EACH_WORTH
        for leaf in walked(table.with_card(first, card), rest, rules)
    ]
