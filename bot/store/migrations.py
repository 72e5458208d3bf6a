"""Numbered SQL files, each applied in one transaction with the row that records it.

Before an existing database is changed, it is copied beside itself.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

_NAME: Final = re.compile(r"V(\d+)__(\w+)\.sql")


class Migration(NamedTuple):
    """One file of ``schema/``."""

    version: int
    name: str
    sql: str


def all_migrations() -> tuple[Migration, ...]:
    """Return every migration in order."""
    found = (
        Migration(int(match[1]), match[2], each.read_text(encoding="utf-8"))
        for each in resources.files("bot.store.schema").iterdir()
        if (match := _NAME.fullmatch(each.name))
    )
    return tuple(sorted(found))


def newest() -> int:
    """Return the version that this program knows."""
    return all_migrations()[-1].version


def migrate(
    path: Path,
    connection: sqlite3.Connection,
    *,
    application_id: int,
    known: Sequence[Migration] | None = None,
) -> None:
    """Apply what is missing of the migrations that are ``known``: all, but for a test."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    migrations = all_migrations() if known is None else known
    pending = [each for each in migrations if each.version > version]
    if pending and version:
        _back_up(path, connection, version)
    for each in pending:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(each.sql):
                connection.execute(statement)
            connection.execute(
                "INSERT INTO migration (version, name, applied_at) VALUES (?, ?, ?)",
                (each.version, each.name, datetime.now(UTC).isoformat(timespec="seconds")),
            )
            connection.execute(f"PRAGMA user_version={each.version}")
            connection.execute(f"PRAGMA application_id={application_id}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk may have ended it already
                connection.execute("ROLLBACK")
            raise


def _back_up(path: Path, connection: sqlite3.Connection, version: int) -> None:
    copy = sqlite3.connect(path.with_name(f"{path.name}.before-V{version + 1}.db"))
    try:
        connection.backup(copy)
    finally:
        copy.close()


def _statements(sql: str) -> Iterator[str]:
    """Split a script; ``executescript`` would commit what is open."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
