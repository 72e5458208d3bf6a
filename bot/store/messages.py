"""Messages that were applied: each once, whenever and however often it arrives."""

from __future__ import annotations

import sqlite3


def knows(connection: sqlite3.Connection, table: int, message: str) -> bool:
    """Whether a message of that id was applied at the table."""
    row = connection.execute(
        "SELECT 1 FROM message WHERE game_table = ? AND id = ?", (table, message)
    ).fetchone()
    return row is not None


def is_entered(connection: sqlite3.Connection, table: int, message: str) -> bool:
    """Whether a message of that id has an entry in the log: it meant something."""
    row = connection.execute(
        "SELECT 1 FROM message WHERE game_table = ? AND id = ? AND entry IS NOT NULL",
        (table, message),
    ).fetchone()
    return row is not None


def add(
    connection: sqlite3.Connection,
    table: int,
    message: str,
    *,
    entry: int | None,
    salt: bytes | None,
) -> None:
    """Record a message with its log entry, and the salt of its text's hash."""
    connection.execute(
        "INSERT INTO message (game_table, id, entry, salt) VALUES (?, ?, ?, ?)",
        (table, message, entry, salt),
    )
