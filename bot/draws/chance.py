"""Chance: the port through which every card comes, and the two sources that need no network.

A source answers a draw with exactly the numbers owed. There is no fallback from one source to
another, ever: a switch of source is the hole a cheat would use.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

from msgspec import Struct

from bot.errors import CannotStart, NumbersExhausted
from bot.store.entries import FromMachine, FromScript, Origin


class Question(Struct, frozen=True):
    """A draw to be made: ``count`` numbers from 1 to ``highest``, each equally likely."""

    draw: int
    count: int
    highest: int


class Answer(Struct, frozen=True):
    """The numbers, in order, and where they came from."""

    numbers: tuple[int, ...]
    origin: Origin


class Source(Protocol):
    """Where cards come from."""

    @property
    def name(self) -> str:
        """The source as log and posts call it."""

    async def draw(self, question: Question) -> Answer:
        """Answer, or raise ``ChanceUnavailable``; asked again, a draw may be answered anew."""


class Local:
    """The machine's own cryptographic generator: fair, but nobody else can check it."""

    name = "local"

    async def draw(self, question: Question) -> Answer:
        """Draw with replacement."""
        numbers = tuple(secrets.randbelow(question.highest) + 1 for _ in range(question.count))
        return Answer(numbers, FromMachine())


class Scripted:
    """A given list of numbers, in order: for tests and demonstrations.

    A database remembers how many numbers of a list (known by its hash) it has dealt; ``used``
    tells, so that a second start goes on where the first stopped.
    """

    name = "scripted"

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = numbers
        self.used = 0
        self.list = hashlib.sha256(",".join(map(str, numbers)).encode()).hexdigest()

    async def draw(self, question: Question) -> Answer:
        """Take the next numbers; ``NumbersExhausted`` when fewer are left than owed."""
        numbers = self._numbers[self.used : self.used + question.count]
        if len(numbers) < question.count:
            raise NumbersExhausted(used=self.used, wanted=question.count)
        for number in numbers:
            if number > question.highest:
                msg = f"--numbers: {number} names no card, this table has 1 … {question.highest}"
                raise CannotStart(msg)
        answer = Answer(numbers, FromScript(self.list, self.used))
        self.used += question.count
        return answer
