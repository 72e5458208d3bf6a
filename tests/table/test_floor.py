"""A database with tables in the terminal and in Discord: a draw is finished where it was begun."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.draws.chance import Local, Source
from bot.errors import CannotStart
from bot.store.database import Database
from bot.table.auditing import DatabaseAuditor
from bot.table.clock import SetClock
from bot.table.drawing import Drawing
from bot.table.floor import Floor, Habits
from bot.table.heard import Heard
from bot.table.requests import OpenTable, Request
from bot.table.voice import Recorder
from tests.tables import BEGAN, DEAL, Deadly, Killed, open_table, stake
from tests.terminal.pipes import bot

PLACE = "100000000000000001"


@asynccontextmanager
async def open_floor(folder: Path, source: Source) -> AsyncIterator[Floor]:
    database = await Database.open(folder / "table.db")
    try:
        clock = SetClock(BEGAN)
        auditor = DatabaseAuditor(database.path)
        drawing = Drawing(database, source, clock)
        yield Floor(database, drawing, clock, lambda _: Recorder(), auditor, Habits())
    finally:
        await database.close()


async def test_a_draw_that_waits_for_the_terminals_table_is_finished_there(tmp_path: Path) -> None:
    async with open_table(tmp_path, source=Deadly("local"), killed=True) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        with pytest.raises(Killed):
            await table.hear("anna", DEAL)

    async with open_floor(tmp_path, Local()) as floor:
        with pytest.raises(
            CannotStart, match=r"^draw 1 .* `python -m bot table --db /\S+table.db`"
        ):
            await floor.load()
    async with open_table(tmp_path, source=Local()) as table:
        assert table.croupier.game.round.dealer
    async with open_floor(tmp_path, Local()) as floor:
        await floor.load()


async def test_a_draw_that_waits_for_a_table_in_discord_is_finished_there(tmp_path: Path) -> None:
    async with open_floor(tmp_path, Deadly("local")) as floor:
        await floor.load()
        table = await floor.add(PLACE, guild_place="1", cursor=0)
        await table.deposit("anna", 10_000, actor="cashier", reason="deposit")
        said: tuple[Request, ...] = OpenTable(), stake(50)
        for number, request in enumerate(said):
            await table.hear(Heard(f"m{number}", "anna", "", request, staff=True))
        with pytest.raises(Killed):
            await table.hear(Heard("deal", "anna", "", DEAL))

    path = str(tmp_path / "table.db")
    done = await asyncio.to_thread(bot, "table", "--draws", "local", "--db", path)

    assert (2, 1) == (done.returncode, done.stderr.count("\n"))
    assert "draw 1 of this database is not finished, table 2 in Discord waits for it" in done.stderr

    async with open_floor(tmp_path, Local()) as floor:
        await floor.load()
        (table,) = floor.all()
        await table.resume()
        assert table.game.round.dealer
    async with open_table(tmp_path, source=Local()):
        pass
