"""The ticket chain as the log knows it: which ticket the next draw uses, and what it must follow.

The chain is the draws' own: each signed object names the ticket after it. Functions on an open
transaction.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from bot.draws import log
from bot.draws.chance import Tail
from bot.draws.signed import SignedIntegers, read_signed
from bot.store.entries import FromRandomOrg, Intent, Lost, Origin, Tickets


class Chain(NamedTuple):
    """Where the chain stands: its tail, and the last signed draw."""

    tail: Tail | None
    last: SignedIntegers | None


def chain(connection: sqlite3.Connection) -> Chain:
    """Return where the chain stands; an announced new head counts from its announcement on."""
    drawn, moved = log.last_signed_draw(connection), log.last_tickets(connection)
    last: SignedIntegers | None = None
    if drawn and isinstance(drawn[1].origin, FromRandomOrg):
        last = read_signed(drawn[1].origin.random)
    if moved and (last is None or drawn is None or moved[0] > drawn[0]):
        match moved[1]:
            case Tickets() as announced:
                return Chain(Tail(announced.ticket, announced.created), last)
            case Lost() as lost:
                last = read_signed(lost.random)
    if last is None:
        return Chain(None, None)
    return Chain(Tail(last.ticket_data.next_ticket_id, last.completion_time), last)


def intended(connection: sqlite3.Connection, position: int, intent: Intent) -> Tail | None:
    """Return the ticket of an open intent: its own, or the head that replaced it since."""
    if intent.ticket is None:
        return None
    moved = log.last_tickets(connection)
    if moved and moved[0] > position and isinstance(moved[1], Tickets):
        return Tail(moved[1].ticket, moved[1].created)
    before = chain(connection)
    created = before.tail.created if before.tail else ""
    return Tail(intent.ticket, created)


def serial_of(origin: Origin) -> int | None:
    """Return random.org's number of a draw; None for a source without."""
    signed = signed_of(origin)
    return signed.serial_number if signed else None


def signed_of(origin: Origin) -> SignedIntegers | None:
    """Return what random.org signed; None for a source that signs nothing."""
    return read_signed(origin.random) if isinstance(origin, FromRandomOrg) else None
