"""Draws, checked against their intents and whatever proves them. Pure.

Every draw was intended, with the log's hash inside what random.org signed; every intent is answered
once; tickets form a chain and serials rise by one per key; numbers of a script are taken without a
gap.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final, NamedTuple

import msgspec

from bot.audit import times
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
    Draw,
    FromMachine,
    FromRandomOrg,
    FromScript,
    Intent,
    Lost,
    Slot,
    Tickets,
    Voided,
    source_of,
)

MARGIN: Final = timedelta(days=1)
"""By which an expiry may seem early: clocks differ, and so may the ways to count thirty days."""


class Intended(NamedTuple):
    """An intent that waits for its draw; ``head`` is the log's hash after it."""

    position: int
    head: bytes
    body: Intent
    ticket: str | None


class Draws:
    """What is known of draws so far; each method yields what is wrong."""

    def __init__(self, key: SigningKey) -> None:
        self.count = 0
        self.open: Intended | None = None
        self._key = key
        self._intended = 0
        self._tail: tuple[str, str] | None = None  # ticket and when it came into being
        self._last: SignedIntegers | None = None
        self._serials: dict[str, int] = {}  # by hashed key
        self._script: dict[str, int] = {}

    def announce(self, body: Tickets) -> Iterator[str]:
        """A new chain begins: the first one, or after a tail that expired unused."""
        if self._tail is None:
            if body.replaces is not None:
                yield f"replaces ticket {body.replaces}, which is not in the log"
        else:
            ticket, created = self._tail
            if body.replaces != ticket:
                yield f"replaces {body.replaces}, the chain ends with {ticket}"
            elif times.signed(body.created) < times.signed(created) + TICKET_LIVES - MARGIN:
                yield f"ticket {ticket} had not expired when it was replaced"
        self._tail = body.ticket, body.created
        if self.open is not None:
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
        tail = self._tail[0] if self._tail else None
        if not body.ticket == signed.ticket_data.ticket_id == tail:
            yield f"lost draw of ticket {body.ticket}: the chain is at {tail}"
        if self.open is not None and signed.user_data.log == self.open.head.hex():
            yield f"draw {self.open.body.draw} was answered and is called lost"
        if body.key != self._key.fingerprint:
            yield f"lost draw of ticket {body.ticket}: the log names another signing key"
        self._follow(signed)

    def abandon(self, body: Voided) -> Iterator[str]:
        """A round that is undone takes the intent of its cards with it."""
        if body.draw is None:
            return
        if self.open is None or self.open.body.draw != body.draw:
            yield f"draw {body.draw} was not open"
        self.open = None

    def intend(
        self, position: int, head: bytes, body: Intent, owed: tuple[Slot, ...], highest: int
    ) -> Iterator[str]:
        """Exactly the cards that are owed are intended, in order, when no draw is open."""
        if body.highest != highest:
            yield f"numbers up to {body.highest} are intended, these packs have {highest}"
        if self.open is not None:
            yield f"draw {self.open.body.draw} is not answered yet"
        if body.draw != self._intended + 1:
            yield f"draw {body.draw} follows draw {self._intended}"
        if body.slots != owed:
            yield "other cards are owed than intended"
        tail = self._tail[0] if self._tail else None
        if body.ticket is not None and body.ticket != tail:
            yield f"ticket {body.ticket} is intended, the chain ends with {tail}"
        self._intended = body.draw
        self.open = Intended(position, head, body, body.ticket)

    def answer(self, body: Draw) -> Iterator[str]:
        """The open intent is answered, by its source, with what its source can prove."""
        self.count += 1
        intended, self.open = self.open, None
        if intended is None or (intended.position, intended.body.draw) != (body.intent, body.draw):
            yield f"draw {body.draw} was not intended just before"
        if intended is not None:
            if source_of(body.origin) != intended.body.source:
                yield f"draw {body.draw} has another source than intended"
            if len(body.numbers) != len(intended.body.slots):
                yield f"draw {body.draw} has {len(body.numbers)} numbers"
        match body.origin:
            case FromMachine():
                pass
            case FromScript():
                yield from self._scripted(body, body.origin)
            case FromRandomOrg():
                yield from self._signed(body, body.origin, intended)

    def _scripted(self, body: Draw, origin: FromScript) -> Iterator[str]:
        used = self._script.get(origin.list, 0)
        if used != origin.offset:
            yield f"numbers {used + 1} … of the list were left out"
        self._script[origin.list] = origin.offset + len(body.numbers)

    def _signed(
        self, body: Draw, origin: FromRandomOrg, intended: Intended | None
    ) -> Iterator[str]:
        try:
            signed = read_signed(origin.random)
        except msgspec.DecodeError as error:
            yield f"draw {body.draw}: {error}"
            return
        if signed.data != body.numbers:
            yield f"draw {body.draw}: other numbers were signed than dealt"
        if origin.key != self._key.fingerprint:
            yield f"draw {body.draw}: the log names another signing key than the pinned one"
        serial = self._serials.get(signed.hashed_api_key)
        if intended is not None:
            expected = Expected(
                hashed_api_key=signed.hashed_api_key,
                count=len(intended.body.slots),
                highest=intended.body.highest,
                user_data=UserData(v=1, log=intended.head.hex(), seq=body.draw),
                ticket=intended.ticket or "",
                after_serial=serial or 0,
                not_before=self._tail[1] if self._tail else "",
                not_after=times.logged(body.at) or times.FAR_FUTURE,
            )
            began = times.logged(intended.body.at) or times.LONG_AGO
            if times.signed(signed.completion_time) < began - CLOCKS_DIFFER:
                yield f"draw {body.draw}: completed before it was intended"
            for problem in problems(origin.random, origin.signature, self._key, expected):
                yield f"draw {body.draw}: {problem}"
        if serial is not None and signed.serial_number != serial + 1:
            yield f"draw {body.draw}: serial {signed.serial_number} follows {serial}"
        previous = self._last.ticket_data.ticket_id if self._last else None
        if signed.ticket_data.previous_ticket_id not in {previous, None}:
            yield f"draw {body.draw}: its ticket follows {signed.ticket_data.previous_ticket_id}"
        self._follow(signed)

    def _follow(self, signed: SignedIntegers) -> None:
        self._serials[signed.hashed_api_key] = signed.serial_number
        self._last = signed
        self._tail = signed.ticket_data.next_ticket_id, signed.completion_time
