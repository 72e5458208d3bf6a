"""``python -m bot`` as a process against a stand-in Discord; for tests, synchronous.

    with open_house(discord, tmp_path) as house:
        said = saalchef.say(channel, "!tisch öffnen")
        channel.wait_for_reply(said)
        assert house.stop() == 0

The process sees the settings that are named here and none of the developer's: its environment is
made from nothing, and it runs in the test's folder, where no ``.env`` is but the test's own. A
folder is a house: the same one again is a restart on the same database. ``begin`` starts a house
and does not wait for it, ``run`` runs any verb to its end.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from bot.store import opening
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import ROOT
from tests.loopback.discord.client import StandIn as Discord
from tests.loopback.discord.handles import Member
from tests.loopback.random_org.client import StandIn as RandomOrg

T = TypeVar("T")
Environment = Mapping[str, str | None]

PATIENCE: Final = 20.0  # seconds for a start or an end that should take one
PROMPT: Final = 5.0  # seconds that a house may take to close
_SLICE: Final = 0.2  # seconds between two looks at whether it still runs


class House:
    """A running bot, what it has said since its start, and its database."""

    def __init__(self, discord: Discord, folder: Path, env: dict[str, str]) -> None:
        self.discord = discord
        self.folder = folder
        self.database = folder / env.get("AQUATIQUE_DB", "data/aquatique.db")
        folder.mkdir(parents=True, exist_ok=True)
        self._out, self._err = folder / "bot.stdout", folder / "bot.stderr"
        self._said, self._complained = _size(self._out), _size(self._err)
        self._identified = _identified(discord)
        with self._out.open("ab") as out, self._err.open("ab") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot"],
                cwd=folder,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    @property
    def said(self) -> str:
        """What this start wrote on standard output."""
        return _text(self._out, self._said)

    @property
    def errors(self) -> str:
        """What this start wrote on standard error."""
        return _text(self._err, self._complained)

    @property
    def runs(self) -> bool:
        """Whether the process is there."""
        return self.process.poll() is None

    def wait_until_open(self, timeout: float = PATIENCE) -> None:
        """Wait until it has logged in and Discord has told it of its guilds."""
        end = time.monotonic() + timeout
        while not ("logged in" in self.said and _identified(self.discord) > self._identified):
            assert self.runs, f"the house has ended with {self.process.returncode}: {self.errors}"
            assert time.monotonic() < end, f"no house within {timeout} s: {self.errors}"
            self.discord.wire.ask("connected", count=1, identified=0, resumed=0, seconds=_SLICE)
            time.sleep(_SLICE / 10)

    def signal(self, number: int = signal.SIGTERM) -> None:
        """Tell it something; the end is not waited for."""
        self.process.send_signal(number)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait until it has ended by itself; the exit code."""
        return self.process.wait(timeout)

    def stop(self, timeout: float = PROMPT) -> int:
        """Close it as systemd does, in at most so many seconds; the exit code."""
        self.signal()
        return self.wait(timeout)

    def kill(self) -> None:
        """End it at once, as ``kill -9`` does."""
        self.process.kill()
        self.process.wait()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Look into the database, beside the house or after it."""
        with opening.reading(self.database) as connection:
            return work(connection)


def environment(
    discord: Discord,
    folder: Path,
    *,
    env: Environment | None = None,
    random_org: RandomOrg | None = None,
) -> dict[str, str]:
    """The whole environment of a house; a value of None takes a setting away."""
    settings: dict[str, str | None] = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_BASE": discord.api_base,
        "DISCORD_GATEWAY": discord.gateway,
        "DRAWS": "local",
    }
    if random_org is not None:
        folder.mkdir(parents=True, exist_ok=True)
        key = folder / "signing_key.pem"
        key.write_bytes(random_org.public_key)
        settings |= {
            "DRAWS": "random.org",
            "RANDOM_ORG_API_KEY": random_org.api_key,
            "RANDOM_ORG_URL": random_org.url,
            "RANDOM_ORG_SIGNING_KEY": str(key),
        }
    settings |= env or {}
    return {name: value for name, value in settings.items() if value is not None}


def begin(
    discord: Discord,
    folder: Path,
    *,
    env: Environment | None = None,
    random_org: RandomOrg | None = None,
) -> House:
    """Start a house and do not wait; whoever begins one must end it."""
    return House(discord, folder, environment(discord, folder, env=env, random_org=random_org))


@contextmanager
def open_house(
    discord: Discord,
    folder: Path,
    *,
    env: Environment | None = None,
    random_org: RandomOrg | None = None,
    waiting: bool = True,
) -> Iterator[House]:
    """A house that is open, or with ``waiting`` false is about to be; ended in any case.

    With ``random_org`` it draws there, else with the machine's own cards.
    """
    house = begin(discord, folder, env=env, random_org=random_org)
    try:
        if waiting:
            house.wait_until_open()
        yield house
    finally:
        house.kill()


def run(
    discord: Discord,
    folder: Path,
    *arguments: str,
    env: Environment | None = None,
    random_org: RandomOrg | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a verb, or with none the house, to its end; what it said and its exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment(discord, folder, env=env, random_org=random_org),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE * 2,
    )


def _identified(discord: Discord) -> int:
    """How often a bot has identified itself."""
    state = discord.wire.ask("connected", count=0, identified=0, resumed=0, seconds=0)
    count: int = state["identified"]
    return count


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _text(path: Path, start: int) -> str:
    return path.read_bytes()[start:].decode("utf-8", "replace")


def fund(channel: Channel, saalchef: Member, *members: Member, units: int = 1000) -> None:
    """Let the Saalchef credit members at an open table."""
    for member in members:
        said = saalchef.say(channel, f"!gutschrift {member.mention} {units} Start")
        channel.wait_for_reply(said)
