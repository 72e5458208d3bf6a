"""What the database itself refuses, whoever asks; and how it grows."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import CannotStart
from bot.store import migrations, opening
from bot.store.database import Database
from bot.store.migrations import Migration, all_migrations
from bot.table.loading import load
from tests.tables import DEAL, STAND, numbers_of, open_table, stake

APPEND_ONLY = ("log", "round", "account", "posting", "transfer", "message")
ID = opening.APPLICATION_ID


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[sqlite3.Connection]:
    """A connection like the croupier's own, to a database in which a round was played."""
    async with open_table(tmp_path, numbers=numbers_of("10 9 8 K")) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
    with closing(opening.connect_writer(tmp_path / "table.db")) as connection:
        yield connection


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


# ── every table ──────────────────────────────────────────────────────────────────────────────────


def test_every_table_is_strict(played: sqlite3.Connection) -> None:
    rows = played.execute(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        " AND name NOT LIKE 'sqlite%'"
    ).fetchall()

    assert set(APPEND_ONLY) < {name for name, _ in rows}
    assert [] == [name for name, strict in rows if not strict]


def test_every_reference_is_kept(played: sqlite3.Connection) -> None:
    assert [] == played.execute("PRAGMA foreign_key_check").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        played.execute(
            "INSERT INTO transfer (posting, source, target, asset, amount)"
            " VALUES (999, 'outside:1', 'player:1', 'MM', 1)"
        )


# ── searched, not scanned ────────────────────────────────────────────────────────────────────────


def test_a_start_does_not_read_all_of_the_log(played: sqlite3.Connection) -> None:
    """What a table looks for when it is loaded, it finds by an index of few entries."""
    asked: list[str] = []
    played.set_trace_callback(asked.append)
    load(played, 1, opened_by_staff=True)
    played.set_trace_callback(None)
    plans = [
        plan
        for statement in asked
        for *_, plan in played.execute(f"EXPLAIN QUERY PLAN {statement}")
    ]

    assert any("log_presence" in plan for plan in plans)
    assert any("log_tables" in plan for plan in plans)
    assert any("log_limits" in plan for plan in plans)
    assert not [plan for plan in plans if plan.endswith("INTEGER PRIMARY KEY (rowid>?)")]
    assert not [plan for plan in plans if plan == "SCAN log"]


# ── append only ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_no_row_is_changed(played: sqlite3.Connection, table: str) -> None:
    for column in columns(played, table):
        with pytest.raises(sqlite3.IntegrityError, match=f"{table}: append only"):
            played.execute(f"UPDATE {table} SET {column} = {column}")


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_no_row_is_deleted(played: sqlite3.Connection, table: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=f"{table}: append only"):
        played.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_no_row_is_replaced(played: sqlite3.Connection, table: str) -> None:
    before = played.execute(f"SELECT * FROM {table}").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match=f"{table}: "):
        played.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")

    assert before == played.execute(f"SELECT * FROM {table}").fetchall()


@pytest.mark.parametrize("table", ["posting", "log"])
def test_no_row_is_replaced_by_way_of_a_second_key(played: sqlite3.Connection, table: str) -> None:
    """Another primary key, but a posting's key or a version that stands already."""
    first, *rest = columns(played, table)
    others = ", ".join(rest)
    with pytest.raises(sqlite3.IntegrityError, match=f"{table}: append only"):
        played.execute(
            f"INSERT OR REPLACE INTO {table} ({first}, {others})"
            f" SELECT (SELECT max({first}) + 1 FROM {table}), {others} FROM {table}"
            f" WHERE {first} = (SELECT max({first}) FROM {table})"
        )


# ── the log ──────────────────────────────────────────────────────────────────────────────────────


def entry(connection: sqlite3.Connection, position: int, **columns: int | str) -> None:
    values = {"kind": "happened", "round": None, "version": None, "draw": None, **columns}
    connection.execute(
        "INSERT INTO log (position, hash, kind, round, version, draw, body)"
        " VALUES (:position, zeroblob(32), :kind, :round, :version, :draw, '{}')",
        {"position": position, **values},
    )


def last(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT max(position) FROM log").fetchone()[0])


@pytest.mark.parametrize("ahead", [-2, -1, 0, 2, 100])
def test_positions_follow_each_other(played: sqlite3.Connection, ahead: int) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="log: positions follow each other"):
        entry(played, last(played) + ahead)

    entry(played, last(played) + 1)


