"""The export: what lies in its folder, and that nobody needs us to read it."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit.export import BALANCES, ENTRIES, FILES, MANIFEST, POSTINGS, export
from bot.audit.findings import Code
from bot.audit.records import FromDatabase
from bot.errors import CannotStart
from tests.audit.evenings import RECORDS, check_export, codes
from tests.audit.forger import printed, read_lines
from tests.tables import open_table, stake


@pytest.fixture
def copied(one_round: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(one_round / "export", tmp_path / "copied"))


def write_export(database: Path, folder: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        export(FromDatabase(connection), folder)


def test_the_manifest_says_what_is_there(evening: Path) -> None:
    folder = evening / "export"
    manifest = json.loads((folder / MANIFEST).read_bytes())
    entries = read_lines(folder / ENTRIES)

    files = {
        name: {
            "size": (folder / name).stat().st_size,
            "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest(),
        }
        for name in FILES
    }
    head = entries[-1]["hash"]
    assert {"format": 1, "files": files, "entries": len(entries), "head": head} == manifest


def test_a_stranger_can_walk_the_chain_with_a_few_lines_of_his_own(evening: Path) -> None:
    head = bytes(32)
    for number, line in enumerate(read_lines(evening / "export" / ENTRIES), start=1):
        body = printed(line["body"])
        head = hashlib.sha256(head + hashlib.sha256(body).digest()).digest()

        assert (number, head.hex()) == (line["position"], line["hash"])


def test_a_stranger_can_add_up_the_book(evening: Path) -> None:
    sums: dict[tuple[str, str], int] = {}
    for posting in read_lines(evening / "export" / POSTINGS):
        for moved in posting["transfers"]:
            for account, sign in ((moved["source"], -1), (moved["target"], 1)):
                key = account, moved["asset"]
                sums[key] = sums.get(key, 0) + sign * moved["amount"]
    balances = {
        (row["account"], row["asset"]): row["amount"]
        for row in read_lines(evening / "export" / BALANCES)
    }

    assert sums == balances
    for asset in ("MM", "Jetons"):
        assert 0 == sum(amount for (_, each), amount in balances.items() if each == asset)


@pytest.mark.parametrize("name", [*RECORDS, MANIFEST])
def test_every_line_is_canonical(evening: Path, name: str) -> None:
    content = (evening / "export" / name).read_bytes()

    lines = [printed(json.loads(line)) for line in content.splitlines()]
    assert content.rstrip(b"\n") == b"\n".join(lines)


@pytest.mark.parametrize("name", ["anna", "bert", "carl", "dora"])
def test_no_name_of_a_player_is_in_it(evening: Path, name: str) -> None:
    for path in (evening / "export").iterdir():
        assert name.encode() not in path.read_bytes()


def test_the_same_records_make_the_same_export(evening: Path, tmp_path: Path) -> None:
    write_export(evening / "table.db", tmp_path / "a" / "new" / "folder")

    for path in (evening / "export").iterdir():
        assert path.read_bytes() == (tmp_path / "a" / "new" / "folder" / path.name).read_bytes()


async def test_a_table_may_be_exported_while_it_is_open(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        write_export(tmp_path / "table.db", tmp_path / "export")
        await table.hear("anna", stake(60, replace=True))

    assert check_export(tmp_path / "export").ok


# ── where it cannot be written ───────────────────────────────────────────────────────────────────


def test_a_folder_with_something_in_it_is_left_alone(one_round: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine", encoding="utf-8")
    with pytest.raises(CannotStart, match="is not empty; name a new folder"):
        write_export(one_round / "table.db", tmp_path)

    assert ["letter"] == [path.name for path in tmp_path.iterdir()]


def test_a_file_is_no_folder(one_round: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("mine", encoding="utf-8")
    for folder in (letter, letter / "export"):
        with pytest.raises(CannotStart, match="name a new folder"):
            write_export(one_round / "table.db", folder)

    assert "mine" == letter.read_text(encoding="utf-8")


# ── what cannot be read ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"null\n",
        b"{}\n",
        b"\xff\xfe\n",
        b'{"position":1}\n',
        b'{"position":"1","hash":"","body":{}}\n',
        b'{"body":' + b"[" * 100_000 + b"\n",
        b"[" * 100_000 + b"\n",
        b'{"position":1,"hash":"no hash","body":{}}\n',
        b'{"position":1e400,"hash":"","body":{}}\n',
        b"\x00" * 1000,
    ],
    ids=range(11),
)
def test_a_line_that_is_none_is_a_finding_of_its_own(copied: Path, name: str, line: bytes) -> None:
    content = (copied / name).read_bytes()
    (copied / name).write_bytes(line + content)
    report = check_export(copied)

    assert {Code.FILE, Code.MANIFEST} <= codes(report)
    assert name in {finding.where for finding in report.findings}


@pytest.mark.parametrize("name", RECORDS)
def test_a_line_says_nothing_beside_what_it_must(copied: Path, name: str) -> None:
    """Also where the manifest was made to agree: every byte follows from what was checked."""
    content = (copied / name).read_bytes()
    (copied / name).write_bytes(content.replace(b"}\n", b',"zz":"and anna is a cheat"}\n', 1))
    findings = [finding for finding in check_export(copied).findings if finding.where == name]

    assert ["line 1 is not canonical JSON"] == [finding.text for finding in findings]


def test_a_body_is_not_written_in_another_way(copied: Path) -> None:
    content = (copied / ENTRIES).read_bytes()
    (copied / ENTRIES).write_bytes(content.replace(b'"kind":"start"', b'"kind": "start"', 1))

    assert {Code.BODY, Code.CHAIN} <= codes(check_export(copied))
