"""How soon the house answers in Discord, against a bare echo bot on the same stand-in.

Both bots are processes of their own and hear everything; message by message they take turns, so
that whatever else the machine does meets both. Times are the stand-in's: from a message to the
request that answers it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.discord.houses import House, environment, fund, open_house
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import ROOT, StandIn, standing_in
from tests.loopback.discord.handles import Member
from tests.loopback.random_org.client import standing_in as random_org_standing_in

TURNS: Final = 200
HANDS: Final = 60
_STANDS_ON: Final = 17
_TOTAL: Final = re.compile(r"^Box 1.* = \*\*([0-9]+)\*\*(?: \(weich\))?$", re.MULTILINE)


def _is_open(text: str) -> bool:
    """Whether a post leaves the hand in box 1 open."""
    return _TOTAL.search(text) is not None and "!nochmal" not in text


class Figures(NamedTuple):
    """Medians as multiples of the echo's, and posts per hand."""

    balance: float
    stake: float
    card: float
    posts: float


def figures() -> Figures:
    """Measure in one run."""
    with (
        TemporaryDirectory() as folder,
        standing_in(Path(folder) / "discord") as discord,
        random_org_standing_in(Path(folder) / "random.org", seed=1) as random_org,
    ):
        random_org.settings(advisory_delay=0)
        random_org.set_quota(requests=10**6, bits=10**9)
        guild = discord.guild("Aquatique")
        table, echo = guild.channel("table"), guild.channel("echo")
        saalchef, anna = guild.member("saalchef"), guild.member("anna")
        calm = {"AQUATIQUE_BETTING_SECONDS": "0"}
        with (
            open_house(discord, Path(folder), env=calm, random_org=random_org) as house,
            _echoing(discord, Path(folder)),
        ):
            table.wait_for_reply(saalchef.say(table, "!tisch öffnen"))
            fund(table, saalchef, anna, units=10**6)
            return _Measuring(discord, house, table, echo, anna).all()


@contextmanager
def _echoing(discord: StandIn, folder: Path) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.echo"], cwd=ROOT, env=environment(discord, folder)
    )
    try:
        discord.wait_until_ready(20, bots=2)
        yield
    finally:
        process.kill()
        process.wait()


class _Measuring:
    """The two channels, and who talks."""

    def __init__(
        self, discord: StandIn, house: House, table: Channel, echo: Channel, anna: Member
    ) -> None:
        self.discord = discord
        self.house = house
        self.table = table
        self.echo = echo
        self.anna = anna

    def all(self) -> Figures:
        """Warm up, then measure."""
        self._beside(20, lambda _: "!konto", self._answered)
        balance = self._beside(TURNS, lambda _: "!konto", self._answered)
        stake = self._beside(TURNS, lambda turn: f"!einsatz {10 + turn % 90}", self._signed)
        self.table.wait_for_reaction(self.anna.say(self.table, "Einsatz zurück"))
        return Figures(balance, stake, *self._hands())

    def _beside(
        self, turns: int, say: Callable[[int], str], answered: Callable[[Message], float]
    ) -> float:
        """Say something at the table and something to the echo, in turn; the ratio of medians."""
        own, bare = [], []
        for turn in range(turns):
            own.append(answered(self.anna.say(self.table, say(turn))))
            bare.append(self._answered(self.anna.say(self.echo, say(turn))))
        return median(own) / median(bare)

    def _hands(self) -> tuple[float, float]:
        """Play hands; how long a card takes against the echo, and posts per hand."""
        cards, bare = [], []
        before = len([each for each in self.table.messages() if each.author_is_bot])
        for _ in range(HANDS):
            text = self._reply(self.anna.say(self.table, "!hand 10"))
            while _is_open(text):
                if int(_TOTAL.findall(text)[-1]) >= _STANDS_ON:
                    self._reply(self.anna.say(self.table, "Keine Karte"))
                    break
                said = self.anna.say(self.table, "Karte")
                cards.append(self._answered(said))
                text = self._reply(said)
                bare.append(self._answered(self.anna.say(self.echo, "Karte")))
        posts = len([each for each in self.table.messages() if each.author_is_bot]) - before
        return median(cards) / median(bare), posts / HANDS

    def _reply(self, said: Message) -> str:
        return self._channel(said).wait_for_reply(said, timeout=20).content

    def _answered(self, said: Message) -> float:
        """Seconds from a message to the post that answers it."""
        return self._channel(said).wait_for_reply(said).posted_at - said.posted_at

    def _signed(self, said: Message) -> float:
        """Seconds from a message to the sign on it."""
        self.table.wait_for_reaction(said)
        route = f"/messages/{said.id}/reactions"
        signed = next(
            each for each in reversed(self.discord.requests("PUT")) if route in each["path"]
        )
        return float(signed["at"]) - said.posted_at

    def _channel(self, said: Message) -> Channel:
        return self.table if said.channel_id == self.table.id else self.echo
