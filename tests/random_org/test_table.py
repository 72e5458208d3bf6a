"""The program against the stand-in, as an operator sees it; and no secrets anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.random_org.client import StandIn
from tests.random_org.houses import bot, draws_at

GENERATE = "generateSignedIntegers"
EVENING = "anna: 50 MM\nanna: geben\nanna: karte\nanna: reste\nanna: hand 20\nanna: reste\n"


def table(random_org: StandIn, folder: Path, lines: str, *more: str) -> list[dict[str, object]]:
    database = str(folder / "table.db")
    arguments = ("table", "--draws", "random.org", "--json", "--db", database, *more)
    done = bot(random_org, *arguments, folder=folder, lines=lines)

    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_evening_from_random_org_verifies_online(tmp_path: Path, random_org: StandIn) -> None:
    rows = table(random_org, tmp_path, EVENING, "--credit", "anna=500")
    drawn = [row for row in rows if row["type"] == "drawn"]
    database, export = str(tmp_path / "table.db"), str(tmp_path / "export")
    written = bot(random_org, "audit", "export", "--db", database, "--out", export, folder=tmp_path)
    verified = bot(random_org, "audit", "verify", export, "--json", "--online", folder=tmp_path)

    assert [row["number"] for row in drawn] == [
        number for _, numbers, _ in draws_at(random_org) for number in numbers
    ]
    assert {row["source"] for row in drawn} == {"random.org"}
    assert written.returncode == 0
    assert json.loads(verified.stdout)["findings"] == []


def test_a_draw_that_was_made_and_left_out_is_found_online(
    tmp_path: Path, random_org: StandIn
) -> None:
    table(random_org, tmp_path, EVENING, "--credit", "anna=500")
    tail = random_org.draws()[-1]["next_ticket_id"]
    random_org.use_ticket(tail, user_data=None)
    database = str(tmp_path / "table.db")
    offline = bot(random_org, "audit", "verify", "--db", database, folder=tmp_path)
    online = bot(random_org, "audit", "verify", "--db", database, "--online", folder=tmp_path)

    assert offline.returncode == 0
    assert online.returncode == 1
    assert tail in online.stdout


def test_while_it_waits_the_table_says_so_and_shows_nothing_twice(
    tmp_path: Path, random_org: StandIn
) -> None:
    random_org.plan("late", milliseconds=3000, method=GENERATE)
    random_org.plan("http_error", method=GENERATE, times=2)
    rows = table(random_org, tmp_path, EVENING, "--credit", "anna=500")
    waiting = [row["outage"] for row in rows if row["type"] == "waiting"]
    cards = [(row["round"], row["index"]) for row in rows if row["type"] == "card"]

    assert "slow" in waiting
    assert len(cards) == len(set(cards))
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))


def test_doctor_says_what_is_left_and_what_to_do(tmp_path: Path, random_org: StandIn) -> None:
    table(random_org, tmp_path, EVENING, "--credit", "anna=500")
    done = bot(random_org, "doctor", "--db", str(tmp_path / "table.db"), folder=tmp_path)

    assert "ok  key: running" in done.stdout
    assert "requests" in done.stdout
    assert "development and testing" in done.stdout
    assert "SHA-256" in done.stdout
    assert "clock" in done.stdout
    assert random_org.api_key not in done.stdout


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"status": "stopped"}, "start it on the dashboard"),
        ({"refusal": 405}, "release 4"),
    ],
)
def test_a_key_that_cannot_draw_is_one_sentence(
    tmp_path: Path, random_org: StandIn, changes: dict[str, Any], part: str
) -> None:
    random_org.set_key(**changes)
    done = bot(random_org, "table", "--draws", "random.org", folder=tmp_path, lines=EVENING)

    assert done.returncode == 2
    assert part in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_key_is_one_sentence(tmp_path: Path, random_org: StandIn) -> None:
    random_org.api_key = "00000000-0000-4000-8000-000000000000"
    done = bot(random_org, "table", "--draws", "random.org", folder=tmp_path)

    assert done.returncode == 2
    assert "does not know the key" in done.stderr


def test_the_key_is_in_nothing_that_the_process_writes(tmp_path: Path, random_org: StandIn) -> None:
    """Not in answers, errors, debug lines or tracebacks, nor in any file it leaves."""
    for fault in ("drop", "http_error", "wrong_signature", "cut"):
        random_org.plan(fault, method=GENERATE)
    database = str(tmp_path / "table.db")
    given = ("table", "--draws", "random.org", "--db", database, "--credit", "anna=500")
    done = bot(random_org, *given, folder=tmp_path, lines=EVENING, debug=True)
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())

    assert "HTTP Request" in done.stderr
    assert random_org.api_key not in done.stdout + done.stderr
    assert random_org.api_key.encode() not in files
