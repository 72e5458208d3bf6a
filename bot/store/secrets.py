"""Secrets: what lies face down. Functions on an open transaction.

Only a table's own memory is made from these rows, and the entry that turns a draw up.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple


class Sealed(NamedTuple):
    """What is kept of a hidden draw: what proves it, and the salt of its commitment."""

    content: str
    signature: str
    salt: bytes


def add_draw(connection: sqlite3.Connection, draw: int, *, number: int, sealed: Sealed) -> None:
    """Keep a hidden draw of the round of that ``number``."""
    connection.execute(
        "INSERT INTO secret_draw (draw, round, content, signature, salt) VALUES (?, ?, ?, ?, ?)",
        (draw, number, *sealed),
    )


def add_card(connection: sqlite3.Connection, entry: int, *, draw: int, number: int) -> None:
    """Keep the number of a card of which the log has only the place."""
    connection.execute(
        "INSERT INTO secret_card (entry, draw, number) VALUES (?, ?, ?)", (entry, draw, number)
    )


def card(connection: sqlite3.Connection, entry: int) -> int | None:
    """Return the number of the card that was dealt face down with this entry."""
    row = connection.execute("SELECT number FROM secret_card WHERE entry = ?", (entry,)).fetchone()
    return int(row[0]) if row else None


def sealed(connection: sqlite3.Connection, number: int) -> Iterator[tuple[int, Sealed]]:
    """Yield the hidden draws of a round that were not turned up yet, in order."""
    rows = connection.execute(
        "SELECT draw, content, signature, salt FROM secret_draw WHERE round = ? AND NOT EXISTS ("
        "SELECT 1 FROM log WHERE log.draw = secret_draw.draw AND kind = 'unveiled') ORDER BY draw",
        (number,),
    ).fetchall()
    for draw, *kept in rows:
        yield draw, Sealed(*kept)


def content_of(connection: sqlite3.Connection, draw: int) -> str | None:
    """Return what a hidden draw brought."""
    row = connection.execute("SELECT content FROM secret_draw WHERE draw = ?", (draw,)).fetchone()
    return str(row[0]) if row else None


def last_signed(connection: sqlite3.Connection) -> tuple[int, str] | None:
    """Return position and signed object of the last hidden draw from random.org."""
    row = connection.execute(
        "SELECT position, content FROM secret_draw JOIN log ON log.draw = secret_draw.draw"
        " WHERE signature <> '' AND kind = 'draw' ORDER BY secret_draw.draw DESC LIMIT 1"
    ).fetchone()
    return (row[0], row[1]) if row else None
