"""The value of every move against one card of the dealer's: net per initial stake, by fractions.

Whoever plays on plays optimally. Ties go to the first in the order of ``Play``, so that the same
rules always give the same advice.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Final

from bot.engine.cards import Card
from bot.odds import questions
from bot.odds.positions import Position, Positions
from bot.odds.shoe import Shoe, mean


class Play(Enum):
    """A move by its plain name, as the engine and the terminal call it."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"
    DECLINE = "decline"
    INSURE = "insure"
    EVEN_MONEY = "even_money"


class Hands:
    """Single hands, before or after a split, against given chances of the dealer's final hands."""

    def __init__(self, shoe: Shoe, positions: Positions, finals: tuple[Fraction, ...]) -> None:
        self.positions: Final = positions
        self._shoe: Final = shoe
        self._finals: Final = finals
        self._best: Final[dict[Position, Fraction]] = {}

    def stand(self, position: Position) -> Fraction:
        """Return what it is worth to take no card."""
        return mean(self._finals, position.stand)

    def hit(self, position: Position) -> Fraction:
        """Return what it is worth to take a card and go on as well as possible."""
        return self._shoe.mean(tuple(map(self.best, position.hit)))

    def double(self, position: Position) -> Fraction:
        """Return what it is worth to double: twice the one card, and no more."""
        return 2 * self._shoe.mean(tuple(map(self.best, position.double)))

    def best(self, position: Position) -> Fraction:
        """Return what a hand is worth that is not split (again)."""
        if position not in self._best:
            self._best[position] = self._value(position)
        return self._best[position]

    def _value(self, position: Position) -> Fraction:
        if position.settled is not None:
            return position.settled
        if not position.is_open:
            return self.stand(position)
        values = [self.stand(position), self.hit(position)]
        return max(*values, self.double(position)) if position.double else max(values)


class Splits:
    """The value of splitting, with a limited number of hands, each looking at its own cards only.

    All hands of a box that were split from one pair wait for a second card in the same way, so
    their value depends on how many wait and how many splits are left.
    """

    def __init__(self, shoe: Shoe, hands: Hands) -> None:
        self._shoe: Final = shoe
        self._hands: Final = hands
        self._waiting: Final = cache(self._wait)

    def value(self, card: Card, *, hands: int) -> Fraction:
        """Return what it is worth to split a pair of ``card`` in a box of so many hands."""
        left = questions.splits(card, self._shoe.rules, hands=hands + 1)
        return self._waiting(card, 2, left)

    def _wait(self, card: Card, waiting: int, left: int) -> Fraction:
        if not waiting:
            return Fraction(0)
        rest = self._waiting(card, waiting - 1, left)
        again = self._waiting(card, waiting + 1, left - 1) if left else None
        total = Fraction(0)
        for second in self._shoe.ranks:
            cards = (card, second)
            value = self._hands.best(self._hands.positions.of(cards)) + rest
            if again is not None and questions.is_pair(cards, self._shoe.rules):
                value = max(value, again)
            total += value
        return total / len(self._shoe.ranks)
