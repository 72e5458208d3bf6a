"""Settled hands to money: the one place that compares with the dealer, pays and rounds.

Amounts are hundredths. Odds are exact fractions; if a half hundredth ever appears, winnings are
rounded down (reading 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.engine.cards import Card, Rank
from bot.engine.events import Outcome, Reason
from bot.engine.hand import TWENTY_ONE, is_two_aces
from bot.engine.rules import FiveCards, RuleSet, Ties
from bot.engine.state import Beside
from bot.engine.verdict import FIVE, is_blackjack, score

_EVEN: Final = Fraction(1)
_INSURANCE: Final = Fraction(2)  # reading 10
_FIRST: Final = 2  # cards that everybody gets
_SEVENS: Final = 3  # that are paid (reading 7)


def compare(
    cards: Sequence[Card], dealer: Sequence[Card], rules: RuleSet, *, split: bool = False
) -> tuple[Outcome, Reason]:
    """Settle a hand that neither bust nor was paid against the dealer's final cards."""
    own, bank = is_blackjack(cards, rules, split=split), is_blackjack(dealer, rules)
    if own and not bank:
        return Outcome.WON, Reason.BLACKJACK
    if bank and not own:
        return Outcome.LOST, Reason.DEALER_BLACKJACK
    points, against = score(cards, rules), score(dealer, rules)
    aces = rules.two_aces_pay is not None and is_two_aces(cards)
    if against > TWENTY_ONE:
        return Outcome.WON, Reason.TWO_ACES if aces else Reason.DEALER_BUST
    if rules.five_cards is FiveCards.TRICK and FIVE in {len(cards), len(dealer)}:
        return _trick(cards, dealer)
    if points > against:
        return Outcome.WON, Reason.TWO_ACES if aces else Reason.HIGHER
    if points < against:
        return Outcome.LOST, Reason.LOWER
    return (Outcome.LOST if rules.ties is Ties.BANK else Outcome.PUSH), Reason.EQUAL


def _trick(cards: Sequence[Card], dealer: Sequence[Card]) -> tuple[Outcome, Reason]:
    """Five cards beat all but a blackjack; the bank's five too, and equal means bank."""
    if len(dealer) == FIVE:
        return Outcome.LOST, Reason.EQUAL if len(cards) == FIVE else Reason.DEALER_FIVE_CARDS
    return Outcome.WON, Reason.FIVE_CARDS


def insurance(dealer: Sequence[Card], rules: RuleSet) -> tuple[Outcome, Reason]:
    """Settle insurance: won with the dealer's blackjack, whatever became of the hand."""
    won = is_blackjack(dealer, rules)
    return (Outcome.WON if won else Outcome.LOST), Reason.INSURANCE


def bust_bet(dealer: Sequence[Card], rules: RuleSet) -> tuple[Outcome, Reason]:
    """Settle a bust bet: won if the dealer ends on 22 or more."""
    bust = score(dealer, rules) > TWENTY_ONE
    return (Outcome.WON if bust else Outcome.LOST), Reason.BUST_BET


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


def highest_odds(
    rules: RuleSet,
    cards: Sequence[Card] = (),
    *,
    unseen: int = 0,
    split: bool = False,
    is_open: bool = False,
) -> Fraction:
    """Return the highest odds at which a bet on a hand with these cards can still be paid.

    So many more cards of it are ``unseen``: they may be any, but none that would have ended it. Two
    that make 21 stand, so they are none where the hand ``is_open``; three sevens are paid at once.
    """
    count = len(cards) + unseen
    unsure = count < _FIRST or (count == _FIRST and unseen > 0 and not is_open)
    odds = [_EVEN]
    if (unsure and not split) or is_blackjack(cards, rules, split=split):
        odds.append(rules.blackjack_pays or _EVEN)
    if (unsure and (unseen > 0 or not split)) or is_two_aces(cards):
        odds.append(rules.two_aces_pay or _EVEN)
    if count < _SEVENS and all(card.rank is Rank.SEVEN for card in cards):
        odds.append(rules.triple_seven_pays or _EVEN)
    return max(odds)


def highest_beside(kind: Beside, rules: RuleSet) -> Fraction:
    """Return the odds of a bet on no hand: insurance, or the dealer's bust."""
    return _odds(Reason.INSURANCE if kind is Beside.INSURANCE else Reason.BUST_BET, rules)


def _odds(reason: Reason, rules: RuleSet) -> Fraction:
    if reason is Reason.BLACKJACK:
        return rules.blackjack_pays or _EVEN
    if reason is Reason.TRIPLE_SEVEN:
        return rules.triple_seven_pays or _EVEN
    if reason is Reason.TWO_ACES:
        return rules.two_aces_pay or _EVEN
    if reason is Reason.INSURANCE:
        return _INSURANCE
    if reason is Reason.BUST_BET:
        return rules.bust_pays or _EVEN
    return _EVEN
