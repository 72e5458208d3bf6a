"""Verification: honest records pass, a posted head finds what was cut off, garbage is survived."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.audit.export import BALANCES, ENTRIES, FILES, MANIFEST, POSTINGS
from bot.audit.findings import Code, Finding, Report
from bot.audit.records import BalanceRow, BookedRow, unveiled_in
from bot.audit.verify import verify
from bot.draws.chain import START, link
from bot.draws.log import Entry
from bot.draws.signature import SigningKey
from bot.store.codec import canonical
from bot.store.entries import Body, Unveiled
from tests.audit.evenings import check_database, check_export, codes
from tests.audit.forger import Forgery, printed, read_lines
from tests.store.bodies import bodies, of

# ── honest records ───────────────────────────────────────────────────────────────────────────────


def test_an_evening_verifies_from_its_database_and_from_its_export(evening: Path) -> None:
    report = check_database(evening)

    assert () == report.findings
    assert report == check_export(evening / "export")
    assert (True, 6, 14, 31) == (report.ok, report.rounds, report.draws, report.transfers)
    assert read_lines(evening / "export" / ENTRIES)[-1]["hash"] == report.head


def test_the_evening_has_everything_in_it(evening: Path) -> None:
    """So that the tests with it say something."""
    forgery = Forgery.of(evening / "export")
    refused = {body["refused"] for _, body in forgery.all("message")}
    reasons = {body["event"]["reason"] for _, body in forgery.all("settled")}

    assert {None, "insufficient_funds", "stake_not_positive", "not_dealt_yet"} == refused
    assert {
        "blackjack",
        "dealer_bust",
        "higher",
        "lower",
        "player_bust",
        "triple_seven",
    } == reasons
    for kind in ("doubled", "withdrawn", "deadline", "clock", "presence", "card_asked"):
        assert forgery.all(kind)
    assert 4 == len(forgery.all("start"))
    assert {"MM", "Jetons"} == {body["event"]["asset"] for _, body in forgery.all("staked")}


class Kept(NamedTuple):
    """Records as they lie in memory."""

    log: list[Entry]
    book: list[BookedRow]
    sums: list[BalanceRow]

    def entries(self) -> Iterator[Entry]:
        return iter(self.log)

    def postings(self) -> Iterator[BookedRow]:
        return iter(self.book)

    def balances(self) -> Iterator[BalanceRow]:
        return iter(self.sums)

    def unveiled(self) -> Iterator[Unveiled]:
        return unveiled_in(entry.body for entry in self.log)

    def own_findings(self, key: SigningKey) -> list[Finding]:
        return []


def chained(contents: list[bytes]) -> list[Entry]:
    """Entries with these bodies, well linked."""
    head, entries = START, []
    for position, content in enumerate(contents, start=1):
        head = link(head, content)
        entries.append(Entry(position, head, content))
    return entries


def test_nothing_at_all_is_without_fault() -> None:
    assert Report(ok=True, rounds=0, draws=0, transfers=0, head=START.hex(), findings=()) == verify(
        Kept([], [], [])
    )


def test_an_empty_folder_is_no_export(tmp_path: Path) -> None:
    report = check_export(tmp_path)

    assert {*FILES, MANIFEST} == {finding.where for finding in report.findings}
    assert {Code.FILE} == codes(report)


# ── heads and tails ──────────────────────────────────────────────────────────────────────────────


def hashes(folder: Path) -> list[str]:
    return [line["hash"] for line in read_lines(folder / ENTRIES)]


@pytest.mark.parametrize("digits", [16, 17, 40, 64])
@pytest.mark.parametrize("place", [-1, -2, 50, 0])
def test_a_head_that_was_posted_is_found(evening: Path, digits: int, place: int) -> None:
    head = hashes(evening / "export")[place][:digits]

    assert check_export(evening / "export", head=head).ok
    assert check_export(evening / "export", head=head.upper()).ok


def test_a_head_that_was_never_posted_is_a_finding(evening: Path) -> None:
    report = check_export(evening / "export", head="0123456789abcdef")

    assert [Code.HEAD] == [finding.code for finding in report.findings]


def test_a_clean_cut_is_an_older_export_and_only_a_head_tells(
    one_round: Path, tmp_path: Path
) -> None:
    """Clean: the last cause has all its events; a draw that is owed or intended may be open."""
    whole = Forgery.of(one_round / "export")
    posted = hashes(one_round / "export")[-1]
    last = len(whole.bodies)
    for position in range(1, last):
        forgery = Forgery.of(one_round / "export")
        forgery.cut_after(position)
        folder = forgery.write(tmp_path / str(position))
        clean = "happened" != whole.bodies[position + 1]["kind"]

        assert clean == check_export(folder).ok, position
        assert Code.HEAD in codes(check_export(folder, head=posted[:16]))
        assert Code.HEAD not in codes(check_export(folder, head=hashes(folder)[-1]))


# ── a database that was broken into ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE balance SET amount = amount + 1 WHERE account = 'player:1'", Code.BALANCE),
        ("DELETE FROM balance WHERE account = 'player:1'", Code.BALANCE),
        ("UPDATE transfer SET amount = amount + 1 WHERE number = 5", Code.POSTING),
        ("UPDATE transfer SET target = 'player:2' WHERE number = 1", Code.POSTING),
        ("DELETE FROM transfer WHERE number = 5", Code.POSTING),
        ("UPDATE posting SET request = zeroblob(32) WHERE number = 5", Code.POSTING),
        ("UPDATE posting SET reason = 'gift' WHERE number = 5", Code.POSTING),
        ("DELETE FROM posting WHERE number = 5", Code.POSTING),
        ("UPDATE log SET body = replace(body, '500', '501') WHERE position = 2", Code.CHAIN),
        ("UPDATE log SET hash = zeroblob(32) WHERE position = 9", Code.CHAIN),
        ("DELETE FROM log WHERE position = 9", Code.CHAIN),
        ("UPDATE log SET position = 1000 WHERE position = 9", Code.CHAIN),
        ("UPDATE log SET body = 'gone' WHERE position = 9", Code.BODY),
        ("UPDATE log SET body = '{}' WHERE position = 9", Code.BODY),
    ],
)
def test_a_row_that_was_changed_is_found(
    evening: Path, tmp_path: Path, statement: str, code: Code
) -> None:
    shutil.copy(evening / "table.db", tmp_path / "table.db")
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)

    assert code in codes(check_database(tmp_path))


# ── garbage ──────────────────────────────────────────────────────────────────────────────────────

ROWS = st.lists(of(BookedRow), max_size=4)
SUMS = st.lists(of(BalanceRow), max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
TWISTS: st.SearchStrategy[Any] = st.sampled_from(
    [0, 1, -1, 2**63, -(2**70), "", "player:1", None, [], {}, True, "2026-11-29", "♠A", "9:9"]
)


@given(st.lists(bodies(), max_size=12), ROWS, SUMS)
def test_any_bodies_in_any_order_are_survived(
    said: list[Body], rows: list[BookedRow], sums: list[BalanceRow]
) -> None:
    entries = chained([canonical(body) for body in said])
    report = verify(Kept(entries, rows, sums), head="ab" * 8)

    assert Code.CHAIN not in codes(report)
    assert Code.HEAD in codes(report)


@given(st.lists(st.binary(max_size=60), min_size=1, max_size=5), st.binary(max_size=32))
def test_any_bytes_are_survived(contents: list[bytes], whole: bytes) -> None:
    entries = [Entry(7, whole, content) for content in contents]
    report = verify(Kept(entries, [], []))

    assert {Code.CHAIN, Code.BODY} <= codes(report)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inner:
        yield (*path, key)
        if isinstance(each, dict | list):
            yield from leaves(each, (*path, key))


def twist(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


@settings(max_examples=150)
@given(st.data())
def test_an_evening_with_anything_in_any_place_is_survived(
    evening: Path, data: st.DataObject
) -> None:
    forgery = Forgery.of(evening / "export")
    for _ in range(data.draw(st.integers(1, 3))):
        position = data.draw(st.sampled_from(sorted(forgery.bodies)))
        body = forgery.bodies[position]
        path = data.draw(st.sampled_from(list(leaves(body))))
        twist(body, path, data.draw(TWISTS))
    contents = [printed(body) for _, body in sorted(forgery.bodies.items())]
    report = verify(Kept(chained(contents), [], []))

    assert Code.CHAIN not in codes(report)
    assert Code.POSTING in codes(report)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from([ENTRIES, POSTINGS, BALANCES, MANIFEST]), st.binary()))
def test_a_folder_of_any_files_is_survived(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        report = check_export(Path(folder))

    assert not report.ok


@settings(max_examples=50)
@given(st.lists(JSON, min_size=1, max_size=4))
def test_a_file_of_any_json_is_survived(values: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        for name in (ENTRIES, POSTINGS, BALANCES):
            lines = [canonical_or_nothing(value) for value in values]
            (Path(folder) / name).write_bytes(b"\n".join(lines))
        report = check_export(Path(folder))

    assert Code.FILE in codes(report)


def canonical_or_nothing(value: Any) -> bytes:
    """JSON knows no infinity; where there is one, an empty line will do."""
    try:
        return canonical(value)
    except (ValueError, OverflowError):
        return b""
