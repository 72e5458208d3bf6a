"""Which cards chance owes: all that are certain whatever anybody says, and no other.

So one request serves a whole deal, and no card exists before the decision it belongs to. The
general statement, by brute force over all cards, is in ``test_properties.py``.
"""

from __future__ import annotations

import pytest

from bot.engine.commands import Deliver, Double, Hit, Stake, Stand
from bot.engine.dealer import certain_cards
from bot.engine.presets import AQUATIQUE
from bot.engine.round import decide
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import Action, Slot, Turn, Wants, wants
from bot.errors import RuleViolation
from bot.refusals import Refusal
from tests.engine.script import (
    ANNA,
    BERT,
    DEALER,
    TEN_MM,
    after,
    cards,
    closed_bets,
    dealt,
    hand,
    opened,
    rules,
)


def owed(state: Round) -> list[int]:
    """The boxes of the cards that are owed, 0 for the dealer."""
    return [slot.box for slot in wants(state).draws]


# ── what is open ─────────────────────────────────────────────────────────────────────────────────


def test_without_a_round_nothing_is_open() -> None:
    assert Wants() == wants(NO_ROUND)


def test_before_the_deal_stakes_are_open() -> None:
    assert Wants(stakes_open=True) == wants(opened())


def test_after_the_round_nothing_is_open() -> None:
    state = after(closed_bets(TEN_MM), cards("A 9 K"))

    assert Wants() == wants(state)


def test_every_open_hand_has_a_turn() -> None:
    """Free turn order: several hands are open at once, each with its own moves."""
    state = after(dealt("2 3", "10 6", "A K", dealer="9"), Hit(ANNA), cards("4"))

    all_three = (Action.HIT, Action.STAND, Action.DOUBLE)
    assert (Turn(ANNA, 1, 1, all_three[:2]), Turn(BERT, 2, 1, all_three)) == wants(state).turns


# ── the first cards ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("boxes", range(1, 8))
def test_the_whole_first_deal_is_one_request(boxes: int) -> None:
    """2n + 1 cards: one each, the dealer's, one each."""
    once = list(range(1, boxes + 1))

    assert [*once, 0, *once] == owed(closed_bets(*[TEN_MM] * boxes))


def test_while_a_hand_is_open_nothing_of_the_dealers_is_owed() -> None:
    """Its owner may still do anything; a card of the dealer's would tell him what to do."""
    state = after(dealt("A K", "10 9", "10 6", dealer="A"), Stand(BERT))

    assert [] == owed(state)


# ── the dealer's cards ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("dealer", "certain"),
    [
        ("2", 2),
        ("3", 2),
        ("4", 2),
        ("5", 2),
        ("6", 1),  # an ace makes a soft seventeen
        ("7", 1),
        ("8", 1),
        ("9", 1),
        ("10", 1),
        ("A", 1),
    ],
)
def test_a_dealer_with_two_to_five_is_owed_two_cards_at_once(dealer: str, certain: int) -> None:
    """Two and eleven are no seventeen: whatever the second card is, there is a third."""
    state = after(dealt("10 9", dealer=dealer), Stand(ANNA))

    assert [0] * certain == owed(state)


def test_who_draws_on_soft_seventeen_is_owed_two_cards_on_a_six() -> None:
    state = after(dealt("10 9", dealer="6", under=rules(soft_17="hit")), Stand(ANNA))

    assert [0, 0] == owed(state)


@pytest.mark.parametrize(
    ("letters", "certain"),
    [
        ("2 2", 2),
        ("2 3", 2),
        ("2 4", 1),
        ("A 2", 1),
        ("10 6", 1),
        ("10 7", 0),
        ("A 6", 0),
        ("A K", 0),
        ("A A 2 2", 1),
        ("10 6 6", 0),
    ],
)
def test_how_many_more_cards_are_certain(letters: str, certain: int) -> None:
    assert certain == certain_cards(hand(letters), AQUATIQUE)


def test_a_blackjack_beside_a_live_hand_is_owed_what_the_live_hand_is() -> None:
    state = after(dealt("A K", "10 9", dealer="4"), Stand(BERT))

    assert [0, 0] == owed(state)


# ── a hand that waits ────────────────────────────────────────────────────────────────────────────


def test_a_card_that_leaves_a_decision_is_owed_alone() -> None:
    state = after(dealt("10 4", dealer="5"), Hit(ANNA))

    assert [1] == owed(state)


