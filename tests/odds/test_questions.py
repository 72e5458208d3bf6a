"""What the odds believe of a hand, held against the settlement cases, served or not."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from bot.engine.presets import choose
from bot.engine.rules import RuleSet, Ties
from bot.engine.verdict import Verdict
from bot.odds import questions
from tests.engine.script import hand

CASES: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "settlement_cases.json").read_text(encoding="utf-8")
)
BESIDE: Final = {"insurance", "even_money", "bust_bet", "backers"}


PLAIN: Final = [
    case
    for case in CASES
    if "main" in case["expected"] and not BESIDE & case["input"]["box"].keys()
]
"""Only a box with hands, and what its main stake comes to."""


def text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return str(value)


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case["title"])
def test_settlement(case: dict[str, Any]) -> None:
    body = dict(case["input"]["rules"])
    under = choose(body.pop("preset"), {name: text(value) for name, value in body.items()})
    box = case["input"]["box"]
    hands = box.get("hands") or [{"cards": box["cards"], "doubled": False}]
    dealer = hand(" ".join(box.get("dealer") or box["bank"]))
    nets = [
        box["stake"]
        * (2 if each["doubled"] else 1)
        * net(each, dealer, under, split=len(hands) > 1)
        for each in hands
    ]

    assert case["expected"]["main"] == sum(nets)


def net(each: dict[str, Any], dealer: questions.Cards, under: RuleSet, *, split: bool) -> Fraction:
    cards = hand(" ".join(each["cards"]))
    verdict = questions.judged(cards, under, last=each["doubled"], split=split)
    if isinstance(verdict, Fraction):
        return verdict
    return questions.net(cards, dealer, under, split=split)


TRICK: Final = choose("pontoon", {})
FOUR: Final = choose("classic32", {})
DOUBLE_FIRE: Final = choose("classic32", {"two_aces_pay": "2:1", "ties": "push"})


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("2 2 3 3 4", "10 A", -1),  # a blackjack beats five cards
        ("2 2 3 3 4", "7 7 7", 1),
        ("2 2 3 3 4", "2 2 3 4 6", -1),  # equal means bank
        ("10 5 6", "2 2 3 4 6", -1),  # the bank's five cards beat a 21
        ("A K", "2 2 3 4 6", Fraction(3, 2)),
        ("2 2 3 3 4", "2 2 3 4 5 10", 1),
        ("A K", "A D", -1),
    ],
)
def test_five_cards_are_a_trick(cards: str, dealer: str, expected: Fraction) -> None:
    """Reading 15: they beat all but a blackjack."""
    assert expected == questions.net(hand(cards), hand(dealer), TRICK, split=False)
    assert Ties.BANK is TRICK.ties


def test_five_cards_end_a_hand() -> None:
    wins = choose("aquatique", {"five_cards": "wins"})
    cards = hand("2 2 3 3 4")

    assert 1 == questions.judged(cards, wins, last=False)
    assert Verdict.STANDS is questions.judged(cards, TRICK, last=False)
    assert -1 == questions.judged(hand("2 2 5 5 10"), wins, last=False)


@pytest.mark.parametrize(
    ("letters", "points"),
    [("A", 11), ("K D B", 9), ("10 7 K", 21), ("A A", 21), ("A A 9", 31), ("7 7 7", 21), ("", 0)],
)
def test_fixed_values(letters: str, points: int) -> None:
    """Reading 16: ace eleven, king four, queen three, jack two, and nothing flexible."""
    assert (points, False) == questions.points(hand(letters), FOUR)


@pytest.mark.parametrize(
    ("letters", "draws"), [("", True), ("A", True), ("9 7", True), ("10 7", False), ("A A", False)]
)
def test_a_house_draws_to_16_with_fixed_values(letters: str, *, draws: bool) -> None:
    assert draws is questions.draws(hand(letters), FOUR)


def test_two_aces_are_21_and_pay_what_the_rules_say() -> None:
    aces = hand("A A")

    assert -1 == questions.net(aces, hand("10 7 K"), FOUR, split=False)  # a tie is the bank's
    assert 2 == questions.net(aces, hand("10 8"), DOUBLE_FIRE, split=False)
    assert 0 == questions.net(aces, aces, DOUBLE_FIRE, split=False)
    assert "AA" == questions.final(aces, FOUR)


def test_split_hands_have_no_blackjack() -> None:
    casino = choose("casino", {})

    assert 1 == questions.net(hand("A K"), hand("10 8"), casino, split=True)
    assert 0 == questions.net(hand("A K"), hand("10 5 6"), casino, split=True)
    assert -1 == questions.net(hand("A K"), hand("10 A"), casino, split=True)
