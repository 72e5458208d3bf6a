"""One example per reading of the rules that ``aquatique`` needs, named as the rule.

Reading 9 has its examples in ``test_splitting.py``, 10 in ``test_insurance.py``, 11 and 13 in
``test_beside.py``, 15 in ``test_games.py``; 14, 16 to 20 and 22 concern what is not played yet.
Which cards are owed when is in ``test_wants.py``; every settled hand of the reference in
``test_settlement.py``.
"""

from __future__ import annotations

import pytest

from bot.engine.commands import By, Deliver, Double, Hit, Stand
from bot.engine.events import BoxDealt, Closed, DealerDealt, Doubled, Settled, Stood
from bot.engine.round import decide
from bot.engine.wants import Action, wants
from bot.errors import RuleViolation
from bot.refusals import Refusal
from tests.engine.script import (
    ANNA,
    BERT,
    CARL,
    DEALER,
    TEN_MM,
    after,
    cards,
    closed_bets,
    dealt,
    fold,
    rules,
    settlements,
)

# ── 1 to 3: amounts, the shoe, aces ──────────────────────────────────────────────────────────────


def test_blackjack_on_eleven_pays_sixteen_fifty() -> None:
    """Reading 1: money is kept in integer hundredths, so 3:2 on 11 is 16.50."""
    events = decide(closed_bets(1100), cards("A 9 K"))

    assert [(1, "won", "blackjack", 1650)] == settlements(events)


def test_a_number_may_come_again() -> None:
    """Reading 2: a continuous shoe draws with replacement."""
    state = after(closed_bets(TEN_MM), Deliver((312, 312, 312)))

    assert ["♥A", "♥A", "♥A"] == [
        str(card) for card in (*state.boxes[0].hands[0].cards, *state.dealer)
    ]


def test_an_ace_is_one_where_eleven_would_bust() -> None:
    """Reading 3: eleven for at most one ace, where it does not bust."""
    state = after(dealt("A 5", dealer="9"), Hit(ANNA), cards("9"), Stand(ANNA))

    assert [(1, "lost", "lower", -TEN_MM)] == settlements(decide(state, cards("8")))


def test_the_dealer_stands_on_soft_seventeen() -> None:
    """Reading 3: the dealer's ace is eleven unless that busts; soft 17 stands."""
    state = after(dealt("10 8", dealer="A"), Stand(ANNA))

    assert [(1, "won", "higher", TEN_MM)] == settlements(decide(state, cards("6")))


def test_the_dealer_draws_on_soft_seventeen_with_hit() -> None:
    """Reading 3: soft 17 stands except with ``hit``."""
    state = dealt("10 8", dealer="A", under=rules(soft_17="hit"))
    state = after(state, Stand(ANNA), cards("6"))

    assert (DEALER,) == wants(state).draws
    assert [(1, "lost", "lower", -TEN_MM)] == settlements(decide(state, cards("2")))


# ── 4 and 5: twenty-one and blackjack ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("first", ["10 6", "A 5"], ids=["hard", "soft"])
def test_twenty_one_stands_by_itself(first: str) -> None:
    """Reading 4: hard or soft."""
    state = after(dealt(first, dealer="10"), Hit(ANNA))

    events = decide(state, cards("5"))

    assert Stood(1, 1, ANNA, By.RULE) == events[-1]
    assert () == wants(fold(state, events)).turns


def test_a_blackjack_is_over_and_cannot_be_doubled() -> None:
    """Reading 4."""
    state = dealt("A K", "10 6", dealer="9")

    assert [BERT] == [turn.player for turn in wants(state).turns]
    with pytest.raises(RuleViolation) as caught:
        decide(state, Double(ANNA))
    assert Refusal.NO_OPEN_HAND is caught.value.refusal


def test_blackjack_beats_the_dealers_other_twenty_one() -> None:
    """Reading 5."""
    state = after(dealt("A K", "10 8", dealer="5"), Stand(BERT))

    events = decide(state, cards("6 10"))

    assert [(1, "won", "blackjack", 1500), (2, "lost", "lower", -TEN_MM)] == settlements(events)


@pytest.mark.parametrize(
    ("ties", "outcome", "net"), [("push", "push", 0), ("bank", "lost", -TEN_MM)]
)
def test_both_have_a_blackjack(ties: str, outcome: str, net: int) -> None:
    """Reading 5: push (``bank`` wins where ties do)."""
    state = dealt("A K", dealer="A", under=rules(ties=ties))

    assert [(1, outcome, "equal", net)] == settlements(decide(state, cards("D")))


