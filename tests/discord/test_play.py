"""``make play-discord`` by pipe: one command, and a person sits at a table in Discord."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.loopback.discord.client import ROOT

PATIENCE = 20.0


class Player:
    """The process, typed at by pipe."""

    def __init__(self, process: subprocess.Popen[bytes], out: Path) -> None:
        self.process = process
        self._out = out

    @property
    def shown(self) -> str:
        return self._out.read_text(encoding="utf-8")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def see(self, part: str) -> None:
        end = time.monotonic() + PATIENCE
        while part not in self.shown:
            assert time.monotonic() < end, f"no {part!r} in\n{self.shown}"
            time.sleep(0.05)

    def children(self) -> list[int]:
        number = self.process.pid
        listed = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii")
        return [int(each) for each in listed.split()]


@contextmanager
def playing(folder: Path, *arguments: str) -> Iterator[Player]:
    out = folder / "shown"
    command = [sys.executable, "-m", "tests.loopback.play", *arguments]
    env = {**os.environ, "PYTHONUTF8": "1", "TMPDIR": str(folder)}
    with (
        out.open("wb") as file,
        subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=file, stderr=file
        ) as process,
    ):
        try:
            yield Player(process, out)
        finally:
            process.terminate()


def test_an_evening_by_pipe(tmp_path: Path) -> None:
    database = tmp_path / "kept.db"
    with playing(tmp_path, "--db", str(database)) as player:
        player.see("für bert gutgeschrieben")
        player.type("anna: 50 MM")
        player.see("✅ on anna: 50 MM")
        player.type("!konto")
        player.see("anna: !konto\ncroupier ↩ anna: ")
        player.type("Bert: danke, @anna!")
        player.see("bert: danke, @anna!")
        player.type("saalchef: !abbuchung @bert 100 Wein")
        assert player.process.stdin is not None
        player.process.stdin.close()

        assert player.process.wait(PATIENCE) == 0
    assert "saalchef: !abbuchung @bert 100 Wein\ncroupier ↩ saalchef: @bert" in player.shown
    assert "Traceback" not in player.shown
    assert database.stat().st_size > 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_all_that_it_started(tmp_path: Path, number: signal.Signals) -> None:
    with playing(tmp_path) as player:
        player.see("für bert gutgeschrieben")
        children = player.children()
        player.process.send_signal(number)

        assert player.process.wait(PATIENCE) == 0
    assert len(children) == 3
    assert [child for child in children if Path(f"/proc/{child}").exists()] == []
    assert "Traceback" not in player.shown
    assert [each.name for each in tmp_path.iterdir()] == ["shown"]


def test_a_bot_that_dies_ends_the_evening(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.see("für bert gutgeschrieben")
        *_, bot = player.children()
        os.kill(bot, signal.SIGKILL)

        assert player.process.wait(PATIENCE) != 0
    assert "Traceback" not in player.shown
