"""Splitting: reading 9, with what readings 5, 7, 8, 12 and 21 say of split hands."""

from __future__ import annotations

import pytest

from bot.engine.commands import By, Deal, Double, Hit, Split, Stake, Stand
from bot.engine.events import BoxDealt, CardAsked, HandSplit, Stood
from bot.engine.round import decide
from bot.engine.rules import RuleSet
from bot.engine.state import Round
from bot.engine.wants import Action, Slot, wants
from tests.engine.script import (
    ANNA,
    BERT,
    DEALER,
    TEN_MM,
    after,
    cards,
    changed,
    dealt,
    fold,
    opened,
    refused,
    settlements,
)

CASINO = changed("casino")
GERMAN = changed("german")


def hands(state: Round, box: int = 1) -> list[str]:
    found = state.box(box)
    assert found is not None
    return [" ".join(card.rank.value for card in hand.cards) for hand in found.hands]


def numbers(state: Round) -> list[int]:
    return [hand.number for hand in state.boxes[0].hands]


def split_hands(pair: str, *twos: str, dealer: str = "6", under: RuleSet = CASINO) -> Round:
    """One box after splits, each of which brings two cards to the hand at turn."""
    state = dealt(pair, dealer=dealer, under=under)
    for two in twos:
        state = after(state, Split(ANNA), cards(two))
    return state


def moves(state: Round) -> list[tuple[int, int, set[Action]]]:
    return [(turn.box, turn.hand, set(turn.may)) for turn in wants(state).turns]


# ── what may be split ────────────────────────────────────────────────────────────────────────────


def test_a_split_is_the_same_stake_again_and_two_cards_at_once() -> None:
    """Reading 21: the second card of both hands at once, left hand first."""
    state = dealt("8 8", "10 9", dealer="6", under=CASINO, stakes=(1500, TEN_MM))

    events = decide(state, Split(ANNA))

    assert (HandSplit(1, 1, 2, ANNA, By.PLAYER, "1-3", "MM", 1500),) == events
    state = fold(state, events)
    assert (Slot(1, 1), Slot(1, 2)) == wants(state).draws
    dealt_to = [
        (each.box, each.hand) for each in decide(state, cards("3 10")) if isinstance(each, BoxDealt)
    ]
    assert [(1, 1), (1, 2)] == dealt_to
    assert ["8 3", "8 10"] == hands(after(state, cards("3 10")))


@pytest.mark.parametrize(("by", "allowed"), [("value", True), ("rank", False)])
def test_bube_and_dame_are_a_pair_by_value_only(by: str, allowed: bool) -> None:
    """Reading 9: ``value`` allows Bube + Dame, ``rank`` does not."""
    state = dealt("B D", dealer="6", under=changed("casino", split=by))

    ((_, _, may),) = moves(state)
    assert allowed is (Action.SPLIT in may)
    if not allowed:
        assert ("split_only_pairs", {}) == refused(state, Split(ANNA))


def test_what_is_no_pair_of_two_cards_is_not_split() -> None:
    assert ("split_only_pairs", {}) == refused(dealt("8 9", dealer="6", under=CASINO), Split(ANNA))
    three = after(dealt("2 2", dealer="6", under=CASINO), Hit(ANNA), cards("2"))
    assert ("split_only_pairs", {}) == refused(three, Split(ANNA))


def test_without_the_rule_nothing_is_split() -> None:
    assert ("split_not_offered", {}) == refused(dealt("8 8", dealer="6"), Split(ANNA))


def test_a_box_has_at_most_four_hands() -> None:
    state = split_hands("8 8", "8 8", "8 8", "8 8")

    assert ["8 8", "8 8", "8 8", "8 8"] == hands(state)
    assert ("split_no_more", {"hands": 4}) == refused(state, Split(ANNA))


