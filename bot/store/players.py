"""Who is behind an account number. Names stand here and nowhere else, so they can be erased."""

from __future__ import annotations

import sqlite3


def find(connection: sqlite3.Connection, guild: int, name: str) -> int | None:
    """Return the account number of a name in a guild."""
    row = connection.execute(
        "SELECT account FROM player WHERE guild = ? AND name = ?", (guild, name)
    ).fetchone()
    return int(row[0]) if row else None


def add(connection: sqlite3.Connection, guild: int, name: str) -> int:
    """Give a new name the next account number."""
    row = connection.execute(
        "INSERT INTO player (guild, name) VALUES (?, ?) RETURNING account", (guild, name)
    ).fetchone()
    return int(row[0])


def names(connection: sqlite3.Connection, guild: int) -> dict[int, str]:
    """Return every account number of a guild with its name."""
    return dict(connection.execute("SELECT account, name FROM player WHERE guild = ?", (guild,)))