def test_a_version_of_a_round_is_written_once(played: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        entry(played, last(played) + 1, round=1, version=3)

    entry(played, last(played) + 1, round=2, version=3)


def test_a_draw_is_intended_once_and_answered_once(played: sqlite3.Connection) -> None:
    for kind in ("intent", "draw"):
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            entry(played, last(played) + 1, kind=kind, draw=2)

    entry(played, last(played) + 1, kind="intent", draw=3)
    entry(played, last(played) + 1, kind="draw", draw=3)


def test_a_hash_has_32_bytes(played: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        played.execute(
            "INSERT INTO log (position, hash, kind, body) VALUES (?, zeroblob(31), 'start', '{}')",
            (last(played) + 1,),
        )


# ── migrations ───────────────────────────────────────────────────────────────────────────────────

NEWEST = all_migrations()[-1].version
APPLIED = [(each.version, each.name) for each in all_migrations()]
NEXT = Migration(NEWEST + 1, "guests", "CREATE TABLE guest (name TEXT) STRICT;\n-- The end.\n")
BROKEN = NEXT._replace(name="broken", sql=f"{NEXT.sql}CREATE nonsense;\n")


@pytest.fixture
def old(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database of the newest version with a row in it."""
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as connection:
        migrations.migrate(tmp_path / "table.db", connection, application_id=ID)
        connection.execute("INSERT INTO player (guild, member, name) VALUES (1, '7', 'anna')")
        yield connection


def state(connection: sqlite3.Connection) -> tuple[int, list[tuple[int, str]], bool]:
    """Version, migrations that are recorded, and whether there is the table of the next one."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    rows = connection.execute("SELECT version, name FROM migration").fetchall()
    guest = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'guest'")
    return version, rows, bool(guest.fetchone()[0])


def test_a_new_database_has_the_newest_version_and_no_backup(
    tmp_path: Path, old: sqlite3.Connection
) -> None:
    assert (NEWEST, APPLIED, False) == state(old)
    assert ["table.db"] == [path.name for path in tmp_path.iterdir()]
    assert (ID,) == old.execute("PRAGMA application_id").fetchone()


def test_migrations_are_numbered_without_a_gap() -> None:
    found = all_migrations()

    assert list(range(1, len(found) + 1)) == [each.version for each in found]


def test_what_is_missing_is_applied_after_a_backup(tmp_path: Path, old: sqlite3.Connection) -> None:
    path = tmp_path / "table.db"
    migrations.migrate(path, old, application_id=ID, known=(*all_migrations(), NEXT))

    assert (NEWEST + 1, [*APPLIED, (NEWEST + 1, "guests")], True) == state(old)
    with closing(sqlite3.connect(tmp_path / f"table.db.before-V{NEWEST + 1}.db")) as backup:
        assert (NEWEST, APPLIED, False) == state(backup)
        assert [("anna",)] == backup.execute("SELECT name FROM player").fetchall()


def test_players_of_the_first_version_are_members_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrations.migrate(path, connection, application_id=ID, known=all_migrations()[:1])
        connection.execute("INSERT INTO player (guild, name) VALUES (1, 'anna')")
        migrations.migrate(path, connection, application_id=ID)

        rows = connection.execute("SELECT account, guild, member, name FROM player").fetchall()
        assert [(1, 1, "anna", "anna")] == rows


def test_what_was_applied_is_not_applied_again(tmp_path: Path, old: sqlite3.Connection) -> None:
    for _ in range(2):
        migrations.migrate(
            tmp_path / "table.db", old, application_id=ID, known=(*all_migrations(), NEXT)
        )

    assert (NEWEST + 1, [*APPLIED, (NEWEST + 1, "guests")], True) == state(old)


def test_a_migration_that_fails_leaves_the_version_before_it(
    tmp_path: Path, old: sqlite3.Connection
) -> None:
    with pytest.raises(sqlite3.OperationalError, match="nonsense"):
        migrations.migrate(
            tmp_path / "table.db", old, application_id=ID, known=(*all_migrations(), BROKEN)
        )

    assert not old.in_transaction
    assert (NEWEST, APPLIED, False) == state(old)


async def test_the_next_version_is_refused_by_this_one(
    tmp_path: Path, old: sqlite3.Connection
) -> None:
    path = tmp_path / "table.db"
    migrations.migrate(path, old, application_id=ID, known=(*all_migrations(), NEXT))
    old.close()

    with pytest.raises(CannotStart, match="written by a newer croupier"):
        await Database.open(path)
