"""Every question the odds ask about a rule, each in one function.

The answers are the engine's own: what a hand is (``verdict``), when the dealer draws (``dealer``),
who wins (``payout``), what may be doubled (``wants``). So odds and play cannot disagree. What the
engine does not serve yet is added here by the rules document, and nowhere else: splits (readings
8 and 9), five cards (15), other values of cards and the short pack (16). When the engine learns
one of them, its function here is pointed to the engine.

A hand is a tuple of real cards; one that came from a split is judged by the rules ``of_split``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final

from bot.engine.cards import DECK, Card, Rank
from bot.engine.dealer import certain_cards
from bot.engine.events import Outcome, Reason
from bot.engine.hand import TWENTY_ONE, is_ace_and_ten, is_bust, is_soft, total
from bot.engine.payout import compare, returned
from bot.engine.rules import DealerShows, FiveCards, RuleSet, SplitBy, Values
from bot.engine.state import Hand
from bot.engine.verdict import Verdict, is_blackjack, judge
from bot.engine.wants import why_not_double

Cards = tuple[Card, ...]

_EVEN: Final = Fraction(1)
_LOST: Final = Fraction(-1)
_FIVE: Final = 5
_SHORT_PACK: Final = 32
_LEFT_OUT: Final = {Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX}  # of the short pack
_PICTURES: Final = {Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2, Rank.ACE: 11}
_SMALL: Final = {card.points: card for card in DECK[:9]}  # 2 … 10, to stand in for others


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


def ranks(rules: RuleSet) -> Cards:
    """Return one card of each rank in the pack; all are equally likely, suits do not matter."""
    thirteen = DECK[: len(Rank)]
    if rules.pack != _SHORT_PACK:
        return thirteen
    return tuple(card for card in thirteen if card.rank not in _LEFT_OUT)


def worth(card: Card, rules: RuleSet) -> int:
    """Return what a card counts; cards of one worth differ in nothing but as pairs.

    A flexible ace is one here, as in the engine; an ace of 17 und 4 is eleven.
    """
    if rules.values is Values.CASINO:
        return card.points
    return _PICTURES.get(card.rank, card.points)


def is_ace(card: Card) -> bool:
    """Whether it is one: the dealer's offers insurance, a split one gets one card."""
    return card.rank is Rank.ACE


# ── the player ───────────────────────────────────────────────────────────────────────────────────


def points(cards: Cards, rules: RuleSet) -> tuple[int, bool]:
    """Return the total of a hand, and whether it is soft."""
    seen = _seen(cards, rules)
    return total(seen), is_soft(seen)


def of_split(rules: RuleSet) -> RuleSet:
    """Return the rules for the cards of a split hand; none of them is a blackjack (reading 9)."""
    return replace(
        rules,
        blackjack_pays=None,
        triple_seven_pays=rules.triple_seven_pays if rules.triple_seven_after_split else None,
        double=rules.double if rules.double_after_split else None,
    )


def judged(cards: Cards, rules: RuleSet, *, last: bool) -> Fraction | Verdict:
    """Return the net per stake of a hand that is settled at once; else open or standing.

    ``last``: it gets no further card, after a double or as a split ace.
    """
    seen = _seen(cards, rules)
    if rules.five_cards is not None and len(cards) >= _FIVE and not is_bust(seen):
        return _EVEN if rules.five_cards is FiveCards.WINS else Verdict.STANDS
    match judge(seen, doubled=last, rules=rules):
        case Verdict.BUST:
            return _net(Outcome.LOST, Reason.PLAYER_BUST, rules)
        case Verdict.TRIPLE_SEVEN:
            return _net(Outcome.WON, Reason.TRIPLE_SEVEN, rules)
        case verdict:
            return verdict


def has_blackjack(cards: Cards, rules: RuleSet) -> bool:
    """Whether the first two cards are a blackjack, and may be paid as even money."""
    return is_blackjack(_seen(cards, rules), rules)


def may_double(cards: Cards, rules: RuleSet) -> bool:
    """Whether an open hand may be doubled."""
    if len(cards) != 2:  # noqa: PLR2004 - cards that stand in for others may be fewer
        return False
    return why_not_double(Hand(1, "", 0, _seen(cards, rules)), rules) is None