@pytest.mark.parametrize("letters", ["6 5", "5 4", "2 2", "A 7", "A A", "A 9"])
def test_a_last_double_that_cannot_bust_is_one_request_with_the_dealers(letters: str) -> None:
    """Whatever its card is, the hand is live and the dealer must draw."""
    state = after(dealt(letters, dealer="3"), Double(ANNA))

    assert [1, 0, 0] == owed(state)


@pytest.mark.parametrize("letters", ["10 2", "9 7", "10 9", "7 7"])
def test_a_last_double_that_may_bust_is_owed_alone(letters: str) -> None:
    """If it busts, the dealer draws no card."""
    state = after(dealt(letters, dealer="3"), Double(ANNA))

    assert [1] == owed(state)


def test_a_double_that_may_bust_beside_a_live_hand_is_one_request_with_the_dealers() -> None:
    state = after(dealt("10 9", "9 7", dealer="3"), Stand(ANNA), Double(BERT))

    assert [2, 0, 0] == owed(state)


def test_a_double_that_may_bust_beside_a_blackjack_is_owed_with_one_card_against_a_ten() -> None:
    """Live or bust: the dealer's second card is certain either way, and no third."""
    assert [2, 0] == owed(after(dealt("A K", "9 7", dealer="10"), Double(BERT)))
    assert [2] == owed(after(dealt("A K", "9 7", dealer="9"), Double(BERT)))


def test_a_double_beside_an_open_hand_is_owed_alone() -> None:
    state = after(dealt("6 5", "10 6", dealer="3"), Double(ANNA))

    assert [1] == owed(state)


def test_a_card_on_hard_twenty_leaves_no_decision() -> None:
    """An ace stands, everything else busts: beside a live hand the dealer's cards are certain."""
    alone = after(dealt("10 K", dealer="5"), Hit(ANNA))
    beside = after(dealt("10 K", "10 9", dealer="5"), Stand(BERT), Hit(ANNA))

    assert [1] == owed(alone)
    assert [1, 0, 0] == owed(beside)


def test_soft_twenty_may_stay_open() -> None:
    beside = after(dealt("A 9", "10 9", dealer="5"), Stand(BERT), Hit(ANNA))

    assert [1] == owed(beside)


# ── the answer ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("numbers", [(), (1,), (1, 2), (1, 2, 3, 4)])
def test_an_answer_has_exactly_the_numbers_owed(numbers: tuple[int, ...]) -> None:
    with pytest.raises(RuleViolation) as caught:
        decide(closed_bets(TEN_MM), Deliver(numbers))

    expected = (Refusal.NUMBERS_NOT_WANTED, {"wanted": 3, "given": len(numbers)})
    assert expected == (caught.value.refusal, caught.value.data)


@pytest.mark.parametrize(
    "state",
    [
        NO_ROUND,
        opened(),
        after(opened(), Stake(ANNA, TEN_MM, "MM")),
        dealt("10 4", dealer="5"),
        dealt("A K", dealer="9"),
    ],
    ids=["no round", "no stake", "stakes", "play", "over"],
)
@pytest.mark.parametrize("numbers", [(), (1,)], ids=["none", "one"])
def test_nothing_is_delivered_unasked(state: Round, numbers: tuple[int, ...]) -> None:
    """Not even nothing: an empty answer must not end a round."""
    with pytest.raises(RuleViolation) as caught:
        decide(state, Deliver(numbers))

    expected = (Refusal.NUMBERS_NOT_WANTED, {"wanted": 0, "given": len(numbers)})
    assert expected == (caught.value.refusal, caught.value.data)


def test_while_cards_are_owed_nobody_moves() -> None:
    state = after(dealt("10 4", "10 5", dealer="5"), Hit(ANNA))

    for command in (Hit(ANNA), Stand(ANNA), Double(BERT), Stand(BERT)):
        with pytest.raises(RuleViolation) as caught:
            decide(state, command)

        expected = (Refusal.WAITING_FOR_CARDS, {"draws": 1})
        assert expected == (caught.value.refusal, caught.value.data)


def test_a_slot_names_its_hand() -> None:
    state = after(dealt("10 4", dealer="5"), Hit(ANNA))

    assert (Slot(1, 1),) == wants(state).draws
    assert DEALER == Slot(0)
