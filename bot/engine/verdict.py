"""What a hand is, right after a card: open, standing, or settled at once.

The one place that decides what a blackjack is and whether three sevens end a hand. That two aces
are 21 the dealer's play and the payout read as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from bot.engine.cards import Card, Rank
from bot.engine.hand import TWENTY_ONE, is_ace_and_ten, is_triple_seven, is_two_aces, total, worth
from bot.engine.rules import FiveCards, RuleSet
from bot.engine.splitting import is_split_ace, why_not_split

FIVE: Final = 5
_TEN: Final = 10


class Verdict(Enum):
    """What the cards alone decide."""

    OPEN = "open"  # its owner decides
    STANDS = "stands"  # 21, or the one card after a double or on a split ace (readings 4, 8, 9)
    BLACKJACK = "blackjack"  # over, and not to be doubled (readings 4 and 5)
    BUST = "bust"  # lost at once (reading 23)
    TRIPLE_SEVEN = "triple_seven"  # paid at once (reading 7)
    FIVE_CARDS = "five_cards"  # paid at once (reading 15)


def is_blackjack(cards: Sequence[Card], rules: RuleSet, *, split: bool = False) -> bool:
    """Ace and ten-value as first two cards of an unsplit hand, where rules know it (reading 5)."""
    return rules.blackjack_pays is not None and not split and is_ace_and_ten(cards, rules.values)


def may_be_blackjack(first: Card, rules: RuleSet) -> bool:
    """Whether one more card could make a blackjack of this one: an ace or a ten-value.

    With the values of 17 und 4 only a ten is one, for a king counts four there.
    """
    ace, value = first.rank is Rank.ACE, worth(first, rules.values)
    return rules.blackjack_pays is not None and (ace or value == _TEN)


def score(cards: Sequence[Card], rules: RuleSet) -> int:
    """Return what a hand counts: its total; two aces are 21 where rules know them (reading 16)."""
    if rules.two_aces_pay is not None and is_two_aces(cards):
        return TWENTY_ONE
    return total(cards, rules.values)


def judge(
    cards: Sequence[Card], *, doubled: bool, rules: RuleSet, split: bool = False, hands: int = 1
) -> Verdict:
    """Return the verdict on a hand of two or more cards, in a box of so many ``hands``."""
    points = score(cards, rules)
    if points > TWENTY_ONE:
        return Verdict.BUST
    if len(cards) == FIVE and rules.five_cards is not None:
        return Verdict.FIVE_CARDS if rules.five_cards is FiveCards.WINS else Verdict.STANDS
    if points < TWENTY_ONE:
        if doubled or (split and _is_done(cards, rules, hands)):
            return Verdict.STANDS
        return Verdict.OPEN
    if is_triple_seven(cards) and _pays_triple_seven(rules, split=split):
        return Verdict.TRIPLE_SEVEN
    return Verdict.BLACKJACK if is_blackjack(cards, rules, split=split) else Verdict.STANDS


def _is_done(cards: Sequence[Card], rules: RuleSet, hands: int) -> bool:
    """A split ace gets one card, unless the two may be split again (reading 9)."""
    return (
        is_split_ace(cards, split=True)
        and why_not_split(cards, split=True, hands=hands, rules=rules) is not None
    )


def _pays_triple_seven(rules: RuleSet, *, split: bool) -> bool:
    return rules.triple_seven_pays is not None and (rules.triple_seven_after_split or not split)
