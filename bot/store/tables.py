"""Which guilds and tables there are, and where: places stand here and nowhere else."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple


class Placed(NamedTuple):
    """A table: its number and its guild's, where it stands, what is played, how far it has heard.

    ``guild_place`` and ``place`` are ids of the community and the channel where they are at home.
    """

    number: int
    guild: int
    guild_place: str
    place: str
    preset: str
    rules: str  # as JSON; empty: the preset's own
    betting_seconds: int
    cursor: int  # every message of the channel up to it was heard


_TABLES = (
    "SELECT game_table.number, guild, guild.place, game_table.place, preset, rules,"
    " betting_seconds, cursor FROM game_table JOIN guild ON guild.number = game_table.guild"
)


def guild_number(connection: sqlite3.Connection, place: str) -> int:
    """Return a guild's number, giving a new one the next."""
    connection.execute("INSERT INTO guild (place) VALUES (?) ON CONFLICT DO NOTHING", (place,))
    row = connection.execute("SELECT number FROM guild WHERE place = ?", (place,)).fetchone()
    return int(row[0])


def all_but(connection: sqlite3.Connection, guild: int) -> list[Placed]:
    """Return every table that stands in another guild than this one, by number."""
    rows = connection.execute(f"{_TABLES} WHERE guild <> ? ORDER BY game_table.number", (guild,))
    return [Placed(*row) for row in rows]


def find(connection: sqlite3.Connection, place: str) -> Placed | None:
    """Return the table that stands in a channel."""
    row = connection.execute(f"{_TABLES} WHERE game_table.place = ?", (place,)).fetchone()
    return Placed(*row) if row else None


def put(
    connection: sqlite3.Connection,
    place: str,
    *,
    guild_place: str,
    preset: str,
    betting_seconds: int,
    cursor: int,
) -> Placed:
    """Put up a table in a channel, unless there is one; tables are numbered per database."""
    connection.execute(
        "INSERT INTO game_table (guild, place, preset, rules, betting_seconds, cursor)"
        " VALUES (?, ?, ?, '', ?, ?) ON CONFLICT (place) DO NOTHING",
        (guild_number(connection, guild_place), place, preset, betting_seconds, cursor),
    )
    found = find(connection, place)
    if found is None:
        raise LookupError(place)
    return found


def set_betting_seconds(connection: sqlite3.Connection, table: int, seconds: int) -> None:
    """Record how long stakes stay open at a table from now on."""
    connection.execute(
        "UPDATE game_table SET betting_seconds = ? WHERE number = ?", (seconds, table)
    )


def set_rules(connection: sqlite3.Connection, table: int, preset: str, rules: str) -> None:
    """Record what is played at a table from now on."""
    connection.execute(
        "UPDATE game_table SET preset = ?, rules = ? WHERE number = ?", (preset, rules, table)
    )


def move_cursor(connection: sqlite3.Connection, table: int, cursor: int) -> None:
    """Record how far a table has heard its channel."""
    connection.execute(
        "UPDATE game_table SET cursor = ? WHERE number = ? AND cursor < ?", (cursor, table, cursor)
    )


def move_all_cursors(connection: sqlite3.Connection, cursor: int) -> None:
    """Skip what was said so far at every table outside the terminal."""
    connection.execute("UPDATE game_table SET cursor = max(cursor, ?) WHERE number > 1", (cursor,))
