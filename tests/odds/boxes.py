"""A box played out exactly by any player, counted by another way than the odds count.

Hands are walked card by card with the engine's own verbs on hands, and what they end with is put
against every final hand of the dealer's. Given that hand, the hands of a split are independent, so
mean and square of their sum follow from those of each. Numbers are floats: 1e-12 is close enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from typing import Final, NamedTuple

from bot.engine.cards import Card
from bot.engine.dealer import certain_cards
from bot.engine.events import Outcome, Reason
from bot.engine.hand import total
from bot.engine.payout import compare, returned
from bot.engine.rules import RuleSet
from bot.engine.verdict import Verdict, is_blackjack, judge
from bot.engine.wants import Action
from bot.odds.play import Play
from bot.odds.strategy import best_move
from tests.engine.script import hand

CARDS: Final = hand("2 3 4 5 6 7 8 9 10 A")
CHANCES: Final = [4 / 13 if card.points == 10 else 1 / 13 for card in CARDS]
_STAKE: Final = 1000
_MIDDLING: Final = hand("10 9 2")  # a 21 that is no blackjack
_SEEN: Final[dict[tuple[int, bool], tuple[Card, ...]]] = {}

Cards = tuple[Card, ...]
Player = Callable[[Cards, Card, tuple[Action, ...]], Action]
Nets = dict[float, float]


class Moments(NamedTuple):
    """The mean of a net, and of its square."""

    mean: float = 0.0
    square: float = 0.0


def ordered(cards: Sequence[Card]) -> Cards:
    return tuple(sorted(cards, key=CARDS.index))


@cache
def finals(cards: Cards, rules: RuleSet) -> dict[Cards, float]:
    """Every final hand of the dealer's that begins with these cards; one of each worth."""
    if not certain_cards(cards, rules):
        return {_like(cards, rules): 1.0}
    ends: dict[Cards, float] = defaultdict(float)
    for card, chance in zip(CARDS, CHANCES, strict=True):
        for end, share in finals(ordered((*cards, card)), rules).items():
            ends[end] += chance * share
    return dict(ends)


def _like(cards: Cards, rules: RuleSet) -> Cards:
    """The first hand that was seen to be worth the same."""
    points = min(total(cards), 22)
    return _SEEN.setdefault((points, is_blackjack(cards, rules)), cards)


def of_split(rules: RuleSet) -> RuleSet:
    """The rules for the cards of a split hand; none of them is a blackjack (reading 9)."""
    return replace(
        rules,
        blackjack_pays=None,
        triple_seven_pays=rules.triple_seven_pays if rules.triple_seven_after_split else None,
        double=rules.double if rules.double_after_split else None,
    )


def net(stake: int, outcome: Outcome, reason: Reason, rules: RuleSet) -> float:
    paid = returned(stake * _STAKE, outcome, reason, rules)
    return paid / _STAKE - stake


class Walk:
    """The hands of one player against one open card."""

    def __init__(self, rules: RuleSet, player: Player, up: Card) -> None:
        self.rules = rules
        self.player = player
        self.up = up
        self._known: dict[tuple[Cards, bool, bool], dict[object, float]] = {}

    def ends(
        self, cards: Cards, *, split: bool = False, doubled: bool = False
    ) -> dict[object, float]:
        """What the hand ends as: a net that is settled, or (stake, cards, split) that stands."""
        key = (ordered(cards), split, doubled)
        if key not in self._known:
            self._known[key] = dict(self._ends(key[0], split=split, doubled=doubled))
        return self._known[key]

    def _ends(self, cards: Cards, *, split: bool, doubled: bool) -> Iterator[tuple[object, float]]:
        rules = of_split(self.rules) if split else self.rules
        stake = 2 if doubled else 1
        match judge(cards, doubled=doubled, rules=rules):
            case Verdict.BUST:
                yield net(stake, Outcome.LOST, Reason.PLAYER_BUST, rules), 1.0
            case Verdict.TRIPLE_SEVEN:
                yield net(stake, Outcome.WON, Reason.TRIPLE_SEVEN, rules), 1.0
            case Verdict.STANDS | Verdict.BLACKJACK:
                yield (stake, cards, split), 1.0
            case Verdict.OPEN:
                yield from self._played(cards, rules, split=split)

    def _played(
        self, cards: Cards, rules: RuleSet, *, split: bool
    ) -> Iterator[tuple[object, float]]:
        may: tuple[Action, ...] = (Action.HIT, Action.STAND)
        if len(cards) == 2 and rules.double is not None:
            may = (*may, Action.DOUBLE)
        action = self.player(cards, self.up, may)
        if action is Action.STAND:
            yield (1, cards, split), 1.0
            return
        ends: dict[object, float] = defaultdict(float)
        for card, chance in zip(CARDS, CHANCES, strict=True):
            then = self.ends((*cards, card), split=split, doubled=action is Action.DOUBLE)
            for end, share in then.items():
                ends[end] += chance * share
        yield from ends.items()

    def against(self, end: object, dealer: Cards) -> float:
        """The net of an end against a final hand."""
        if not isinstance(end, tuple):
            assert isinstance(end, float)
            return end
        stake, cards, split = end
        if (
            split
            and len(cards) == 2
            and judge(cards, doubled=False, rules=self.rules) is (Verdict.BLACKJACK)
        ):
            cards = _MIDDLING
        return net(stake, *compare(cards, dealer, self.rules), self.rules)

    def moments(self, ends: dict[object, float], dealer: Cards) -> Moments:
        nets = [(self.against(end, dealer), share) for end, share in ends.items()]
        return Moments(sum(n * s for n, s in nets), sum(n * n * s for n, s in nets))


