"""What is no database of ours, or not alone, or not whole: one sentence, and nothing is touched."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.draws.log import Entry
from bot.errors import CannotStart
from bot.store import players
from bot.store.database import Database
from bot.table.game import Game
from tests.tables import Table, open_table, stake

ROOT = Path(__file__).parents[2]
HOLD = """
import asyncio, sys
from pathlib import Path
from bot.store.database import Database

async def hold(path):
    database = await Database.open(path)
    print("open", flush=True)
    sys.stdin.read()
    await database.close()

asyncio.run(hold(Path(sys.argv[1])))
"""


async def refusal(path: Path) -> str:
    """How a file is refused: in one line that names it and says what to do."""
    with pytest.raises(CannotStart) as caught:
        await Database.open(path)
    sentence = str(caught.value)

    assert 1 == len(sentence.splitlines())
    assert sentence.startswith(f"{path}: ")
    assert "; " in sentence
    return sentence.removeprefix(f"{path}: ")


@pytest.fixture
async def whole(tmp_path: Path) -> Path:
    """A database of ours with a few dozen pages."""
    path = tmp_path / "table.db"
    database = await Database.open(path)

    def fill(connection: sqlite3.Connection) -> None:
        for number in range(2000):
            players.add(connection, 1, f"{number}", f"a long name, and then {number}")

    await database.transaction(fill)
    await database.close()
    return path


def overwrite(path: Path, begin: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(begin)
        file.write(content)


def cut_off(path: Path, share: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])


@contextmanager
def opened_elsewhere(path: Path) -> Iterator[int]:
    """Another process has it open; its number."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert b"open\n" == other.stdout.readline()
        yield other.pid
        other.kill()


def pragma(path: Path, text: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA {text}")


# ── newer, damaged ───────────────────────────────────────────────────────────────────────────────


async def test_a_database_of_a_newer_croupier_is_refused(whole: Path) -> None:
    pragma(whole, "user_version=99")

    expected = "written by a newer croupier (schema 99, this one knows 3); update the program"
    assert expected == await refusal(whole)


@pytest.mark.parametrize("page", [1, 2, 5, 20])
async def test_an_overwritten_page_is_found_at_the_start(whole: Path, page: int) -> None:
    overwrite(whole, page * 2048, b"\xa5" * 2048)

    sentence = await refusal(whole)
    assert sentence.startswith("the database is damaged")
    assert sentence.endswith("put back the last backup")


@pytest.mark.parametrize("share", [0.03, 0.2, 0.5, 0.99])
async def test_a_file_that_was_cut_off_is_found_at_the_start(whole: Path, share: float) -> None:
    cut_off(whole, share)

    assert (await refusal(whole)).startswith("the database is damaged")


# ── foreign ──────────────────────────────────────────────────────────────────────────────────────


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")


def with_another_id(path: Path) -> None:
    of_another_program(path)
    pragma(path, "application_id=7")


def with_an_open_log(path: Path) -> None:
    """As a program leaves it that was killed: its last words are in the write-ahead log."""
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE recipe (name TEXT)")
        connection.execute("INSERT INTO recipe VALUES ('soup')")
        connection.commit()
        shutil.copy(other, path)
        shutil.copy(f"{other}-wal", f"{path}-wal")


def a_letter(path: Path) -> None:
    path.write_text("Dear croupier,\nthis is no database.\n", encoding="utf-8")


def a_long_letter(path: Path) -> None:
    path.write_bytes(b"no database at all " * 1000)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (of_another_program, "a database of another program; name a file of the croupier's own"),
        (with_another_id, "a database of another program; name a file of the croupier's own"),
        (with_an_open_log, "a database of another program; name a file of the croupier's own"),
        (a_letter, "this is no database of the croupier; name another file"),
        (a_long_letter, "this is no database of the croupier; name another file"),
    ],
)
def test_a_foreign_file_is_refused_and_stays_as_it_is(
    tmp_path: Path, make: Callable[[Path], None], expected: str
) -> None:
    path = tmp_path / "foreign.db"
    make(path)
    before = path.read_bytes()

    assert expected == asyncio.run(refusal(path))
    assert before == path.read_bytes()


async def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert (await refusal(tmp_path)).startswith("the file cannot be opened; check the folder")


def test_a_folder_that_is_missing_is_not_made(tmp_path: Path) -> None:
    expected = "No such file or directory; name a file in a folder you may write to"
    assert expected == asyncio.run(refusal(tmp_path / "nowhere" / "table.db"))
    assert [] == list(tmp_path.iterdir())


async def test_a_file_is_no_folder(tmp_path: Path) -> None:
    a_letter(tmp_path / "letter")

    sentence = await refusal(tmp_path / "letter" / "table.db")
    assert "Not a directory; name a file in a folder you may write to" == sentence


# ── locked ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_database_is_open_once_in_a_process(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    first = await Database.open(path)
    sentence = await refusal(path)
    await first.close()

    assert sentence.startswith("another croupier (process ")
    assert sentence.endswith(") has this database open; stop it first")


async def test_a_database_is_open_once_on_a_machine_and_free_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with opened_elsewhere(path) as number:
        sentence = await refusal(path)

    expected = f"another croupier (process {number}) has this database open; stop it first"
    assert expected == sentence
    database = await Database.open(path)
    await database.close()


@pytest.mark.slow
async def test_a_program_that_writes_for_long_is_named_busy(whole: Path) -> None:
    with closing(sqlite3.connect(whole, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")

        expected = "another program holds this database; close it and start again"
        assert expected == await refusal(whole)


# ── full ─────────────────────────────────────────────────────────────────────────────────────────


async def until_full(table: Table) -> tuple[Game, list[Entry], str]:
    """What there was before the message that found no room, and what the operator reads."""
    for number in range(100):
        before = table.croupier.game, await table.entries()
        try:
            await table.hear("anna", stake(50 + number % 2, replace=True))
        except CannotStart as error:
            return *before, str(error)
    pytest.fail("the disk was never full")


async def test_a_full_database_changes_nothing_and_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    def pages(connection: sqlite3.Connection, more: int) -> None:
        count = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={count + more}")

    async with open_table(tmp_path) as table:
        await table.credit(anna=1000)
        await table.database.transaction(lambda connection: pages(connection, 0))
        game, entries, sentence = await until_full(table)
        await table.database.transaction(lambda connection: pages(connection, 100_000))

        assert sentence.endswith("the disk is full; nothing was changed: make room and start again")
        assert game == table.croupier.game
        assert entries == await table.entries()
        await table.hear("anna", stake(60, replace=True))
        assert (94000, 6000) == (await table.purses())["anna"]
        assert (await table.audit()).ok


def test_a_full_disk_changes_nothing_and_the_table_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    path = tmp_path / "table.db"
    ran = subprocess.run(
        [sys.executable, "-m", "tests.store.full_disk", str(path)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    happened = json.loads(ran.stdout)
    sentence = happened.pop("sentence")

    assert sentence.startswith(f"{path}: the disk ")
    assert "nothing was changed" in sentence
    assert {"nothing changed": True, "goes on": True, "verifies": True} == happened
    assert b"" == ran.stderr
