"""The outbox: what is yet to be said, stored with its cause in one transaction.

Each fact of a reply has a number (``seq``) that rises by one per table, over restarts too. What is
known to be said is forgotten with the next transaction; after a crash the rest is said again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """A reply: its facts as canonical JSON, the first one's number, and whom it answers."""

    first_seq: int
    message: str
    speaker: str
    facts: bytes
    at: str = ""  # when it was stored


def add(connection: sqlite3.Connection, row: Row, *, table: int, count: int, said: int) -> None:
    """Store a reply of ``count`` facts, and that everything up to ``said`` was said."""
    connection.execute(
        "INSERT INTO outbox (first_seq, game_table, message, speaker, facts, at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (row.first_seq, table, row.message, row.speaker, row.facts.decode(), row.at),
    )
    connection.execute(
        "INSERT INTO voice (game_table, next_seq, said) VALUES (?, ?, ?)"
        " ON CONFLICT (game_table) DO UPDATE"
        " SET next_seq = excluded.next_seq, said = excluded.said",
        (table, row.first_seq + count, said),
    )
    _forget(connection, table=table, said=said)


def mark(connection: sqlite3.Connection, *, table: int, said: int) -> None:
    """Record that everything up to ``said`` was said."""
    connection.execute("UPDATE voice SET said = ? WHERE game_table = ?", (said, table))
    _forget(connection, table=table, said=said)


def _forget(connection: sqlite3.Connection, *, table: int, said: int) -> None:
    connection.execute("DELETE FROM outbox WHERE game_table = ? AND first_seq <= ?", (table, said))


def position(connection: sqlite3.Connection, table: int) -> tuple[int, int]:
    """Return the next number to give, and the last that is known to be said."""
    row = connection.execute(
        "SELECT next_seq, said FROM voice WHERE game_table = ?", (table,)
    ).fetchone()
    return (row[0], row[1]) if row else (1, 0)


def unsaid(connection: sqlite3.Connection, table: int) -> Iterator[Row]:
    """Yield what is not known to be said, oldest first."""
    rows = connection.execute(
        "SELECT first_seq, message, speaker, facts, at FROM outbox"
        " WHERE game_table = ? AND first_seq > ? ORDER BY first_seq",
        (table, position(connection, table)[1]),
    )
    for first_seq, message, speaker, facts, at in rows:
        yield Row(first_seq, message, speaker, facts.encode(), at)


def drop(connection: sqlite3.Connection, *, table: int, first_seqs: Sequence[int]) -> None:
    """Forget replies that are known to be out."""
    connection.executemany(
        "DELETE FROM outbox WHERE game_table = ? AND first_seq = ?",
        [(table, first_seq) for first_seq in first_seqs],
    )
