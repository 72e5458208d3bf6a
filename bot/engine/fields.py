"""How one rule field is read, printed and explained: five kinds of value.

A field's kind stands in its metadata in :mod:`bot.engine.rules`; the texts it accepts are those of
``presets.json``: ``3:2``, ``any_two``, ``true``, ``null``. This file must not know which fields
there are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol, cast

Json = int | str | bool | None

NULL = "null"


class Kind(Protocol):
    """A kind of value: text to value (``ValueError``), value to JSON, and what it accepts."""

    def read(self, text: str) -> object:
        """Parse what somebody typed."""

    def dump(self, value: object) -> Json:
        """Print the value as in presets.json."""

    @property
    def accepts(self) -> str:
        """What may be typed, for a sentence."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits, both included."""

    low: int
    high: int
    optional: bool = False

    def read(self, text: str) -> object:
        """Only ASCII digits; ``int`` alone would take other scripts' digits too."""
        if self.optional and text == NULL:
            return None
        if not re.fullmatch(r"[0-9]{1,12}", text) or not self.low <= int(text) <= self.high:
            raise ValueError(text)
        return int(text)

    def dump(self, value: object) -> Json:
        """As a JSON number."""
        return cast(int | None, value)

    @property
    def accepts(self) -> str:
        """The range."""
        return f"{self.low} … {self.high}" + (f" | {NULL}" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Among:
    """One of two whole numbers."""

    first: int
    second: int

    def read(self, text: str) -> object:
        """Exactly as printed."""
        if text not in {str(self.first), str(self.second)}:
            raise ValueError(text)
        return int(text)

    def dump(self, value: object) -> Json:
        """As a JSON number."""
        return cast(int, value)

    @property
    def accepts(self) -> str:
        """Both numbers."""
        return f"{self.first} | {self.second}"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, text: str) -> object:
        """Exactly the two JSON words."""
        if text not in {"true", "false"}:
            raise ValueError(text)
        return text == "true"

    def dump(self, value: object) -> Json:
        """As a JSON boolean."""
        return bool(value)

    @property
    def accepts(self) -> str:
        """The two words."""
        return "true | false"


@dataclass(frozen=True, slots=True)
class Choice:
    """One member of an enum, by its value; null where optional."""

    members: type[Enum]
    optional: bool = False

    def read(self, text: str) -> object:
        """By the member's value."""
        return None if self.optional and text == NULL else self.members(text)

    def dump(self, value: object) -> Json:
        """The member's value."""
        return str(value.value) if isinstance(value, Enum) else None

    @property
    def accepts(self) -> str:
        """All values."""
        words = [str(member.value) for member in self.members]
        return " | ".join(words + [NULL] * self.optional)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A payout such as ``3:2``, or null; both sides 1 … 100, so that no payout can overflow."""

    def read(self, text: str) -> object:
        """``3:2`` to a fraction."""
        if text == NULL:
            return None
        if not re.fullmatch(r"[1-9][0-9]{0,2}:[1-9][0-9]{0,2}", text):
            raise ValueError(text)
        won, staked = map(int, text.split(":"))
        if max(won, staked) > 100:  # noqa: PLR2004 - the bound stated above
            raise ValueError(text)
        return Fraction(won, staked)

    def dump(self, value: object) -> Json:
        """Back to ``3:2``."""
        return f"{value.numerator}:{value.denominator}" if isinstance(value, Fraction) else None

    @property
    def accepts(self) -> str:
        """An example says it best."""
        return f"3:2 | 1:1 | … | {NULL}"
