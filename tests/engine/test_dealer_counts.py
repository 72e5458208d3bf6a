"""The dealer's final hand, counted out exactly and held against figures computed elsewhere.

With a continuous shoe every rank has one chance in thirteen at every draw, so the distribution is
a finite tree of fractions. The engine decides when he draws and what he has.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from bot.engine.cards import Card
from bot.engine.dealer import certain_cards
from bot.engine.hand import is_bust, total
from bot.engine.rules import RuleSet
from bot.engine.verdict import is_blackjack
from tests.engine.script import hand, rules

REFERENCE: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "odds.json").read_text(encoding="utf-8")
)["dealer_final"]

WORTHS: Final = hand("2 3 4 5 6 7 8 9 10 A")
"""One card for everything that one can count."""

Chances = dict[str, Fraction]


def chance_of(card: Card) -> Fraction:
    """Of thirteen ranks four count ten."""
    return Fraction(4 if card.points == 10 else 1, 13)


def final(cards: tuple[Card, ...], under: RuleSet) -> str:
    if is_bust(cards):
        return "bust"
    return "BJ" if is_blackjack(cards, under) else str(total(cards))


def finals(cards: tuple[Card, ...], under: RuleSet) -> Chances:
    """The chance of every final hand that ``cards`` can become."""
    if not certain_cards(cards, under):
        return {final(cards, under): Fraction(1)}
    chances: Chances = {}
    for card in WORTHS:
        for name, chance in finals((*cards, card), under).items():
            chances[name] = chances.get(name, Fraction(0)) + chance_of(card) * chance
    return chances


@pytest.mark.parametrize("up", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"])
@pytest.mark.parametrize(
    ("model", "soft_17"), [("continuous_S17", "stand"), ("continuous_H17", "hit")]
)
def test_finals_of_every_open_card(model: str, soft_17: str, up: str) -> None:
    chances = finals(hand(up), rules(soft_17=soft_17))

    assert 1 == sum(chances.values())
    assert REFERENCE[model][up] == pytest.approx(with_zeros(chances), abs=1e-12, rel=0)


@pytest.mark.parametrize(
    ("model", "soft_17"), [("continuous_S17", "stand"), ("continuous_H17", "hit")]
)
def test_finals_before_any_card(model: str, soft_17: str) -> None:
    chances = finals((), rules(soft_17=soft_17))

    assert REFERENCE[model]["all"] == pytest.approx(with_zeros(chances), abs=1e-12, rel=0)


def with_zeros(chances: Chances) -> dict[str, float]:
    return {
        name: float(chances.get(name, 0)) for name in ("17", "18", "19", "20", "21", "BJ", "bust")
    }


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
@pytest.mark.parametrize("up", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"])
def test_certain_cards_are_the_fewest_that_can_end_a_hand(up: str, soft_17: str) -> None:
    under = rules(soft_17=soft_17)

    assert certain_cards(hand(up), under) == fewest(hand(up), under)


def fewest(cards: tuple[Card, ...], under: RuleSet) -> int:
    """The shortest way down the tree."""
    shortest, layer = 0, [cards]
    while all(certain_cards(each, under) for each in layer):
        layer = [(*each, card) for each in layer for card in WORTHS]
        shortest += 1
    return shortest
