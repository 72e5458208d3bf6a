"""Chance: the port through which every card comes, and the two sources that need no network.

A source answers a draw with exactly the numbers asked for. There is no fallback from one source to
another, ever: a switch of source is the hole a cheat would use.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

from msgspec import Struct

from bot.engine import shoe
from bot.errors import CannotStart, NumbersExhausted
from bot.store.entries import FromMachine, FromScript, Origin


class Tail(Struct, frozen=True):
    """The end of a ticket chain: the ticket for the next draw, and when it came into being."""

    ticket: str
    created: str  # UTC, as random.org writes it


class Question(Struct, frozen=True):
    """A draw to be made: ``count`` numbers from 1 to ``highest``, each equally likely.

    The rest is for a source with signatures: the log's hash after the intent, the ticket, and what
    this draw must come after: the last serial number of that (hashed) key, and the time when the
    ticket came into being.

    With ``out`` all numbers differ, and those name no card: as many as are out are asked beyond
    the cards owed, so that one answer always suffices (reading 22).
    """

    draw: int
    count: int
    highest: int
    head: str = ""
    ticket: str = ""
    after_key: str = ""
    after_serial: int = 0
    not_before: str = ""
    out: tuple[int, ...] | None = None


class Answer(Struct, frozen=True):
    """The numbers, in order, and where they came from."""

    numbers: tuple[int, ...]
    origin: Origin


class Source(Protocol):
    """Where cards come from."""

    @property
    def name(self) -> str:
        """The source as log and posts call it."""

    @property
    def has_tickets(self) -> bool:
        """Whether each draw has a ticket, and follows from the draw before."""

    @property
    def gives_spares(self) -> bool:
        """Whether a draw from a finite shoe asks for spare numbers: where requests are dear."""

    def requests_left(self, bits: int) -> int | None:
        """Return how many draws are left today if each takes so many bits.

        None where nobody counts, or nobody knows.
        """

    async def renew(
        self, tail: Tail | None, *, intended: bool, hidden: bool = False
    ) -> Tail | None:
        """Return the head of a new ticket chain if the next draw needs one.

        ``tail`` is the ticket that the draw would use; ``intended`` if it was already intended, so
        that the ticket may be used; ``hidden`` on the chain whose results are not shown. Raises
        ``ChanceUnavailable``.
        """

    async def draw(self, question: Question) -> Answer:
        """Answer, or raise ``ChanceUnavailable``; the same question may then be asked again."""


class _WithoutTickets:
    """A source whose draws need no ticket and are not counted."""

    has_tickets = False
    gives_spares = False

    def requests_left(self, bits: int) -> int | None:  # noqa: ARG002
        """Nobody counts."""
        return None

    async def renew(
        self,
        tail: Tail | None,  # noqa: ARG002
        *,
        intended: bool,  # noqa: ARG002
        hidden: bool = False,  # noqa: ARG002
    ) -> Tail | None:
        """Never."""
        return None


class Local(_WithoutTickets):
    """The machine's own cryptographic generator: fair, but nobody else can check it."""

    name = "local"

    async def draw(self, question: Question) -> Answer:
        """Draw with replacement, or all different."""
        if question.out is not None:
            every = range(1, question.highest + 1)
            exclusive = secrets.SystemRandom().sample(every, question.count)
            return Answer(tuple(exclusive), FromMachine())
        numbers = tuple(secrets.randbelow(question.highest) + 1 for _ in range(question.count))
        return Answer(numbers, FromMachine())


class Scripted(_WithoutTickets):
    """A given list of numbers, in order: for tests and demonstrations.

    A database remembers how many numbers of a list (known by its hash) it has dealt; ``used``
    tells, so that a second start goes on where the first stopped.
    """

    name = "scripted"

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = numbers
        self.used = 0
        self._last: tuple[int, Answer] | None = None  # draw and answer
        self.list = hashlib.sha256(",".join(map(str, numbers)).encode()).hexdigest()

    async def draw(self, question: Question) -> Answer:
        """Take the next numbers; ``NumbersExhausted`` when fewer are left than owed.

        The same draw asked again, since its answer was lost on the way, gets the same answer.
        """
        if self._last is not None and self._last[0] == question.draw:
            return self._last[1]
        count = self._needed(question)
        numbers = self._numbers[self.used : self.used + count]
        if len(numbers) < count:
            raise NumbersExhausted(used=self.used, wanted=count)
        for number in numbers:
            if number > question.highest:
                msg = f"--numbers: {number} names no card, this table has 1 … {question.highest}"
                raise CannotStart(msg)
        answer = Answer(numbers, FromScript(self.list, self.used))
        self.used += count
        self._last = question.draw, answer
        return answer

    def _needed(self, question: Question) -> int:
        """Return how many numbers to take: until enough of them are not out."""
        if question.out is None:
            return question.count
        owed = question.count - len(question.out)
        left = self._numbers[self.used :]
        for count in range(owed, len(left) + 1):
            if len(shoe.accepted(left[:count], question.out, owed)) == owed:
                return count
        return len(left) + 1  # more than there are
