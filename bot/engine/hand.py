"""What a hand of cards is worth: functions on tuples of cards.

Reading 3 of the rules: the value of an ace depends on the whole hand, never on its order; at most
one ace counts eleven, and only where that does not bust. Nothing here knows boxes, money or turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import Card, Rank

TWENTY_ONE: Final = 21

Cards = Sequence[Card]


def hard_total(cards: Cards) -> int:
    """Every ace counts one."""
    points = 0
    for card in cards:
        points += card.points
    return points


def is_soft(cards: Cards) -> bool:
    """Whether one ace counts eleven."""
    points, ace = 0, False
    for card in cards:
        points += card.points
        ace = ace or card.points == 1
    return ace and points + 10 <= TWENTY_ONE


def total(cards: Cards) -> int:
    """Return the best value of the hand; above 21 it is bust.

    >>> from bot.engine.cards import parse
    >>> total([parse("♠A"), parse("♥5"), parse("♣9")])
    15
    """
    points, ace = 0, False
    for card in cards:
        points += card.points
        ace = ace or card.points == 1
    return points + 10 if ace and points + 10 <= TWENTY_ONE else points


def is_bust(cards: Cards) -> bool:
    """Whether the hand is above 21."""
    return hard_total(cards) > TWENTY_ONE


def is_ace_and_ten(cards: Cards) -> bool:
    """Whether these are the two cards of a blackjack; if it is one, the rules decide."""
    return len(cards) == 2 and total(cards) == TWENTY_ONE  # noqa: PLR2004 - two cards, by definition


def is_triple_seven(cards: Cards) -> bool:
    """Exactly three cards, all sevens, of any suits (reading 7)."""
    return len(cards) == 3 and all(card.rank is Rank.SEVEN for card in cards)  # noqa: PLR2004
