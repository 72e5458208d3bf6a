"""A language that can speak: its sentences, and how it prints amounts, cards and sources."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from bot.engine.cards import Card
from bot.wording.cards import card_name
from bot.wording.english import ENGLISH
from bot.wording.german import GERMAN
from bot.wording.language import Language, amount_of
from bot.wording.sentences import Sentences


class Speech(NamedTuple):
    """What the lines of a post are made with."""

    language: Language
    words: Sentences

    def amount(self, amount: Decimal, asset: str) -> str:
        """Return an amount with its unit."""
        return amount_of(amount, asset, self.language)

    def card(self, card: Card) -> str:
        """Return a card's name."""
        return card_name(card, self.language)

    def drawn(self, number: int, card: Card) -> str:
        """Return a number and the card it names."""
        return self.words.drawn.format(number=number, card=self.card(card))

    def source(self, source: str, serial: int | UnsetType = UNSET) -> str:
        """Return what a source of cards is called, with its number of the draw if it has one."""
        name = self.words.source(source)
        if serial is UNSET:
            return name
        return self.words.serial.format(source=name, serial=serial)


SPEECH: Final = {
    Language.GERMAN: Speech(Language.GERMAN, GERMAN),
    Language.ENGLISH: Speech(Language.ENGLISH, ENGLISH),
}
