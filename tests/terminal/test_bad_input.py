"""What somebody types wrong gets one sentence with the reason, and changes nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.pipes import bot, table

STAKES = [
    ("einsatz 0", "stake_not_positive", "10 MM"),
    ("einsatz -50", "amount_malformed", "-50"),
    ("-50 MM", "amount_malformed", "-50"),
    ("12,5 MM", "stake_not_whole", "12,50 MM"),
    ("600 MM", "insufficient_funds", "Es fehlen 100 MM (Guthaben 500 MM)."),
    ("9 MM", "stake_below_minimum", "10 MM"),
    ("5.001 MM", "stake_above_maximum", "5.000 MM"),
    ("einsatz NaN", "amount_malformed", "NaN"),
    ("NaN MM", "amount_malformed", "NaN"),
    ("1e3 MM", "amount_malformed", "1e3"),
    ("５０ MM", "amount_malformed", "５０"),
    ("1" * 400 + " MM", "amount_too_long", "400"),
    ("einsatz 5,000", "amount_ambiguous", "5.000"),
    ("50 MM auf Box 8", "no_such_box", "7"),
    ("50 MM auf Box 0", "no_such_box", "7"),
    ("karte", "no_round", ""),
    ("geben", "nothing_to_deal", ""),
    ("zahl 313", "no_such_number", "312"),
    ("runde 99", "no_such_round", "99"),
    ("!kart", "not_understood", "!karte"),
    ("!einsatz", "not_understood", "einsatz 50"),
    ("teilen", "no_round", ""),
    ("stehen lassen", "nothing_pushed", "!nochmal"),
    ("höher setzen 5000", "limit_not_higher", "5.000 MM"),
    ("limit erlauben bert 8000", "staff_only", "Saalchef"),
    ("auszug", "not_offered", "auszug"),
    ("house: karte", "name_reserved", "house"),
    ("#clock 3h", "clock_malformed", "3h"),
    ("@" + "x" * 65 + " anna: 50 MM", "message_id", "64"),
]


@pytest.mark.parametrize("start", range(0, len(STAKES), 9))
def test_one_sentence_with_the_reason_and_nothing_changes(start: int) -> None:
    cases = STAKES[start : start + 9]
    said = [text if text[0] in "#@" or ": " in text else f"anna: {text}" for text, _, _ in cases]
    run = table("\n".join(said) + "\n", "--credit", "anna=500")
    refused = run.of("refused")

    assert (run.code, run.errors) == (0, "")
    assert [code for _, code, _ in cases] == [row["code"] for row in refused]
    for (_, _, number), row in zip(cases, refused, strict=True):
        assert number in row["text"]
        assert "\n" not in row["text"]
        assert len(row["text"]) < 200
    assert run.of("staked") == []
    assert run.of("balance")[-1]["available"] == "500.00"


@pytest.mark.parametrize(
    "text",
    [
        "Karte?",
        "genug geredet",
        "Hallo MM",
        "> karte",
        "`karte`",
        "||karte||",
        "",
        "@x",
        "\x00\x1b[2J",
    ],
)
def test_conversation_gets_no_answer(text: str) -> None:
    run = table(f"anna: konto\n{text}\n".encode(), "--credit", "anna=500")

    assert run.errors == ""
    assert run.of("refused") == []


def test_bytes_that_are_no_text_do_no_harm() -> None:
    run = table(
        b"anna: \xff\xfe 50 MM\n\xf0\x28\x8c\x28: karte\nanna: konto\n", "--credit", "anna=5"
    )

    assert (run.code, run.errors) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--numbers", "1,2,x"], "'x'"),
        (["--numbers", "0"], "1 to 312"),
        (["--numbers", "313"], "1 to 312"),
        (["--numbers", ""], "1 to 312"),
        (["--numbers", "@/nowhere/at/all"], "cannot be read"),
        (["--numbers", "1", "--draws", "local"], "exclude"),
        (["--draws", "dice"], "dice"),
        (["--draws", "random.org"], "RANDOM_ORG_API_KEY"),
        (["--rules", "vegas"], "vegas"),
        (["--set", "soft_17=maybe"], "stand"),
        (["--set", "nonsense=1"], "nonsense"),
        (["--set", "min_stake=6000"], "max_stake"),
        (["--set", "peek=true"], "peek"),
        (["--credit", "anna"], "anna"),
        (["--credit", "anna=0"], "more than 0"),
        (["--credit", "an na=5"], "no name"),
        (["--credit", "house=5"], "house"),
        (["--staff", "1"], "no name"),
        (["--language", "fr"], "de, en"),
        (["--db", "/nowhere/at/all/table.db"], "/nowhere"),
        (["--bogus"], "--bogus"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_arguments_are_one_sentence_and_exit_two(arguments: list[str], part: str) -> None:
    run = table("", *arguments)

    assert run.code == 2
    assert part in run.errors
    assert len(run.errors.splitlines()) == 1
    assert run.rows == []


def test_no_verb_and_a_wrong_verb() -> None:
    for arguments in ([], ["dance"]):
        done = bot(*arguments)

        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_a_full_disk_stops_the_table_with_one_sentence(tmp_path: Path) -> None:
    """The file may not grow beyond what it has; what was acknowledged is there afterwards."""
    database = tmp_path / "table.db"
    table("anna: konto\n", "--db", str(database), "--credit", "anna=500")
    limit = database.stat().st_size + 30_000
    lines = "".join(f"@{number} anna: konto\n" for number in range(2000))
    done = subprocess.run(
        [sys.executable, "-m", "bot", "table", "--json", "--db", str(database)],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    acknowledged = done.stdout.count('"done"')
    again = table(lines, "--db", str(database))

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "nothing was changed" in done.stderr
    assert acknowledged > 0
    assert sum(bool(row.get("repeated")) for row in again.of("done")) >= acknowledged
    assert bot("audit", "verify", "--db", str(database)).returncode == 0


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    lines = "".join("anna: zahlen\n" for _ in range(500))
    command = [sys.executable, "-m", "bot", "table", "--credit", "anna=5"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        os.set_blocking(process.stdin.fileno(), True)
        try:
            process.stdin.write(lines.encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        errors = process.stderr.read().decode()

    assert "Traceback" not in errors
