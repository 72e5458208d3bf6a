"""One writer, whole transactions, a reader that only reads."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import CannotStart
from bot.store import players
from bot.store.database import Database, savepoint
from bot.store.opening import PAGE_SIZE, PRAGMAS


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "table.db")
    yield opened
    await opened.close()


def adding(*names: str) -> Callable[[sqlite3.Connection], None]:
    """Work that writes names one by one, slowly enough for others to come between."""

    def work(connection: sqlite3.Connection) -> None:
        for name in names:
            players.add(connection, 1, name, name)
            time.sleep(0.001)

    return work


async def names(database: Database) -> list[str]:
    return await database.read(lambda connection: list(players.names(connection, 1).values()))


def still_running(before: set[threading.Thread]) -> list[threading.Thread]:
    """Threads that came since and do not end."""
    came = set(threading.enumerate()) - before
    for thread in came:
        thread.join(timeout=5)
    return [thread for thread in came if thread.is_alive()]


# ── what durability rests on ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "expected"), [(name, read) for name, _, read in PRAGMAS])
async def test_the_writer_has_every_setting(
    database: Database, name: str, expected: object
) -> None:
    row = await database.transaction(
        lambda connection: connection.execute(f"PRAGMA {name}").fetchone()
    )

    # A SQLite built without memory mapping answers mmap_size with nothing.
    assert expected == (0 if row is None else row[0])


async def test_a_new_file_has_small_pages(database: Database) -> None:
    row = await database.read(lambda connection: connection.execute("PRAGMA page_size").fetchone())

    assert (PAGE_SIZE,) == row


# ── transactions ─────────────────────────────────────────────────────────────────────────────────


async def test_a_transaction_returns_what_its_work_returns(database: Database) -> None:
    assert 1 == await database.transaction(
        lambda connection: players.add(connection, 1, "anna", "anna")
    )
    assert ["anna"] == await names(database)


async def test_an_exception_leaves_nothing_of_a_transaction(database: Database) -> None:
    def work(connection: sqlite3.Connection) -> None:
        adding("anna", "bert")(connection)
        raise LookupError

    with pytest.raises(LookupError):
        await database.transaction(work)

    assert [] == await names(database)
    await database.transaction(adding("carl"))
    assert ["carl"] == await names(database)


async def test_a_constraint_is_not_the_operators_business(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await database.transaction(adding("anna", "anna"))

    assert [] == await names(database)


async def test_a_cancelled_caller_does_not_cancel_his_transaction(database: Database) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work(connection: sqlite3.Connection) -> None:
        players.add(connection, 1, "anna", "anna")
        begun.set()
        may_end.wait(timeout=10)
        players.add(connection, 1, "bert", "bert")

    caller = asyncio.create_task(database.transaction(work))
    await asyncio.to_thread(begun.wait, 10)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    may_end.set()
    await database.transaction(adding("carl"))

    assert ["anna", "bert", "carl"] == await names(database)


async def test_whoever_is_cancelled_while_he_waits_for_his_turn_has_it_later(
    database: Database,
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work(connection: sqlite3.Connection) -> None:
        begun.set()
        may_end.wait(timeout=10)

    first = asyncio.create_task(database.transaction(work))
    await asyncio.to_thread(begun.wait, 10)
    second = asyncio.create_task(database.transaction(adding("anna")))
    await asyncio.sleep(0.01)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    may_end.set()
    await first
    await database.transaction(adding("bert"))

    assert ["anna", "bert"] == await names(database)


async def test_transactions_of_many_tasks_do_not_interleave(database: Database) -> None:
    pairs = [(f"{number} first", f"{number} second") for number in range(20)]

    await asyncio.gather(*(database.transaction(adding(*pair)) for pair in pairs))

    written = await names(database)
    assert set(pairs) == set(zip(written[::2], written[1::2], strict=True))


async def test_a_failing_neighbour_takes_nothing_with_it(database: Database) -> None:
    works = [adding("anna"), adding("bert", "bert"), adding("carl"), adding("dora", "anna")]

    outcomes = await asyncio.gather(
        *(database.transaction(work) for work in works), return_exceptions=True
    )

    assert [False, True, False, True] == [outcome is not None for outcome in outcomes]
    assert ["anna", "carl"] == await names(database)


# ── the reader, and the end ──────────────────────────────────────────────────────────────────────


async def test_the_reader_cannot_write(database: Database) -> None:
    with pytest.raises(CannotStart, match="may not be written to"):
        await database.read(adding("anna"))

    assert [] == await names(database)


async def test_the_reader_sees_only_what_is_committed(database: Database) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work(connection: sqlite3.Connection) -> None:
        players.add(connection, 1, "anna", "anna")
        begun.set()
        may_end.wait(timeout=10)

    writing = asyncio.create_task(database.transaction(work))
    await asyncio.to_thread(begun.wait, 10)
    before = await names(database)
    may_end.set()
    await writing

    assert [] == before
    assert ["anna"] == await names(database)


async def test_closing_lets_others_in_and_leaves_no_thread(tmp_path: Path) -> None:
    threads = set(threading.enumerate())
    database = await Database.open(tmp_path / "table.db")
    await database.close()

    assert [] == still_running(threads)
    again = await Database.open(tmp_path / "table.db")
    await again.close()


async def test_closing_waits_for_what_is_being_written(tmp_path: Path) -> None:
    begun = threading.Event()

    def work(connection: sqlite3.Connection) -> None:
        begun.set()
        adding("anna", "bert")(connection)

    database = await Database.open(tmp_path / "table.db")
    writing = asyncio.create_task(database.transaction(work))
    await asyncio.to_thread(begun.wait, 10)
    await database.close()
    await writing
    database = await Database.open(tmp_path / "table.db")

    assert ["anna", "bert"] == await names(database)
    await database.close()


async def test_a_failed_start_leaves_neither_thread_nor_lock(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    path.write_text("no database, but a letter", encoding="utf-8")
    threads = set(threading.enumerate())
    with pytest.raises(CannotStart):
        await Database.open(path)
    path.unlink()

    assert [] == still_running(threads)
    database = await Database.open(path)
    await database.close()


# ── savepoints ───────────────────────────────────────────────────────────────────────────────────


async def test_what_fails_in_a_savepoint_is_undone_and_the_rest_stays(database: Database) -> None:
    def work(connection: sqlite3.Connection) -> str:
        players.add(connection, 1, "anna", "anna")
        with pytest.raises(sqlite3.IntegrityError):
            savepoint(connection, lambda: adding("bert", "anna")(connection))
        players.add(connection, 1, "carl", "carl")
        return savepoint(connection, lambda: "granted")

    assert "granted" == await database.transaction(work)
    assert ["anna", "carl"] == await names(database)


async def test_savepoints_may_lie_in_each_other(database: Database) -> None:
    def inner(connection: sqlite3.Connection) -> None:
        players.add(connection, 1, "bert", "bert")
        raise LookupError

    def outer(connection: sqlite3.Connection) -> None:
        players.add(connection, 1, "anna", "anna")
        with pytest.raises(LookupError):
            savepoint(connection, lambda: inner(connection))

    await database.transaction(lambda connection: savepoint(connection, lambda: outer(connection)))

    assert ["anna"] == await names(database)


async def test_a_full_disk_is_told_from_within_a_savepoint_too(database: Database) -> None:
    """SQLite undoes the whole transaction then, savepoint and all."""

    def fill(connection: sqlite3.Connection) -> None:
        for number in range(1000):
            name = f"{number} " * 100
            players.add(connection, 1, name, name)

    def work(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages + 2}")
        savepoint(connection, lambda: fill(connection))

    with pytest.raises(CannotStart, match="the disk is full; nothing was changed"):
        await database.transaction(work)

    assert [] == await names(database)
