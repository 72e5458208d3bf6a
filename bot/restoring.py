"""``restore``: make a database that was put back from a backup honest again.

A restored backup would draw again what was drawn already. So the ticket chain is followed from the
last known ticket to its tail, every draw on the way that the log does not know is written down as
lost, and every open round is undone in public. Only then may be played again.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from bot.draws import log, tickets
from bot.draws.chance import Tail
from bot.draws.random_org import RandomOrg
from bot.store.database import Database
from bot.store.entries import FromRandomOrg, Lost
from bot.table.clock import Clock, stamp
from bot.table.croupier import Croupier


class Restored(NamedTuple):
    """What a restore did."""

    lost: int  # draws that the log did not know
    voided: bool  # whether a round was undone
    tail: str  # the ticket that is next


async def restore(
    database: Database, source: RandomOrg, croupier: Croupier, clock: Clock
) -> Restored | None:
    """Walk the chain and undo what it overtook; None where there is no chain yet.

    Raises ``ChanceUnavailable``; what was found until then stays written, and a second call goes
    on from there.
    """
    lost = 0
    tail = await _tail(database)
    while tail is not None:
        ticket = await source.ticket(tail.ticket)
        if ticket.used_time is None:
            break
        found = await source.stored(tail.ticket)
        await _note(database, tail.ticket, found, at=stamp(clock.now()))
        lost += 1
        tail = await _tail(database)
    if tail is None:
        return None
    voided = await croupier.void(actor="operator", reason="restore") if lost else False
    return Restored(lost, voided, tail.ticket)


async def _note(database: Database, ticket: str, found: FromRandomOrg, *, at: str) -> None:
    entry = Lost(
        at=at, ticket=ticket, random=found.random, signature=found.signature, key=found.key
    )
    await database.transaction(lambda connection: log.append(connection, entry))


async def _tail(database: Database) -> Tail | None:
    def query(connection: sqlite3.Connection) -> Tail | None:
        return tickets.chain(connection).tail

    return await database.read(query)
