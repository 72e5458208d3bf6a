"""What a hand is, right after a card: open, standing, or settled at once.

The one place that reads ``triple_seven_pays`` as a rule of play and decides what a blackjack is.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bot.engine.cards import Card
from bot.engine.hand import TWENTY_ONE, is_ace_and_ten, is_triple_seven, total
from bot.engine.rules import RuleSet


class Verdict(Enum):
    """What the cards alone decide."""

    OPEN = "open"  # its owner decides
    STANDS = "stands"  # 21, or the one card after a double (readings 4 and 8)
    BLACKJACK = "blackjack"  # over, and not to be doubled (readings 4 and 5)
    BUST = "bust"  # lost at once (reading 23)
    TRIPLE_SEVEN = "triple_seven"  # paid at once (reading 7)


def is_blackjack(cards: Sequence[Card], rules: RuleSet) -> bool:
    """Ace and ten-value as first two cards, where the rules know a blackjack (reading 5)."""
    return rules.blackjack_pays is not None and is_ace_and_ten(cards)


def judge(cards: Sequence[Card], *, doubled: bool, rules: RuleSet) -> Verdict:
    """Return the verdict on a hand of two or more cards."""
    points = total(cards)
    if points < TWENTY_ONE:
        return Verdict.STANDS if doubled else Verdict.OPEN
    if points > TWENTY_ONE:
        return Verdict.BUST
    if rules.triple_seven_pays is not None and is_triple_seven(cards):
        return Verdict.TRIPLE_SEVEN
    return Verdict.BLACKJACK if is_blackjack(cards, rules) else Verdict.STANDS
