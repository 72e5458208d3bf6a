"""Walk random.org's ticket chain and compare it with the log: what only the world can prove.

Anybody may ask for a ticket; no key is needed. Every signed draw of the log must be what its ticket
was used for, and the last ticket must be unused: a draw that was made and left out shows here.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from bot.audit.findings import Code, Finding
from bot.audit.records import Records
from bot.draws.rpc import NoAnswer, Refused, Rpc
from bot.draws.signed import read_signed
from bot.store.codec import read_body
from bot.store.entries import Draw, FromRandomOrg


class SignedLine(Struct, frozen=True):
    """A signed draw by itself: its number in the log, the exact text, and the signature."""

    draw: int
    random: str
    signature: str


class _Result(Struct):
    random: msgspec.Raw
    signature: str


class _Ticket(Struct, rename="camel"):
    used_time: str | None
    result: _Result | None = None


def signed_draws(records: Records) -> Iterator[SignedLine]:
    """Yield the signed draws of the log, in order."""
    for entry in records.entries():
        try:
            body = read_body(entry.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue  # the replay has a finding for it
        if isinstance(body, Draw) and isinstance(body.origin, FromRandomOrg):
            yield SignedLine(body.draw, body.origin.random, body.origin.signature)


async def walk(records: Records, rpc: Rpc) -> list[Finding]:
    """Compare every signed draw with its ticket; one finding each, and one for the tail."""
    findings: list[Finding] = []
    tail = None
    for line in signed_draws(records):
        try:
            signed = read_signed(line.random)
        except msgspec.DecodeError:
            continue  # as above
        ticket = await _ticket(rpc, signed.ticket_data.ticket_id)
        if isinstance(ticket, str):
            findings.append(Finding(Code.ONLINE, f"draw {line.draw}", ticket))
        elif ticket.result is not None and not _same(ticket.result, line):
            text = "random.org has another draw under this ticket"
            findings.append(Finding(Code.ONLINE, f"draw {line.draw}", text))
        elif ticket.used_time is None:
            text = "random.org has not used this ticket"
            findings.append(Finding(Code.ONLINE, f"draw {line.draw}", text))
        tail = signed.ticket_data.next_ticket_id
    if tail is not None:
        last = await _ticket(rpc, tail)
        if not isinstance(last, str) and last.used_time is not None:
            text = f"ticket {tail} was used for a draw that is not here"
            findings.append(Finding(Code.ONLINE, "tail", text))
    return findings


def _same(result: _Result, line: SignedLine) -> bool:
    return bytes(result.random) == line.random.encode() and result.signature == line.signature


async def _ticket(rpc: Rpc, ticket: str) -> _Ticket | str:
    """Return what random.org knows of a ticket, or why not."""
    try:
        return msgspec.json.decode(await rpc.call("getTicket", ticketId=ticket), type=_Ticket)
    except NoAnswer as silence:
        return f"random.org does not answer for ticket {ticket}: {silence.why}"
    except Refused as refused:
        return f"random.org says of ticket {ticket}: {refused.message}"
    except msgspec.DecodeError as error:
        return f"random.org's answer for ticket {ticket} cannot be read: {error}"