def distribution(rules: RuleSet, player: Player) -> Nets:
    """The chance of every net of a box that is never split, in stakes."""
    nets: Nets = defaultdict(float)
    for up, up_chance in zip(CARDS, CHANCES, strict=True):
        walk = Walk(rules, player, up)
        dealt = _dealt(walk)
        for dealer, chance in finals((up,), rules).items():
            for end, share in dealt.items():
                nets[walk.against(end, dealer)] += up_chance * chance * share
    return dict(nets)


def _dealt(walk: Walk) -> dict[object, float]:
    ends: dict[object, float] = defaultdict(float)
    for one, chance in zip(CARDS, CHANCES, strict=True):
        for other, second in zip(CARDS, CHANCES, strict=True):
            for end, share in walk.ends((one, other)).items():
                ends[end] += chance * second * share
    return ends


def spread(nets: Nets) -> tuple[float, float]:
    """Mean and standard deviation."""
    mean = sum(net * share for net, share in nets.items())
    return mean, sqrt(sum((net - mean) ** 2 * share for net, share in nets.items()))


# ── boxes that are split ─────────────────────────────────────────────────────────────────────────


def split_box(rules: RuleSet) -> tuple[float, float]:
    """Mean and standard deviation of a box that may be split, played by the odds' own advice.

    For rules with double on any two cards, also after a split, and splits by value.
    """
    mean = square = 0.0
    for up, up_chance in zip(CARDS, CHANCES, strict=True):
        walk = Walk(rules, lambda cards, up, may: best_move(rules, cards, up, may), up)
        for dealer, chance in finals((up,), rules).items():
            for one, first in zip(CARDS, CHANCES, strict=True):
                for other, second in zip(CARDS, CHANCES, strict=True):
                    box = _box(walk, (one, other), dealer)
                    mean += up_chance * chance * first * second * box.mean
                    square += up_chance * chance * first * second * box.square
    return mean, sqrt(square - mean**2)


def _box(walk: Walk, cards: Cards, dealer: Cards) -> Moments:
    if _splits(walk, cards, hands=1):
        return _waiting(walk, cards[0], dealer, 2, walk.rules.max_hands - 2)
    return walk.moments(walk.ends(cards), dealer)


@cache
def _waiting(walk: Walk, card: Card, dealer: Cards, waiting: int, left: int) -> Moments:
    """The sum of so many split hands that wait for their second card, with so many splits left."""
    if not waiting:
        return Moments()
    rest = _waiting(walk, card, dealer, waiting - 1, left)
    mean = square = 0.0
    for second, chance in zip(CARDS, CHANCES, strict=True):
        cards = (card, second)
        if left and _splits(walk, cards, hands=walk.rules.max_hands - left):
            box = _waiting(walk, card, dealer, waiting + 1, left - 1)
        else:
            box = _and(_split_hand(walk, cards, dealer), rest)
        mean += chance * box.mean
        square += chance * box.square
    return Moments(mean, square)


def _and(one: Moments, other: Moments) -> Moments:
    """Two nets that are independent, given the dealer's final hand."""
    return Moments(one.mean + other.mean, one.square + 2 * one.mean * other.mean + other.square)


def _split_hand(walk: Walk, cards: Cards, dealer: Cards) -> Moments:
    if cards[0].points == 1:  # one card each, and no more
        return walk.moments({(1, cards, True): 1.0}, dealer)
    return walk.moments(walk.ends(cards, split=True), dealer)


@cache
def _splits(walk: Walk, cards: Cards, *, hands: int) -> bool:
    """Whether the advice is to split a pair."""
    if cards[0].points != cards[1].points:
        return False
    may: tuple[Play, ...] = (Play.STAND, Play.SPLIT)
    if hands == 1 or cards[0].points != 1:
        may = (*may, Play.HIT, Play.DOUBLE)
    return best_move(walk.rules, cards, walk.up, may, hands=hands) is Play.SPLIT
