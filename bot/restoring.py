"""``restore``: make a database that was put back from a backup honest again.

A restored backup would draw again what was drawn already. So the ticket chain is followed from the
last known ticket to its tail; every draw on the way that the log does not know is written down as
lost, and every open round is undone in public, all in one transaction. What was said in channels
since the backup is not heard any more: it belongs to rounds that are lost. Only then may be played
again.

A draw that answers the log's own open intent is not lost: the table fetches it when it opens.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import NamedTuple

from bot.draws import log, tickets
from bot.draws.chance import Tail
from bot.draws.log import OpenIntent
from bot.draws.random_org import RandomOrg
from bot.draws.signed import read_signed
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
    tail, intent = await database.read(_known)
    if tail is None:
        return None
    found: list[tuple[str, FromRandomOrg]] = []
    ticket = tail.ticket
    while (await source.ticket(ticket)).used_time is not None:
        drawn = await source.stored(ticket)
        signed = read_signed(drawn.random)
        if intent is not None and not found and signed.user_data.log == intent.head.hex():
            break  # ours: it is only not fetched yet
        found.append((ticket, drawn))
        ticket = signed.ticket_data.next_ticket_id
    at = stamp(datetime.now(UTC))
    lost = tuple(
        Lost(at=at, ticket=used, random=drawn.random, signature=drawn.signature, key=drawn.key)
        for used, drawn in found
    )
    undone = await undo(database, tables, lost, cursor=cursor) if lost else 0
    return Restored(len(lost), undone, ticket)


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
    """Raise ``ChanceUnavailable`` if the log's next ticket was used for something else already."""
    tail, intent = await database.read(_known)
    if tail is not None and intent is None:
        await source.require_unused(tail)


def _known(connection: sqlite3.Connection) -> tuple[Tail | None, OpenIntent | None]:
    return tickets.chain(connection).tail, log.open_intent(connection)
