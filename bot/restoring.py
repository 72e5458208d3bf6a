"""``restore``: make a database that was put back from a backup honest again.

A restored backup would draw again what was drawn already. So both ticket chains, the open and the
hidden one, are followed from the last known ticket to the tail; every draw on the way that the log
does not know is written down as lost, and every open round is undone in public, all in one
transaction. What was said in channels since the backup is not heard any more: it belongs to rounds
that are lost. Only then may be played
again.

A draw that answers the log's own open intent is not lost: the table fetches it when it opens. But
one that left out a serial number is no card, for something was drawn that nobody knows; its round
is undone, and the auditor will ask what that was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec import UNSET

from bot.draws import log, tickets
from bot.draws.chance import Tail
from bot.draws.log import OpenIntent
from bot.draws.random_org import RandomOrg
from bot.draws.signed import SignedIntegers, follows, read_signed
from bot.store.database import Database
from bot.store.entries import FromRandomOrg, Lost
from bot.store.tables import move_all_cursors
from bot.table.clock import stamp
from bot.table.croupier import Croupier, Spoken


class Restored(NamedTuple):
    """What a restore did."""

    lost: int  # draws that the log did not know
    undone: int  # rounds
    tail: str  # the ticket that is next


async def restore(
    database: Database, source: RandomOrg, tables: Sequence[Croupier], *, cursor: int
) -> Restored | None:
    """Walk the chain and undo what it overtook at all tables; None where there is no chain yet.

    ``cursor`` is the id that a message of now would have. Raises ``ChanceUnavailable``; nothing was
    written then, and a second call begins anew.
    """
    tails, intent = await database.read(_known)
    last = await database.read(tickets.last_signed)
    if not tails:
        return None
    found: list[tuple[SignedIntegers, Lost]] = []
    ends: list[str] = []
    for hidden, tail in tails.items():
        end = tail
        while await source.is_used(end):
            drawn = await source.stored(end.ticket)
            signed = read_signed(drawn.random)
            ours = intent is not None and signed.user_data.log == intent.head.hex()
            if ours and follows(signed, last):
                # Ours: it is only not fetched yet. What came after it shows when it is.
                return Restored(0, 0, end.ticket)
            found.append((signed, _lost(end.ticket, drawn, hidden=hidden)))
            end = Tail(signed.ticket_data.next_ticket_id, signed.completion_time)
        ends.append(end.ticket)
    found.sort(key=lambda each: each[0].serial_number)
    lost = tuple(each for _, each in found)
    undone = await undo(database, tables, lost, cursor=cursor) if lost else 0
    return Restored(len(lost), undone, " and ".join(ends))


def _lost(ticket: str, drawn: FromRandomOrg, *, hidden: bool) -> Lost:
    return Lost(
        at=stamp(datetime.now(UTC)),
        ticket=ticket,
        random=drawn.random,
        signature=drawn.signature,
        key=drawn.key,
        hidden=hidden or UNSET,
    )


async def undo(
    database: Database, tables: Sequence[Croupier], lost: tuple[Lost, ...], *, cursor: int
) -> int:
    """Write down lost draws, undo every round that runs; return how many rounds that were."""
    running = [each for each in tables if each.game.round.is_running]
    # Somebody writes down what was lost, also where nothing runs.
    writing = running or list(tables[:1])

    def write(connection: sqlite3.Connection) -> list[Spoken]:
        move_all_cursors(connection, cursor)
        return [
            each.undo(connection, () if number else lost, actor="operator", reason="restore")
            for number, each in enumerate(writing)
        ]

    async with AsyncExitStack() as turns:
        for each in writing:
            await turns.enter_async_context(each.turn)
        spoken = await database.transaction(write)
        for croupier, said in zip(writing, spoken, strict=True):
            croupier.accept(said)
            await croupier.say(said)
    return len(running)


async def require_tail(database: Database, source: RandomOrg) -> None:
    """Raise ``ChanceUnavailable`` if a next ticket was used for something else already."""
    tails, intent = await database.read(_known)
    if intent is None:
        for tail in tails.values():
            await source.require_unused(tail)


def _known(connection: sqlite3.Connection) -> tuple[dict[bool, Tail], OpenIntent | None]:
    """Return the tails of both chains, the hidden one under True, and the open intent."""
    return tickets.tails(connection), log.open_intent(connection)
