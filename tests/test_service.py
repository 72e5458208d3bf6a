"""``service --print`` is a unit that systemd takes, with this checkout and interpreter in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import service

ROOT = Path(__file__).parent.parent


def printed(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", "service", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def read(unit: str) -> dict[str, dict[str, list[str]]]:
    """Sections, keys and all their values; systemd takes a key more than once."""
    found: dict[str, dict[str, list[str]]] = {}
    section = ""
    for line in unit.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
            found[section] = {}
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[section].setdefault(key, []).append(value)
    return found


def test_it_says_who_runs_what_and_when_again() -> None:
    done = printed("--print")
    unit = read(done.stdout)
    runs = unit["Service"]

    assert (done.returncode, done.stderr) == (0, "")
    assert unit["Unit"]["After"] == ["network-online.target"]
    assert unit["Install"]["WantedBy"] == ["multi-user.target"]
    assert runs["ExecStart"] == [f'"{sys.executable}" -m bot']
    assert runs["Environment"] == [
        "AQUATIQUE_DB=%S/aquatique/aquatique.db",
        f'"PYTHONPATH={ROOT}"',
    ]
    assert runs["EnvironmentFile"] == [str(ROOT / ".env")]
    assert {
        "DynamicUser": ["yes"],
        "StateDirectory": ["aquatique"],
        "WorkingDirectory": ["%S/aquatique"],
        "Restart": ["on-failure"],
        "RestartPreventExitStatus": ["2"],
        "KillSignal": ["SIGTERM"],
        "TimeoutStopSec": ["8"],
        "NoNewPrivileges": ["yes"],
        "ProtectSystem": ["strict"],
        "PrivateTmp": ["yes"],
    }.items() <= runs.items()


def test_no_secret_is_in_it() -> None:
    assert "TOKEN" not in printed("--print").stdout


def test_without_print_it_is_one_sentence() -> None:
    done = printed()

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "service --print" in done.stderr


@pytest.mark.parametrize("folder", ["plain", "with a space", "50 %h"])
def test_systemd_takes_it(tmp_path: Path, folder: str) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not on this machine: THE UNIT WAS NOT VERIFIED")
    checkout = tmp_path / folder
    python = checkout / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (checkout / ".env").touch()
    unit = tmp_path / "aquatique.service"
    unit.write_text(service.unit(python=python, checkout=checkout), encoding="utf-8")
    command = [analyze, "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert [line for line in done.stderr.splitlines() if "aquatique" in line] == []
    assert done.returncode == 0
