"""The rules once more, read from their text and not from the engine: for comparing the two.

Everything is worked out from cards that lie on the table, by the shortest way and not the fastest.
It takes nothing from the engine but values: cards, rule sets, the round as it lies there.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

from bot.engine.cards import Card, Rank
from bot.engine.rules import DoubleOn, FiveCards, RuleSet, Soft17, SplitBy, Ties, Values
from bot.engine.state import Beside, Box, Hand, Round

Cards = tuple[Card, ...]
Place = tuple[int, int]
"""Box and hand; box 0 is the dealer."""


def _worths(card: Card) -> tuple[int, ...]:
    if card.rank is Rank.ACE:
        return (1, 11)
    return (10,) if card.rank.value in {"10", "B", "D", "K"} else (int(card.rank.value),)


@cache
def value(cards: Cards) -> int:
    """The best sum up to 21 over all readings of the aces; if there is none, the least."""
    sums = [sum(worths) for worths in product(*map(_worths, cards))]
    return max((each for each in sums if each <= 21), default=min(sums))


@cache
def soft(cards: Cards) -> bool:
    """Whether an ace counts eleven in that sum."""
    return value(cards) != sum(min(_worths(card)) for card in cards)


_AT_17_AND_4 = {"B": 2, "D": 3, "K": 4, "A": 11}


def counted(cards: Cards, rules: RuleSet) -> int:
    """What a hand counts under the rules: reading 16 where its values are played."""
    if rules.two_aces_pay is not None and aces(cards):
        return 21
    if rules.values is Values.CASINO:
        return value(cards)
    letters = [card.rank.value for card in cards]
    return sum(_AT_17_AND_4[each] if each in _AT_17_AND_4 else int(each) for each in letters)


def aces(cards: Cards) -> bool:
    """Two aces and nothing else."""
    return [card.rank for card in cards] == [Rank.ACE] * 2


def natural(cards: Cards, rules: RuleSet, *, split: bool = False) -> bool:
    """A blackjack, where there is such a thing; never in a split hand."""
    if rules.blackjack_pays is None or split or len(cards) != 2 or aces(cards):
        return False
    return counted(cards, rules) == 21


def sevens(cards: Cards, rules: RuleSet, *, split: bool) -> bool:
    """A triple seven that is paid."""
    three = [card.rank for card in cards] == [Rank.SEVEN] * 3
    counts = not split or rules.triple_seven_after_split
    return rules.triple_seven_pays is not None and three and counts


def five(cards: Cards, rules: RuleSet) -> bool:
    """Five cards up to 21, where they mean something."""
    return rules.five_cards is not None and len(cards) == 5 and counted(cards, rules) <= 21


def net(own: Cards, dealer: Cards, stake: int, rules: RuleSet, *, split: bool = False) -> int:
    """Hundredths won or lost on a whole stake (doubles included), from final cards alone."""
    mine_counts, his_counts = counted(own, rules), counted(dealer, rules)
    even = int(stake * rules.two_aces_pay) if rules.two_aces_pay and aces(own) else stake
    if mine_counts > 21:
        return -stake
    if sevens(own, rules, split=split) and rules.triple_seven_pays:
        return int(stake * rules.triple_seven_pays)
    if five(own, rules) and rules.five_cards is FiveCards.WINS:
        return stake
    mine, his = natural(own, rules, split=split), natural(dealer, rules)
    if mine and not his and rules.blackjack_pays:
        return int(stake * rules.blackjack_pays)
    if his and not mine:
        return -stake
    if his_counts > 21:
        return even
    if rules.five_cards is FiveCards.TRICK and (len(dealer) >= 5 or five(own, rules)):
        return -stake if len(dealer) >= 5 else stake
    if mine_counts > his_counts:
        return even
    if mine_counts < his_counts or rules.ties is Ties.BANK:
        return -stake
    return 0


class Lying(NamedTuple):
    """A hand as it lies there."""

    cards: Cards
    doubled: bool
    stood: bool
    waits: bool  # for a card that was promised
    split: bool
    paid: bool  # every bet on it
    hands: int  # in its box

    def undecided(self, rules: RuleSet) -> bool:
        """Whether its owner may still do something."""
        over = self.stood or self.doubled or self.waits or value(self.cards) >= 21
        if over or five(self.cards, rules):
            return False
        if self.split and self.cards[0].rank is Rank.ACE:
            return may_split(self.cards, self.hands, rules, split=True)
        return True

    def is_open_against(self, rules: RuleSet) -> bool:
        """Whether the dealer's cards still decide something about it."""
        out = sevens(self.cards, rules, split=self.split) or (
            five(self.cards, rules) and rules.five_cards is FiveCards.WINS
        )
        return value(self.cards) <= 21 and not out and not self.paid


