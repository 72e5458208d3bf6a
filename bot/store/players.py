"""Who is behind an account number. Names stand here and nowhere else, so they can be erased."""

from __future__ import annotations

import sqlite3


def find(connection: sqlite3.Connection, guild: int, member: str) -> int | None:
    """Return the account number of a member of a guild."""
    row = connection.execute(
        "SELECT account FROM player WHERE guild = ? AND member = ?", (guild, member)
    ).fetchone()
    return int(row[0]) if row else None


def add(connection: sqlite3.Connection, guild: int, member: str, name: str) -> int:
    """Give a new member the next account number."""
    row = connection.execute(
        "INSERT INTO player (guild, member, name) VALUES (?, ?, ?) RETURNING account",
        (guild, member, name),
    ).fetchone()
    return int(row[0])


def rename(connection: sqlite3.Connection, account: int, name: str) -> None:
    """Record what a member is called now."""
    connection.execute("UPDATE player SET name = ? WHERE account = ?", (name, account))


def member(connection: sqlite3.Connection, account: int) -> str:
    """Return who holds an account."""
    row = connection.execute("SELECT member FROM player WHERE account = ?", (account,)).fetchone()
    return str(row[0])


def name(connection: sqlite3.Connection, account: int) -> str:
    """Return what the holder of an account is called, or its number where that is erased."""
    row = connection.execute("SELECT name FROM player WHERE account = ?", (account,)).fetchone()
    return str(row[0]) if row else f"#{account}"


def names(connection: sqlite3.Connection, guild: int) -> dict[int, str]:
    """Return every account number of a guild with its name."""
    return dict(connection.execute("SELECT account, name FROM player WHERE guild = ?", (guild,)))
