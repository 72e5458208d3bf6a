"""The continuous shoe: which cards may come, and how likely; hands counted as what they hold.

Cards of one worth are one kind here, and the order of a hand's cards is forgotten, for neither the
engine nor the rules document ask for it. That is the only assumption made about hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.engine.cards import DECK, Card
from bot.engine.rules import RuleSet
from bot.odds.questions import Cards, ranks, worth

Kinds = tuple[int, ...]
"""A hand by the kinds of its cards, ascending."""


class Shoe:
    """The kinds of card, ace last, each with one card that stands for it and its chance."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self.ranks: Final = ranks(rules)
        ace = worth(self.ranks[-1], rules)
        counts = Counter(worth(card, rules) for card in self.ranks)
        worths = sorted(counts, key=lambda each: (each == ace, each))
        self.chances: Final = tuple(Fraction(counts[each], len(self.ranks)) for each in worths)
        firsts = {worth(card, rules): card for card in reversed(self.ranks)}
        self.cards: Final[Cards] = tuple(firsts[each] for each in worths)
        self._kinds: Final = {
            card: worths.index(worth(card, rules)) for card in DECK if worth(card, rules) in counts
        }

    def kind(self, card: Card) -> int:
        """Return the kind of a card."""
        return self._kinds[card]

    def kinds(self, cards: Sequence[Card]) -> Kinds:
        """Forget suits, order, and ranks of one worth."""
        return tuple(sorted(map(self._kinds.__getitem__, cards)))

    def held(self, kinds: Kinds) -> Cards:
        """Return cards of these kinds."""
        return tuple(self.cards[kind] for kind in kinds)

    def with_each(self, kinds: Kinds) -> tuple[Kinds, ...]:
        """Return the hands that one more card makes of this one, kind by kind."""
        return tuple(tuple(sorted((*kinds, kind))) for kind in range(len(self.cards)))

    def mean(self, values: Sequence[Fraction]) -> Fraction:
        """Return the mean of values that belong to the kinds of the next card."""
        return mean(self.chances, values)


def mean(chances: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the mean of values by their chances, which add to one."""
    pairs = zip(chances, values, strict=True)
    return sum((chance * value for chance, value in pairs), Fraction(0))
