"""The data of one refusal, printed for a sentence: amounts with their unit, counts, texts.

Which names a code carries, :mod:`bot.refusals` says. Text that somebody typed is shown without
characters that could move a cursor or turn a line around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.table.replies import Refused
from bot.wording.language import Language, amount_of, example_stake, unit_of

BREAK: Final = "\u200b"
"""Between an @ and a name, so that nobody is called; the one unseen character that stays."""


@dataclass(frozen=True, slots=True)
class Particulars:
    """One refusal, ready to be put into words."""

    fact: Refused
    language: Language

    def amount(self, name: str) -> str:
        """Return an amount with its unit."""
        return amount_of(self.fact.amounts[name], self._asset, self.language)

    @property
    def stake(self) -> str:
        """Return a stake that would do, as an example."""
        low, high = self.fact.amounts["minimum"], self.fact.amounts["maximum"]
        return amount_of(example_stake(low, high), self._asset, self.language)

    def whole(self, name: str) -> str:
        """Return an amount as it may be typed at every table: digits alone."""
        return str(int(self.fact.amounts[name]))

    @property
    def unit(self) -> str:
        """What the amounts are counted in."""
        return unit_of(self._asset, self.language)

    def count(self, name: str) -> int:
        """Return a number."""
        value = self.fact.data[name]
        return value if isinstance(value, int) else int(self.text(name))

    def text(self, name: str) -> str:
        """Return a text, safe to show."""
        return shown(str(self.fact.data[name]))

    def listing(self, name: str) -> tuple[str, ...]:
        """Return several values, each as text."""
        values = self.fact.data[name]
        return tuple(shown(str(value)) for value in values) if isinstance(values, tuple) else ()

    def has(self, name: str) -> bool:
        """Whether the refusal carries this at all."""
        return self.fact.data.get(name) is not None

    def is_so(self, name: str) -> bool:
        """Whether the refusal says that this is so."""
        return bool(self.fact.data.get(name))

    @property
    def _asset(self) -> str:
        return str(self.fact.data["asset"])


class Unit(Enum):
    """What a span of time is counted in."""

    SECONDS = 1
    MINUTES = 60
    HOURS = 3600


def about(seconds: int) -> tuple[int, Unit]:
    """Return a span of time as a number that can be taken in, rounded up.

    >>> about(119), about(3540), about(7201)
    ((119, <Unit.SECONDS: 1>), (59, <Unit.MINUTES: 60>), (3, <Unit.HOURS: 3600>))
    """
    unit = next((each for each in (Unit.HOURS, Unit.MINUTES) if seconds >= 2 * each.value), None)
    unit = unit or Unit.SECONDS
    return -(-seconds // unit.value), unit


def joined(items: Sequence[str], word: str) -> str:
    """Return a list as it is spoken, with a word before the last.

    >>> joined(("1", "2", "3"), "oder")
    '1, 2 oder 3'
    """
    *most, last = items
    return f"{', '.join(most)} {word} {last}" if most else last


def shown(text: str) -> str:
    r"""Return what somebody typed, with a mark in place of each character that is not printable.

    >>> shown("5\x1b[2J")
    '5�[2J'
    """
    return "".join(letter if letter.isprintable() or letter == BREAK else "�" for letter in text)
