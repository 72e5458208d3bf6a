"""Cards, and the number that names each of them.

Numbers run from 1 to ``packs`` x 52 (312 with six packs). Pik, Karo, Kreuz, Herz follow each other
in this order, ranks ascend from two to ace, and each card owns ``packs`` numbers in a row (seed
003): with six packs 1-6 is the two of spades, 307-312 the ace of hearts. The short pack of 32 has
7 8 9 10 B D K A in each suit.

A card is printed as a suit symbol and the rank's letter in the house's notation, so that what is
stored reads the same in every language: ``♠10``, ``♥B``. The names people hear are in ``wording``.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, final


class Suit(Enum):
    """The four suits in the order of the numbers."""

    SPADES = "♠"
    DIAMONDS = "♦"
    CLUBS = "♣"
    HEARTS = "♥"


class Rank(Enum):
    """The thirteen ranks, ascending; letters are those of the house (B, D, K, A)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "B"
    QUEEN = "D"
    KING = "K"
    ACE = "A"


@final
class Card:
    """One of the 52 faces; there is one object for each, so identity is equality.

    ``points`` are one to ten; an ace is one here, and eleven only by ``hand.total``.

    >>> str(card_of(247, packs=6))
    '♥4'
    """

    __slots__ = ("points", "rank", "suit")

    def __init__(self, suit: Suit, rank: Rank, points: int) -> None:
        self.suit: Final = suit
        self.rank: Final = rank
        self.points: Final = points

    def __str__(self) -> str:
        return self.suit.value + self.rank.value

    def __repr__(self) -> str:
        return f"<{self}>"


def _points(position: int, rank: Rank) -> int:
    return 1 if rank is Rank.ACE else min(position + 2, 10)


DECK: Final[tuple[Card, ...]] = tuple(
    Card(suit, rank, _points(position, rank)) for suit in Suit for position, rank in enumerate(Rank)
)
"""The 52 cards in the order of the numbers."""

SHORT: Final[tuple[Card, ...]] = tuple(
    card for card in DECK if list(Rank).index(card.rank) >= list(Rank).index(Rank.SEVEN)
)
"""The 32 cards of the short pack in the order of its numbers."""

_PRINTED: Final = {str(card): card for card in DECK}
_BY_PACK: Final = {len(DECK): DECK, len(SHORT): SHORT}


def deck(pack: int) -> tuple[Card, ...]:
    """Return the faces of a pack of 52 or 32 cards, in the order of its numbers.

    ``ValueError`` for any other.
    """
    if pack not in _BY_PACK:
        msg = f"there is no pack of {pack} cards"
        raise ValueError(msg)
    return _BY_PACK[pack]


def card_of(number: int, *, packs: int, pack: int = 52) -> Card:
    """Return the card that ``number`` (1 … packs x pack) names.

    Raises ``ValueError`` for a number out of range: a source of chance never gives one.

    >>> [str(card_of(n, packs=6)) for n in (1, 6, 7, 78, 79, 312)]
    ['♠2', '♠2', '♠3', '♠A', '♦2', '♥A']
    >>> [str(card_of(n, packs=1, pack=32)) for n in (1, 8, 9, 32)]
    ['♠7', '♠A', '♦7', '♥A']
    """
    if not 1 <= number <= packs * pack:
        msg = f"number {number} names no card of {packs} packs"
        raise ValueError(msg)
    return deck(pack)[(number - 1) // packs]


def numbers_of(card: Card, *, packs: int, pack: int = 52) -> range:
    """Return the numbers that name ``card``; ``ValueError`` for a card that the pack lacks.

    >>> numbers_of(parse("♠9"), packs=6)
    range(43, 49)
    """
    first = deck(pack).index(card) * packs + 1
    return range(first, first + packs)


def parse(text: str) -> Card:
    """Read a card as ``str`` prints it; ``KeyError`` for anything else."""
    return _PRINTED[text]
