"""The house in a Discord of this machine's own, for a person: ``python -m tests.loopback.play``.

Starts the stand-in Discord, the stand-in random.org and the bot, has the table opened and everybody
given money, shows all that appears in the channel, and says there what is typed. Ends all three at
the end of input, on Ctrl-C and on SIGTERM.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

from tests.discord.houses import House, fund, open_house
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn as Discord
from tests.loopback.discord.handles import Member
from tests.loopback.random_org.client import StandIn as RandomOrg

Json = dict[str, Any]

PLAYERS: Final = ("anna", "bert")
STAFF: Final = "saalchef"
WELCOME: Final = """\
#tisch-1 of Aquatique. Say who speaks ({names}), then what; a name once, and the same person goes
on. `@anna` is a mention. `!hilfe` lists the words, Ctrl-D ends. The database is {database}
"""
QUIET: Final = 1.5  # seconds without news, after the input's end
LONGEST: Final = 15.0  # seconds that are waited for that
LOOK: Final = 0.5  # seconds between two looks at whether the bot still runs


class Screen:
    """Shows what appears in a channel, and what the bot says on standard error."""

    def __init__(self, house: House, channel: Channel, members: Iterable[Member]) -> None:
        self._house = house
        self._channel = channel
        self._names = {str(member.id): member.name for member in members}
        self._known: dict[int, Json] = {}
        self._count = 0
        self._complained = 0
        self.news_at = time.monotonic()

    def watch(self) -> None:
        """Show everything until the stand-in is gone; a bot that is gone ends the evening."""
        with suppress(OSError, HTTPException):
            while self._house.runs:
                self._look()
            if self._house.process.returncode:
                self._look()
                os.kill(os.getpid(), signal.SIGTERM)

    def _look(self) -> None:
        news = self._channel.wire.ask(
            "changes", channel=self._channel.id, after=self._count, seconds=LOOK
        )
        self._count = max(self._count, news["count"])
        for message in news["messages"]:
            self._show(message)
        errors = self._house.errors
        for line in errors[self._complained :].splitlines():
            show(f"! {line}")
        self._complained = len(errors)

    def _show(self, message: Json) -> None:
        self.news_at = time.monotonic()
        before = self._known.get(message["id"])
        self._known[message["id"]] = message
        if before is None or before["content"] != message["content"]:
            show(f"{message['author']}{self._answered(message)}: {self._read(message['content'])}")
        had = {} if before is None else before["reactions"]
        for emoji in message["reactions"].keys() - had.keys():
            show(f"    {emoji} on {message['author']}: {self._read(message['content'])}")
        for emoji in had.keys() - message["reactions"].keys():
            show(f"    {emoji} taken from {message['author']}: {self._read(message['content'])}")

    def _answered(self, message: Json) -> str:
        answered = self._known.get(message["reply_to"] or 0)
        return f" ↩ {answered['author']}" if answered else ""

    def _read(self, content: str) -> str:
        named = re.sub(r"<@!?(\d+)>", lambda m: "@" + self._names.get(m[1], m[1]), content)
        return named.replace("\n", "\n    ")


class Round:
    """Who sits there; the last who spoke goes on."""

    def __init__(self, channel: Channel, members: Sequence[Member]) -> None:
        self._channel = channel
        self._members = {member.name: member for member in members}
        self._speaker = members[0]

    def say(self, line: str) -> None:
        """Say a typed line in the channel."""
        name, colon, text = line.partition(":")
        known = self._members.get(name.strip().lower()) if colon else None
        if known is not None:
            self._speaker, line = known, text
        said = re.sub(r"@(\w+)", self._mention, line.strip())
        if said:
            self._speaker.say(self._channel, said)

    def _mention(self, found: re.Match[str]) -> str:
        member = self._members.get(found[1].lower())
        return found[0] if member is None else member.mention


def show(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def play(discord: Discord, house: House) -> None:
    """Open the table, then say what is typed until nothing more comes."""
    guild = discord.guild("Aquatique", owner=STAFF)
    channel = guild.channel("tisch-1")
    members = [guild.member(name) for name in (*PLAYERS, STAFF)]
    *players, staff = members
    screen = Screen(house, Channel(channel.wire, channel.id, channel.name, guild.id), members)
    names = ", ".join(member.name for member in members)
    show(WELCOME.format(names=names, database=house.database))
    watching = threading.Thread(target=screen.watch, daemon=True)
    watching.start()
    channel.wait_for_reply(staff.say(channel, "!tisch öffnen"))
    fund(channel, staff, *players)
    table = Round(channel, members)
    for line in sys.stdin:
        table.say(line)
    end = time.monotonic() + LONGEST
    while not sys.stdin.isatty() and time.monotonic() < min(end, screen.news_at + QUIET):
        time.sleep(QUIET / 10)


def close(house: House) -> None:
    """Close the house in peace; from here on nothing interrupts."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if house.runs:
        house.stop()


def evening(folder: Path, database: Path) -> int:
    """Start all three, play, and end them in any case; the bot's exit code."""
    discord = Discord(folder / "discord")
    # Tickets outlive a start as the database does: they stand beside it.
    random_org = RandomOrg(database.with_name(f"{database.name}.random_org"))
    with ExitStack() as stack:
        for service in (discord, random_org):
            stack.callback(service.stop)
            service.start()
        env = {"AQUATIQUE_DB": str(database)}
        opened = open_house(discord, folder, env=env, random_org=random_org)
        house = stack.enter_context(opened)
        stack.callback(close, house)
        with suppress(KeyboardInterrupt):
            play(discord, house)
        close(house)
        return house.wait()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.loopback.play", description=__doc__)
    parser.add_argument("--db", type=Path, metavar="PATH", help="a database to keep")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, _leave)
    with suppress(KeyboardInterrupt), TemporaryDirectory(prefix="aquatique-") as folder:
        database = given.db or Path(folder) / "table.db"
        return evening(Path(folder), database.resolve())
    return 0


def _leave(*_: object) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
