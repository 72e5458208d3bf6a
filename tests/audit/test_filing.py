"""What the log is searched by must be what its bodies say: no hash covers those columns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit.findings import Code
from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from tests.tables import DEAL, STAND, numbers_of, open_table, stake


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database with two rounds."""
    async with open_table(tmp_path, numbers=numbers_of("10 7 8  K  10 7 8  K")) as table:
        await table.credit(anna=500)
        for _ in range(2):
            await table.hear("anna", stake(50))
            await table.hear("anna", DEAL)
            await table.hear("anna", STAND)
    return tmp_path / "table.db"


@pytest.fixture
def opened(played: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(played, isolation_level=None)) as connection:
        for name in ("log_no_update", "round_no_update", "round_no_delete"):
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


def found(connection: sqlite3.Connection) -> set[Code]:
    return {finding.code for finding in verify(FromDatabase(connection)).findings}


def test_what_is_filed_rightly_has_no_finding(opened: sqlite3.Connection) -> None:
    assert set() == found(opened)


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE log SET round = 3 WHERE kind = 'happened' AND round = 2 AND version = 4",
        "UPDATE log SET version = 90 WHERE kind = 'happened' AND round = 2 AND version = 4",
        "UPDATE log SET draw = 77 WHERE kind = 'draw' AND draw = 2",
        "UPDATE log SET draw = NULL WHERE kind = 'intent' AND draw = 2",
        "UPDATE log SET kind = 'clock' WHERE kind = 'start'",
        "UPDATE round SET game_table = 5 WHERE number = 2",
        "UPDATE round SET opened = opened + 1 WHERE number = 2",
        "DELETE FROM round WHERE number = 1",
        "INSERT INTO round VALUES (9, 1, 3)",
    ],
)
def test_what_is_filed_wrongly_is_found(opened: sqlite3.Connection, forgery: str) -> None:
    opened.execute(forgery)

    assert Code.INDEX in found(opened)
