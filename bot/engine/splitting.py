"""What is a pair, and whether it may be split now (reading 9).

The one place that reads ``split``, ``max_hands`` and ``resplit_aces``. A split hand that begins
with an ace came from two of them: it gets one card, and no other move than a further split.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import Card, Rank
from bot.engine.hand import worth
from bot.engine.rules import RuleSet, SplitBy
from bot.refusals import Refusal


def is_pair(cards: Sequence[Card], rules: RuleSet) -> bool:
    """Two cards of the same value, or of the same rank; where nothing is split, none are.

    In the casino Bube and Dame are of one value; in 17 und 4 they count two and three.
    """
    if rules.split is None or len(cards) != 2:  # noqa: PLR2004 - a pair, by definition
        return False
    left, right = cards
    if rules.split is SplitBy.RANK:
        return left.rank is right.rank
    return worth(left, rules.values) == worth(right, rules.values)


def is_split_ace(cards: Sequence[Card], *, split: bool) -> bool:
    """Whether this hand came from a pair of aces."""
    return split and cards[0].rank is Rank.ACE


def why_not_split(
    cards: Sequence[Card], *, split: bool, hands: int, rules: RuleSet
) -> tuple[Refusal, dict[str, object]] | None:
    """Return why these cards may not be split where their box has so many ``hands``, or None."""
    if rules.split is None:
        return Refusal.SPLIT_NOT_OFFERED, {}
    if not is_pair(cards, rules):
        return Refusal.SPLIT_ONLY_PAIRS, {}
    if is_split_ace(cards, split=split) and not rules.resplit_aces:
        return Refusal.SPLIT_ACES_STAND, {}
    if hands >= rules.max_hands:
        return Refusal.SPLIT_NO_MORE, {"hands": rules.max_hands}
    return None
