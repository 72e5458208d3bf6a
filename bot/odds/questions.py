"""Every question the odds ask about a rule, each in one function.

The answers are the engine's own: what a hand is (``verdict``), when the dealer draws (``dealer``),
who wins (``payout``), what may be doubled (``wants``) or split (``splitting``). So odds and play
cannot disagree. What the engine does not serve yet is added here by the rules document, and nowhere
else: other values of cards and the short pack (16). When the engine learns one of them, its
function here is pointed to the engine.

A hand is a tuple of real cards; whether it came from a split is said beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final, assert_never

from bot.engine.cards import DECK, Card, Rank
from bot.engine.dealer import certain_cards
from bot.engine.events import Outcome, Reason
from bot.engine.hand import TWENTY_ONE, is_bust, is_soft, total
from bot.engine.payout import compare, returned
from bot.engine.rules import DealerShows, FiveCards, RuleSet, SplitBy, Values
from bot.engine.splitting import is_pair as is_same
from bot.engine.splitting import is_split_ace, why_not_split
from bot.engine.state import Hand
from bot.engine.verdict import FIVE, Verdict, is_blackjack, judge
from bot.engine.wants import why_not_double

Cards = tuple[Card, ...]

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


def judged(cards: Cards, rules: RuleSet, *, last: bool, split: bool = False) -> Fraction | Verdict:
    """Return the net per stake of a hand that is settled at once; else open or standing.

    ``last``: it gets no further card, after a double or as a split ace.
    """
    verdict = judge(
        _seen(cards, rules), doubled=last, rules=rules, split=split, hands=rules.max_hands
    )
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
    return is_blackjack(_seen(cards, rules), rules)


def may_double(cards: Cards, rules: RuleSet, *, split: bool = False) -> bool:
    """Whether an open hand may be doubled."""
    return why_not_double(Hand(1, "", 0, _seen(cards, rules), split=split), rules) is None


def is_pair(cards: Cards, rules: RuleSet) -> bool:
    """Whether an open hand could be split, were there hands enough."""
    if rules.split is None or len(cards) != 2:  # noqa: PLR2004 - the first two cards
        return False
    if rules.split is SplitBy.VALUE and rules.values is not Values.CASINO:
        return worth(cards[0], rules) == worth(cards[1], rules)
    return is_same(cards, rules.split)


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
    if rules.five_cards is FiveCards.TRICK and len(seen) >= FIVE:
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
    outcome, reason = compare(own, bank, rules, split=split)
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
    """Return the cards, or as many that are to the engine what these are under the rules."""
    if _is_two_aces(cards, rules):
        return _hard(TWENTY_ONE, len(cards))
    if rules.values is Values.CASINO:
        return cards
    fixed = sum(worth(card, rules) for card in cards)
    if fixed == TWENTY_ONE == total(cards):
        return cards  # a blackjack and three sevens are what they are
    return _hard(fixed, len(cards))


@cache
def _hard(worth: int, cards: int) -> Cards:
    """Return so many cards, or as few more as it takes, that count so much without an ace."""
    if not worth:
        return ()
    others = max(cards, -(-worth // 10)) - 1
    first = min(10, worth - 2 * others)  # the others count two at least
    return (_SMALL[first], *_hard(worth - first, others))
