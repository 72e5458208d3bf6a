"""The chances of the dealer's final hands, counted out to the last card.

He has no choice, so this is a tree of fractions. Hands with the same future share it: the sums are
done once for each, though every hand of cards is asked about by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from bot.odds.questions import Cards, draws, final
from bot.odds.shoe import Kinds, Shoe

Finals = Mapping[str, Fraction]
"""The name of a final hand to its chance."""


class Dealer:
    """All hands that the dealer can end with."""

    def __init__(self, shoe: Shoe) -> None:
        self._shoe: Final = shoe
        self._known: Final[dict[Kinds, Finals]] = {}
        self._certain: Final[dict[str, Finals]] = {}
        self._mixed: Final[dict[tuple[int, ...], Finals]] = {}
        self.examples: Final[dict[str, Cards]] = {}
        self._from(())
        self.names: Final = tuple(sorted(self.examples))

    def finals(self, cards: Cards) -> Finals:
        """Return the chances of all final hands that begin with these cards."""
        return self._from(self._shoe.kinds(cards))

    def _from(self, kinds: Kinds) -> Finals:
        if kinds not in self._known:
            cards = self._shoe.held(kinds)
            if draws(cards, self._shoe.rules):
                self._known[kinds] = self._mix([self._from(k) for k in self._shoe.with_each(kinds)])
            else:
                name = final(cards, self._shoe.rules)
                self.examples.setdefault(name, cards)
                self._known[kinds] = self._certain.setdefault(name, {name: Fraction(1)})
        return self._known[kinds]

    def _mix(self, futures: list[Finals]) -> Finals:
        same = tuple(map(id, futures))
        if same not in self._mixed:
            mixed: dict[str, Fraction] = {}
            for chance, future in zip(self._shoe.chances, futures, strict=True):
                for name, share in future.items():
                    mixed[name] = mixed.get(name, Fraction(0)) + chance * share
            self._mixed[same] = mixed
        return self._mixed[same]
