"""Where posts stand: which parts of a reply are out, and under which id."""

from __future__ import annotations

import sqlite3


def add(connection: sqlite3.Connection, table: int, seq: int, part: int, place: str) -> None:
    """Record that a part of a reply is out; ``seq`` is the number of the reply's last fact."""
    connection.execute(
        "INSERT INTO post (game_table, seq, part, place) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (table, seq, part, place),
    )


def parts(connection: sqlite3.Connection, table: int, seq: int) -> frozenset[int]:
    """Return which parts of a reply are out."""
    rows = connection.execute(
        "SELECT part FROM post WHERE game_table = ? AND seq = ?", (table, seq)
    )
    return frozenset(part for (part,) in rows)


def last(connection: sqlite3.Connection, table: int) -> str:
    """Return the id of the table's last post, "0" where there is none."""
    row = connection.execute(
        "SELECT place FROM post WHERE game_table = ? ORDER BY seq DESC, part DESC LIMIT 1", (table,)
    ).fetchone()
    return row[0] if row else "0"


def salt(connection: sqlite3.Connection) -> bytes:
    """Return what tells this database's posts from any other's: the hash of its first entry."""
    row = connection.execute("SELECT hash FROM log WHERE position = 1").fetchone()
    return bytes(row[0]) if row else b""
