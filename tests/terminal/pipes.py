"""Drives the terminal table as a tester would: a process, lines in, objects out."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

Row = dict[str, Any]


class Run(NamedTuple):
    """What a finished process left."""

    code: int
    rows: list[Row]
    errors: str

    def of(self, kind: str) -> list[Row]:
        """The objects of one type."""
        return [row for row in self.rows if row["type"] == kind]


def table(lines: str | bytes, *arguments: str) -> Run:
    """Run ``table --json`` to the end of its input."""
    given = lines.encode() if isinstance(lines, str) else lines
    command = [sys.executable, "-m", "bot", "table", "--json", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=60)
    rows = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return Run(done.returncode, rows, done.stderr.decode())


def bot(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run any verb without input."""
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60
    )
