"""``audit export`` and ``audit verify`` as an auditor types them: codes, sentences, JSON."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.audit.forger import Forgery, read_lines
from tests.tables import open_table, stake


class Ran:
    """What a run printed, and its exit code."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> None:
        capsys.readouterr()
        self.code = main(["audit", *map(str, arguments)])
        self.out, self.err = capsys.readouterr()

    @property
    def sentence(self) -> str:
        """The one line with which it was refused."""
        assert (2, "", 1) == (self.code, self.out, self.err.count("\n"))
        return self.err.rstrip("\n")


@pytest.fixture
def bent(evening: Path, tmp_path: Path) -> Path:
    """An export with two things wrong."""
    forgery = Forgery.of(evening / "export")
    forgery.pay("player:1", 1)
    forgery.posting("stake:1-1")["actor"] = "player:2"
    return forgery.write(tmp_path / "bent")


# ── verify ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("of", ["export", "database"])
def test_honest_records_verify(capsys: pytest.CaptureFixture[str], evening: Path, of: str) -> None:
    where = [evening / "export"] if of == "export" else ["--db", evening / "table.db"]
    ran = Ran(capsys, "verify", *where)

    head = read_lines(evening / "export" / "entries.jsonl")[-1]["hash"]
    expected = f"verified: 6 rounds, 14 draws, 31 transfers, head {head}\n"
    assert (0, expected, "") == (ran.code, ran.out, ran.err)


def test_every_finding_is_a_line(capsys: pytest.CaptureFixture[str], bent: Path) -> None:
    ran = Ran(capsys, "verify", bent)
    *findings, verdict = ran.out.splitlines()

    assert (1, "") == (ran.code, ran.err)
    assert ["posting", "balance"] == [finding.partition(":")[0] for finding in findings]
    assert verdict.startswith("2 findings: 6 rounds, 14 draws, 31 transfers, head ")


def test_the_result_is_one_object_of_a_fixed_shape(
    capsys: pytest.CaptureFixture[str], evening: Path, bent: Path
) -> None:
    honest = Ran(capsys, "verify", evening / "export", "--json")
    report = json.loads(honest.out)
    head = read_lines(evening / "export" / "entries.jsonl")[-1]["hash"]

    expected = {
        "ok": True,
        "rounds": 6,
        "draws": 14,
        "transfers": 31,
        "head": head,
        "findings": [],
    }
    assert (0, expected, 1) == (honest.code, report, honest.out.count("\n"))
    crooked = Ran(capsys, "verify", bent, "--json")
    report = json.loads(crooked.out)
    assert (1, False, expected.keys()) == (crooked.code, report["ok"], report.keys())
    assert [{"code", "where", "text"}] * 2 == [set(finding) for finding in report["findings"]]
    assert {"posting", "balance"} == {finding["code"] for finding in report["findings"]}


def test_a_posted_head_is_looked_for(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    lines = read_lines(evening / "export" / "entries.jsonl")
    ran = Ran(capsys, "verify", "--db", evening / "table.db", "--head", lines[70]["hash"][:16])
    assert 0 == ran.code

    ran = Ran(capsys, "verify", evening / "export", "--head", "0" * 16)
    assert (1, True) == (ran.code, ran.out.startswith("head: log: "))


async def test_a_table_may_be_verified_while_it_is_open(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))

        assert 0 == Ran(capsys, "verify", "--db", tmp_path / "table.db").code
        assert (
            0 == Ran(capsys, "export", "--db", tmp_path / "table.db", "--out", tmp_path / "e").code
        )
    assert 0 == Ran(capsys, "verify", tmp_path / "e").code


def test_verifying_leaves_the_database_as_it_was(
    capsys: pytest.CaptureFixture[str], one_round: Path, tmp_path: Path
) -> None:
    path = Path(shutil.copy(one_round / "table.db", tmp_path))
    Ran(capsys, "verify", "--db", path)

    assert (one_round / "table.db").read_bytes() == path.read_bytes()


# ── export ───────────────────────────────────────────────────────────────────────────────────────


def test_an_export_prints_its_head(
    capsys: pytest.CaptureFixture[str], evening: Path, tmp_path: Path
) -> None:
    ran = Ran(capsys, "export", "--db", evening / "table.db", "--out", tmp_path / "new")

    head = read_lines(tmp_path / "new" / "entries.jsonl")[-1]["hash"]
    expected = f"145 entries exported to {tmp_path / 'new'}, head {head}\n"
    assert (0, expected, "") == (ran.code, ran.out, ran.err)


# ── what an operator must mend ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("head", ["", "0" * 15, "0" * 65, "g" * 16, "０" * 16, "0" * 15 + "\n"])
def test_a_head_has_16_to_64_digits(
    capsys: pytest.CaptureFixture[str], evening: Path, head: str
) -> None:
    ran = Ran(capsys, "verify", evening / "export", f"--head={head}")

    expected = "--head: 16 to 64 hexadecimal digits, as they stand under a post"
    assert expected == ran.sentence


def test_there_is_exactly_one_thing_to_verify(
    capsys: pytest.CaptureFixture[str], evening: Path
) -> None:
    expected = "audit verify: name an export's folder, or a database with --db"
    both = (evening / "export", "--db", evening / "table.db")

    assert expected == Ran(capsys, "verify").sentence
    assert expected == Ran(capsys, "verify", *both).sentence


def test_what_is_not_there_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"

    no_folder = f"{missing}: is no folder; name the folder that `audit export` wrote"
    assert no_folder == Ran(capsys, "verify", missing).sentence
    for arguments in (("verify",), ("export", "--out", tmp_path / "new")):
        ran = Ran(capsys, *arguments, "--db", missing)
        assert f"{missing}: there is no such database" == ran.sentence
    assert [] == list(tmp_path.iterdir())


def test_a_file_is_no_export_and_a_folder_no_database(
    capsys: pytest.CaptureFixture[str], evening: Path
) -> None:
    assert "is no folder" in Ran(capsys, "verify", evening / "table.db").sentence
    assert "there is no such database" in Ran(capsys, "verify", "--db", evening).sentence
    assert "holds no export" in Ran(capsys, "verify", evening).sentence


def test_an_export_goes_to_a_new_folder(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    for folder in (evening, evening / "table.db"):
        ran = Ran(capsys, "export", "--db", evening / "table.db", "--out", folder)
        assert "name a new folder" in ran.sentence


def a_letter(path: Path) -> None:
    path.write_text("Dear auditor, " * 100, encoding="utf-8")


def another_programs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")


def empty(path: Path) -> None:
    path.touch()


@pytest.mark.parametrize("make", [a_letter, another_programs, empty])
def test_a_foreign_file_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, make: object
) -> None:
    path = tmp_path / "foreign.db"
    assert callable(make)
    make(path)
    before = path.read_bytes()

    assert Ran(capsys, "verify", "--db", path).sentence.startswith(f"{path}: ")
    assert before == path.read_bytes()


def test_a_database_of_a_newer_croupier_is_refused(
    capsys: pytest.CaptureFixture[str], evening: Path, tmp_path: Path
) -> None:
    path = shutil.copy(evening / "table.db", tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=99")

    assert "update the program" in Ran(capsys, "verify", "--db", path).sentence