def test_german_splits_once() -> None:
    """The preset ``german``: no resplit and no double after split."""
    state = split_hands("8 8", "8 3", under=GERMAN)

    assert [(1, 1, {Action.HIT, Action.STAND})] == moves(state)
    assert ("split_no_more", {"hands": 2}) == refused(state, Split(ANNA))
    assert ("double_not_after_split", {}) == refused(state, Double(ANNA))


def test_a_new_hand_stands_at_the_right_and_numbers_are_never_reused() -> None:
    """Reading 21."""
    state = split_hands("8 8", "8 3", "2 4")

    assert [1, 3, 2] == numbers(state)
    assert ["8 2", "8 4", "8 3"] == hands(state)
    state = after(state, Stand(ANNA))
    assert [(1, 3)] == [each[:2] for each in moves(state)]
    state = after(state, Stand(ANNA))
    assert [(1, 2)] == [each[:2] for each in moves(state)]


# ── how split hands are played ───────────────────────────────────────────────────────────────────


def test_split_hands_are_played_left_to_right_in_free_order_too() -> None:
    """Reading 8: a box has at most one open hand at turn."""
    free = changed("casino", turn_order="free")
    state = dealt("8 8", "10 6", dealer="6", under=free)
    state = after(state, Split(ANNA), cards("3 2"))

    assert [(1, 1), (2, 1)] == [each[:2] for each in moves(state)]
    state = after(state, Hit(BERT), cards("10"), Stand(ANNA))
    assert [(1, 2)] == [each[:2] for each in moves(state)]


def test_a_split_hand_may_be_doubled() -> None:
    """``double_after_split``; reference row 51."""
    state = after(split_hands("8 8", "3 10", dealer="10"), Double(ANNA), cards("10"), Stand(ANNA))

    events = decide(state, cards("9"))

    assert [(1, "won", "higher", 2000), (1, "lost", "lower", -1000)] == settlements(events)


def test_ace_and_ten_after_a_split_are_twenty_one_and_no_blackjack() -> None:
    """Readings 5 and 9."""
    state = split_hands("A A", "K 5", dealer="10")

    assert (DEALER,) == wants(state).draws
    events = decide(state, cards("8"))
    assert [(1, "won", "higher", 1000), (1, "lost", "lower", -1000)] == settlements(events)


def test_a_dealers_blackjack_takes_splits_and_doubles() -> None:
    """Reading 6, and reference row 53."""
    state = after(split_hands("8 8", "3 10", dealer="10"), Double(ANNA), cards("10"), Stand(ANNA))

    events = decide(state, cards("A"))

    lost = [(1, "lost", "dealer_blackjack", -2000), (1, "lost", "dealer_blackjack", -1000)]
    assert lost == settlements(events)


@pytest.mark.parametrize(("flag", "paid"), [("true", True), ("false", False)])
def test_three_sevens_after_a_split(flag: str, paid: bool) -> None:
    """Reading 7: that hand is out, the other is played on."""
    under = changed("casino", triple_seven_after_split=flag)
    state = after(split_hands("7 7", "7 10", dealer="10", under=under), Hit(ANNA))

    events = decide(state, cards("7"))

    assert ([(1, "won", "triple_seven", 1500)] if paid else []) == settlements(events)
    state = fold(state, events)
    assert [(1, 2)] == [each[:2] for each in moves(state)]
    rest = settlements(decide(after(state, Stand(ANNA)), cards("8")))
    assert ([] if paid else [(1, "won", "higher", 1000)]) == rest[:-1]
    assert (1, "lost", "lower", -1000) == rest[-1]


# ── split aces ───────────────────────────────────────────────────────────────────────────────────


def test_split_aces_get_one_card_each() -> None:
    """Reading 9: no double, no draw; here the dealer's two cards are as certain as theirs."""
    under = changed("casino", resplit_aces="false")
    state = after(dealt("A A", dealer="5", under=under), Split(ANNA))

    assert (Slot(1, 1), Slot(1, 2), DEALER, DEALER) == wants(state).draws
    events = decide(state, cards("4 A 10 5"))
    assert [Stood(1, 1, ANNA, By.RULE), Stood(1, 2, ANNA, By.RULE)] == [
        each for each in events if isinstance(each, Stood)
    ]
    assert [(1, "lost", "lower", -1000), (1, "lost", "lower", -1000)] == settlements(events)


