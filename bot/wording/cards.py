"""What cards are called: ``Pik Bube``, ``Jack of Spades``."""

from __future__ import annotations

from typing import Final

from bot.engine.cards import Card, Rank, Suit
from bot.wording.language import Language

_GERMAN_SUITS: Final = {
    Suit.SPADES: "Pik",
    Suit.DIAMONDS: "Karo",
    Suit.CLUBS: "Kreuz",
    Suit.HEARTS: "Herz",
}
_GERMAN_COURT: Final = {
    Rank.JACK: "Bube",
    Rank.QUEEN: "Dame",
    Rank.KING: "König",
    Rank.ACE: "Ass",
}
_ENGLISH_COURT: Final = {
    Rank.JACK: "Jack",
    Rank.QUEEN: "Queen",
    Rank.KING: "King",
    Rank.ACE: "Ace",
}


def card_name(card: Card, language: Language) -> str:
    """Return the card's name.

    >>> from bot.engine.cards import parse
    >>> card_name(parse("♠B"), Language.GERMAN), card_name(parse("♥7"), Language.ENGLISH)
    ('Pik Bube', '7 of Hearts')
    """
    suit, rank = suit_name(card.suit, language), rank_name(card.rank, language)
    match language:
        case Language.GERMAN:
            return f"{suit} {rank}"
        case Language.ENGLISH:
            return f"{rank} of {suit}"


def protocol_name(card: Card) -> str:
    """Return the name that ``--json`` prints, German at every table: ``Pik 8``."""
    return card_name(card, Language.GERMAN)


def suit_name(suit: Suit, language: Language) -> str:
    """Return the suit's name."""
    match language:
        case Language.GERMAN:
            return _GERMAN_SUITS[suit]
        case Language.ENGLISH:
            return suit.name.title()


def rank_name(rank: Rank, language: Language) -> str:
    """Return the rank's name; two to ten are digits."""
    match language:
        case Language.GERMAN:
            return _GERMAN_COURT.get(rank, rank.value)
        case Language.ENGLISH:
            return _ENGLISH_COURT.get(rank, rank.value)
