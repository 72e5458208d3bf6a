"""The languages of a table, and how each writes amounts.

A table has one language. It decides how amounts are read and printed and which plain words act;
words with the prefix are understood in both. Nothing here knows a sentence.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Final

from bot.ledger.accounts import CHIPS
from bot.ledger.money import JETONS, Mark, print_amount


class Language(Enum):
    """What a table speaks."""

    GERMAN = "de"
    ENGLISH = "en"

    @property
    def mark(self) -> Mark:
        """The decimal mark."""
        match self:
            case Language.GERMAN:
                return ","
            case Language.ENGLISH:
                return "."


_OF_PARTY: Final = {Language.GERMAN: ("Chip", "Chips"), Language.ENGLISH: ("chip", "chips")}
_EXAMPLE: Final = Decimal(50)
_CHIPS: Final = {Language.GERMAN: ("Jeton", "Jetons"), Language.ENGLISH: ("chip", "chips")}


def amount_of(amount: Decimal, asset: str, language: Language) -> str:
    """Return an amount with its unit.

    >>> amount_of(Decimal("16.50"), "MM", Language.GERMAN)
    '16,50 MM'
    """
    return f"{print_amount(amount, mark=language.mark)} {unit_of(asset, language, amount)}"


def example_stake(low: Decimal, high: Decimal) -> Decimal:
    """Return the stake that the house names as an example, at a table with these limits.

    >>> example_stake(Decimal(1), Decimal(10)), example_stake(Decimal(10), Decimal(5000))
    (Decimal('10'), Decimal('50'))
    """
    return max(low, min(_EXAMPLE, high))


def unit_of(asset: str, language: Language, amount: Decimal = Decimal(2)) -> str:
    """Return what so many of an asset are called; without an amount, many."""
    if asset.startswith(CHIPS):
        one, many = _OF_PARTY[language]
    elif asset == JETONS:
        one, many = _CHIPS[language]
    else:
        return asset
    return one if amount == 1 else many


def ratio(odds: Fraction) -> str:
    """Return odds as people say them.

    >>> ratio(Fraction(3, 2))
    '3:2'
    """
    return f"{odds.numerator}:{odds.denominator}"
