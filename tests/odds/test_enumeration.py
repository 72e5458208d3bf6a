"""The odds against plain enumeration: every order of all cards, the largest value at each turn.

With the short pack, 7 8 9 10 B D K A, the game is tiny enough. Nothing of the odds is
used, and nothing is remembered but the value of exactly the same cards in a row.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from bot.engine.cards import DECK, Card, Rank
from bot.engine.dealer import certain_cards
from bot.engine.events import Outcome, Reason
from bot.engine.payout import compare, returned
from bot.engine.presets import choose
from bot.engine.rules import RuleSet, SplitBy
from bot.engine.verdict import Verdict, is_blackjack, judge
from bot.odds.edges import edges
from tests.engine.script import hand
from tests.lanes import sampled
from tests.odds.boxes import of_split

Cards = tuple[Card, ...]
PACK = DECK[5 : len(Rank)]  # seven to ace
CHANCE = Fraction(1, 8)
MIDDLING = hand("7 8 6")
STAKE = 200


def ends(dealer: Cards, rules: RuleSet) -> list[tuple[Cards, Fraction]]:
    """Every final hand of the dealer's, card by card."""
    if not certain_cards(dealer, rules):
        return [(dealer, Fraction(1))]
    return [(end, CHANCE * share) for card in PACK for end, share in ends((*dealer, card), rules)]


class Against:
    """One open card of the dealer's."""

    def __init__(self, up: Card, rules: RuleSet) -> None:
        self.rules = rules
        merged: dict[tuple[int, bool], tuple[Cards, Fraction]] = {}
        for end, share in ends((up,), rules):
            like = (min(sum(c.points for c in end) + 10 * _soft(end), 22), is_blackjack(end, rules))
            merged[like] = (end, merged.get(like, (end, Fraction(0)))[1] + share)
        taken = sum((s for e, s in merged.values() if is_blackjack(e, rules)), Fraction(0))
        self.taken = taken if rules.peek else Fraction(0)
        self.ends = [
            (end, share / (1 - self.taken))
            for end, share in merged.values()
            if not (rules.peek and is_blackjack(end, rules))
        ]
        self.blackjack = next((e for e, _ in merged.values() if is_blackjack(e, rules)), ())

    def stand(self, cards: Cards, *, split: bool) -> Fraction:
        own = MIDDLING if split and is_blackjack(cards, self.rules) else cards
        return sum(
            (s * self.net(*compare(own, end, self.rules)) for end, s in self.ends), Fraction(0)
        )

    def net(self, outcome: Outcome, reason: Reason) -> Fraction:
        return Fraction(returned(STAKE, outcome, reason, self.rules) - STAKE, STAKE)

    def value(self, cards: Cards, *, split: bool, last: bool = False) -> Fraction:
        """The best of a single hand."""
        rules = of_split(self.rules) if split else self.rules
        match judge(cards, doubled=last, rules=rules):
            case Verdict.BUST:
                return Fraction(-1)
            case Verdict.TRIPLE_SEVEN:
                return self.net(Outcome.WON, Reason.TRIPLE_SEVEN)
            case Verdict.STANDS | Verdict.BLACKJACK:
                return self.stand(cards, split=split)
            case _:
                values = [self.stand(cards, split=split), self.next(cards, split=split, last=False)]
                if len(cards) == 2 and rules.double is not None:
                    values.append(2 * self.next(cards, split=split, last=True))
                return max(values)

    def next(self, cards: Cards, *, split: bool, last: bool) -> Fraction:
        return CHANCE * sum(
            (self.value((*cards, card), split=split, last=last) for card in PACK), Fraction(0)
        )

    def box(self, waiting: Cards, hands: int) -> Fraction:
        """Split hands that wait for their second card, from the left."""
        if not waiting:
            return Fraction(0)
        card, *others = waiting
        return CHANCE * sum((self.hand((card, c), tuple(others), hands) for c in PACK), Fraction(0))

    def hand(self, cards: Cards, others: Cards, hands: int) -> Fraction:
        ace = cards[0].rank is Rank.ACE
        value = self.value(cards, split=True, last=ace) + self.box(others, hands)
        if (
            self.pair(cards)
            and hands < self.rules.max_hands
            and (not ace or self.rules.resplit_aces)
        ):
            return max(value, self.box((*cards, *others), hands + 1))
        return value

    def pair(self, cards: Cards) -> bool:
        one, other = cards
        if self.rules.split is SplitBy.RANK:
            return one.rank is other.rank
        return self.rules.split is not None and one.points == other.points

    def dealt(self, cards: Cards) -> Fraction:
        value = self.value(cards, split=False)
        if self.pair(cards):
            value = max(value, self.box(cards, 2))
        lost = self.net(*compare(cards, self.blackjack, self.rules)) if self.taken else 0
        return (1 - self.taken) * value + self.taken * lost


def _soft(cards: Cards) -> bool:
    points = sum(card.points for card in cards)
    return any(card.points == 1 for card in cards) and points <= 11


@pytest.mark.parametrize(
    "changed",
    [
        {"split": "null", "max_hands": "1", "resplit_aces": "false", "double_after_split": "false"},
        {"max_hands": "2"},
        {"max_hands": "3", "split": "rank", "resplit_aces": "false", "ties": "bank"},
        *sampled(
            [
                {"max_hands": hands, **others}
                for others in (
                    {"soft_17": "hit", "triple_seven_after_split": "false"},
                    {"dealer_shows": "one_and_hidden", "peek": "true", "double": "any_two"},
                )
                for hands in "23"
            ],
            every=2,
        ),
    ],
    ids=lambda changed: " ".join(f"{name}={value}" for name, value in changed.items()),
)
def test_enumeration_finds_the_same(changed: dict[str, str]) -> None:
    """The slow lane lets two of these games split to three hands."""
    rules = choose("casino", {"pack": "32", "insurance": "false", "even_money": "false", **changed})
    total = Fraction(0)
    for up in (*PACK[:4], PACK[-1]):
        against = Against(up, rules)
        against.value = cache(against.value)  # type: ignore[method-assign]
        chance = 4 * CHANCE if up.points == 10 else CHANCE
        for one in PACK:
            for other in PACK:
                total += chance * CHANCE**2 * against.dealt((one, other))

    assert total == edges(rules).net
