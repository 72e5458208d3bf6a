"""Must the dealer draw, and how many cards are certain before they are seen?

The one place that reads ``soft_17``. Reading 3: the dealer's ace is eleven unless that busts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.engine.cards import Card
from bot.engine.hand import TWENTY_ONE
from bot.engine.rules import RuleSet, Soft17

STANDS_ON: Final = 17
_POINTS: Final = range(1, 11)  # what one more card can count


def certain_cards(cards: Sequence[Card], rules: RuleSet) -> int:
    """How many more cards a dealer who plays to the end draws at least, whatever they are.

    Zero means that he stands. With a two he needs two more for sure: 2 + 11 is no seventeen.
    """
    points = 0
    ace = False
    for card in cards:
        points += card.points
        ace = ace or card.points == 1
    return _certain(points, ace, rules.soft_17)


@cache
def _certain(points: int, ace: bool, soft_17: Soft17) -> int:  # noqa: FBT001 - a cache key
    soft = ace and points + 10 <= TWENTY_ONE
    total = points + 10 if soft else points
    draws_on = total == STANDS_ON and soft and soft_17 is Soft17.HIT
    if total >= STANDS_ON and not draws_on:
        return 0
    return 1 + min(_certain(points + more, ace or more == 1, soft_17) for more in _POINTS)