class Table(NamedTuple):
    """All that lies there after the first cards."""

    hands: dict[Place, Lying]
    dealer: Cards
    bust: bool  # somebody has bet on it
    insured: bool  # somebody is

    def with_card(self, place: Place, card: Card) -> Table:
        if place[0] == 0:
            return self._replace(dealer=(*self.dealer, card))
        old = self.hands[place]
        return self._replace(
            hands={**self.hands, place: old._replace(cards=(*old.cards, card), waits=False)}
        )

    def is_due(self, place: Place, rules: RuleSet) -> bool:
        """Whether the next card may be this one: promised to the hand, or the dealer's turn."""
        if place[0]:
            return self.hands[place].waits
        waited_for = any(hand.waits or hand.undecided(rules) for hand in self.hands.values())
        return not waited_for and must_draw(self, rules)


def lying(state: Round, even_money: Container[str]) -> Table:
    """Take a look at the table; these bets were paid before their time, as no card can tell."""
    return Table(
        {
            (box.number, hand.number): _lying(state, box, hand, even_money)
            for box in state.boxes
            for hand in box.hands
        },
        state.dealer,
        bust=bool(state.beside_of(Beside.BUST)),
        insured=bool(state.beside_of(Beside.INSURANCE)),
    )


def _lying(state: Round, box: Box, hand: Hand, even_money: Container[str]) -> Lying:
    behind = state.beside_of(Beside.BACKING, box=box.number, hand=hand.number)
    bets = [hand.bet, *(side.bet for side in behind)]
    paid = all(bet in even_money for bet in bets)
    return Lying(
        hand.cards, hand.doubled, hand.stood, hand.card_owed, hand.split, paid, len(box.hands)
    )


def must_draw(table: Table, rules: RuleSet) -> bool:
    """Reading 12, when every hand is played."""
    open_hands = [own for own in table.hands.values() if own.is_open_against(rules)]
    dealer = table.dealer
    if table.bust or any(not natural(own.cards, rules, split=own.split) for own in open_hands):
        if rules.five_cards is FiveCards.TRICK and len(dealer) == 5 and value(dealer) <= 21:
            return False
        on_seventeen = rules.soft_17 is Soft17.HIT and soft(dealer) and value(dealer) == 17
        return value(dealer) < 17 or on_seventeen
    may_equal = len(dealer) == 1 and dealer[0].rank.value in {"10", "B", "D", "K", "A"}
    return (bool(open_hands) or table.insured) and may_equal


def may_double(hand: Hand, rules: RuleSet) -> bool:
    """Readings 8 and 9, and the fields ``double`` and ``double_after_split``."""
    if rules.double is None or len(hand.cards) != 2:
        return False
    if hand.split and (hand.cards[0].rank is Rank.ACE or not rules.double_after_split):
        return False
    hard_9_11 = not soft(hand.cards) and 9 <= value(hand.cards) <= 11
    return rules.double is DoubleOn.ANY_TWO or hard_9_11


def may_split(cards: Cards, hands: int, rules: RuleSet, *, split: bool) -> bool:
    """Reading 9."""
    if rules.split is None or len(cards) != 2 or hands >= rules.max_hands:
        return False
    left, right = cards
    if split and left.rank is Rank.ACE and not rules.resplit_aces:
        return False
    same_value = value((left,)) == value((right,))
    return left.rank is right.rank or (rules.split is SplitBy.VALUE and same_value)


def may_hit(hand: Hand) -> bool:
    """Reading 9: a split ace gets one card."""
    return not (hand.split and hand.cards[0].rank is Rank.ACE)


def insurance(dealer: Cards, stake: int, rules: RuleSet) -> int:
    """Reading 10: 2:1 on the dealer's blackjack."""
    return 2 * stake if natural(dealer, rules) else -stake


def bust_bet(dealer: Cards, stake: int, rules: RuleSet) -> int:
    """Reading 11."""
    return int(stake * (rules.bust_pays or 0)) if counted(dealer, rules) > 21 else -stake


def offered(state: Round) -> Iterable[str]:
    """Reading 10: the main bets on the table when the dealer shows an ace."""
    if state.rules.insurance and state.dealer[0].rank is Rank.ACE:
        for box in state.boxes:
            yield box.hands[0].bet
            yield from (s.bet for s in state.beside_of(Beside.BACKING, box=box.number, hand=1))
