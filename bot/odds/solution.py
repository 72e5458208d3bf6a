"""A whole box under a rule set: the value of every move, against every card the dealer may show.

With a peek the dealer's blackjack takes the first stake before anybody acts: moves are valued as
if there were none, and ``dealt`` counts both. Without one his blackjack is a final hand like any
other and takes doubles and splits too (reading 6).
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bot.engine.cards import Card
from bot.engine.rules import RuleSet
from bot.odds import questions
from bot.odds.dealer import Dealer, Finals
from bot.odds.play import Hands, Play, Splits
from bot.odds.positions import Position, Positions
from bot.odds.questions import Cards
from bot.odds.shoe import Kinds, Shoe

BLACKJACK: Final = "BJ"
_INSURED: Final = Fraction(1, 2)  # of the stake, at most (reading 10)
_INSURANCE_PAYS: Final = 2
_EVEN_MONEY: Final = Fraction(1)
_NONE: Final = Fraction(0)


class Column:
    """What the dealer shows, and the value of every move against it, per initial stake."""

    def __init__(self, solution: Solution, card: Card | None, chance: Fraction) -> None:
        rules = solution.rules
        self.card: Final = card
        self.chance: Final = chance
        self.finals: Final[Finals] = solution.dealer.finals(() if card is None else (card,))
        self.blackjack: Final = self.finals.get(BLACKJACK, _NONE)
        self.insurance: Final = self._insurance(rules)
        self._rules: Final = rules
        self._names: Final = solution.dealer.names
        self._peeked: Final = self.blackjack if rules.peek else _NONE
        chances = tuple(self._after_peek(name) for name in self._names)
        self._first: Final = Hands(solution.shoe, solution.first, chances)
        self._split: Final = Hands(solution.shoe, solution.split, chances)
        self._splits: Final = Splits(solution.shoe, self._split)

    def _insurance(self, rules: RuleSet) -> Fraction | None:
        """Return what a unit of insurance brings, where it is offered."""
        if not rules.insurance or self.card is None or not questions.is_ace(self.card):
            return None
        return _INSURANCE_PAYS * self.blackjack - (1 - self.blackjack)

    def _after_peek(self, name: str) -> Fraction:
        if name == BLACKJACK and self._peeked:
            return _NONE
        return self.finals.get(name, _NONE) / (1 - self._peeked)

    def value(self, play: Play, cards: Cards, *, hands: int = 1) -> Fraction:
        """Return what a move is worth to a hand in a box of so many, the rest played best.

        The hand must be one that has the move: the engine says which are allowed. The first card
        of a split hand is the one that was split.
        """
        own, position = self._at(cards, hands)
        match play:
            case Play.STAND:
                return own.stand(position)
            case Play.HIT:
                return own.hit(position)
            case Play.DOUBLE:
                return own.double(position)
            case Play.SPLIT:
                return self._splits.value(cards[0], hands=hands)
            case Play.DECLINE:
                return self._declined(cards)
            case Play.INSURE:
                return self._declined(cards) + _INSURED * (self.insurance or 0)
            case Play.EVEN_MONEY:
                return _EVEN_MONEY

    def plays(self, cards: Cards, *, hands: int = 1) -> tuple[Play, ...]:
        """Return the moves that the rules allow, none if the cards decide; no insurance."""
        _, position = self._at(cards, hands)
        plays = [Play.STAND, Play.HIT] if position.is_open else []
        if position.double:
            plays.append(Play.DOUBLE)
        if (
            questions.is_pair(cards, self._rules)
            and questions.splits(cards[0], self._rules, hands=hands)
            and (plays or hands > 1)  # a split ace stands, and may yet be split again
        ):
            plays = [*(plays or [Play.STAND]), Play.SPLIT]
        return tuple(plays)

    def best(self, cards: Cards, plays: Collection[Play], *, hands: int = 1) -> Play:
        """Return the best of these moves; of equal ones the first by ``Play``'s order."""
        ordered = [play for play in Play if play in plays]
        return max(ordered, key=lambda play: self.value(play, cards, hands=hands))

    def dealt(self, cards: Cards) -> Fraction:
        """Return what the first two cards are worth, side decisions included, before a peek."""
        answers = [Play.DECLINE]
        if self.insurance is not None:
            answers.append(Play.INSURE)
            if self._rules.even_money and questions.has_blackjack(cards, self._rules):
                answers.append(Play.EVEN_MONEY)
        return max(self.value(answer, cards) for answer in answers)

    def _declined(self, cards: Cards) -> Fraction:
        own, position = self._at(cards, 1)
        if position.settled is not None:  # two aces of eleven are bust, whatever the dealer has
            return position.settled
        plays = self.plays(cards)
        values = [self.value(play, cards) for play in plays] or [own.best(position)]
        value = max(values) * (1 - self._peeked)
        if self._peeked:
            value += self._peeked * position.stand[self._names.index(BLACKJACK)]
        return value

    def _at(self, cards: Cards, hands: int) -> tuple[Hands, Position]:
        if hands == 1:
            return self._first, self._first.positions.of(cards)
        return self._split, self._split.positions.of(cards)


class Solution:
    """Everything that follows from a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self.shoe: Final = Shoe(rules)
        self.dealer: Final = Dealer(self.shoe)
        self.first: Final = Positions(self.shoe, self.dealer, split=False)
        self.split: Final = Positions(self.shoe, self.dealer, split=True)
        shown: list[tuple[Card | None, Fraction]] = [(None, Fraction(1))]
        if questions.shows_a_card(rules):
            shown = list(zip(self.shoe.cards, self.shoe.chances, strict=True))
        self.columns: Final = tuple(Column(self, card, chance) for card, chance in shown)
        self._net: Fraction | None = None

    def column(self, card: Card | None) -> Column:
        """Return the column of the dealer's open card; without one, the only column."""
        if card is None or len(self.columns) == 1:
            return self.columns[0]
        return self.columns[self.shoe.kind(card)]

    def net(self) -> Fraction:
        """Return the value of a round before its first card, per stake; negative: the house's.

        Every hand is thought about for it, so that the value of any move is known soon after.
        """
        if self._net is None:
            against = (column.chance * self._against(column) for column in self.columns)
            self._net = sum(against, _NONE)
        return self._net

    def _against(self, column: Column) -> Fraction:
        """Return the mean over all first two cards; those that cannot be told apart at once."""
        deals = [(one, other) for one in self.shoe.ranks for other in self.shoe.ranks]
        alike: dict[tuple[Kinds, bool], list[Cards]] = {}
        for cards in deals:
            key = self.shoe.kinds(cards), questions.is_pair(cards, self.rules)
            alike.setdefault(key, []).append(cards)
        values = (len(same) * column.dealt(same[0]) for same in alike.values())
        return sum(values, _NONE) / len(deals)


@lru_cache(maxsize=16)
def solve(rules: RuleSet) -> Solution:
    """Return the solution, from memory if these rules were solved lately; some megabytes each."""
    return Solution(rules)
