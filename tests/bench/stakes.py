"""Durable stakes per second through the croupier against a plain loop that writes as many rows.

Each stake goes the croupier's whole way: heard, decided, logged, booked, answered, committed.
The plain loop writes the same number of rows per transaction (counted by SQLite, triggers
included) into one table without triggers or indexes, with the same pragmas and page size, on the
same disk. The two take turns within one run; the median of the turns' ratios counts.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bot.draws.chance import Local
from bot.engine.presets import AQUATIQUE
from bot.store import opening
from bot.store.database import Database
from bot.table.clock import MachineClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.voice import Recorder
from bot.wording.language import Language
from bot.wording.vocabulary import read

TURNS: Final = 5
STAKES: Final = 1_500
_ROW: Final = ("x" * 160, b"y" * 32)


def ratio() -> float:
    """Our stakes per second, divided by the plain loop's transactions per second."""
    ratios = []
    for _ in range(TURNS):
        with TemporaryDirectory() as folder:
            seconds, rows = asyncio.run(_ours(Path(folder) / "ours.db"))
            ratios.append(_plain(Path(folder) / "plain.db", rows) / seconds)
    return median(ratios)


async def _ours(path: Path) -> tuple[float, int]:
    """Seconds for all stakes, and rows written per stake."""
    database = await Database.open(path)
    voice, clock = Recorder(), MachineClock()
    house = House(rules=AQUATIQUE, preset="aquatique")
    croupier = Croupier(database, Drawing(database, Local(), clock), clock, voice, house)
    await croupier.open()
    for player in "abcdefg":
        await croupier.deposit(player, 10**12, actor="bench", reason="bench")
    messages = [_message(number) for number in range(STAKES)]
    before = await database.transaction(lambda connection: connection.total_changes)
    began = perf_counter()
    for message in messages:
        await croupier.hear(message)
        voice.said.clear()
    seconds = perf_counter() - began
    after = await database.transaction(lambda connection: connection.total_changes)
    await croupier.close()
    await database.close()
    return seconds, round((after - before) / STAKES)


def _message(number: int) -> Heard:
    """Seven players in turn, each changing his own box after the first time."""
    box = number % 7 + 1
    text = f"einsatz {50 + number % 50} box {box}"
    heard = read(text, language=Language.GERMAN, bare=True)
    assert heard is not None
    return Heard(str(number), "abcdefg"[box - 1], text, heard.request)


def _plain(path: Path, rows: int) -> float:
    """Seconds for as many transactions of as many rows."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA page_size={opening.PAGE_SIZE}")
    for name, wanted, _ in opening.PRAGMAS:
        connection.execute(f"PRAGMA {name}={wanted}")
    connection.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT, hash BLOB) STRICT")
    began = perf_counter()
    for _ in range(STAKES):
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(rows):
            connection.execute("INSERT INTO plain (text, hash) VALUES (?, ?)", _ROW)
        connection.execute("COMMIT")
    seconds = perf_counter() - began
    connection.close()
    return seconds
