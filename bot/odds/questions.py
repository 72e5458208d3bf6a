"""Every question the odds ask about a rule, each in one function.

The answers are the engine's own: what a hand is (``verdict``), when the dealer draws (``dealer``),
who wins (``payout``), what may be doubled (``wants``) or split (``splitting``). So odds and play
cannot disagree.

A hand is a tuple of real cards; whether it came from a split is said beside it.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import assert_never

from bot.engine import hand
from bot.engine.cards import Card, Rank, Suit, deck
from bot.engine.dealer import certain_cards
from bot.engine.events import Outcome, Reason
from bot.engine.payout import compare, returned
from bot.engine.rules import DealerShows, FiveCards, RuleSet
from bot.engine.splitting import is_pair as is_same
from bot.engine.splitting import is_split_ace, why_not_split
from bot.engine.state import Hand
from bot.engine.verdict import FIVE, Verdict, is_blackjack, judge, score
from bot.engine.wants import why_not_double

Cards = tuple[Card, ...]


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


def ranks(rules: RuleSet) -> Cards:
    """Return one card of each rank in the pack; all are equally likely, suits do not matter."""
    return tuple(card for card in deck(rules.pack) if card.suit is Suit.SPADES)


def worth(card: Card, rules: RuleSet) -> int:
    """Return what a card counts; cards of one worth differ in nothing but as pairs.

    A flexible ace is one here, as in the engine; an ace of 17 und 4 is eleven.
    """
    return hand.worth(card, rules.values)


def is_ace(card: Card) -> bool:
    """Whether it is one: the dealer's offers insurance, a split one gets one card."""
    return card.rank is Rank.ACE


# ── the player ───────────────────────────────────────────────────────────────────────────────────


def points(cards: Cards, rules: RuleSet) -> tuple[int, bool]:
    """Return the total of a hand, and whether it is soft."""
    return score(cards, rules), hand.is_soft(cards, rules.values)


def judged(cards: Cards, rules: RuleSet, *, last: bool, split: bool = False) -> Fraction | Verdict:
    """Return the net per stake of a hand that is settled at once; else open or standing.

    ``last``: it gets no further card, after a double or as a split ace.
    """
    verdict = judge(cards, doubled=last, rules=rules, split=split, hands=rules.max_hands)
    match verdict:
        case Verdict.BUST:
            return _net(Outcome.LOST, Reason.PLAYER_BUST, rules)
        case Verdict.TRIPLE_SEVEN:
            return _net(Outcome.WON, Reason.TRIPLE_SEVEN, rules)
        case Verdict.FIVE_CARDS:
            return _net(Outcome.WON, Reason.FIVE_CARDS, rules)
        case Verdict.OPEN | Verdict.STANDS | Verdict.BLACKJACK:
            return verdict
        case _:
            assert_never(verdict)


def gets_no_more(cards: Cards) -> bool:
    """Whether a split hand has got its last card with the second; ``cards`` in their order."""
    return len(cards) == 2 and is_split_ace(cards, split=True)  # noqa: PLR2004 - one card each


def has_blackjack(cards: Cards, rules: RuleSet) -> bool:
    """Whether the first two cards are a blackjack, and may be paid as even money."""
    return is_blackjack(cards, rules)


def may_double(cards: Cards, rules: RuleSet, *, split: bool = False) -> bool:
    """Whether an open hand may be doubled."""
    return why_not_double(Hand(1, "", 0, cards, split=split), rules) is None


def is_pair(cards: Cards, rules: RuleSet) -> bool:
    """Whether an open hand could be split, were there hands enough."""
    return is_same(cards, rules)


def splits(card: Card, rules: RuleSet, *, hands: int) -> int:
    """How often a box with so many hands may still split a pair of that card."""
    pair = (card, card)
    times = 0
    while why_not_split(pair, split=hands + times > 1, hands=hands + times, rules=rules) is None:
        times += 1
    return times


# ── the dealer ───────────────────────────────────────────────────────────────────────────────────


def draws(dealer: Cards, rules: RuleSet) -> bool:
    """Whether the dealer takes another card."""
    return certain_cards(dealer, rules) > 0


def final(dealer: Cards, rules: RuleSet) -> str:
    """Name a dealer's final hand; hands of one name settle every bet alike."""
    points = score(dealer, rules)
    if points > hand.TWENTY_ONE:
        return "bust"
    if is_blackjack(dealer, rules):
        return "BJ"
    if rules.five_cards is FiveCards.TRICK and len(dealer) == FIVE:
        return "five"
    two_aces = rules.two_aces_pay is not None and hand.is_two_aces(dealer)
    return "AA" if two_aces else str(points)


def shows_a_card(rules: RuleSet) -> bool:
    """Whether players see a card of the dealer's before they act."""
    return rules.dealer_shows is not DealerShows.NONE


# ── between them ─────────────────────────────────────────────────────────────────────────────────


def net(cards: Cards, dealer: Cards, rules: RuleSet, *, split: bool) -> Fraction:
    """Return the net per stake of a hand that stands, against the dealer's final cards.

    The rules are those of the round, also for a ``split`` hand: the dealer may have a blackjack.
    """
    outcome, reason = compare(cards, dealer, rules, split=split)
    return _net(outcome, reason, rules)


def _net(outcome: Outcome, reason: Reason, rules: RuleSet) -> Fraction:
    """Ask for a stake on which no ratio has anything to round."""
    ratios = (rules.blackjack_pays, rules.triple_seven_pays, rules.two_aces_pay)
    stake = lcm(*(ratio.denominator for ratio in ratios if ratio is not None))
    return Fraction(returned(stake, outcome, reason, rules) - stake, stake)
