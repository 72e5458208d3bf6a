"""Hidden draws: what of them can be checked before they are told, and what must be told when. Pure.

What is told later in the log is known from the start (a first pass gathers it), so a round is
decided again with its true cards. A draw that is not told yet is *pending*: that is no finding as
long as something of its round lies face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from bot.draws.commitment import SALT, commitment, numbers_in
from bot.engine import shoe
from bot.engine.state import Round
from bot.engine.wants import wants
from bot.store.codec import canonical
from bot.store.entries import RANDOM_ORG, Draw, FromScript, Hidden, Unveiled, source_of

SCRIPTED = source_of(FromScript("", 0))


class Due(NamedTuple):
    """What a hidden draw must bring: for which round, how much of it face down."""

    table: int
    round: int
    hidden: tuple[bool, ...]  # by slot
    out: tuple[int, ...] | None  # numbers that name no card; None: each may come again
    asked: int  # numbers
    highest: int
    sure: bool  # whether the round is known so far: not where players' cards are not told yet

    @classmethod
    def of(cls, table: int, state: Round, *, sure: bool) -> Due:
        """Return what is due at a table."""
        slots = wants(state).draws
        count = len(slots) if state.out is None else shoe.exclusive(state, len(slots))
        hidden = tuple(slot.hidden for slot in slots)
        return cls(table, state.number, hidden, state.out, count, shoe.highest(state.rules), sure)

    @property
    def brings(self) -> int:
        """How many cards come, where the shoe has so many."""
        if self.out is None:
            return len(self.hidden)
        return min(len(self.hidden), self.highest - len(self.out))

    def accepted(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers that name cards."""
        if self.out is None:
            return numbers
        return shoe.accepted(numbers, self.out, len(self.hidden))

    def shown(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return what the draw's entry must say of them."""
        pairs = zip(self.hidden, numbers, strict=False)
        return tuple(0 if hidden else number for hidden, number in pairs)


class Unseen:
    """What is known of hidden draws so far; each method yields what is wrong."""

    def __init__(self, told: Iterable[Unveiled]) -> None:
        self._told: dict[int, Unveiled] = {}
        for body in told:
            self._told.setdefault(body.draw, body)
        self._waiting: dict[int, tuple[Due, Draw]] = {}  # not told yet, by draw

    @property
    def pending(self) -> tuple[int, ...]:
        """The draws that are not told yet."""
        return tuple(self._waiting)

    def told(self, draw: int) -> Unveiled | None:
        """Return what will be told of a draw later in the log."""
        return self._told.get(draw)

    def answer(self, body: Draw, origin: Hidden, due: Due) -> Iterator[str]:
        """A draw whose numbers are not all told: check what can be seen of it."""
        self._waiting[body.draw] = due, body
        told = self._told.get(body.draw)
        if told is None and not due.sure:
            return
        if told is None:
            if [number == 0 for number in body.numbers] != list(due.hidden[: due.brings]):
                yield f"draw {body.draw} tells another part of its numbers than lies open"
            open_ones = [number for number in body.numbers if number]
            out = due.out or ()
            if any(not 1 <= number <= due.highest or number in out for number in open_ones):
                yield f"draw {body.draw} deals a number that it cannot bring"
            return
        yield from _committed(body.draw, origin, told)
        numbers = numbers_of(told)
        if numbers is None:
            yield f"draw {body.draw}: what is told later holds no numbers"
        elif body.numbers != due.shown(due.accepted(numbers)):
            yield f"draw {body.draw}: other numbers are told later than were dealt"
        elif origin.of != RANDOM_ORG:
            yield from _unsigned(body.draw, origin, told, numbers, due)

    def dealt(self, body: Draw, due: Due) -> tuple[int, ...] | None:
        """Return the true numbers of a hidden draw, if they are told in the log."""
        told = self._told.get(body.draw)
        numbers = numbers_of(told) if told else None
        return None if numbers is None else due.accepted(numbers)

    def unveil(self, body: Unveiled, states: dict[int, Round]) -> Iterator[str]:
        """A hidden draw is told: once, when nothing of its round lies face down any more."""
        found = self._waiting.pop(body.draw, None)
        if found is None:
            yield f"draw {body.draw} was not hidden, or is told already"
            return
        due, draw = found
        if body.guild != draw.guild:
            yield f"draw {body.draw} is told by another guild"
        if _lies_face_down(states, due):
            yield f"draw {body.draw} is told while cards of round {due.round} lie face down"

    def overdue(self, states: dict[int, Round]) -> Iterator[str]:
        """What must have been told by now is missing."""
        for draw, (due, _) in tuple(self._waiting.items()):
            if not _lies_face_down(states, due):
                del self._waiting[draw]
                yield f"draw {draw} is not told, and nothing of round {due.round} lies face down"


def _lies_face_down(states: dict[int, Round], due: Due) -> bool:
    state = states.get(due.table)
    if state is None or state.number != due.round or state.closed:
        return False
    return bool(state.face_down)


def numbers_of(told: Unveiled) -> tuple[int, ...] | None:
    """Return all numbers of a draw that is told; None where there are none."""
    try:
        return numbers_in(told.content, signed=bool(told.signature))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _committed(draw: int, origin: Hidden, told: Unveiled) -> Iterator[str]:
    try:
        salt = bytes.fromhex(told.salt)
    except ValueError:
        salt = b""
    if len(salt) != SALT:
        yield f"draw {draw}: its salt has {len(salt)} bytes and not {SALT}"
    if commitment(salt, told.content, told.signature) != origin.commitment:
        yield f"draw {draw}: what is told later is not what it committed to"
    if bool(told.signature) != (origin.of == RANDOM_ORG):
        yield f"draw {draw}: what is told later is not from the source {origin.of}"


def _unsigned(
    draw: int, origin: Hidden, told: Unveiled, numbers: tuple[int, ...], due: Due
) -> Iterator[str]:
    """Nobody signs it: the numbers must at least be as they can come."""
    if canonical(numbers).decode() != told.content:
        yield f"draw {draw}: its numbers are not canonical JSON"
    if any(not 1 <= number <= due.highest for number in numbers):
        yield f"draw {draw}: a number is not within 1 … {due.highest}"
    if len(due.accepted(numbers)) != due.brings:
        yield f"draw {draw} brings too few cards"
    if due.out is not None and origin.of == SCRIPTED:
        if len(due.accepted(numbers[:-1])) == due.brings:
            yield f"draw {draw} takes more numbers than it needs"
    elif len(numbers) != due.asked or (due.out is not None and len(set(numbers)) != due.asked):
        yield f"draw {draw} asks for other numbers than it must"
