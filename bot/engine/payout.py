"""Settled hands to money: the one place that compares with the dealer, pays and rounds.

Amounts are hundredths. Odds are exact fractions; if a half hundredth ever appears, winnings are
rounded down (reading 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.engine.cards import Card
from bot.engine.events import Outcome, Reason
from bot.engine.hand import is_bust, total
from bot.engine.rules import RuleSet, Ties
from bot.engine.verdict import is_blackjack

_EVEN: Final = Fraction(1)


def compare(
    cards: Sequence[Card], dealer: Sequence[Card], rules: RuleSet
) -> tuple[Outcome, Reason]:
    """Settle a hand that neither bust nor was paid against the dealer's final cards."""
    own, bank = is_blackjack(cards, rules), is_blackjack(dealer, rules)
    if own and not bank:
        return Outcome.WON, Reason.BLACKJACK
    if bank and not own:
        return Outcome.LOST, Reason.DEALER_BLACKJACK
    if is_bust(dealer):
        return Outcome.WON, Reason.DEALER_BUST
    difference = total(cards) - total(dealer)
    if difference > 0:
        return Outcome.WON, Reason.HIGHER
    if difference < 0:
        return Outcome.LOST, Reason.LOWER
    return (Outcome.LOST if rules.ties is Ties.BANK else Outcome.PUSH), Reason.EQUAL


def returned(stake: int, outcome: Outcome, reason: Reason, rules: RuleSet) -> int:
    """Return what goes back to the player: stake and winnings, the stake, or nothing."""
    match outcome:
        case Outcome.WON:
            odds = _odds(reason, rules)
            return stake + stake * odds.numerator // odds.denominator
        case Outcome.PUSH | Outcome.VOID:
            return stake
        case Outcome.LOST:
            return 0


def _odds(reason: Reason, rules: RuleSet) -> Fraction:
    if reason is Reason.BLACKJACK:
        return rules.blackjack_pays or _EVEN
    if reason is Reason.TRIPLE_SEVEN:
        return rules.triple_seven_pays or _EVEN
    return _EVEN
