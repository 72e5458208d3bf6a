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
from bot.engine.rules import FiveCards, RuleSet, Ties
from bot.engine.verdict import FIVE, is_blackjack

_EVEN: Final = Fraction(1)
_INSURANCE: Final = Fraction(2)  # reading 10


def compare(
    cards: Sequence[Card], dealer: Sequence[Card], rules: RuleSet, *, split: bool = False
) -> tuple[Outcome, Reason]:
    """Settle a hand that neither bust nor was paid against the dealer's final cards."""
    own, bank = is_blackjack(cards, rules, split=split), is_blackjack(dealer, rules)
    if own and not bank:
        return Outcome.WON, Reason.BLACKJACK
    if bank and not own:
        return Outcome.LOST, Reason.DEALER_BLACKJACK
    if is_bust(dealer):
        return Outcome.WON, Reason.DEALER_BUST
    if rules.five_cards is FiveCards.TRICK and max(len(cards), len(dealer)) >= FIVE:
        return _trick(cards, dealer)
    difference = total(cards) - total(dealer)
    if difference > 0:
        return Outcome.WON, Reason.HIGHER
    if difference < 0:
        return Outcome.LOST, Reason.LOWER
    return (Outcome.LOST if rules.ties is Ties.BANK else Outcome.PUSH), Reason.EQUAL


def _trick(cards: Sequence[Card], dealer: Sequence[Card]) -> tuple[Outcome, Reason]:
    """Five cards beat all but a blackjack; the bank's five too, and equal means bank."""
    if len(dealer) >= FIVE:
        return Outcome.LOST, Reason.EQUAL if len(cards) == FIVE else Reason.FIVE_CARDS
    return Outcome.WON, Reason.FIVE_CARDS


def insurance(dealer: Sequence[Card], rules: RuleSet) -> tuple[Outcome, Reason]:
    """Settle insurance: won with the dealer's blackjack, whatever became of the hand."""
    won = is_blackjack(dealer, rules)
    return (Outcome.WON if won else Outcome.LOST), Reason.INSURANCE


def bust_bet(dealer: Sequence[Card]) -> tuple[Outcome, Reason]:
    """Settle a bust bet: won if the dealer ends on 22 or more."""
    return (Outcome.WON if is_bust(dealer) else Outcome.LOST), Reason.BUST_BET


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
    if reason is Reason.INSURANCE:
        return _INSURANCE
    if reason is Reason.BUST_BET:
        return rules.bust_pays or _EVEN
    return _EVEN
