"""The log: append an entry to the chain, read entries back. Functions on an open transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from bot.draws.chain import START, link
from bot.errors import IntegrityBroken
from bot.store import secrets
from bot.store.codec import canonical, read_as, read_body
from bot.store.entries import (
    Body,
    Draw,
    FromRandomOrg,
    FromScript,
    Happened,
    Hidden,
    Intent,
    Lost,
    Tickets,
    Unveiled,
    Voided,
)


class Entry(NamedTuple):
    """One link of the chain with the exact bytes of its body."""

    position: int
    hash: bytes
    body: bytes


def head(connection: sqlite3.Connection) -> tuple[int, bytes]:
    """Return position and hash of the last entry; 0 and the chain's start before the first."""
    row = connection.execute("SELECT position, hash FROM log ORDER BY position DESC LIMIT 1")
    found = row.fetchone()
    return (found[0], found[1]) if found else (0, START)


def append(connection: sqlite3.Connection, body: Body, after: Entry | None = None) -> Entry:
    """Write the next entry; ``after`` is the last one, where the caller knows it."""
    position, previous = (after.position, after.hash) if after else head(connection)
    content = canonical(body)
    entry = Entry(position + 1, link(previous, content), content)
    in_round, version, draw = _indexed(body)
    connection.execute(
        "INSERT INTO log (position, hash, kind, round, version, draw, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            entry.position,
            entry.hash,
            type(body).__struct_config__.tag,
            in_round,
            version,
            draw,
            content.decode(),
        ),
    )
    return entry


def _indexed(body: Body) -> tuple[int | None, int | None, int | None]:
    """Return round, version and draw: what the log can be searched by."""
    match body:
        case Happened():
            return body.round, body.version, None
        case Intent() | Draw() | Voided() | Unveiled():
            return None, None, body.draw
        case _:
            return None, None, None


def read(connection: sqlite3.Connection, *, after: int = 0) -> Iterator[Entry]:
    """Yield the entries behind a position, in order."""
    rows = connection.execute(
        "SELECT position, hash, body FROM log WHERE position > ? ORDER BY position", (after,)
    )
    for position, whole, body in rows:
        yield Entry(position, whole, body.encode())


def require_linked(connection: sqlite3.Connection, *, last: int) -> None:
    """Check the links of the last entries; ``IntegrityBroken`` where one does not hold."""
    first = max(0, head(connection)[0] - last)
    previous = entry_at(connection, first).hash if first else START
    for entry in read(connection, after=first):
        if entry.hash != link(previous, entry.body):
            msg = f"entry {entry.position} of the log is not linked to the one before"
            raise IntegrityBroken(msg)
        previous = entry.hash


def entry_at(connection: sqlite3.Connection, position: int) -> Entry:
    """Return one entry."""
    row = connection.execute("SELECT hash, body FROM log WHERE position = ?", (position,))
    whole, body = row.fetchone()
    return Entry(position, whole, body.encode())


def of_draw(connection: sqlite3.Connection, number: int) -> Iterator[Entry]:
    """Yield a draw's entries: its intent, and what answered or undid it."""
    rows = connection.execute(
        "SELECT position, hash, body FROM log WHERE draw = ? ORDER BY position", (number,)
    )
    for position, whole, body in rows:
        yield Entry(position, whole, body.encode())


def unveiled(connection: sqlite3.Connection, draw: int) -> tuple[int, Unveiled] | None:
    """Return position and body of the entry that tells all of a hidden draw, if it is told."""
    row = connection.execute(
        "SELECT position, body FROM log WHERE draw = ? AND kind = 'unveiled'", (draw,)
    ).fetchone()
    return (row[0], read_as(Unveiled, row[1])) if row else None


def body_at(connection: sqlite3.Connection, position: int) -> Body:
    """Return the body of one entry."""
    return read_body(entry_at(connection, position).body)


class OpenIntent(NamedTuple):
    """An intent without a draw yet; ``head`` is the log's hash after it."""

    position: int
    head: bytes
    body: Intent


def open_intent(connection: sqlite3.Connection) -> OpenIntent | None:
    """Return the last intent, if it has no draw yet."""
    row = connection.execute(
        "SELECT position, hash, body FROM log WHERE draw = (SELECT max(draw) FROM log)"
        " AND kind = 'intent' AND NOT EXISTS (SELECT 1 FROM log AS answer"
        " WHERE answer.draw = log.draw AND answer.kind <> 'intent')"
    ).fetchone()
    return OpenIntent(row[0], row[1], read_as(Intent, row[2])) if row else None


def last_signed_draw(connection: sqlite3.Connection) -> tuple[int, Draw] | None:
    """Return position and body of the last draw from random.org, behind draws of other sources."""
    rows = connection.execute(
        "SELECT position, body FROM log WHERE draw IS NOT NULL AND kind = 'draw' ORDER BY draw DESC"
    )
    for position, text in rows:
        body = read_as(Draw, text)
        if isinstance(body.origin, FromRandomOrg):
            return position, body
    return None


def last_tickets(
    connection: sqlite3.Connection, *, hidden: bool = False
) -> tuple[int, Tickets | Lost] | None:
    """Return position and body of the last entry that moved a ticket chain without a draw."""
    rows = connection.execute(
        "SELECT position, body FROM log WHERE kind IN ('tickets', 'lost') ORDER BY position DESC"
    )
    for position, text in rows:
        body = read_body(text)
        if not isinstance(body, Tickets | Lost):
            msg = f"the log holds {body} where a ticket should stand"
            raise IntegrityBroken(msg)
        if (body.hidden is True) == hidden:
            return position, body
    return None


def last_lost(connection: sqlite3.Connection) -> Lost | None:
    """Return the last draw that is called lost; a restore writes them in their order."""
    row = connection.execute(
        "SELECT body FROM log WHERE kind = 'lost' ORDER BY position DESC LIMIT 1"
    ).fetchone()
    return read_as(Lost, row[0]) if row else None


def next_draw(connection: sqlite3.Connection) -> int:
    """Return the number of the next draw; draws are numbered per database, from 1."""
    return int(connection.execute("SELECT coalesce(max(draw), 0) + 1 FROM log").fetchone()[0])


def numbers_used(connection: sqlite3.Connection, script: str) -> int:
    """Return how many numbers of a scripted list this database has dealt."""
    rows = connection.execute("SELECT body FROM log WHERE draw IS NOT NULL AND kind = 'draw'")
    draws = (read_as(Draw, body) for (body,) in rows)
    return sum(_used(connection, draw, script) for draw in draws)


def _used(connection: sqlite3.Connection, draw: Draw, script: str) -> int:
    match draw.origin:
        case FromScript(list=name) if name == script:
            return len(draw.numbers)
        case Hidden(key=name) if name == script:
            content = secrets.content_of(connection, draw.draw)
            return len(msgspec.json.decode(content or "[]", type=list[int]))
        case _:
            return 0