def test_split_aces_may_be_split_again_and_nothing_else() -> None:
    """``resplit_aces``: two aces may be split, or stand on twelve."""
    state = split_hands("A A", "A 5", dealer="10")

    assert [(1, 1, {Action.STAND, Action.SPLIT})] == moves(state)
    assert ("split_aces_stand", {}) == refused(state, Hit(ANNA))
    assert ("split_aces_stand", {}) == refused(state, Double(ANNA))
    state = after(state, Split(ANNA), cards("9 7"))
    assert ["A 9", "A 7", "A 5"] == hands(state)
    won = [("won", 1000), ("push", 0), ("lost", -1000)]
    events = decide(state, cards("8"))
    assert won == [(outcome, net) for _, outcome, _, net in settlements(events)]


def test_while_aces_may_be_split_again_no_card_of_the_dealers_is_certain() -> None:
    state = after(dealt("A A", dealer="5", under=CASINO), Split(ANNA))

    assert (Slot(1, 1), Slot(1, 2)) == wants(state).draws


def test_aces_that_can_be_split_no_more_stand_by_themselves() -> None:
    """The last split is another pair's: nothing is left to say for these, so all is certain."""
    under = changed("casino", max_hands="3")
    state = split_hands("A A", "A A", dealer="9", under=under)
    assert [(1, 1, {Action.STAND, Action.SPLIT})] == moves(state)

    events = decide(state, Split(ANNA))

    assert Stood(1, 2, ANNA, By.RULE) == events[-1]
    assert (Slot(1, 1), Slot(1, 3), DEALER) == wants(fold(state, events)).draws
    last = decide(fold(state, events), cards("A 9 9"))
    assert [("lost", -1000), ("won", 1000), ("lost", -1000)] == [
        (outcome, net) for _, outcome, _, net in settlements(last)
    ]
    assert fold(fold(state, events), last).closed


# ── seated order ─────────────────────────────────────────────────────────────────────────────────


def test_in_seated_order_only_the_lowest_box_is_at_turn() -> None:
    """The field ``turn_order``: one after the other, leftmost hand first."""
    state = dealt("8 8", "10 6", dealer="6", under=CASINO)

    assert [(1, 1)] == [each[:2] for each in moves(state)]
    assert ("not_your_turn", {"box": 1, "owner": ANNA}) == refused(state, Hit(BERT))
    assert ("not_your_turn", {"box": 1, "owner": ANNA}) == refused(state, Stand(BERT, 2))
    state = after(state, Split(ANNA), cards("3 2"), Stand(ANNA), Stand(ANNA))
    assert [(2, 1)] == [each[:2] for each in moves(state)]
    assert ("no_open_hand", {"box": 1}) == refused(state, Hit(ANNA))
    assert ("no_open_hand", {"box": 1}) == refused(state, Hit(ANNA, 1))


def test_in_seated_order_a_player_of_two_boxes_need_not_name_his() -> None:
    state = opened(CASINO)
    for box in (1, 2):
        state = after(state, Stake(ANNA, TEN_MM, "MM", box))
    state = after(state, Deal(ANNA), cards("8 10 6 3 6"), Hit(ANNA), cards("10"))

    assert [(2, 1)] == [each[:2] for each in moves(state)]
    assert (CardAsked(2, 1, ANNA, By.PLAYER),) == decide(state, Hit(ANNA))


def test_a_blackjack_is_passed_over() -> None:
    state = dealt("A K", "10 6", dealer="6", under=CASINO)

    assert [(2, 1)] == [each[:2] for each in moves(state)]
