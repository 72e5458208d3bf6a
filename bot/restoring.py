"""``restore``: make a database that was put back from a backup honest again.

A restored backup would draw again what was drawn already. So the ticket chain is followed from the
last known ticket to its tail; every draw on the way that the log does not know is written down as
lost, and the open round is undone in public, all in one transaction. Only then may be played again.

A draw that answers the log's own open intent is not lost: the table fetches it when it opens.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from typing import NamedTuple

from bot.draws import log, tickets
from bot.draws.chance import Tail
from bot.draws.log import OpenIntent
from bot.draws.random_org import RandomOrg
from bot.draws.signed import read_signed
from bot.store.database import Database
from bot.store.entries import FromRandomOrg, Lost
from bot.table.clock import stamp
from bot.table.croupier import Croupier


class Restored(NamedTuple):
    """What a restore did."""

    lost: int  # draws that the log did not know
    voided: bool  # whether a round was undone
    tail: str  # the ticket that is next


async def restore(database: Database, source: RandomOrg, croupier: Croupier) -> Restored | None:
    """Walk the chain and undo what it overtook; None where there is no chain yet.

    Raises ``ChanceUnavailable``; nothing was written then, and a second call begins anew.
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
    voided = await croupier.undo(lost, actor="operator", reason="restore") if lost else False
    return Restored(len(lost), voided, ticket)


async def require_tail(database: Database, source: RandomOrg) -> None:
    """Raise ``ChanceUnavailable`` if the log's next ticket was used for something else already."""
    tail, intent = await database.read(_known)
    if tail is not None and intent is None:
        await source.require_unused(tail)


def _known(connection: sqlite3.Connection) -> tuple[Tail | None, OpenIntent | None]:
    return tickets.chain(connection).tail, log.open_intent(connection)
