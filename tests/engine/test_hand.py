"""What a hand is worth, with an ace counted for the whole of it (reading 3)."""

from __future__ import annotations

import doctest
from itertools import permutations
from types import ModuleType

import pytest

from bot.engine import hand as module
from bot.engine import naming
from bot.engine.cards import parse
from bot.engine.hand import (
    is_ace_and_ten,
    is_bust,
    is_soft,
    is_triple_seven,
    total,
)
from tests.engine.script import hand


@pytest.mark.parametrize(
    ("letters", "points", "soft"),
    [
        ("2 2", 4, False),
        ("10 9", 19, False),
        ("B D", 20, False),
        ("A K", 21, True),
        ("A A", 12, True),
        ("A 6", 17, True),
        ("A 5 9", 15, False),
        ("A 6 10", 17, False),
        ("A A 9", 21, True),
        ("A A 10", 12, False),
        ("A A A A 7", 21, True),
        ("10 9 A A", 21, False),
        ("10 6 D", 26, False),
        ("7 7 7", 21, False),
    ],
)
def test_total_and_softness(letters: str, points: int, soft: bool) -> None:
    cards = hand(letters)

    assert (points, soft) == (total(cards), is_soft(cards))
    assert (points > 21) == is_bust(cards)
    assert (points - 10 if soft else points) == sum(card.points for card in cards)


def test_order_does_not_matter() -> None:
    """Reading 3: the value depends on the whole hand, never on its order."""
    assert {19} == {total(cards) for cards in permutations(hand("A 7 A 10"))}


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("A 10", True),
        ("A B", True),
        ("D A", True),
        ("A 9", False),
        ("10 D", False),
        ("A 5 5", False),
        ("7 7 7", False),
    ],
)
def test_ace_and_ten(letters: str, expected: bool) -> None:
    assert expected is is_ace_and_ten(hand(letters))


@pytest.mark.parametrize(
    ("letters", "expected"),
    [("7 7 7", True), ("7 7", False), ("7 7 7 7", False), ("7 7 8", False), ("6 7 8", False)],
)
def test_triple_seven_is_exactly_three_sevens(letters: str, expected: bool) -> None:
    assert expected is is_triple_seven(hand(letters))


def test_triple_seven_may_be_of_any_suits() -> None:
    assert is_triple_seven((parse("♠7"), parse("♥7"), parse("♥7")))


@pytest.mark.parametrize("documented", [module, naming], ids=["hand", "naming"])
def test_doctests(documented: ModuleType) -> None:
    result = doctest.testmod(documented)

    assert (0, True) == (result.failed, result.attempted > 0)