def test_where_there_is_no_blackjack_ace_and_ten_are_twenty_one() -> None:
    """The field ``blackjack_pays``: null means that there is no such thing as a blackjack."""
    state = dealt("A K", dealer="9", under=rules(blackjack_pays="null"))

    assert (DEALER,) == wants(state).draws
    assert [(1, "push", "equal", 0)] == settlements(decide(after(state, cards("5")), cards("7")))


# ── 6 and 7: the dealer's blackjack, three sevens ────────────────────────────────────────────────


def test_a_dealers_blackjack_takes_doubles() -> None:
    """Reading 6: without peek it takes doubles too."""
    state = after(dealt("6 5", dealer="A"), Double(ANNA))

    events = decide(state, cards("10 K"))

    assert [(1, "lost", "dealer_blackjack", -2 * TEN_MM)] == settlements(events)


def test_a_dealers_blackjack_leaves_settled_hands_alone() -> None:
    """Reading 6: hands already bust or already paid stay untouched."""
    state = dealt("10 6", "7 7", "10 9", dealer="A")
    state = after(state, Hit(ANNA), cards("10"), Hit(BERT), cards("7"), Stand(CARL))

    events = decide(state, cards("K"))

    assert [(3, "lost", "dealer_blackjack", -TEN_MM)] == settlements(events)
    assert [0, 2500, 0] == [box.hands[0].returned for box in fold(state, events).boxes]


def test_three_sevens_are_paid_at_once_whatever_the_dealer_has() -> None:
    """Reading 7: exactly three cards, 3:2; the box is then out."""
    state = after(dealt("7 7", "10 9", dealer="A"), Hit(ANNA))

    events = decide(state, cards("7"))

    assert [(1, "won", "triple_seven", 1500)] == settlements(events)
    assert [BERT] == [turn.player for turn in wants(fold(state, events)).turns]


def test_three_sevens_after_a_double_pay_on_the_doubled_stake() -> None:
    """Reading 7: 3:2 of the hand's present stake."""
    state = after(dealt("7 7", dealer="10"), Double(ANNA))

    assert [(1, "won", "triple_seven", 3000)] == settlements(decide(state, cards("7")))


def test_the_dealers_three_sevens_are_an_ordinary_twenty_one() -> None:
    """Reading 7."""
    state = after(dealt("10 6", "10 9", dealer="7"), Hit(ANNA), cards("5"), Stand(BERT))

    events = decide(after(state, cards("7")), cards("7"))

    assert [(1, "push", "equal", 0), (2, "lost", "lower", -TEN_MM)] == settlements(events)


# ── 8: doubling ──────────────────────────────────────────────────────────────────────────────────


def test_a_double_is_the_same_stake_once_more_and_exactly_one_card() -> None:
    """Reading 8: exactly the original stake, on the first two cards, then exactly one card."""
    state = dealt("5 4", dealer="10", stakes=(1500,))

    assert (Doubled(1, 1, ANNA, By.PLAYER, "1-1", "MM", 1500),) == decide(state, Double(ANNA))
    state = after(state, Double(ANNA))
    events = decide(state, cards("2 10"))
    assert Stood(1, 1, ANNA, By.RULE) in events
    assert [(1, "lost", "lower", -3000)] == settlements(events)


def test_any_two_cards_may_be_doubled() -> None:
    """003: the value of the two cards is immaterial."""
    for letters in ("2 2", "10 K", "A 9", "A A", "8 8"):
        (turn,) = wants(dealt(letters, dealer="6")).turns

        assert (Action.HIT, Action.STAND, Action.DOUBLE) == turn.may


def test_three_cards_cannot_be_doubled() -> None:
    """Reading 8."""
    state = after(dealt("2 3", dealer="10"), Hit(ANNA), cards("5"))

    assert (Action.HIT, Action.STAND) == wants(state).turns[0].may
    with pytest.raises(RuleViolation) as caught:
        decide(state, Double(ANNA))
    assert (Refusal.DOUBLE_ONLY_ON_TWO_CARDS, {"cards": 3}) == (
        caught.value.refusal,
        caught.value.data,
    )


@pytest.mark.parametrize(
    ("letters", "allowed"),
    [("5 3", False), ("5 4", True), ("6 4", True), ("6 5", True), ("6 6", False), ("A 8", False)],
)
def test_doubling_only_on_hard_nine_to_eleven(letters: str, allowed: bool) -> None:
    """The field ``double``: hard_9_11."""
    (turn,) = wants(dealt(letters, dealer="6", under=rules(double="hard_9_11"))).turns

    assert allowed is (Action.DOUBLE in turn.may)


