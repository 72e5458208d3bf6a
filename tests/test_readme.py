"""README is read by tests: its commands run, its table is the vocabulary, its files exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import parser
from bot.wording.handbook import command_table

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
OURS = [line.split("-m bot ", 1)[1] for line in COMMANDS if "-m bot " in line]


def test_the_command_table_is_printed_from_the_vocabulary() -> None:
    shown = README.split("compares -->\n", 1)[1].split("<!-- /words -->", maxsplit=1)[0].strip()

    assert command_table() == shown


@pytest.mark.parametrize("line", OURS)
def test_every_command_of_ours_is_understood(line: str) -> None:
    parsed = parser().parse_args(shlex.split(line))

    assert callable(parsed.run)


def test_every_verb_of_the_command_line_is_shown() -> None:
    verbs = {shlex.split(line)[0] for line in OURS}

    assert verbs == {"table", "audit", "simulate", "odds", "doctor", "restore", "service"}


def test_every_make_verb_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)`", README, re.MULTILINE))
    named = {verb for pair in named for verb in pair if verb}

    assert named - set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)) == set()


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)]+)\)|`((?:bot|cogs|tests)[\w/.]*)`", README))
def test_every_file_it_names_exists(path: tuple[str, str]) -> None:
    assert (ROOT / (path[0] or path[1])).exists()


def test_the_example_of_the_pipe_plays_a_round() -> None:
    line = next(line for line in COMMANDS if line.startswith("printf"))
    command = line.replace(".venv/bin/python", shlex.quote(sys.executable))
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert '"type": "opened"' in done.stdout
