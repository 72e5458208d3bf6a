"""Games at home, in Discord: a house that draws at random.org, where tests choose the cards.

    with parlour.open():
        parlour.plan("Pik 10", "Karo 9", "Kreuz 6")
        parlour.ask(bert, "!geben")

What is planned comes first in the next draws; spare numbers behind it are the stand-in's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.discord.houses import House, fund, open_house
from tests.discord.minutes import PACKS, RANKS, SUITS
from tests.discord.reckoning import (
    require_books,
    require_draws_used_once,
    require_each_answered_once,
    require_nothing_waits,
    require_results,
    require_small_lines,
    wait_for_answers,
)
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.random_org.client import StandIn as RandomOrg

AT_HOME: Final = ("home52", "classic32")  # with one pack
SHORT: Final = RANKS[5:]  # of a pack of 32: seven to ace


class Parlour:
    """A table, its people, and the houses that were opened at it one after another."""

    def __init__(
        self, discord: StandIn, random_org: RandomOrg, folder: Path, guild: Guild, rules: str
    ) -> None:
        self.discord = discord
        self.random_org = random_org
        self.channel: Channel = guild.channel("wohnzimmer")
        self.saalchef = guild.member("saalchef")
        self.anna, self.bert, self.carl = (guild.member(name) for name in ("anna", "bert", "carl"))
        self.orders: list[Message] = []
        self._folder = folder
        self._ranks = SHORT if rules.startswith("classic32") else RANKS
        self._packs = 1 if rules.startswith(AT_HOME) else PACKS
        self._rules = rules

    @contextmanager
    def open(self) -> Iterator[House]:
        """The house, again or with a new table; cards come when they are asked for."""
        at_once = {"AQUATIQUE_BETTING_SECONDS": "0"}
        with open_house(
            self.discord, self._folder, env=at_once, random_org=self.random_org
        ) as house:
            if not self.orders:
                self.ask(self.saalchef, "!tisch öffnen")
                self.ask(self.saalchef, f"!tisch regeln {self._rules}")
                fund(self.channel, self.saalchef, self.anna, self.bert, self.carl, units=100)
            yield house

    # ── the cards ────────────────────────────────────────────────────────────────────────────────

    def plan(self, *cards: str) -> None:
        """Let these be the next numbers that are drawn, of the first pack where there are six."""
        self.random_org.add_numbers(*(self._number(card) for card in cards))

    def _number(self, card: str) -> int:
        suit, rank = card.split()
        place = SUITS.index(suit) * len(self._ranks) + self._ranks.index(rank)
        return place * self._packs + 1

    # ── what is said ─────────────────────────────────────────────────────────────────────────────

    def say(self, who: Member, text: str) -> Message:
        """Say what is meant for the house, and do not wait."""
        said = who.say(self.channel, text)
        self.orders.append(said)
        return said

    def answer(self, said: Message) -> str:
        """The reply to it."""
        return self.channel.wait_for_reply(said).content

    def ask(self, who: Member, text: str) -> str:
        """Say something; the reply to it."""
        return self.answer(self.say(who, text))

    def sign(self, who: Member, text: str) -> None:
        """Say something that needs no more than a sign, and wait for it."""
        self.channel.wait_for_reaction(self.say(who, text), "✅")

    def directs(self, who: Member) -> list[str]:
        """What the house has told somebody in private."""
        return [one.content for one in self.discord.directs(to=who)]

    def private(self, who: Member) -> str:
        """The path of what is sent to somebody alone."""
        return f"/api/v10/channels/{who.directs().id}/messages"

    def said(self) -> list[str]:
        """All that the house has said in the channel."""
        return [one.content for one in self.channel.messages() if one.author_is_bot]

    # ── the end ──────────────────────────────────────────────────────────────────────────────────

    def require_reckoned(self, house: House) -> None:
        """Every order has one answer, every post is what log and ledger say, nothing is found."""
        wait_for_answers(self.discord, self.channel, self.orders)

        assert house.stop() == 0
        require_each_answered_once(house, self.channel, self.orders)
        require_small_lines(house, self.channel)
        require_nothing_waits(house, self.channel)
        require_results(house, self.channel)
        require_draws_used_once(house, self.random_org)
        require_books(house, self.random_org)
