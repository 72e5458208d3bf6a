"""What a hand of cards is worth: functions on tuples of cards.

Reading 3 of the rules: with the casino's values an ace depends on the whole hand, never on its
order; at most one ace counts eleven, and only where that does not bust. With those of 17 und 4
nothing is flexible. Nothing here knows boxes, money or turns. The one place that reads ``values``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import DECK, Card, Rank
from bot.engine.rules import Values

TWENTY_ONE: Final = 21

Cards = Sequence[Card]

_PICTURES: Final = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.ACE: 11}
_FIXED: Final = {card: _PICTURES.get(card.rank, card.points) for card in DECK}


def is_soft(cards: Cards, values: Values = Values.CASINO) -> bool:
    """Whether one ace counts eleven that could count one."""
    if values is not Values.CASINO:
        return False
    points, ace = 0, False
    for card in cards:
        points += card.points
        ace = ace or card.points == 1
    return ace and points + 10 <= TWENTY_ONE


def total(cards: Cards, values: Values = Values.CASINO) -> int:
    """Return the best value of the hand; above 21 it is bust.

    >>> from bot.engine.cards import parse
    >>> total([parse("♠A"), parse("♥5"), parse("♣9")])
    15
    >>> total([parse("♠10"), parse("♥7"), parse("♣K")], Values.SIEBZEHN_UND_VIER)
    21
    """
    if values is not Values.CASINO:
        return sum(_FIXED[card] for card in cards)
    points, ace = 0, False
    for card in cards:
        points += card.points
        ace = ace or card.points == 1
    return points + 10 if ace and points + 10 <= TWENTY_ONE else points


def worth(card: Card, values: Values) -> int:
    """Return what a card counts by itself; in the casino's values an ace counts one.

    >>> from bot.engine.cards import parse
    >>> worth(parse("♠K"), Values.CASINO), worth(parse("♠K"), Values.SIEBZEHN_UND_VIER)
    (10, 4)
    """
    return card.points if values is Values.CASINO else _FIXED[card]


def is_bust(cards: Cards, values: Values = Values.CASINO) -> bool:
    """Whether the hand is above 21."""
    return total(cards, values) > TWENTY_ONE


def is_ace_and_ten(cards: Cards, values: Values = Values.CASINO) -> bool:
    """Whether these are the two cards of a blackjack; if it is one, the rules decide."""
    return len(cards) == 2 and total(cards, values) == TWENTY_ONE  # noqa: PLR2004 - by definition


def is_two_aces(cards: Cards) -> bool:
    """Exactly two cards, both aces (reading 16)."""
    return len(cards) == 2 and all(card.rank is Rank.ACE for card in cards)  # noqa: PLR2004


def is_triple_seven(cards: Cards) -> bool:
    """Exactly three cards, all sevens, of any suits (reading 7)."""
    return len(cards) == 3 and all(card.rank is Rank.SEVEN for card in cards)  # noqa: PLR2004
