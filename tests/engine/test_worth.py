"""With the values of 17 und 4 a king is no ten: to no pair, no peek and no blackjack."""

from __future__ import annotations

import pytest

from bot.engine.splitting import is_pair
from bot.engine.verdict import may_be_blackjack
from bot.engine.wants import wants
from bot.odds import questions
from tests.engine.script import changed, dealt, hand

FIXED = changed(
    "classic32",
    bank="house",
    bank_plays="fixed",
    player_cards="open",
    dealer_shows="one",
    blackjack_pays="3:2",
    split="value",
    max_hands="2",
)
CASINO = changed("casino", split="value")


@pytest.mark.parametrize(
    ("letters", "casino", "fixed"),
    [("B D", True, False), ("10 K", True, False), ("B B", True, True), ("A A", True, True)],
)
def test_a_pair_is_of_one_worth(letters: str, casino: bool, fixed: bool) -> None:
    for rules, expected in ((CASINO, casino), (FIXED, fixed)):
        assert expected is is_pair(hand(letters), rules)
        assert expected is questions.is_pair(hand(letters), rules)


@pytest.mark.parametrize(
    ("letter", "casino", "fixed"),
    [("A", True, True), ("10", True, True), ("K", True, False), ("9", False, False)],
)
def test_what_may_be_a_blackjack(letter: str, casino: bool, fixed: bool) -> None:
    assert casino is may_be_blackjack(hand(letter)[0], CASINO)
    assert fixed is may_be_blackjack(hand(letter)[0], FIXED)


def test_to_five_cards_that_are_a_trick_nothing_is_drawn() -> None:
    trick = changed("pontoon", bank="house")
    five, four = hand("2 2 3 4 5"), hand("2 2 3 4")

    assert questions.draws(four, trick)
    assert not questions.draws(five, trick)
    assert "five" == questions.final(five, trick)
    assert questions.draws(five, changed("casino"))


def test_under_a_king_of_four_a_blackjack_is_safe() -> None:
    """Reading 12: against an ace or a ten exactly the second card, otherwise not at all."""
    assert wants(dealt("A 10", dealer="10", under=FIXED)).draws
    assert not wants(dealt("A 10", dealer="K", under=FIXED)).draws
