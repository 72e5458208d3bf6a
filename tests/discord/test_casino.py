"""A full evening of the casino game: seven boxes, backers, splits, insurance, and a kill.

``casino.txt`` is read aloud as ``evening.txt`` is (see ``test_transcript``). Then everything in the
channel is reckoned against the log, the ledger and what random.org says that it drew.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from bot.store import outbox
from tests.discord.casino_minutes import Bet, Table, ended
from tests.discord.guests import Evening as Guests
from tests.discord.houses import House, begin
from tests.discord.minutes import Result, is_notice
from tests.discord.reckoning import (
    require_books,
    require_draws_used_once,
    require_each_answered_once,
    require_nothing_waits,
    require_small_lines,
    table_of,
)
from tests.discord.records import Entry, Records
from tests.discord.test_evening import Night, compare_draws
from tests.discord.test_transcript import CROUPIER, NOTHING, SAID, answers, say, shown
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Guild
from tests.loopback.random_org.client import StandIn as RandomOrg

FILE: Final = Path(__file__).parent / "casino.txt"
PEOPLE: Final = ("saalchef", "anna", "bert", "carl", "dora", "emil")
STAR: Final = "* "
CARDS: Final = f"{STAR}Karten: "
SILENCE: Final = f"{STAR}random.org antwortet nicht."
FALL: Final = f"{STAR}Das Haus stürzt ab und öffnet wieder."
PLACED: Final = {
    "staked": "main",
    "hand_split": "main",
    "backed": "backing",
    "insured": "insurance",
    "bust_staked": "bust",
}
RANKS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "D", "K", "A"]


def numbers(letters: str, drawn: int) -> list[int]:
    """Numbers for cards of these ranks, after so many others: suits and packs take turns."""
    return [
        place % 4 * 78 + RANKS.index(letter) * 6 + place % 6 + 1
        for place, letter in enumerate(letters.split(), start=drawn)
    ]


class Evening:
    """The file, line by line: what is said, and what befalls the house."""

    def __init__(
        self, discord: StandIn, random_org: RandomOrg, guild: Guild, channel: Channel, folder: Path
    ) -> None:
        self.people = {name: guild.member(name) for name in PEOPLE}
        self.said: list[Message] = []
        self.nothing: list[Message] = []
        self.stars: dict[int, list[str]] = {}  # by what is said after them
        self._channel, self._random_org = channel, random_org
        self._begin = partial(begin, discord, folder, random_org=random_org)
        self._waiting: list[str] = []
        self._drawn = 0
        self._silent = False

    def play(self, lines: Sequence[str]) -> House:
        """Play it, and close the house."""
        self.house = self._begin()
        try:
            self.house.wait_until_open()
            for line in lines:
                if line.startswith(STAR):
                    self._befall(line)
                elif not line.startswith((CROUPIER, " ")):
                    self._say(line)
            assert self.house.stop() == 0
        finally:
            self.house.kill()
        return self.house

    def _befall(self, line: str) -> None:
        self._waiting.append(line)
        if line == SILENCE:
            self._random_org.plan("http_error", method="generateSignedIntegers", times=None)
            self._silent = True
        elif line == FALL:
            self._channel.wait_for("random.org ist nicht zu erreichen", after=self.said[-1])
            self.house.kill()
            self._random_org.forget_plan()
            self._silent = False
            self.house = self._begin()
            self.house.wait_until_open()
            self._hear_out(self.said[-1])
        else:
            letters = line.removeprefix(CARDS)
            self._random_org.add_numbers(*numbers(letters, self._drawn))
            self._drawn += len(letters.split())

    def _say(self, line: str) -> None:
        found = SAID.fullmatch(line)
        assert found, line
        said = say(self._channel, self.people, found["name"], found["text"])
        self.stars[said.id], self._waiting = self._waiting, []
        if found["signs"] == NOTHING:
            self.nothing.append(said)
            return
        self.said.append(said)
        if not self._silent:
            self._hear_out(said)

    def _hear_out(self, said: Message) -> None:
        """Wait for an answer to its last part: people here do not interrupt the croupier."""
        self._channel.wait_for(partial(answers, said))
        table = table_of(self.house, self._channel)
        end = time.monotonic() + 20
        while self.house.read(lambda connection: list(outbox.unsaid(connection, table))):
            assert time.monotonic() < end, said
            time.sleep(0.005)


def test_an_evening_of_the_casino_game(
    discord: StandIn, random_org: RandomOrg, tmp_path: Path, guild: Guild, channel: Channel
) -> None:
    text = FILE.read_text(encoding="utf-8")
    heading, _, script = text.partition("\n\n")
    evening = Evening(discord, random_org, guild, channel, tmp_path / "house")
    try:
        house = evening.play(script.splitlines())
    finally:
        written = shown(channel, evening.people, evening.nothing, evening.stars)
        if os.environ.get("REWRITE_TRANSCRIPTS"):
            FILE.write_text(f"{heading}\n\n{written}\n", encoding="utf-8")

    assert script.splitlines() == written.splitlines()
    require_each_answered_once(house, channel, evening.said)
    require_small_lines(house, channel)
    require_nothing_waits(house, channel)
    require_draws_used_once(house, random_org)
    require_books(house, random_org)
    night = Night(house, Guests(Random(0), evening.said), [channel], [], Records(house))
    compare_draws(night, random_org)
    compare_bets(night, channel)
    require_variety(night, channel)


def compare_bets(night: Night, channel: Channel) -> None:
    """Each bet that the log settles is told once, in order, with cards, payout and balance."""
    records, lying = night.records, Table()
    told: list[Bet] = []
    settled = [
        one for one in records.of_kind("happened") if one.body["event"]["event"] == "settled"
    ]
    for post in night.posts(channel):
        if is_notice(post.message) or "UTC" in post.text:
            continue
        lying.see(post)
        for bet, result in ended(post):
            entry = settled[len(told)]
            told.append(bet_of(records, entry))
            assert bet == told[-1], post.text
            assert lying.fits(bet, result.cause), result
            compare_money(records, entry, result)

    assert len(settled) == len(told)


def bet_of(records: Records, entry: Entry) -> Bet:
    """What the log calls a bet that is over."""
    event = entry.body["event"]
    placed = next(
        one.body["event"]["event"]
        for one in records.of_kind("happened")
        if one.body["event"].get("bet") == event["bet"]
    )
    names = {account: name for (_, name), account in records.accounts.items()}
    kind = PLACED[placed]
    return Bet(kind, event["box"], event["hand"], names[f"player:{event['player']}"])


def compare_money(records: Records, entry: Entry, result: Result) -> None:
    """The amounts are the ledger's, and those of the odds that are named."""
    event = entry.body["event"]
    account, stake = f"player:{event['player']}", event["stake"]
    odds = re.search(r"(\d):(\d)", result.cause)
    win = stake * int(odds[1]) // int(odds[2]) if odds else stake
    expected = {
        "won": (win, stake + win, None),
        "push": (None, stake, None),
        "lost": (None, 0, stake),
    }[event["outcome"]]

    assert (result.net, result.returned, result.lost) == expected, result
    assert result.returned == event["returned"], result
    assert result.balance == records.balance(account, entry.position), result


def require_variety(night: Night, channel: Channel) -> None:
    """What the evening is for did happen."""
    seen = "\n".join(post.text for post in night.posts(channel))
    parts = (
        "Hand 4: ",
        "(emil geht mit, jetzt 40 MM)",
        "Box 1 dora (mitgesetzt), Hand 1",
        "geteiltes Ass, die Hand bleibt stehen",
        "nach dem Teilen kein Blackjack",
        "Siebener-Drilling!",
        "Blackjack, 1:1 vorab.",
        "Blackjack, 3:2.",
        "Der Croupier hat Blackjack, 2:1.",
        "Der Croupier hat keinen Blackjack.",
        "Der Blackjack des Croupiers schlägt 21.",
        "keine Antwort, also keine Versicherung",
        "überkauft, 5:2.",
        "Der Croupier hat sich nicht überkauft.",
        "unentschieden",
        "verloren",
    )

    assert [part for part in parts if part not in seen] == []
    owners = set(re.findall(r"^Box \d (\w+) \(\d+ MM\): Zahl", seen, re.MULTILINE))
    assert len(owners) >= 4
