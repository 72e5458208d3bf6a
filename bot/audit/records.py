"""Records as an auditor gets them: streams of entries, postings and balances.

From a database (read only, beside a running croupier) or from an export's folder. Nothing here
judges what the records say, only whether they can be read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from bot.audit.findings import Code, Finding
from bot.draws import log
from bot.draws.log import Entry
from bot.draws.signature import SigningKey
from bot.ledger.postings import Transfer
from bot.store.codec import read_body
from bot.store.entries import Body, Draw, FromRandomOrg, Unveiled


class BookedRow(Struct, frozen=True):
    """A posting as it is stored."""

    number: int
    key: str
    request: str  # SHA-256, hex
    entry: int
    reason: str
    actor: str
    at: str
    transfers: tuple[Transfer, ...]


class BalanceRow(Struct, frozen=True):
    """A balance as it is stored, in hundredths."""

    account: str
    asset: str
    amount: int


class Records(Protocol):
    """What can be audited; each stream in its order."""

    def entries(self) -> Iterator[Entry]:
        """Yield the log."""

    def postings(self) -> Iterator[BookedRow]:
        """Yield the book."""

    def balances(self) -> Iterator[BalanceRow]:
        """Yield what it adds up to, by account and asset."""

    def unveiled(self) -> Iterator[Unveiled]:
        """Yield what is told of hidden draws, before everything is read in order."""

    def own_findings(self, key: SigningKey) -> list[Finding]:
        """Return what is wrong with the records' form, after they were read."""


_UNVEILED: Final = b'"kind":"unveiled"'


class SignedLine(Struct, frozen=True):
    """A signed draw by itself: its number in the log, the exact text, and the signature."""

    draw: int
    random: str
    signature: str


def bodies(records: Records) -> Iterator[tuple[Entry, Body]]:
    """Yield the entries that can be read; the replay has a finding for each of the others."""
    for entry in records.entries():
        try:
            yield entry, read_body(entry.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue


def signed_draws(records: Records) -> Iterator[SignedLine]:
    """Yield the signed draws of the log, in order."""
    for _, body in bodies(records):
        if isinstance(body, Draw) and isinstance(body.origin, FromRandomOrg):
            yield SignedLine(body.draw, body.origin.random, body.origin.signature)
        if isinstance(body, Unveiled) and body.signature:
            yield SignedLine(body.draw, body.content, body.signature)


def unveiled_in(texts: Iterable[bytes]) -> Iterator[Unveiled]:
    """Yield what is told of hidden draws, of bodies of all kinds; what cannot be read is not."""
    for text in texts:
        if _UNVEILED in text:
            try:
                body = read_body(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue
            if isinstance(body, Unveiled):
                yield body


_MISFILED: Final = """
    SELECT position FROM log WHERE json_valid(body) AND (
        kind IS NOT json_extract(body, '$.kind')
        OR round IS NOT CASE kind WHEN 'happened' THEN json_extract(body, '$.round') END
        OR version IS NOT CASE kind WHEN 'happened' THEN json_extract(body, '$.version') END
        OR draw IS NOT CASE WHEN kind IN ('intent', 'draw', 'voided', 'unveiled')
            THEN json_extract(body, '$.draw') END
    ) ORDER BY position
"""
_MISPLACED: Final = """
    SELECT number FROM round LEFT JOIN log ON position = opened WHERE round IS NOT number
    UNION
    SELECT log.round FROM log LEFT JOIN round ON number = log.round
    WHERE log.version = 1 AND (
        opened IS NOT position OR game_table IS NOT json_extract(body, '$.table')
    ) ORDER BY 1
"""


class FromDatabase:
    """The records of a database; ``connection`` should be in one transaction, for one snapshot."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def entries(self) -> Iterator[Entry]:
        """Yield the log."""
        return log.read(self._connection)

    def postings(self) -> Iterator[BookedRow]:
        """Yield the book, each posting with its transfers."""
        rows = self._connection.execute(
            "SELECT number, key, request, entry, reason, actor, at FROM posting ORDER BY number"
        )
        for number, key, request, entry, reason, actor, at in rows:
            moved = self._connection.execute(
                "SELECT source, target, asset, amount FROM transfer WHERE posting = ?"
                " ORDER BY number",
                (number,),
            )
            transfers = tuple(Transfer(*row) for row in moved)
            yield BookedRow(number, key, request.hex(), entry, reason, actor, at, transfers)

    def balances(self) -> Iterator[BalanceRow]:
        """Yield the balances by account and asset."""
        rows = self._connection.execute(
            "SELECT account, asset, amount FROM balance ORDER BY account, asset"
        )
        for row in rows:
            yield BalanceRow(*row)

    def unveiled(self) -> Iterator[Unveiled]:
        """Yield what is told of hidden draws."""
        rows = self._connection.execute(
            "SELECT body FROM log WHERE draw IS NOT NULL AND kind = 'unveiled' ORDER BY draw"
        )
        return unveiled_in(text.encode() for (text,) in rows)

    def own_findings(self, key: SigningKey) -> list[Finding]:  # noqa: ARG002 - of an export only
        """Return where the columns by which the log is searched are not what its bodies say.

        No hash covers them, but whoever asks for a round or a draw is answered by them.
        """
        found = [
            Finding(Code.INDEX, f"entry {position}", "is filed as something else than it says")
            for (position,) in self._connection.execute(_MISFILED)
        ]
        found.extend(
            Finding(Code.INDEX, f"round {number}", "is filed at another table or entry")
            for (number,) in self._connection.execute(_MISPLACED)
        )
        return found
