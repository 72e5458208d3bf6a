"""``kill -9`` at random moments: every message applied once, every result posted once.

Three players talk at two tables while the house is killed: as it starts, in the first milliseconds
after a word, while random.org draws, while Discord takes its time with a post. They go on talking
while it is away. In the end the channels are reckoned against the log.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from tests.discord.houses import House, begin, fund, open_house
from tests.discord.reckoning import (
    played,
    require_books,
    require_draws_used_once,
    require_each_answered_once,
    require_nothing_waits,
    require_small_lines,
    wait_for_answers,
)
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.random_org.client import StandIn as RandomOrg

WORDS: Final = (
    ("!einsatz 20", 3),
    ("!geben", 5),
    ("!karte", 3),
    ("!reste", 5),
    ("!verdoppeln", 1),
    ("!nochmal", 1),
    ("!hand 20", 2),
    ("!konto", 2),
    ("!regeln", 1),
    ("50 MM", 1),  # plain words, which may be conversation
    ("karte", 1),
)
AT_ONCE: Final = {"AQUATIQUE_BETTING_SECONDS": "0"}
LAST_WORD: Final = 30.0  # seconds until the house has caught up with everything


@dataclass
class Evening:
    """Who plays where, what was said so far, and the chance that the murderer takes."""

    discord: StandIn
    random_org: RandomOrg
    folder: Path
    tables: list[Channel]
    players: list[Member]
    chance: random.Random
    said: dict[int, list[Message]] = field(default_factory=dict)  # by channel

    def begin(self) -> House:
        return begin(self.discord, self.folder, env=AT_ONCE, random_org=self.random_org)

    def say(self, player: Member, channel: Channel, word: str) -> None:
        """Say it; an order with the prefix must be heard."""
        said = player.say(channel, word)
        if word.startswith("!"):
            self.said.setdefault(channel.id, []).append(said)

    def talk(self, times: int) -> None:
        """Somebody says something somewhere, so often."""
        words, weights = zip(*WORDS, strict=True)
        for _ in range(times):
            player, channel = self.chance.choice(self.players), self.chance.choice(self.tables)
            self.say(player, channel, *self.chance.choices(words, weights))

    def wait_for_answers(self, timeout: float = LAST_WORD) -> None:
        """Wait until every order so far is answered, at both tables."""
        for channel in self.tables:
            wait_for_answers(self.discord, channel, self.said.get(channel.id, []), timeout=timeout)

    def doze(self, longest: float) -> None:
        """Let the moment be a random one."""
        time.sleep(self.chance.uniform(0, longest))

    # ── the moments ──────────────────────────────────────────────────────────────────────────────

    def as_it_starts(self, house: House) -> None:
        self.doze(0.8)
        self.talk(1)
        self.doze(1.4)
        self.talk(1)

    def after_a_word(self, house: House) -> None:
        self.settle(house)
        self.talk(self.chance.randint(1, 4))
        self.doze(0.04)

    def while_cards_are_drawn(self, house: House) -> None:
        self.settle(house)
        when = self.chance.choice(("before", "after"))
        late = {"milliseconds": self.chance.randint(50, 400), "when": when}
        self.random_org.plan("late", method="generateSignedIntegers", times=None, **late)
        for channel in self.tables:
            for word in ("!einsatz 20", "!geben", "!konto", "!karte"):
                self.say(self.players[0], channel, word)
        self.talk(2)
        self.doze(0.7)

    def while_a_post_is_made(self, house: House) -> None:
        """Most often it is out already, and the house has not heard of it."""
        self.settle(house)
        when = self.chance.choice(("after", "after", "before"))
        self.discord.plan("slow", method="POST", route=SEND, when=when, count=None, seconds=0.3)
        self.talk(2)
        for channel in self.tables:
            self.say(self.players[1], channel, "!konto")
        self.talk(2)
        self.doze(0.9)

    def while_a_sign_is_made(self, house: House) -> None:
        self.settle(house)
        when = self.chance.choice(("after", "before"))
        self.discord.plan("slow", method="PUT", when=when, count=None, seconds=0.3)
        for channel in self.tables:
            for player in self.players:
                self.say(player, channel, "!einsatz 20")
        self.doze(0.5)

    def settle(self, house: House) -> None:
        """Let it come back and hear what was said meanwhile; then the rounds are played out."""
        house.wait_until_open()
        for channel in self.tables:
            for player in self.players:
                self.say(player, channel, "!reste")
        self.wait_for_answers()

    # ── the evening ──────────────────────────────────────────────────────────────────────────────

    def open(self, saalchef: Member) -> None:
        with open_house(self.discord, self.folder, env=AT_ONCE, random_org=self.random_org):
            for channel in self.tables:
                said = saalchef.say(channel, "!tisch öffnen")
                channel.wait_for_reply(said)
            fund(self.tables[0], saalchef, *self.players)
            self.wait_for_answers()

    def murder(self, moment: Callable[[Evening, House], None]) -> None:
        house = self.begin()
        try:
            moment(self, house)
        finally:
            house.kill()
            self.discord.forget_plan()
            self.random_org.forget_plan()
        self.talk(self.chance.randint(1, 2))

    def end(self) -> House:
        """Let it live; and once more, when everything is said: nothing must come again."""
        for _ in range(2):
            with open_house(
                self.discord, self.folder, env=AT_ONCE, random_org=self.random_org
            ) as house:
                for channel in self.tables:  # it hears in order: the last word comes last
                    self.say(self.players[0], channel, "!konto")
                self.wait_for_answers()

                assert house.stop() == 0
        return house


MOMENTS: Final = (
    Evening.as_it_starts,
    Evening.after_a_word,
    Evening.while_cards_are_drawn,
    Evening.while_a_post_is_made,
    Evening.while_a_sign_is_made,
)


def check(evening: Evening, saalchef: Member, kills: int) -> None:
    evening.open(saalchef)
    moments = [MOMENTS[number % len(MOMENTS)] for number in range(kills)]
    evening.chance.shuffle(moments)
    for moment in moments:
        evening.murder(moment)
    house = evening.end()
    for channel in evening.tables:
        require_each_answered_once(house, channel, evening.said[channel.id])
        moves = [int(message) for message in played(house, channel)]

        assert sorted(moves) == moves
        require_small_lines(house, channel)
        require_nothing_waits(house, channel)
    require_draws_used_once(house, evening.random_org)
    require_books(house, evening.random_org)


@pytest.fixture
def evening(discord: StandIn, random_org: RandomOrg, guild: Guild, tmp_path: Path) -> Evening:
    return Evening(
        discord,
        random_org,
        tmp_path / "house",
        [guild.channel("tisch-1"), guild.channel("tisch-2")],
        [guild.member(name) for name in ("anna", "bert", "carl")],
        random.Random(),
    )


@pytest.mark.parametrize("seed", [1])
def test_ten_kills_lose_nothing_and_repeat_nothing(
    evening: Evening, saalchef: Member, seed: int
) -> None:
    """Discord forgets nonces at once here: posts must be found in the history.

    The slow lane kills twenty times, five times over, and with nonces too.
    """
    evening.chance.seed(seed)
    evening.discord.remember_nonces_for(0)
    check(evening, saalchef, kills=10)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12, 13, 14, 15])
def test_twenty_more_kills_five_times_over(evening: Evening, saalchef: Member, seed: int) -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))
    evening.chance.seed(seed)
    evening.discord.remember_nonces_for(120 * (seed % 2))
    check(evening, saalchef, kills=max(len(MOMENTS), round(20 * scale)))
