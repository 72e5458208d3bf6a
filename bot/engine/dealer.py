"""Must the dealer draw, and how many cards are certain before they are seen?

The one place that reads ``soft_17``. Reading 3: the dealer's ace is eleven unless that busts;
reading 16: with the values of 17 und 4 nothing is flexible, and two aces may be 21.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil
from typing import Final

from bot.engine.cards import Card
from bot.engine.hand import TWENTY_ONE, is_two_aces, total
from bot.engine.rules import FiveCards, RuleSet, Soft17, Values
from bot.engine.verdict import FIVE

STANDS_ON: Final = 17
_ACE: Final = 11
_POINTS: Final = range(1, 11)  # what one more card can count in the casino


def certain_cards(cards: Sequence[Card], rules: RuleSet) -> int:
    """How many more cards a dealer who plays to the end draws at least, whatever they are.

    Zero means that he stands. With a two he needs two more for sure: 2 + 11 is no seventeen.
    Where five cards are a trick, the bank's are too, and nothing is drawn to them (reading 15).
    """
    if rules.five_cards is FiveCards.TRICK:
        return min(_to_seventeen(cards, rules), max(0, FIVE - len(cards)))
    return _to_seventeen(cards, rules)


def _to_seventeen(cards: Sequence[Card], rules: RuleSet) -> int:
    if rules.two_aces_pay is not None and is_two_aces(cards):
        return 0
    if rules.values is not Values.CASINO:  # nothing flexible: aces bring him there soonest
        return max(0, ceil((STANDS_ON - total(cards, rules.values)) / _ACE))
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
