"""Tables in one running house, for many short tests: each has a guild, a channel, and money.

    table = salon.table()
    assert "Guthaben" in table.ask(table.anna, "!konto")
    table.require_silence(table.anna, "Karte?")

That nobody answers is shown without waiting: posts come in order, so what is answered to a later
question was not answered to the earlier one.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tests.discord.houses import House, fund
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Guild, Member, Role

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table that is open: the owner of its guild is Saalchef; anna and bert have 1,000 MM."""

    discord: StandIn
    house: House
    guild: Guild
    channel: Channel
    saalchef: Member
    anna: Member
    bert: Member

    def answered(self, who: Member, text: str, **how: Any) -> Message:
        """Say something; the reply to it."""
        return self.channel.wait_for_reply(who.say(self.channel, text, **how))

    def ask(self, who: Member, text: str, **how: Any) -> str:
        """Say something; the text of the reply to it."""
        return self.answered(who, text, **how).content

    def sign(self, who: Member, text: str, **how: Any) -> Message:
        """Say something that needs no more than a sign; the message, when it has it."""
        return self.channel.wait_for_reaction(who.say(self.channel, text, **how), "✅")

    def require_nothing_for(self, said: Message) -> None:
        """Nobody answers a message, no sign is on it, and the log does not know it."""
        self.ask(self.bert, "!zahl 47")
        answers = [one.content for one in self.channel.messages() if one.reply_to == said.id]
        signs = self.channel.message(said).reactions

        assert (answers, signs, self.entries(said)) == ([], {}, []), said.content

    def require_silence(self, who: Member, text: str, **how: Any) -> Message:
        """Say something that is conversation: nothing comes of it."""
        before = self.kept()
        said = who.say(self.channel, text, **how)
        self.require_nothing_for(said)

        assert before == self.kept()
        return said

    def require_refusal(self, who: Member, text: str, part: str, **how: Any) -> Message:
        """Say something that is refused with a reason, and changes nothing."""
        before = self.kept()
        answer = self.answered(who, text, **how)

        assert part in answer.content, f"{text}: {answer.content}"
        changed = [one for one in self.kept() if one not in before]
        assert (changed, before) == ([], self.kept()), text
        return answer

    def entries(self, said: Message) -> list[Json]:
        """What the log says of a message."""
        find = "SELECT body FROM log WHERE json_extract(body, '$.message') = ? ORDER BY position"
        return [json.loads(body) for (body,) in self.rows(find, str(said.id))]

    def kept(self) -> list[tuple[Any, ...]]:
        """Everything but the messages: rounds, bookings, cards, and every account's balance."""
        number = self.number
        guild = self.rows("SELECT number FROM guild WHERE place = ?", str(self.guild.id))[0][0]
        written = self.rows(
            "SELECT kind, body FROM log WHERE kind <> 'message' AND"
            " (json_extract(body, '$.table') = ? OR json_extract(body, '$.guild') = ?)",
            number,
            guild,
        )
        balances = self.rows(
            "SELECT account, asset, balance.amount FROM balance JOIN account ON name = account"
            " WHERE guild = ? AND balance.amount <> 0 ORDER BY account",
            guild,
        )
        return [*written, *balances]

    @property
    def number(self) -> int:
        """The table's number in the books; 0 where there is none."""
        found = self.rows("SELECT number FROM game_table WHERE place = ?", str(self.channel.id))
        return int(found[0][0]) if found else 0

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Look into the database."""
        return self.house.read(lambda connection: connection.execute(query, values).fetchall())

    def break_into(self, command: str) -> None:
        """Change the database from outside, beside the house, as nobody should."""
        with closing(sqlite3.connect(self.house.database, timeout=5)) as connection, connection:
            connection.execute(command)

    def fall_out(self, table: str, when: str = "1") -> None:
        """Let every row that is written to a table of the database fail."""
        self.break_into(
            f"CREATE TRIGGER broken BEFORE INSERT ON {table} WHEN {when}"
            " BEGIN SELECT RAISE(ABORT, 'broken by a test'); END"
        )

    def mend(self) -> None:
        """Take away what ``fall_out`` put there."""
        self.break_into("DROP TRIGGER broken")


@dataclass(frozen=True, slots=True)
class Salon:
    """A house, and who has a say in it: somebody by his id, others by a role of one guild."""

    discord: StandIn
    house: House
    clerk: Member
    guild: Guild
    floor: Role

    def table(self, *, guild: Guild | None = None, opened: bool = True) -> Table:
        """A table in a guild of its own, unless one is given."""
        return table_in(self.discord, self.house, guild=guild, opened=opened)


def table_in(
    discord: StandIn, house: House, *, guild: Guild | None = None, opened: bool = True
) -> Table:
    """A table with money on it, where a house is open."""
    guild = guild or discord.guild("Aquatique", owner="saalchef")
    saalchef, anna, bert = (guild.member(name) for name in ("saalchef", "anna", "bert"))
    channel = guild.channel("tisch-1")
    if opened:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        fund(channel, saalchef, anna, bert)
    return Table(discord, house, guild, channel, saalchef, anna, bert)
