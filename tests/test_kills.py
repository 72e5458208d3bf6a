"""``kill -9`` at random moments: no acknowledged line is lost, none is applied or paid twice.

The same evening is played once in peace and once with a murderer at the table. After every kill the
table is started again with the same lines, each with its id. What was said, without repetitions,
must be the same; the log must verify; the balances must be equal.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

Row = dict[str, Any]

NUMBERS = random.Random(1).choices(range(1, 313), k=1000)
WORDS = ("hand 20", "einsatz 50", "geben", "karte", "reste", "verdoppeln", "nochmal", "konto")
PLAIN: tuple[str, ...] = ()
SHOE = ("--rules", "vegas_red", "--set", "cut_card_after=200")
"""Half of the numbers are out in the end: they are drawn again, one at a time."""
HIDDEN = ("--rules", "american")
MORE_WORDS = ("weiter", "weiter", "versicherung", "teilen", "1:1")


def evening(lines: int, seed: int, *more: str) -> list[str]:
    """Lines of three players, most of them sensible, each with an id."""
    chance = random.Random(seed)
    return [
        f"@m{number} {chance.choice(('anna', 'bert', 'carl'))}: {chance.choice((*WORDS, *more))}"
        for number in range(lines)
    ]


def start(folder: Path, *extra: str) -> subprocess.Popen[bytes]:
    numbers = folder / "numbers.txt"
    numbers.write_text(",".join(map(str, NUMBERS)))
    command = [sys.executable, "-m", "bot", "table", "--json", "--db", str(folder / "table.db")]
    return subprocess.Popen(
        [*command, "--numbers", f"@{numbers}", *extra],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def read_rows(output: bytes) -> list[Row]:
    """The objects that came through whole; a kill may cut the last."""
    complete = output[: output.rfind(b"\n") + 1]
    return [json.loads(line) for line in complete.splitlines()]


def open_accounts(folder: Path, rules: tuple[str, ...]) -> None:
    folder.mkdir()
    credits_ = [f"--credit={name}=100000" for name in ("anna", "bert", "carl")]
    done = start(folder, *rules, *credits_).communicate(b"")

    assert done[1] == b""


def in_peace(folder: Path, lines: list[str], rules: tuple[str, ...]) -> list[Row]:
    open_accounts(folder, rules)
    output, errors = start(folder, *rules).communicate("\n".join(lines).encode())

    assert errors == b""
    return read_rows(output)


def until_killed(
    folder: Path, lines: list[str], after: int, chance: random.Random, rules: tuple[str, ...]
) -> list[Row]:
    """Let the table print so many lines, and a moment more; then kill it."""
    with start(folder, *rules) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("\n".join(lines).encode() + b"\n")
        process.stdin.flush()
        said = b"".join(process.stdout.readline() for _ in range(after))
        time.sleep(chance.random() * 0.004)
        process.kill()
        return read_rows(said + process.stdout.read())


def said_once(rows: list[Row]) -> list[Row]:
    """Without repetitions, and without what a restart changes: places in the log, hashes, lines."""
    seen: dict[int, Row] = {}
    for row in rows:
        kept = {key: value for key, value in row.items() if key not in {"line", "log", "head"}}
        assert seen.setdefault(row["seq"], kept) == kept
    return [
        {key: value for key, value in seen[seq].items() if key != "seq"}
        for seq in sorted(seen)
        if not (seen[seq]["type"] == "done" and seen[seq].get("repeated"))
    ]


def murder(
    folder: Path, lines: list[str], kills: int, seed: int, rules: tuple[str, ...]
) -> tuple[list[Row], list[Row]]:
    """Kill so often, then play to the end; everything said, and the last run alone."""
    chance = random.Random(seed)
    open_accounts(folder, rules)
    rows: list[Row] = []
    acknowledged: set[int] = set()
    for number in range(kills):
        # Later kills come later in the evening, so that every stretch of it sees some.
        known = len(acknowledged)
        run = until_killed(folder, lines, known + chance.randrange(1, 40), chance, rules)
        answered = {row["line"] for row in run if row["type"] == "done" and row["line"]}
        repeated = {row["line"] for row in run if row.get("repeated") and row["line"]}

        assert (acknowledged & answered) - repeated == set(), f"applied again after kill {number}"
        acknowledged |= answered
        rows.extend(run)
    output, errors = start(folder, *rules).communicate("\n".join(lines).encode())

    assert errors == b""
    last = read_rows(output)
    return rows + last, last


def check(tmp_path: Path, *, lines: int, kills: int, seed: int, rules: tuple[str, ...]) -> None:
    said = evening(lines, seed, *(MORE_WORDS if rules == HIDDEN else ()))
    peaceful = in_peace(tmp_path / "peace", said, rules)
    murdered, last = murder(tmp_path / "murder", said, kills, seed, rules)
    repeated = {row["line"] for row in last if row.get("repeated")}

    assert said_once(peaceful) == said_once(murdered)
    assert len(repeated) > 0
    for folder in ("peace", "murder"):
        database = str(tmp_path / folder / "table.db")
        verified = subprocess.run(
            [sys.executable, "-m", "bot", "audit", "verify", "--json", "--db", database],
            capture_output=True,
            check=False,
        )

        assert json.loads(verified.stdout)["findings"] == []
        assert verified.returncode == 0


@pytest.mark.parametrize("rules", [PLAIN, SHOE, HIDDEN], ids=["plain", "shoe", "hidden"])
def test_four_kills_lose_nothing_and_repeat_nothing(tmp_path: Path, rules: tuple[str, ...]) -> None:
    """The slow lane kills ten times in longer evenings, five times over and once more for each."""
    check(tmp_path, lines=120, kills=4, seed=3, rules=rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "rules"), [*((seed, PLAIN) for seed in range(11, 16)), (16, SHOE), (17, HIDDEN)]
)
def test_ten_more_kills_seven_times_over(tmp_path: Path, seed: int, rules: tuple[str, ...]) -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))
    check(tmp_path, lines=400, kills=max(2, round(10 * scale)), seed=seed, rules=rules)
