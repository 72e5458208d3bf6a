"""Parties for tests: a house where the bank goes round, and who has how many chips."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path

from bot.engine.presets import choose
from bot.table.clock import SetClock
from bot.table.house import House
from bot.table.replies import Balance
from bot.table.requests import (
    BeginParty,
    TakeBank,
)
from tests.tables import Table, numbers_of, of_kind, open_table, stake

GAME = {
    "bank": "rotates",
    "min_stake": "1",
    "max_stake": "10",
    "insurance": "false",
    "even_money": "false",
}
HOUSE = House(rules=choose("casino", GAME), preset="casino")
ANY = TakeBank(100, "MM")
WON = "10 9 9 8  "  # one player against the bank: 19 beats 17
LOST = "9 10 8 9  "  # 17 against 19


def party(rounds: int = 12, chips: int = 50) -> BeginParty:
    return BeginParty(rounds, chips * 100, "partie 12 runden 50 chips")


@asynccontextmanager
async def at(
    folder: Path,
    letters: str = "",
    *,
    numbers: tuple[int, ...] = (),
    clock: SetClock | None = None,
    killed: bool = False,
) -> AsyncIterator[Table]:
    numbers = numbers or (numbers_of(letters) if letters else ())
    async with open_table(
        folder, house=HOUSE, numbers=numbers, clock=clock, killed=killed
    ) as table:
        yield table


async def chips(table: Table) -> dict[str, Decimal]:
    """The chips of everybody who has some, free or bound; the world's with a minus."""
    before = len(table.voice.said)
    await table.croupier.show_balances()
    said = [fact for each in table.voice.said[before:] for fact in each.facts]
    return {
        fact.player: fact.available + fact.held
        for fact in of_kind(Balance, said)
        if fact.asset == "Chips-1"
    }


async def begun(table: Table, rounds: int = 2) -> None:
    """A party of anna and bert; anna is the first bank."""
    await table.hear("karl", party(rounds), staff=True)
    await table.hear("anna", ANY)
    await table.hear("bert", stake(5))
