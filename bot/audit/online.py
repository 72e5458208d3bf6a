"""Walk random.org's ticket chain and compare it with the log: what only the world can prove.

Anybody may ask for a ticket; no key is needed. Every signed draw of the log must be what its ticket
was used for, and a ticket that the log has not used must be unused: a draw that was made and left
out shows here. What cannot be looked up is a finding, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from bot.audit.findings import Code, Finding
from bot.audit.records import Records, bodies
from bot.draws.rpc import NoAnswer, Refused, Rpc
from bot.draws.signed import SignedIntegers, read_signed
from bot.store.entries import Draw, FromRandomOrg, Intent, Lost, Tickets


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


def chain(records: Records) -> Iterator[Stretch]:
    """Yield every ticket that the log knows of: used ones, replaced ones, and the tail."""
    tail: str | None = None
    open_head = ""
    for entry, body in bodies(records):
        match body:
            case Intent():
                open_head = entry.hash.hex()
            case Tickets():
                if tail is not None:
                    yield Stretch(tail, "a replaced tail")
                tail = body.ticket
            case Draw(origin=FromRandomOrg() as origin) if signed := _signed(origin.random):
                where, used = f"draw {body.draw}", signed.ticket_data
                yield Stretch(used.ticket_id, where, origin.random, origin.signature)
                tail, open_head = used.next_ticket_id, ""
            case Lost() if signed := _signed(body.random):
                yield Stretch(body.ticket, "a lost draw", body.random, body.signature)
                tail = signed.ticket_data.next_ticket_id
            case _:
                pass
    if tail is not None:
        yield Stretch(tail, "the tail", answers=open_head)


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


def _compared(found: _Ticket | str, stretch: Stretch) -> str:
    """Return what is wrong with a ticket; empty if nothing is."""
    if isinstance(found, str):
        return found
    used, result = found.used_time is not None, found.result
    if stretch.random is None:
        pending = (
            result is not None
            and stretch.answers
            and stretch.answers in bytes(result.random).decode("utf-8", "replace")
        )
        return "was used for a draw that is not here" if used and not pending else ""
    if not used:
        return "random.org has not used it"
    if result is not None and (bytes(result.random), result.signature) != (
        stretch.random.encode(),
        stretch.signature,
    ):
        return "random.org has another draw under it"
    return ""


async def _ticket(rpc: Rpc, ticket: str) -> _Ticket | str:
    """Return what random.org knows of a ticket, or why not."""
    try:
        return msgspec.json.decode(await rpc.call("getTicket", ticketId=ticket), type=_Ticket)
    except NoAnswer as silence:
        return f"random.org does not answer: {silence.why}"
    except Refused as refused:
        return f"random.org says: {refused.message}"
    except msgspec.DecodeError as error:
        return f"random.org's answer cannot be read: {error}"
