"""An evening with everything in it, for auditors; and a small one, to be changed byte by byte."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bot.audit.export import BALANCES, ENTRIES, POSTINGS, FromExport, Manifest, export
from bot.audit.findings import Code, Report
from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.table.clock import SetClock
from bot.table.heard import Heard, Member
from bot.table.requests import (
    AllowLimit,
    Book,
    Booking,
    Leave,
    OpenTable,
    PlaceStake,
    QuickHand,
    Reverse,
    Share,
    SitOut,
    TakeBack,
)
from tests.tables import BEGAN, DEAL, DOUBLE, HIT, HOUSE, STAND, numbers_of, open_table, stake

RECORDS: Final = (ENTRIES, POSTINGS, BALANCES)
"""The files of an export that are there for every evening, whatever its cards come from."""

CHIPS: Final = replace(HOUSE, asset="Jetons")

NUMBERS: Final = numbers_of(
    "6 10 9 5 8  K 3 8"  # round 1: anna 6 5, doubles: K; bert 10 8; dealer 9, then 3 8
    " A 9 K"  # round 2: anna's blackjack under a nine
    " 10 2 6 7 9  4  10 9"  # round 3: anna 10 7 stands; bert 2 9 4 and no word more; dealer 6 10 9
    " 10 8 7 5 8  9  K"  # round 4: carl 10 5 and a nine too many; bert 8 8; dealer 7 K
    " 7 7 7 7"  # round 5: three sevens; the dealer keeps his
)


async def play_evening(folder: Path) -> None:
    """Five rounds of three players in two currencies, with all that can go wrong."""
    clock = SetClock(BEGAN)
    async with open_table(folder, numbers=NUMBERS, clock=clock) as table:
        await table.credit(anna=500, bert=300, carl=100)
        await table.hear("anna", stake(50))
        await table.hear("bert", stake(20))
        await table.hear("bert", stake(30, replace=True))
        await table.hear("carl", stake(10, 5))
        await table.hear("carl", TakeBack())
        await table.hear("carl", stake(2000))
        await table.hear("carl", stake(0))
        await table.hear("dora", HIT)
        await table.hear("anna", DEAL)
        await table.hear("anna", DOUBLE)
        await table.hear("bert", STAND)
        clock.move(timedelta(minutes=10))
        await table.hear("anna", QuickHand(2000, "MM"))
        await table.hear("anna", stake(10))
        await table.hear("bert", stake(10))
        await table.hear("carl", SitOut())
        await table.hear("bert", DEAL)
        await table.hear("anna", STAND)
        await table.hear("bert", HIT)
    async with open_table(folder, numbers=NUMBERS, clock=clock, house=CHIPS) as table:
        await table.credit(bert=75)
        await table.croupier.move_clock(Heard("a clock", "carl", "#clock +25h"), 25 * 3600)
    async with open_table(folder, numbers=NUMBERS, clock=clock, killed=True) as table:
        clock.move(timedelta(hours=1))
        await table.hear("carl", PlaceStake(Share.ALL, "MM", 1))
        await table.hear("bert", PlaceStake(1500, "Jetons", 2))
        await table.hear("carl", DEAL)
    async with open_table(folder, numbers=NUMBERS, clock=clock) as table:
        await table.hear("carl", HIT)
        await table.hear("bert", STAND)
        await table.hear("anna", stake(100))
        await table.hear("anna", DEAL)
        await table.hear("anna", HIT)
        await table.hear("bert", Leave())
        await table.hear("bert", stake(10))


async def play_bookings(folder: Path) -> None:
    """Karl of the staff books for anna, undoes two of his bookings, and is refused once."""
    anna = (Member("1", "anna", by_name=True),)
    async with open_table(folder) as table:
        await table.credit(bert=100)
        for request in (
            Book(Booking.CREDIT, "anna", 50_000, "MM", "deposit", ""),
            Book(Booking.DEBIT, "anna", 10_000, "MM", "withdrawal", ""),
            Book(Booking.CREDIT, "anna", 500, "Jetons", "a gift", ""),
            Reverse(3, "not fetched", ""),
            Reverse(4, "somebody else", ""),
            Book(Booking.DEBIT, "anna", 99_999, "MM", "too much", ""),
        ):
            await table.hear("karl", request, staff=True, meant=anna)
        await table.hear("bert", stake(20))


async def play_betting_times(folder: Path) -> None:
    """Anna and bert at a table with a betting time: it ends, staff cuts it short, all are there."""
    clock = SetClock(BEGAN)
    house = replace(HOUSE, opened_by_staff=True, betting_seconds=60)
    numbers = numbers_of("10 10 7 8 8  K  10 10 7 8 8  K  10 10 7 8 8  K  10 7 8  K  10 7 8")
    async with open_table(folder, house=house, numbers=numbers, clock=clock) as table:
        await table.credit(anna=500, bert=500, carl=500)
        await table.hear("karl", OpenTable(90), staff=True)
        for after, deal in ((30, True), (90, None), (30, False)):
            await table.hear("anna", stake(10))
            await table.hear("bert", stake(10))
            clock.move(timedelta(seconds=after))
            if deal is None:
                await table.croupier.tick()
            else:
                await table.hear("anna", DEAL, staff=deal)
            await table.hear("anna", STAND)
            await table.hear("bert", STAND)
        await table.hear("bert", SitOut())
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        await table.hear("carl", QuickHand(1000, "MM"))


async def play_limits(folder: Path) -> None:
    """Karl grants anna a limit until he withdraws it, bert one for a round, carl none he needs."""
    numbers = numbers_of("10 10 10 7 9 9 9 K  10 10 7 9 9 K")
    async with open_table(folder, numbers=numbers) as table:
        await table.credit(anna=20_000, bert=20_000, carl=20_000)
        for name, units, once in (("anna", 8000, False), ("bert", 6000, True)):
            allow = AllowLimit(name, units * 100, "MM", once, "")
            meant = (Member(name, name, by_name=True),)
            await table.hear("karl", allow, staff=True, meant=meant)
        await table.hear("anna", stake(8000))
        await table.hear("bert", stake(6000))
        await table.hear("carl", stake(50))
        await table.hear("anna", DEAL)
        for name in ("anna", "bert", "carl"):
            await table.hear(name, STAND)
        await table.hear("anna", stake(7000))
        await table.hear("bert", stake(50))
        anna = (Member("anna", "anna", by_name=True),)
        withdraw = AllowLimit("anna", 0, "MM", one_round=False, usage="")
        await table.hear("karl", withdraw, staff=True, meant=anna)
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        await table.hear("bert", STAND)
        await table.hear("anna", stake(100))


async def play_one_round(folder: Path) -> None:
    """One bet, won; and the next one placed."""
    async with open_table(folder, numbers=numbers_of("10 9 8 8")) as table:
        await table.credit(anna=100)
        await table.hear("anna", QuickHand(5000, "MM"))
        await table.hear("anna", STAND)
        await table.hear("anna", stake(20))


def export_evening(folder: Path) -> Manifest:
    """Write the records of the table in ``folder`` to its folder ``export``."""
    with closing(sqlite3.connect(folder / "table.db")) as connection:
        return export(FromDatabase(connection), folder / "export")


def check_export(folder: Path, *, head: str | None = None) -> Report:
    """What ``audit verify`` says of an export."""
    return verify(FromExport(folder), head=head)


def check_database(folder: Path) -> Report:
    """What ``audit verify --db`` says of the table in ``folder``."""
    with closing(sqlite3.connect(folder / "table.db")) as connection:
        return verify(FromDatabase(connection))


def codes(report: Report) -> set[Code]:
    """The kinds of what was found."""
    return {finding.code for finding in report.findings}
