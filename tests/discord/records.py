"""What a house has written down, read with SQL and JSON and nothing of the bot's."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tests.discord.houses import House

Json = dict[str, Any]


class Entry(NamedTuple):
    """An entry of the log."""

    position: int
    head: str
    body: Json


class Transfer(NamedTuple):
    """A movement of money, and the entry it follows from."""

    entry: int
    source: str
    target: str
    amount: int


class Records:
    """The log, the ledger, and who is who."""

    def __init__(self, house: House) -> None:
        log = "SELECT position, hash, body FROM log ORDER BY position"
        moved = (
            "SELECT entry, source, target, amount FROM transfer"
            " JOIN posting ON posting.number = posting ORDER BY transfer.number"
        )
        placed = "SELECT place, number FROM game_table"
        people = (
            "SELECT guild.place, player.name, account FROM player"
            " JOIN guild ON guild.number = player.guild"
        )
        self.log = [
            Entry(position, whole.hex()[:16], json.loads(body))
            for position, whole, body in house.read(lambda c: c.execute(log).fetchall())
        ]
        self.transfers = [
            Transfer(*row) for row in house.read(lambda c: c.execute(moved).fetchall())
        ]
        self.tables = dict(house.read(lambda c: c.execute(placed).fetchall()))
        self.accounts = {
            (guild, name): f"player:{number}"
            for guild, name, number in house.read(lambda c: c.execute(people).fetchall())
        }

    def of_kind(self, kind: str) -> list[Entry]:
        return [entry for entry in self.log if entry.body["kind"] == kind]

    def message(self, identity: int) -> list[Entry]:
        return [one for one in self.of_kind("message") if one.body["message"] == str(identity)]

    def balance(self, account: str, after: int) -> int:
        """What was on an account after an entry and all that followed from it at once."""
        return sum(
            each.amount * ((each.target == account) - (each.source == account))
            for each in self.transfers
            if each.entry <= after
        )

    def held(self, account: str, after: int) -> int:
        """What was bound in an account's open bets."""
        holds = {
            each.target
            for each in self.transfers
            if each.source == account and each.target.startswith("hold:")
        }
        return sum(self.balance(hold, after) for hold in holds)

    def settled(self, number: int) -> dict[int, Entry]:
        """A round's settled bets, by box."""
        return {
            entry.body["event"]["box"]: entry
            for entry in self.of_kind("happened")
            if entry.body["round"] == number and entry.body["event"]["event"] == "settled"
        }

    def draws(self) -> dict[int, Entry]:
        return {entry.body["draw"]: entry for entry in self.of_kind("draw")}

    def numbers_for(self, draw: int, table: int) -> list[int]:
        """A draw's numbers, as far as they were owed to a table."""
        answer = self.draws()[draw].body
        intent = self.log[answer["intent"] - 1].body
        return [
            number
            for number, slot in zip(answer["numbers"], intent["slots"], strict=True)
            if slot[0] == table
        ]
