"""Players' banks for tests: houses with one, a table with money, what must hold always."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from bot.engine.cards import numbers_of as numbers_in
from bot.engine.presets import choose
from bot.ledger import accounts, book
from bot.table.clock import SetClock
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.replies import (
    Fact,
)
from bot.table.requests import (
    GiveUpBank,
    Request,
    TakeBank,
)
from tests.engine.script import hand
from tests.tables import (
    Table,
    numbers_of,
    open_table,
)

OPEN_CARDS = {"player_cards": "open", "shoe": "continuous", "dealer_shows": "one", "peek": "false"}
ROTATES = House(rules=choose("casino", {"bank": "rotates", "min_stake": "1"}), preset="casino")
STAYS = replace(ROTATES, rules=choose("casino", {"bank": "until_broken", "min_stake": "1"}))
FREE = House(
    rules=choose("classic32", {"player_cards": "open", "shoe": "continuous"}), preset="classic32"
)
GIVE_UP = GiveUpBank()
ROUND = numbers_of("10 9 9 8")  # bert 10 9, the bank 9 8: bert wins


def bank(units: int) -> TakeBank:
    return TakeBank(units * 100, "MM")


def short(letters: str) -> tuple[int, ...]:
    """Numbers of the short pack that bring these cards."""
    return tuple(numbers_in(card, packs=1, pack=32)[0] for card in hand(letters))


@asynccontextmanager
async def at(
    folder: Path,
    house: House = ROTATES,
    *,
    numbers: tuple[int, ...] = (),
    clock: SetClock | None = None,
    killed: bool = False,
) -> AsyncIterator[Table]:
    async with open_table(
        folder, house=house, numbers=numbers, clock=clock, killed=killed
    ) as table:
        if await table.croupier.purses() == ({}, {}):
            await table.credit(anna=500, bert=300, carl=200)
        yield table


async def purse_is_the_hold(table: Table) -> int:
    """What the round believes that the bank holds, is what lies in its hold."""
    state = table.croupier.game.round
    name = accounts.bank(table.croupier.house.table, state.banker)
    asset = state.asset or "MM"
    lies = await table.database.read(lambda c: book.balance(c, name, asset))
    assert state.purse == lies
    assert lies >= 0
    return lies


async def plainly(table: Table, speaker: str, request: Request) -> list[Fact]:
    before = len(table.voice.said)
    await table.croupier.hear(Heard(f"plain {speaker} {before}", speaker, "", request, plain=True))
    return [fact for said in table.voice.said[before:] for fact in said.facts]
