"""Draws, checked against their intents and whatever proves them. Pure.

Every draw was intended, with the log's hash inside what random.org signed; every intent is answered
once; tickets form a chain and serials rise by one per key; numbers of a script are taken without a
gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final, NamedTuple

import msgspec

from bot.audit import times
from bot.audit.unseen import SCRIPTED, Due, Unseen, numbers_of
from bot.draws.signature import SigningKey
from bot.draws.signed import (
    CLOCKS_DIFFER,
    TICKET_LIVES,
    Expected,
    SignedIntegers,
    UserData,
    problems,
    read_signed,
)
from bot.store.entries import (
    RANDOM_ORG,
    Draw,
    FromMachine,
    FromRandomOrg,
    FromScript,
    Hidden,
    Intent,
    Lost,
    Slot,
    Tickets,
    Unveiled,
    Voided,
    source_of,
)

MARGIN: Final = timedelta(days=1)
"""By which an expiry may seem early: clocks differ, and so may the ways to count thirty days."""


_UNKNOWN: Final = ("?", "")
"""The tail of a chain whose last draw is not told yet."""


class Intended(NamedTuple):
    """An intent that waits for its draw; ``head`` is the log's hash after it."""

    position: int
    head: bytes
    body: Intent
    ticket: str | None


class Draws:
    """What is known of draws so far; each method yields what is wrong."""

    def __init__(self, key: SigningKey, told: Iterable[Unveiled] = ()) -> None:
        """``told``: what the log tells of hidden draws, wherever it does."""
        self.count = 0
        self.open: Intended | None = None
        self.unseen = Unseen(told)
        self._key = key
        self._intended = 0
        # By chain, the hidden one or not; a tail is a ticket and when it came into being.
        self._tail: dict[bool, tuple[str, str]] = {}
        self._last: dict[bool, SignedIntegers] = {}
        self._serials: dict[str, int] = {}  # by hashed key
        self._untold = 0  # hidden draws since the last serial number that is known
        self._script: dict[str, int] = {}

    def announce(self, body: Tickets) -> Iterator[str]:
        """A new chain begins: the first one, or after a tail that expired unused."""
        chain = body.hidden is True
        tail = self._tail.get(chain)
        if tail is None:
            if body.replaces is not None:
                yield f"replaces ticket {body.replaces}, which is not in the log"
        elif tail != _UNKNOWN:
            ticket, created = tail
            if body.replaces != ticket:
                yield f"replaces {body.replaces}, the chain ends with {ticket}"
            elif times.signed(body.created) < times.signed(created) + TICKET_LIVES - MARGIN:
                yield f"ticket {ticket} had not expired when it was replaced"
        self._tail[chain] = body.ticket, body.created
        if self.open is not None and (self.open.body.hidden is True) == chain:
            self.open = self.open._replace(ticket=body.ticket)

    def lose(self, body: Lost) -> Iterator[str]:
        """A restored backup follows the chain over a draw that it does not know."""
        try:
            signed = read_signed(body.random)
        except msgspec.DecodeError as error:
            yield f"lost draw: {error}"
            return
        if not self._key.signed(body.random.encode(), body.signature):
            yield f"lost draw of ticket {body.ticket}: not signed by the pinned key"
        chain = body.hidden is True
        tail, _ = self._tail.get(chain, ("", ""))
        if body.ticket != signed.ticket_data.ticket_id or tail not in {body.ticket, _UNKNOWN[0]}:
            yield f"lost draw of ticket {body.ticket}: the chain is at {tail}"
        if self.open is not None and signed.user_data.log == self.open.head.hex():
            yield f"draw {self.open.body.draw} was answered and is called lost"
        if body.key != self._key.fingerprint:
            yield f"lost draw of ticket {body.ticket}: the log names another signing key"
        yield from self._counted(signed, f"lost draw of ticket {body.ticket}")
        self._follow(signed, chain=chain)

    def abandon(self, body: Voided) -> Iterator[str]:
        """A round that is undone takes the intent of its cards with it."""
        if body.draw is None:
            return
        if self.open is None or self.open.body.draw != body.draw:
            yield f"draw {body.draw} was not open"
        self.open = None

    def intend(
        self,
        position: int,
        head: bytes,
        body: Intent,
        owed: tuple[Slot, ...],
        highest: int,
        *,
        hidden: bool = False,
    ) -> Iterator[str]:
        """Exactly the cards that are owed are intended, in order, when no draw is open.

        ``hidden``: they must come on the hidden chain, and for one table.
        """
        if (body.hidden is True) != hidden:
            yield f"draw {body.draw} is intended {'openly' if hidden else 'as a hidden one'}"
        if hidden and len({slot.table for slot in body.slots}) > 1:
            yield f"draw {body.draw} is hidden, and for several tables"
        if body.highest != highest:
            yield f"numbers up to {body.highest} are intended, these packs have {highest}"
        if self.open is not None:
            yield f"draw {self.open.body.draw} is not answered yet"
        if body.draw != self._intended + 1:
            yield f"draw {body.draw} follows draw {self._intended}"
        if body.slots != owed:
            yield "other cards are owed than intended"
        tail = self._tail.get(body.hidden is True, (None,))[0]
        if body.ticket is not None and tail not in {body.ticket, _UNKNOWN[0]}:
            yield f"ticket {body.ticket} is intended, the chain ends with {tail}"
        self._intended = body.draw
        self.open = Intended(position, head, body, body.ticket)

    def answer(self, body: Draw, due: Due | None = None) -> Iterator[str]:
        """The open intent is answered, by its source, with what its source can prove.

        ``due``: what a hidden draw must bring.
        """
        self.count += 1
        intended, self.open = self.open, None
        if intended is None or (intended.position, intended.body.draw) != (body.intent, body.draw):
            yield f"draw {body.draw} was not intended just before"
        if intended is not None:
            yield from _as_intended(body, intended.body, due)
        match body.origin:
            case FromMachine():
                pass
            case FromScript():
                yield from self._scripted(body, body.origin)
            case FromRandomOrg():
                yield from self._signed(body, body.origin, intended)
            case Hidden() as origin:
                if due is not None:
                    yield from self._hidden(body, origin, intended, due)

    def _scripted(self, body: Draw, origin: FromScript) -> Iterator[str]:
        used = self._script.get(origin.list, 0)
        if used != origin.offset:
            yield f"numbers {used + 1} … of the list were left out"
        self._script[origin.list] = origin.offset + len(body.numbers)

    def _hidden(
        self, body: Draw, origin: Hidden, intended: Intended | None, due: Due
    ) -> Iterator[str]:
        """Some of it lies face down: what is told of it later must prove it all."""
        yield from self.unseen.answer(body, origin, due)
        told = self.unseen.told(body.draw)
        if origin.of == RANDOM_ORG and told is None:
            self._untold += 1
            self._tail[True] = _UNKNOWN
        elif origin.of == RANDOM_ORG and told is not None:
            proof = FromRandomOrg(told.content, told.signature, origin.key)
            yield from self._signed(body, proof, intended, due)
        elif origin.of == SCRIPTED:
            taken = numbers_of(told) if told else None
            used = self._script.get(origin.key, 0)
            self._script[origin.key] = used + len(taken or due.hidden)

    def _signed(
        self,
        body: Draw,
        origin: FromRandomOrg,
        intended: Intended | None,
        due: Due | None = None,
    ) -> Iterator[str]:
        chain = due is not None
        try:
            signed = read_signed(origin.random)
        except msgspec.DecodeError as error:
            yield f"draw {body.draw}: {error}"
            return
        if due is None and signed.data != body.numbers:
            yield f"draw {body.draw}: other numbers were signed than dealt"
        if origin.key != self._key.fingerprint:
            yield f"draw {body.draw}: the log names another signing key than the pinned one"
        if intended is not None:
            yield from self._as_asked(body, origin, signed, intended, due)
        yield from self._in_order(body, signed, chain=chain)
        self._follow(signed, chain=chain)

    def _as_asked(
        self,
        body: Draw,
        origin: FromRandomOrg,
        signed: SignedIntegers,
        intended: Intended,
        due: Due | None,
    ) -> Iterator[str]:
        """Compare a signed draw with its intent."""
        tail = self._tail.get(due is not None, _UNKNOWN)
        expected = Expected(
            hashed_api_key=signed.hashed_api_key,
            count=due.asked if due else len(intended.body.slots),
            highest=intended.body.highest,
            user_data=UserData(v=1, log=intended.head.hex(), seq=body.draw),
            ticket=intended.ticket or "",
            after_serial=0,  # seen to in order, with the draws that are not told yet
            not_before=tail[1],
            not_after=times.logged(body.at) or times.FAR_FUTURE,
            replacement=due is None or due.out is None,
        )
        began = times.logged(intended.body.at) or times.LONG_AGO
        if times.signed(signed.completion_time) < began - CLOCKS_DIFFER:
            yield f"draw {body.draw}: completed before it was intended"
        for problem in problems(origin.random, origin.signature, self._key, expected):
            yield f"draw {body.draw}: {problem}"

    def _in_order(self, body: Draw, signed: SignedIntegers, *, chain: bool) -> Iterator[str]:
        """Serials rise by one over both chains, and each ticket follows one of its own."""
        yield from self._counted(signed, f"draw {body.draw}")
        last = self._last.get(chain)
        previous = last.ticket_data.ticket_id if last else None
        unknown = self._tail.get(chain) == _UNKNOWN
        if not unknown and signed.ticket_data.previous_ticket_id not in {previous, None}:
            yield f"draw {body.draw}: its ticket follows {signed.ticket_data.previous_ticket_id}"

    def _counted(self, signed: SignedIntegers, what: str) -> Iterator[str]:
        serial = self._serials.get(signed.hashed_api_key)
        if serial is not None and signed.serial_number != serial + 1 + self._untold:
            yield f"{what}: serial {signed.serial_number} follows {serial}"

    def _follow(self, signed: SignedIntegers, *, chain: bool) -> None:
        known = self._serials.get(signed.hashed_api_key, 0)
        self._serials[signed.hashed_api_key] = max(known, signed.serial_number)
        self._untold = 0
        self._last[chain] = signed
        self._tail[chain] = signed.ticket_data.next_ticket_id, signed.completion_time


def _as_intended(body: Draw, intent: Intent, due: Due | None) -> Iterator[str]:
    if source_of(body.origin) != intent.source:
        yield f"draw {body.draw} has another source than intended"
    if isinstance(body.origin, Hidden) != (intent.hidden is True):
        yield f"draw {body.draw} is not on the chain that was intended"
    owed = due.brings if due and due.sure else len(intent.slots)
    if len(body.numbers) != owed and not (due and not due.sure and len(body.numbers) < owed):
        yield f"draw {body.draw} has {len(body.numbers)} numbers"
