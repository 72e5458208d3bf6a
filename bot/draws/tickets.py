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
from bot.store import secrets
from bot.store.entries import FromRandomOrg, Intent, Lost, Origin, Tickets, Unveiled


class Chain(NamedTuple):
    """Where the chain stands: its tail, and the last signed draw."""

    tail: Tail | None
    last: SignedIntegers | None


def chain(connection: sqlite3.Connection, *, hidden: bool = False) -> Chain:
    """Return where a chain stands; an announced new head counts from its announcement on."""
    drawn, moved = _drawn(connection, hidden=hidden), log.last_tickets(connection, hidden=hidden)
    last: SignedIntegers | None = read_signed(drawn[1]) if drawn else None
    if moved and (last is None or drawn is None or moved[0] > drawn[0]):
        match moved[1]:
            case Tickets() as announced:
                return Chain(Tail(announced.ticket, announced.created), last)
            case Lost() as lost:
                last = read_signed(lost.random)
    if last is None:
        return Chain(None, None)
    return Chain(Tail(last.ticket_data.next_ticket_id, last.completion_time), last)


def tails(connection: sqlite3.Connection) -> dict[bool, Tail]:
    """Return the ends of the chains there are, the hidden one under True."""
    both = {hidden: chain(connection, hidden=hidden).tail for hidden in (False, True)}
    return {hidden: tail for hidden, tail in both.items() if tail is not None}


def last_signed(connection: sqlite3.Connection) -> SignedIntegers | None:
    """Return what random.org signed last, on either chain: serials count both, and lost draws."""
    found = [chain(connection, hidden=hidden).last for hidden in (False, True)]
    lost = log.last_lost(connection)
    found.append(read_signed(lost.random) if lost else None)
    known = [last for last in found if last is not None]
    return max(known, key=lambda last: (last.completion_time, last.serial_number), default=None)


def _drawn(connection: sqlite3.Connection, *, hidden: bool) -> tuple[int, str] | None:
    """Return position and signed object of a chain's last draw."""
    if hidden:
        return secrets.last_signed(connection)
    drawn = log.last_signed_draw(connection)
    if drawn is None or not isinstance(drawn[1].origin, FromRandomOrg):
        return None
    return drawn[0], drawn[1].origin.random


def intended(connection: sqlite3.Connection, position: int, intent: Intent) -> Tail | None:
    """Return the ticket of an open intent: its own, or the head that replaced it since."""
    if intent.ticket is None:
        return None
    hidden = intent.hidden is True
    moved = log.last_tickets(connection, hidden=hidden)
    if moved and moved[0] > position and isinstance(moved[1], Tickets):
        return Tail(moved[1].ticket, moved[1].created)
    before = chain(connection, hidden=hidden)
    created = before.tail.created if before.tail else ""
    return Tail(intent.ticket, created)


def serial_of(origin: Origin) -> int | None:
    """Return random.org's number of a draw; None for a source without."""
    signed = signed_of(origin)
    return signed.serial_number if signed else None


def signed_of(origin: Origin, told: Unveiled | None = None) -> SignedIntegers | None:
    """Return what random.org signed; None for a source that signs nothing.

    Of a hidden draw it is known once that is ``told``.
    """
    if told is not None and told.signature:
        return read_signed(told.content)
    return read_signed(origin.random) if isinstance(origin, FromRandomOrg) else None
