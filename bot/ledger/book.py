"""The book: postings written once, balances read. Functions on an open transaction.

The floor of an account is a constraint of the database; here it becomes what is missing, exactly.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.errors import Conflict, InsufficientFunds, LedgerError
from bot.ledger import accounts
from bot.ledger.postings import Posting, Transfer
from bot.store.codec import canonical


class Funds(NamedTuple):
    """What an account has and what is bound in open bets, in hundredths."""

    account: str
    asset: str
    available: int
    held: int


class Written(NamedTuple):
    """A posting as it stands in the book, and whose book it is."""

    key: str
    guild: int
    transfers: tuple[Transfer, ...]


def open_account(
    connection: sqlite3.Connection, name: str, *, guild: int, owner: str | None = None
) -> None:
    """Open an account unless there is one of that name."""
    floor = None if accounts.may_owe(name) else 0
    connection.execute(
        "INSERT INTO account (name, guild, kind, owner, floor) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (name) DO NOTHING",
        (name, guild, name.partition(":")[0], owner, floor),
    )


def post(
    connection: sqlite3.Connection, posting: Posting, *, guild: int, entry: int, actor: str, at: str
) -> int:
    """Write a posting and return its number; the same key and request again changes nothing.

    Raises ``Conflict`` for a used key with another request, ``InsufficientFunds`` where an account
    would fall below its floor, ``LedgerError`` above the cap.
    """
    request = hashlib.sha256(canonical(posting)).digest()
    earlier = connection.execute(
        "SELECT request, number FROM posting WHERE key = ?", (posting.key,)
    ).fetchone()
    if earlier is not None:
        if earlier[0] != request:
            raise Conflict(posting.key)
        return int(earlier[1])
    if posting.opens:
        hold, owner = posting.opens
        open_account(connection, hold, guild=guild, owner=owner)
    number = connection.execute(
        "INSERT INTO posting (key, request, entry, reason, actor, at) VALUES (?, ?, ?, ?, ?, ?)"
        " RETURNING number",
        (posting.key, request, entry, posting.reason, actor, at),
    ).fetchone()[0]
    for transfer in posting.transfers:
        _move(connection, number, transfer)
    return int(number)


def _move(connection: sqlite3.Connection, posting: int, transfer: Transfer) -> None:
    try:
        connection.execute(
            "INSERT INTO transfer (posting, source, target, asset, amount) VALUES (?, ?, ?, ?, ?)",
            (posting, transfer.source, transfer.target, transfer.asset, transfer.amount),
        )
    except sqlite3.IntegrityError as error:
        if "balance_floor" in str(error):
            available = balance(connection, transfer.source, transfer.asset)
            raise InsufficientFunds(
                account=transfer.source,
                asset=transfer.asset,
                missing=transfer.amount - available,
                available=available,
            ) from error
        if "balance_cap" in str(error) or "amount" in str(error):
            raise LedgerError(str(error)) from error
        raise


def written(connection: sqlite3.Connection, number: int) -> Written | None:
    """Return the posting of a number; None where there is none, or none that moves anything."""
    rows = connection.execute(
        "SELECT posting.key, account.guild, transfer.source, transfer.target, asset, amount"
        " FROM posting JOIN transfer ON transfer.posting = posting.number"
        " JOIN account ON account.name = transfer.source"
        " WHERE posting.number = ? ORDER BY transfer.number",
        (number,),
    ).fetchall()
    if not rows:
        return None
    key, guild = rows[0][:2]
    return Written(key, guild, tuple(Transfer(*row[2:]) for row in rows))


def number_of(connection: sqlite3.Connection, key: str) -> int | None:
    """Return the number of the posting with a key."""
    row = connection.execute("SELECT number FROM posting WHERE key = ?", (key,)).fetchone()
    return int(row[0]) if row else None


def balance(connection: sqlite3.Connection, account: str, asset: str) -> int:
    """Return what the account can dispose of, in hundredths."""
    row = connection.execute(
        "SELECT amount FROM balance WHERE account = ? AND asset = ?", (account, asset)
    ).fetchone()
    return int(row[0]) if row else 0


def held(connection: sqlite3.Connection, account: str, asset: str) -> int:
    """Return what is bound in the account's open bets, in hundredths."""
    row = connection.execute(
        "SELECT coalesce(sum(amount), 0) FROM balance WHERE owner = ? AND amount > 0 AND asset = ?",
        (account, asset),
    ).fetchone()
    return int(row[0])


def banked(connection: sqlite3.Connection, account: str, asset: str) -> int:
    """Return how much of what is bound lies in banks of the account's owner, in hundredths."""
    prefix = accounts.bank_prefix()
    row = connection.execute(
        "SELECT coalesce(sum(amount), 0) FROM balance"
        " WHERE owner = ? AND amount > 0 AND asset = ? AND substr(account, 1, ?) = ?",
        (account, asset, len(prefix), prefix),
    ).fetchone()
    return int(row[0])


def all_funds(
    connection: sqlite3.Connection, names: Iterable[str], assets: tuple[str, ...]
) -> Iterator[Funds]:
    """Yield what each of the accounts has: of the first asset always, of the others if any."""
    for name in names:
        for asset in assets:
            free, bound = balance(connection, name, asset), held(connection, name, asset)
            if asset == assets[0] or free or bound:
                yield Funds(name, asset, free, bound)
