"""Rounds read back from the log: which rounds a table played, and what happened in each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from bot.store.codec import read_as, read_body
from bot.store.entries import (
    Happened,
    Presence,
    StakeLimit,
    TableClosing,
    TableOpened,
    TableTips,
)
from bot.store.of_parties import OfParty, PartyBegun, PartyEnded


class Stored(NamedTuple):
    """An event as it was stored."""

    position: int
    body: Happened


def next_round(connection: sqlite3.Connection) -> int:
    """Return the number of the next round; rounds are numbered per database, from 1."""
    return int(connection.execute("SELECT coalesce(max(number), 0) + 1 FROM round").fetchone()[0])


def add_round(connection: sqlite3.Connection, number: int, *, table: int, opened: int) -> None:
    """Record at which table a round is played; ``opened`` is the position of its first event."""
    connection.execute(
        "INSERT INTO round (number, game_table, opened) VALUES (?, ?, ?)", (number, table, opened)
    )


def table_of(connection: sqlite3.Connection, number: int) -> int | None:
    """Return the table where a round is or was played."""
    row = connection.execute("SELECT game_table FROM round WHERE number = ?", (number,)).fetchone()
    return int(row[0]) if row else None


def last_rounds(connection: sqlite3.Connection, table: int, count: int) -> list[int]:
    """Return the table's last rounds, newest first."""
    rows = connection.execute(
        "SELECT number FROM round WHERE game_table = ? ORDER BY number DESC LIMIT ?",
        (table, count),
    )
    return [number for (number,) in rows]


def events(connection: sqlite3.Connection, number: int) -> Iterator[Stored]:
    """Yield a round's events in order; nothing for a round that was never opened."""
    rows = connection.execute(
        "SELECT position, body FROM log WHERE round = ? ORDER BY version", (number,)
    )
    for position, text in rows:
        yield Stored(position, read_as(Happened, text))


def presences(connection: sqlite3.Connection, *, table: int, after: int) -> Iterator[Presence]:
    """Yield who said that he sits out or leaves, behind a position of the log."""
    for _, body in placed_presences(connection, table=table, after=after):
        yield body


def placed_presences(
    connection: sqlite3.Connection, *, table: int, after: int
) -> Iterator[tuple[int, Presence]]:
    """Yield the same, each with its position."""
    rows = connection.execute(
        "SELECT position, body FROM log WHERE position > ? AND kind = 'presence' ORDER BY position",
        (after,),
    )
    for position, text in rows:
        body = read_as(Presence, text)
        if body.table == table:
            yield position, body


def of_parties(connection: sqlite3.Connection, *, table: int) -> list[tuple[int, OfParty]]:
    """Return what was noted of the table's party that is played, from its beginning."""
    rows = connection.execute(
        "SELECT position, body FROM log"
        " WHERE kind IN ('party_begun', 'party_joined', 'party_ending', 'party_ended')"
        " ORDER BY position"
    )
    found: list[tuple[int, OfParty]] = []
    for position, text in rows:
        body = read_body(text)
        if not isinstance(body, OfParty) or body.table != table:
            continue
        if isinstance(body, PartyBegun | PartyEnded):
            found.clear()
        if not isinstance(body, PartyEnded):
            found.append((position, body))
    return found


def limits(connection: sqlite3.Connection, table: int) -> Iterator[tuple[int, StakeLimit]]:
    """Yield the limits that staff granted or withdrew at a table, with their positions."""
    rows = connection.execute(
        "SELECT position, body FROM log WHERE kind = 'stake_limit' ORDER BY position"
    )
    for position, text in rows:
        body = read_as(StakeLimit, text)
        if body.table == table:
            yield position, body


def rounds_since(connection: sqlite3.Connection, table: int, position: int) -> list[int]:
    """Return the table's rounds that began behind a position of the log, and the one before."""
    rows = connection.execute(
        "SELECT number FROM round WHERE game_table = ? AND opened >= ("
        " SELECT coalesce(max(opened), 0) FROM round WHERE game_table = ? AND opened <= ?"
        ") ORDER BY number",
        (table, table, position),
    )
    return [number for (number,) in rows]


def is_closing(connection: sqlite3.Connection, table: int) -> bool | None:
    """Whether staff has closed the table since it was opened last; None if it never did either."""
    rows = connection.execute(
        "SELECT body FROM log WHERE kind IN ('table_opened', 'table_closing')"
        " ORDER BY position DESC"
    )
    for (text,) in rows:
        body = read_body(text)
        if isinstance(body, TableOpened | TableClosing) and body.table == table:
            return isinstance(body, TableClosing)
    return None


def gives_tips(connection: sqlite3.Connection, table: int) -> bool:
    """Whether staff has switched tips on at the table, and not off since."""
    rows = connection.execute(
        "SELECT body FROM log WHERE kind = 'table_tips' ORDER BY position DESC"
    )
    bodies = (read_body(text) for (text,) in rows)
    return next(
        (body.on for body in bodies if isinstance(body, TableTips) and body.table == table), False
    )


def clock_offset(connection: sqlite3.Connection, table: int) -> int:
    """Return by how many seconds the table's clock was moved, all in all."""
    row = connection.execute(
        "SELECT coalesce((SELECT offset FROM table_clock WHERE game_table = ?), 0)", (table,)
    ).fetchone()
    return int(row[0])


def set_clock_offset(connection: sqlite3.Connection, table: int, seconds: int) -> None:
    """Record it; the log has an entry of its own for every move."""
    connection.execute(
        "INSERT INTO table_clock (game_table, offset) VALUES (?, ?)"
        " ON CONFLICT (game_table) DO UPDATE SET offset = excluded.offset",
        (table, seconds),
    )