# ── 12: when the dealer draws ────────────────────────────────────────────────────────────────────


def test_with_a_live_hand_the_dealer_draws_to_the_end() -> None:
    """Reading 12, first branch."""
    state = after(dealt("10 8", dealer="6"), Stand(ANNA), cards("3"), cards("2"))

    assert (DEALER,) == wants(state).draws
    events = decide(state, cards("10"))
    assert (DealerDealt, Settled, Closed) == tuple(type(event) for event in events)
    assert [(1, "lost", "lower", -TEN_MM)] == settlements(events)


@pytest.mark.parametrize("dealer", ["A", "10", "B", "D", "K"])
def test_against_a_blackjack_alone_an_ace_or_ten_draws_exactly_one_card(dealer: str) -> None:
    """Reading 12, second branch: the dealer may still equal it, and stops even on twelve."""
    state = dealt("A 10", dealer=dealer)

    assert (DEALER,) == wants(state).draws
    assert [(1, "won", "blackjack", 1500)] == settlements(decide(state, cards("2")))
    assert after(state, cards("2")).closed


@pytest.mark.parametrize("dealer", ["2", "3", "4", "5", "6", "7", "8", "9"])
def test_against_a_blackjack_alone_two_to_nine_draws_no_card(dealer: str) -> None:
    """Reading 12, third branch: the dealer cannot equal it."""
    events = decide(closed_bets(TEN_MM), cards(f"A {dealer} 10"))

    assert [(1, "won", "blackjack", 1500)] == settlements(events)
    assert Closed() == events[-1]


def test_with_every_hand_bust_the_dealer_draws_no_card() -> None:
    """Reading 12, third branch; 001: lost before the dealer has a second card."""
    state = after(dealt("10 6", dealer="10"), Hit(ANNA))

    events = decide(state, cards("D"))

    assert [(1, "lost", "player_bust", -TEN_MM)] == settlements(events)
    assert Closed() == events[-1]


def test_a_blackjack_beside_a_bust_hand_draws_one_card() -> None:
    """Reading 12, second branch: a bust hand is not live."""
    state = after(dealt("A 10", "10 6", dealer="K"), Hit(BERT), cards("10"))

    assert (DEALER,) == wants(state).draws
    assert [(1, "won", "blackjack", 1500)] == settlements(decide(state, cards("3")))


# ── 21 and 23: order ─────────────────────────────────────────────────────────────────────────────


def test_cards_come_in_order() -> None:
    """Reading 21: boxes ascending, one each; the dealer's; boxes ascending, second card."""
    state = closed_bets(TEN_MM, TEN_MM, TEN_MM)

    events = decide(state, cards("2 3 4 5 6 7 8"))

    where = [(each.index, each.box) for each in events if isinstance(each, BoxDealt)]
    dealer = [each.index for each in events if isinstance(each, DealerDealt)]
    assert [(1, 1), (2, 2), (3, 3), (5, 1), (6, 2), (7, 3)] == where
    assert [4] == dealer
    assert ["♠2 ♠6", "♠3 ♠7", "♠4 ♠8"] == [
        " ".join(map(str, box.hands[0].cards)) for box in fold(state, events).boxes
    ]


def test_in_free_order_cards_come_as_they_were_asked_for() -> None:
    """Reading 21, ``turn_order`` free: nobody waits for a lower box."""
    state = after(dealt("2 3", "4 5", dealer="10"), Hit(BERT), cards("6"), Hit(ANNA), cards("7"))
    state = after(state, Hit(BERT), cards("2"))

    assert ["♠2 ♠3 ♠7", "♠4 ♠5 ♠6 ♠2"] == [
        " ".join(map(str, box.hands[0].cards)) for box in state.boxes
    ]
    assert 8 == state.cards


def test_a_bust_is_settled_at_once_and_the_rest_at_the_end() -> None:
    """Reading 23: a bust and a triple seven at once; everything else when the dealer is done."""
    state = after(dealt("10 6", "10 9", dealer="10"), Hit(ANNA))

    events = decide(state, cards("6"))

    assert [(1, "lost", "player_bust", -TEN_MM)] == settlements(events)
    assert [BERT] == [turn.player for turn in wants(fold(state, events)).turns]
    state = after(fold(state, events), Stand(BERT))
    assert [(2, "won", "higher", TEN_MM)] == settlements(decide(state, cards("8")))
