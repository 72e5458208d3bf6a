"""random.org as a source of cards: signed, ticketed, recoverable.

The ticket is the draw's idempotency key. A draw is *attempted*: the same question may be asked any
number of times, after a time-out, a crash or a restart, and gets the same numbers, since its ticket
can be used once and its stored result is fetched (422, ``getTicket``). There is no other source to
fall back to, ever.

What is unreachable or spent is said with ``ChanceUnavailable``; what was drawn and is not ours, or
was signed by an unknown key, too: then the operator must look.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from bot.draws import quota as quotas
from bot.draws.chance import Answer, Question, Tail
from bot.draws.quota import Quota
from bot.draws.rpc import NoAnswer, Refused, Rpc
from bot.draws.signature import SigningKey, hashed_key
from bot.draws.signed import (
    METHOD,
    TICKET_LIVES,
    Expected,
    UserData,
    problems,
    read_signed,
    read_time,
)
from bot.errors import ChanceUnavailable
from bot.refusals import Outage
from bot.store.entries import RANDOM_ORG, FromRandomOrg

T = TypeVar("T")

_TICKET_USED: Final = 422
_QUOTA: Final = {402, 403}
_OUTAGES: Final = {
    400: Outage.KEY_UNKNOWN,
    401: Outage.KEY_STOPPED,
    404: Outage.KEY_NOT_VALID,
    405: Outage.KEY_NOT_VALID,
    420: Outage.TICKET_LOST,
    421: Outage.TICKET_LOST,
    424: Outage.LICENCE,
    425: Outage.LICENCE,
}
_PASSING: Final = {101, -32603}
"""Codes that pass by themselves; so do -32000 … -32099. Every other one is a fault of ours."""


class Ticket(Struct, frozen=True, rename="camel"):
    """What ``getTicket`` says; ``result`` is absent where results are not shown, null unused."""

    ticket_id: str
    hashed_api_key: str
    show_result: bool
    creation_time: str
    used_time: str | None
    serial_number: int | None
    expiration_time: str
    previous_ticket_id: str | None
    next_ticket_id: str | None
    result: msgspec.Raw = msgspec.Raw(b"null")


class NewTicket(Struct, frozen=True, rename="camel"):
    """What ``createTickets`` gives."""

    ticket_id: str
    creation_time: str


class Usage(Struct, frozen=True, rename="camel"):
    """What ``getUsage`` says of the key."""

    status: str
    requests_left: int
    bits_left: int


class _Result(Struct, rename="camel"):
    random: msgspec.Raw
    signature: str
    requests_left: int | None = None
    bits_left: int | None = None


class RandomOrg:
    """One key at random.org."""

    name = RANDOM_ORG
    has_tickets = True
    gives_spares = True

    def __init__(
        self, rpc: Rpc, api_key: str, signing_key: SigningKey, now: Callable[[], datetime]
    ) -> None:
        self.signing_key = signing_key
        self.hashed_api_key = hashed_key(api_key)
        self.quota = Quota()
        self._followed: set[bool] = set()  # chains whose tail was looked up in this process
        self._rpc = rpc
        self._api_key = api_key
        self._now = now

    def requests_left(self, bits: int) -> int | None:
        """Return how many such requests the key has left today; None until it was told."""
        return quotas.requests_left(self.quota, self._now(), bits=bits)

    async def draw(self, question: Question) -> Answer:
        """Attempt a draw; raises ``ChanceUnavailable``, after which it may be attempted again."""
        self._require_quota()
        stored = False
        try:
            result = await self._generate(question)
        except NoAnswer as silence:
            found = await self._stored(question.ticket)
            if found is None:
                raise ChanceUnavailable(Outage.UNREACHABLE, detail=silence.why) from silence
            result, stored = found, True
        wrong = self._problems(result, question)
        if wrong and not stored:
            # The answer may have been spoiled on its way: what is stored under the ticket counts.
            found = await self._stored(question.ticket)
            if found is None:
                raise ChanceUnavailable(Outage.UNREACHABLE, detail="; ".join(wrong)[:500])
            result, wrong = found, self._problems(found, question)
        if wrong:
            raise ChanceUnavailable(_outage_of(wrong), detail="; ".join(wrong)[:500])
        origin = self._signed(result)
        return Answer(read_signed(origin.random).data, origin)

    async def renew(
        self, tail: Tail | None, *, intended: bool, hidden: bool = False
    ) -> Tail | None:
        """Return a new head where there is no tail, or it expired unused.

        The first time in a process, the tail is looked up: one that was used for something that
        is not in our log means that the database is older than the world.
        """
        if tail is not None and hidden in self._followed and not self._expired(tail):
            return None
        if tail is not None:
            used = await self.is_used(tail)
            if used and not intended:
                raise _foreign(tail)
            self._followed.add(hidden)
            if used or not self._expired(tail):
                return None
        new = await self.new_ticket(shown=not hidden)
        self._followed.add(hidden)
        return Tail(new.ticket_id, new.creation_time)

    async def require_unused(self, tail: Tail) -> None:
        """Raise ``ChanceUnavailable`` (foreign) for a ticket that was used."""
        if await self.is_used(tail):
            raise _foreign(tail)

    async def require_running(self) -> None:
        """Raise ``ChanceUnavailable`` (key_stopped) for a key that may not draw."""
        usage = await self.usage()
        if usage.status != "running":
            raise ChanceUnavailable(Outage.KEY_STOPPED)

    async def is_used(self, tail: Tail) -> bool:
        """Whether a ticket was used; one that expired unused may be forgotten by now.

        Raises ``ChanceUnavailable``.
        """
        try:
            return (await self.ticket(tail.ticket)).used_time is not None
        except ChanceUnavailable as error:
            if error.outage is Outage.TICKET_LOST and self._expired(tail):
                return False
            raise

    def _expired(self, tail: Tail) -> bool:
        return self._now() >= read_time(tail.created) + TICKET_LIVES

    async def ticket(self, ticket: str) -> Ticket:
        """Return what is known of a ticket; raises ``ChanceUnavailable``."""
        return _decode(await self._ask("getTicket", ticketId=ticket), Ticket)

    async def stored(self, ticket: str) -> FromRandomOrg:
        """Return what a used ticket was used for; raises ``ChanceUnavailable``."""
        result = await self._stored(ticket)
        if result is None:
            raise ChanceUnavailable(Outage.UNREACHABLE, detail=f"ticket {ticket} is not used")
        return self._signed(result)

    async def new_ticket(self, *, shown: bool) -> NewTicket:
        """Create the head of a new chain; raises ``ChanceUnavailable``."""
        result = await self._ask("createTickets", apiKey=self._api_key, n=1, showResult=shown)
        return _decode(result, tuple[NewTicket])[0]

    async def usage(self) -> Usage:
        """Return the key's state, and note its counters; raises ``ChanceUnavailable``."""
        result = await self._ask("getUsage", apiKey=self._api_key)
        usage = _decode(result, Usage)
        self.quota = quotas.told(
            self.quota,
            requests_left=usage.requests_left,
            bits_left=usage.bits_left,
            now=self._now(),
        )
        return usage

    def clock_ahead(self) -> timedelta | None:
        """Return how far this machine's clock is ahead of the service's, if it said its time."""
        if self._rpc.date is None:
            return None
        try:
            return self._now() - parsedate_to_datetime(self._rpc.date)
        except (ValueError, TypeError):
            return None

    async def close(self) -> None:
        """Close the connection."""
        await self._rpc.close()

    # ── requests ─────────────────────────────────────────────────────────────────────────────────

    async def _generate(self, question: Question) -> _Result:
        try:
            raw = await self._rpc.call(
                METHOD,
                apiKey=self._api_key,
                n=question.count,
                min=1,
                max=question.highest,
                replacement=question.out is None,
                base=10,
                pregeneratedRandomization=None,
                licenseData=None,
                userData=self._user_data(question),
                ticketId=question.ticket,
            )
        except Refused as refused:
            if refused.code != _TICKET_USED:
                raise self._outage(refused) from refused
            stored = await self._stored(question.ticket)
            if stored is None:
                raise ChanceUnavailable(Outage.UNREACHABLE, detail="ticket used and not") from None
            return stored
        result = _decode(raw, _Result)
        if result.requests_left is not None and result.bits_left is not None:
            self.quota = quotas.told(
                self.quota,
                requests_left=result.requests_left,
                bits_left=result.bits_left,
                now=self._now(),
            )
        return result

    async def _stored(self, ticket_id: str) -> _Result | None:
        """Return the result that a ticket was used for, or None if it was not."""
        ticket = await self.ticket(ticket_id)
        if ticket.used_time is None or ticket.serial_number is None:
            return None
        if bytes(ticket.result) != b"null":
            return _decode(ticket.result, _Result)
        # A ticket of the hidden chain shows no result: the key's owner has it by its serial.
        serial = ticket.serial_number
        raw = await self._ask("getResult", apiKey=self._api_key, serialNumber=serial)
        return _decode(raw, _Result)

    async def _ask(self, method: str, **params: object) -> msgspec.Raw:
        try:
            return await self._rpc.call(method, **params)
        except NoAnswer as silence:
            raise ChanceUnavailable(Outage.UNREACHABLE, detail=silence.why) from silence
        except Refused as refused:
            raise self._outage(refused) from refused

    def _outage(self, refused: Refused) -> ChanceUnavailable:
        code, detail = refused.code, f"{refused.code} {refused.message}"[:200]
        if code in _QUOTA:
            until = quotas.next_midnight(self._now())
            self.quota = quotas.stopped(self.quota, until=until)
            return ChanceUnavailable(Outage.QUOTA, until=until, detail=detail)
        if code in _PASSING or -32099 <= code <= -32000:  # noqa: PLR2004 - JSON-RPC's server errors
            return ChanceUnavailable(Outage.UNREACHABLE, detail=detail)
        outage = _OUTAGES.get(code, Outage.REJECTED)
        if outage is Outage.TICKET_LOST:
            self._followed.clear()  # it may have expired: look it up again
        return ChanceUnavailable(outage, detail=detail)

    def _require_quota(self) -> None:
        until = self.quota.stopped_until
        if until is not None and self._now() < until:
            raise ChanceUnavailable(Outage.QUOTA, until=until)

    # ── results ──────────────────────────────────────────────────────────────────────────────────

    def _user_data(self, question: Question) -> UserData:
        return UserData(v=1, log=question.head, seq=question.draw)

    def _problems(self, result: _Result, question: Question) -> list[str]:
        expected = Expected(
            hashed_api_key=self.hashed_api_key,
            count=question.count,
            highest=question.highest,
            user_data=self._user_data(question),
            ticket=question.ticket,
            after_serial=question.after_serial if self._is_same_key(question) else 0,
            not_before=question.not_before,
            not_after=self._now(),
            replacement=question.out is None,
        )
        content = bytes(result.random).decode()
        return problems(content, result.signature, self.signing_key, expected)

    def _is_same_key(self, question: Question) -> bool:
        """Each key counts its own serials."""
        return question.after_key == self.hashed_api_key

    def _signed(self, result: _Result) -> FromRandomOrg:
        content = bytes(result.random).decode()
        return FromRandomOrg(content, result.signature, self.signing_key.fingerprint)


def _foreign(tail: Tail) -> ChanceUnavailable:
    return ChanceUnavailable(Outage.FOREIGN, detail=f"ticket {tail.ticket} was used")


def _outage_of(wrong: list[str]) -> Outage:
    """Return what a draw that is not ours means, by what is wrong with it."""
    names = {problem.partition(":")[0] for problem in wrong}
    if "signature" in names or "object" in names:
        return Outage.UNVERIFIED
    if names & {"userData", "ticketId", "serialNumber"}:
        return Outage.FOREIGN
    if names == {"completionTime"} and "ahead of" in wrong[0]:
        return Outage.CLOCK
    return Outage.UNVERIFIED


def _decode(raw: msgspec.Raw, kind: type[T]) -> T:
    """Read a result; one of another shape counts as no answer, for its draw is stored."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ChanceUnavailable(Outage.UNREACHABLE, detail="an answer of another shape") from error
