"""The rules once more, read from their text and not from the engine: for comparing the two.

Everything is worked out from cards that lie on the table, by the shortest way and not the fastest.
It takes nothing from the engine but values: cards, rule sets, the round as it lies there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from bot.engine.cards import Card, Rank
from bot.engine.rules import DoubleOn, RuleSet, Soft17, Ties
from bot.engine.state import Hand, Round

Cards = tuple[Card, ...]


def _worths(card: Card) -> tuple[int, ...]:
    if card.rank is Rank.ACE:
        return (1, 11)
    return (10,) if card.rank.value in {"10", "B", "D", "K"} else (int(card.rank.value),)


def value(cards: Cards) -> int:
    """The best sum up to 21 over all readings of the aces; if there is none, the least."""
    sums = [sum(worths) for worths in product(*map(_worths, cards))]
    return max((each for each in sums if each <= 21), default=min(sums))


def soft(cards: Cards) -> bool:
    """Whether an ace counts eleven in that sum."""
    return value(cards) != sum(min(_worths(card)) for card in cards)


def natural(cards: Cards, rules: RuleSet) -> bool:
    """A blackjack, where there is such a thing."""
    return rules.blackjack_pays is not None and len(cards) == 2 and value(cards) == 21


def sevens(cards: Cards, rules: RuleSet) -> bool:
    """A triple seven that is paid."""
    three = [card.rank for card in cards] == [Rank.SEVEN] * 3
    return rules.triple_seven_pays is not None and three


def net(own: Cards, dealer: Cards, stake: int, rules: RuleSet) -> int:
    """Hundredths won or lost on a whole stake (doubles included), from final cards alone."""
    if value(own) > 21:
        return -stake
    if sevens(own, rules) and rules.triple_seven_pays:
        return int(stake * rules.triple_seven_pays)
    mine, his = natural(own, rules), natural(dealer, rules)
    if mine and not his and rules.blackjack_pays:
        return int(stake * rules.blackjack_pays)
    if his and not mine:
        return -stake
    if value(dealer) > 21 or value(own) > value(dealer):
        return stake
    if value(own) < value(dealer) or rules.ties is Ties.BANK:
        return -stake
    return 0


class Lying(NamedTuple):
    """A hand as it lies there."""

    cards: Cards
    doubled: bool
    stood: bool
    waits: bool  # for a card it was promised

    def undecided(self) -> bool:
        """Whether its owner has a choice left."""
        return not (self.stood or self.doubled or self.waits or value(self.cards) >= 21)


class Table(NamedTuple):
    """All that lies there after the first cards."""

    hands: dict[int, Lying]  # by box
    dealer: Cards

    def with_card(self, box: int, card: Card) -> Table:
        if box == 0:
            return self._replace(dealer=(*self.dealer, card))
        old = self.hands[box]
        return self._replace(
            hands={**self.hands, box: old._replace(cards=(*old.cards, card), waits=False)}
        )

    def is_due(self, box: int, rules: RuleSet) -> bool:
        """Whether the next card may be this one: promised to the hand, or the dealer's turn."""
        if box:
            return self.hands[box].waits
        waited_for = any(hand.waits or hand.undecided() for hand in self.hands.values())
        return not waited_for and must_draw(
            (hand.cards for hand in self.hands.values()), self.dealer, rules
        )


def lying(state: Round) -> Table:
    """Take a look at the table; before any split a box has one hand."""
    return Table(
        {
            box.number: Lying(hand.cards, hand.doubled, hand.stood, hand.card_owed)
            for box in state.boxes
            for hand in box.hands
        },
        state.dealer,
    )


def must_draw(hands: Iterable[Cards], dealer: Cards, rules: RuleSet) -> bool:
    """Reading 12, when every hand is played."""
    open_hands = [own for own in hands if value(own) <= 21 and not sevens(own, rules)]
    if any(not natural(own, rules) for own in open_hands):
        on_seventeen = rules.soft_17 is Soft17.HIT and soft(dealer) and value(dealer) == 17
        return value(dealer) < 17 or on_seventeen
    may_equal = len(dealer) == 1 and dealer[0].rank.value in {"10", "B", "D", "K", "A"}
    return bool(open_hands) and may_equal


def may_double(hand: Hand, rules: RuleSet) -> bool:
    """Reading 8 and the field ``double``."""
    if rules.double is None or len(hand.cards) != 2:
        return False
    hard_9_11 = not soft(hand.cards) and 9 <= value(hand.cards) <= 11
    return rules.double is DoubleOn.ANY_TWO or hard_9_11