def is_pair(cards: Cards, rules: RuleSet) -> bool:
    """Whether an open hand could be split, were there hands enough."""
    if rules.split is None or len(cards) != 2:  # noqa: PLR2004 - the first two cards
        return False
    one, other = cards
    if rules.split is SplitBy.RANK:
        return one.rank is other.rank
    return worth(one, rules) == worth(other, rules)


def splits(card: Card, rules: RuleSet, *, hands: int) -> int:
    """How often a box with so many hands may still split a pair of that card."""
    if hands > 1 and is_ace(card) and not rules.resplit_aces:
        return 0
    return max(rules.max_hands - hands, 0) if rules.split is not None else 0


# ── the dealer ───────────────────────────────────────────────────────────────────────────────────


def draws(dealer: Cards, rules: RuleSet) -> bool:
    """Whether the dealer takes another card."""
    return certain_cards(_seen(dealer, rules), rules) > 0


def final(dealer: Cards, rules: RuleSet) -> str:
    """Name a dealer's final hand; hands of one name settle every bet alike.

    The bank's five cards are five or more: it draws to 16 whatever it has (reading 15).
    """
    seen = _seen(dealer, rules)
    if is_bust(seen):
        return "bust"
    if is_blackjack(seen, rules):
        return "BJ"
    if rules.five_cards is FiveCards.TRICK and len(dealer) >= _FIVE:
        return "five"
    return "AA" if _is_two_aces(dealer, rules) else str(total(seen))


def shows_a_card(rules: RuleSet) -> bool:
    """Whether players see a card of the dealer's before they act."""
    return rules.dealer_shows is not DealerShows.NONE


# ── between them ─────────────────────────────────────────────────────────────────────────────────


def net(cards: Cards, dealer: Cards, rules: RuleSet, *, split: bool) -> Fraction:
    """Return the net per stake of a hand that stands, against the dealer's final cards.

    The rules are those of the round, also for a ``split`` hand: the dealer may have a blackjack.
    """
    own, bank = _seen(cards, rules), _seen(dealer, rules)
    if split and is_ace_and_ten(own):
        own = _hard(TWENTY_ONE)  # 21, and no blackjack (reading 9)
    if rules.five_cards is FiveCards.TRICK:
        if final(dealer, rules) == "five" and not is_blackjack(own, rules):
            return _LOST
        if len(cards) >= _FIVE and not is_blackjack(bank, rules):
            return _EVEN
    outcome, reason = compare(own, bank, rules)
    if outcome is Outcome.WON and rules.two_aces_pay and _is_two_aces(cards, rules):
        return rules.two_aces_pay
    return _net(outcome, reason, rules)


def _net(outcome: Outcome, reason: Reason, rules: RuleSet) -> Fraction:
    """Ask for a stake on which no ratio has anything to round."""
    ratios = (rules.blackjack_pays, rules.triple_seven_pays)
    stake = lcm(*(ratio.denominator for ratio in ratios if ratio is not None))
    return Fraction(returned(stake, outcome, reason, rules) - stake, stake)


# ── cards in other values than the engine's ──────────────────────────────────────────────────────


def _is_two_aces(cards: Sequence[Card], rules: RuleSet) -> bool:
    return rules.two_aces_pay is not None and len(cards) == 2 and all(map(is_ace, cards))  # noqa: PLR2004


def _seen(cards: Cards, rules: RuleSet) -> Cards:
    """Return the cards, or cards that are to the engine what these are under the rules."""
    if _is_two_aces(cards, rules):
        return _hard(TWENTY_ONE)
    if rules.values is Values.CASINO:
        return cards
    fixed = sum(worth(card, rules) for card in cards)
    if fixed == TWENTY_ONE == total(cards):
        return cards  # a blackjack and three sevens are what they are
    return _hard(fixed)


@cache
def _hard(worth: int) -> Cards:
    """Return cards without an ace that count so much: two of them up to 20, more from 21."""
    if worth > TWENTY_ONE - 1:
        return (_SMALL[10], *_hard(worth - 10))
    if worth > 12:  # noqa: PLR2004 - ten and two
        return (_SMALL[10], _SMALL[worth - 10])
    if worth > 3:  # noqa: PLR2004 - two and two
        return (_SMALL[worth - 2], _SMALL[2])
    return (_SMALL[worth],) if worth else ()
