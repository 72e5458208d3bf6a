"""Walk random.org's ticket chain and compare it with the log: what only the world can prove.

Anybody may ask for a ticket; no key is needed. Every signed draw of the log must be what its ticket
was used for, and a ticket that the log has not used must be unused: a draw that was made and left
out shows here. What cannot be looked up is a finding, too, but for a tail that expired unused and
was replaced: random.org may have forgotten it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from bot.audit.findings import Code, Finding
from bot.audit.records import Records, bodies
from bot.draws.log import Entry
from bot.draws.rpc import NoAnswer, Refused, Rpc
from bot.draws.signed import SignedIntegers, read_signed
from bot.store.entries import (
    RANDOM_ORG,
    Body,
    Draw,
    FromRandomOrg,
    Hidden,
    Intent,
    Lost,
    Tickets,
    Unveiled,
)

_FORGOTTEN: Final = 420


class _Result(Struct):
    random: msgspec.Raw
    signature: str


class _Ticket(Struct, rename="camel"):
    used_time: str | None
    result: _Result | None = None


class Stretch(Struct, frozen=True):
    """A ticket of the log: what it was used for, or nothing, if it must be unused."""

    ticket: str
    where: str
    random: str | None = None
    signature: str | None = None
    answers: str = ""  # an unused one: the head of the intent that it may answer meanwhile
    replaced: bool = False  # it expired unused
    pending: bool = False  # used for what is not told yet; or for whatever its intent asked


def chain(records: Records) -> Iterator[Stretch]:
    """Yield every ticket that the log knows of: used ones, replaced ones, and the tails."""
    walk = _Walk({each.draw: each for each in records.unveiled()})
    for entry, body in bodies(records):
        yield from walk.take(entry, body)
    yield from walk.end()


class _Walk:
    """Both chains along the log; the hidden one under True."""

    def __init__(self, told: dict[int, Unveiled]) -> None:
        self._told = told
        self._tails: dict[bool, str | None] = {}
        self._intent: tuple[str, Intent] | None = None  # open, with its head

    def take(self, entry: Entry, body: Body) -> Iterator[Stretch]:
        match body:
            case Intent():
                self._intent = entry.hash.hex(), body
            case Tickets():
                hidden = body.hidden is True
                replaced = self._tails.get(hidden)
                if replaced is not None:
                    yield Stretch(replaced, "a replaced tail", replaced=True)
                self._tails[hidden] = body.ticket
            case Draw(origin=FromRandomOrg() as origin):
                yield from self._used(body.draw, origin.random, origin.signature, hidden=False)
            case Draw(origin=Hidden(of=source)) if source == RANDOM_ORG:
                yield from self._unseen(body.draw)
            case Lost() if signed := _signed(body.random):
                yield Stretch(body.ticket, "a lost draw", body.random, body.signature)
                self._tails[body.hidden is True] = signed.ticket_data.next_ticket_id
            case _:
                pass

    def end(self) -> Iterator[Stretch]:
        """Yield the tails; one may be used by now for the intent that is open."""
        head, intent = self._intent or ("", None)
        for hidden, tail in self._tails.items():
            if tail is not None:
                own = intent is not None and (intent.hidden is True) == hidden
                yield Stretch(tail, "the tail", answers=head if own else "", pending=own and hidden)

    def _used(self, draw: int, random: str, signature: str, *, hidden: bool) -> Iterator[Stretch]:
        signed = _signed(random)
        if signed is not None:
            used = signed.ticket_data
            yield Stretch(used.ticket_id, f"draw {draw}", random, signature)
            self._tails[hidden], self._intent = used.next_ticket_id, None

    def _unseen(self, draw: int) -> Iterator[Stretch]:
        """A hidden draw; before it is told, only that its ticket was used can be checked."""
        told = self._told.get(draw)
        if told is not None:
            yield from self._used(draw, told.content, told.signature, hidden=True)
            return
        ticket = self._tails.get(True)
        if ticket is not None:
            yield Stretch(ticket, f"draw {draw}", random="", pending=True)
        self._tails[True], self._intent = None, None


def _signed(text: str) -> SignedIntegers | None:
    try:
        return read_signed(text)
    except msgspec.DecodeError:
        return None  # the replay has a finding for it


async def walk(records: Records, rpc: Rpc) -> list[Finding]:
    """Compare every ticket with random.org's memory."""
    findings: list[Finding] = []
    for stretch in list(chain(records)):
        wrong = _compared(await _ticket(rpc, stretch.ticket), stretch)
        if wrong:
            findings.append(
                Finding(Code.ONLINE, stretch.where, f"ticket {stretch.ticket}: {wrong}")
            )
    return findings


def _compared(found: _Ticket | Refused | str, stretch: Stretch) -> str:
    """Return what is wrong with a ticket; empty if nothing is."""
    if isinstance(found, str):
        return found
    if isinstance(found, Refused):
        forgotten = stretch.replaced and found.code == _FORGOTTEN
        return "" if forgotten else f"random.org says: {found.message}"
    used, result = found.used_time is not None, found.result
    if stretch.random is None:
        if stretch.pending:
            return ""  # of the hidden chain nothing is shown
        pending = (
            result is not None
            and stretch.answers
            and stretch.answers in bytes(result.random).decode("utf-8", "replace")
        )
        return "was used for a draw that is not here" if used and not pending else ""
    if not used:
        return "random.org has not used it"
    if stretch.pending:
        return "" if result is None else "random.org shows what was to be hidden"
    if result is not None and (bytes(result.random), result.signature) != (
        stretch.random.encode(),
        stretch.signature,
    ):
        return "random.org has another draw under it"
    return ""


async def _ticket(rpc: Rpc, ticket: str) -> _Ticket | Refused | str:
    """Return what random.org knows of a ticket, or why not."""
    try:
        return msgspec.json.decode(await rpc.call("getTicket", ticketId=ticket), type=_Ticket)
    except NoAnswer as silence:
        return f"random.org does not answer: {silence.why}"
    except Refused as refused:
        return refused
    except msgspec.DecodeError as error:
        return f"random.org's answer cannot be read: {error}"
