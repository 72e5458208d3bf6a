"""Books for tests: the real schema in a folder, and a log entry for postings to name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.draws import log
from bot.ledger import accounts, book
from bot.ledger.postings import Posting, Transfer
from bot.store import opening
from bot.store.entries import Start

GUILD: Final = 1
ANNA: Final = accounts.player(1)
BERT: Final = accounts.player(2)
HOUSE: Final = accounts.house(GUILD)
OUTSIDE: Final = accounts.outside(GUILD)
HOLD: Final = accounts.hold("1-1")


@contextmanager
def open_book(folder: Path) -> Iterator[sqlite3.Connection]:
    """A book with the house, the world, anna, bert and a bet of anna's; all accounts empty."""
    path = folder / "table.db"
    opening.prepare(path)
    with closing(opening.connect_writer(path)) as connection:
        log.append(connection, Start(at="", version="", source=""))
        for name in (OUTSIDE, HOUSE, ANNA, BERT):
            book.open_account(connection, name, guild=GUILD)
        book.open_account(connection, HOLD, guild=GUILD, owner=ANNA)
        yield connection


def post(connection: sqlite3.Connection, posting: Posting) -> None:
    """Write a posting in a transaction of its own."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        book.post(connection, posting, guild=GUILD, entry=1, actor="test", at="")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def move(
    connection: sqlite3.Connection, source: str, target: str, amount: int, asset: str = "MM"
) -> None:
    """Move money in a posting with a key of its own."""
    count = connection.execute("SELECT count(*) FROM posting").fetchone()[0]
    post(connection, Posting(f"move:{count}", "test", (Transfer(source, target, asset, amount),)))


def balances(connection: sqlite3.Connection) -> dict[tuple[str, str], int]:
    """Every balance by account and asset."""
    rows = connection.execute("SELECT account, asset, amount FROM balance")
    return {(account, asset): amount for account, asset, amount in rows}


def counts(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """How many accounts, postings and transfers there are."""
    row = connection.execute(
        "SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM posting),"
        " (SELECT count(*) FROM transfer)"
    ).fetchone()
    return row[0], row[1], row[2]
