"""The player's hands as positions: what each is now, and what every next card makes of it.

The engine is asked about each hand of cards by itself. Hands about which it answers the same, now
and after every further card, are one position: thousands of hands become about a hundred, and no
code here decides which of their features matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.engine.verdict import Verdict
from bot.odds import questions
from bot.odds.dealer import Dealer
from bot.odds.questions import Cards
from bot.odds.shoe import Kinds, Shoe


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A hand as far as its value goes; equal ones are the same object."""

    settled: Fraction | None  # net per stake, if the cards decide at once
    stand: tuple[Fraction, ...]  # net per stake against each final hand of the dealer's
    hit: tuple[Position, ...]  # by the kind of the next card; empty: its owner has no say
    double: tuple[Position, ...]  # as ``hit``, and no card after; empty: may not

    @property
    def is_open(self) -> bool:
        """Whether its owner decides."""
        return bool(self.hit)


class Positions:
    """All hands of a box that was split, or of one that was not."""

    def __init__(self, shoe: Shoe, dealer: Dealer, *, split: bool) -> None:
        self._shoe: Final = shoe
        self._split: Final = split
        self._rules: Final = shoe.rules
        self._dealer: Final = tuple(dealer.examples[name] for name in dealer.names)
        self._known: Final[dict[tuple[Kinds, bool], Position]] = {}
        self._same: Final[dict[tuple[object, ...], Position]] = {}

    def of(self, cards: Cards, *, last: bool = False) -> Position:
        """Return the position of two or more cards; ``last``: it gets no further card.

        The first card of a split hand is the one that was split.
        """
        last = last or (self._split and questions.gets_no_more(cards))
        return self._of(self._shoe.kinds(cards), last=last)

    def _of(self, kinds: Kinds, *, last: bool) -> Position:
        key = (kinds, last)
        if key not in self._known:
            self._known[key] = self._asked(kinds, last=last)
        return self._known[key]

    def _asked(self, kinds: Kinds, *, last: bool) -> Position:
        cards = self._shoe.held(kinds)
        verdict = questions.judged(cards, self._rules, last=last, split=self._split)
        if isinstance(verdict, Fraction):
            return self._one(verdict, (), (), ())
        stand = tuple(self._net(cards, dealer) for dealer in self._dealer)
        if verdict is not Verdict.OPEN:
            return self._one(None, stand, (), ())
        then = self._shoe.with_each(kinds)
        may = questions.may_double(cards, self._rules, split=self._split)
        double = tuple(self._of(each, last=True) for each in then) if may else ()
        return self._one(None, stand, tuple(self._of(each, last=False) for each in then), double)

    def _net(self, cards: Cards, dealer: Cards) -> Fraction:
        return questions.net(cards, dealer, self._rules, split=self._split)

    def _one(
        self,
        settled: Fraction | None,
        stand: tuple[Fraction, ...],
        hit: tuple[Position, ...],
        double: tuple[Position, ...],
    ) -> Position:
        key = (settled, stand, hit, double)
        return self._same.setdefault(key, Position(settled, stand, hit, double))
