"""Verify everything, for the sake of single rounds: what was checked of each, what concerns it.

All of the log is verified, since a round is worth what the chain below it is. A function of one
snapshot of the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from bot.audit.findings import Finding, Report
from bot.audit.records import FromDatabase
from bot.audit.verify import Progress, verify
from bot.draws import log
from bot.draws.signature import SigningKey
from bot.engine.events import Closed, Settled
from bot.ledger import accounts
from bot.store.codec import read_body
from bot.store.entries import Body, Draw, FromRandomOrg, Happened, Hidden, Intent, Unveiled

_NO_DECISION: Final = Happened | Draw | Intent | Unveiled | None


class Examined(Struct, frozen=True, kw_only=True):
    """What a verification says, with a round's share in it."""

    round: int
    running: bool
    decisions: int  # what was said or passed, and changed the round
    draws: int
    signed: int  # of these
    settled: int  # bets
    entries: int  # of the whole log
    report: Report
    concerning: tuple[Finding, ...]  # findings about the round
    elsewhere: tuple[Finding, ...]


def examine(
    connection: sqlite3.Connection,
    numbers: Iterable[int],
    key: SigningKey,
    progress: Progress | None = None,
) -> dict[int, Examined]:
    """Verify a database once, for the sake of all these rounds.

    ``connection`` should be in one transaction, for one snapshot.
    """
    report = verify(FromDatabase(connection), key=key, progress=progress)
    return {number: _share(connection, number, report) for number in numbers}


def _share(connection: sqlite3.Connection, number: int, report: Report) -> Examined:
    entries = _entries(connection, number)
    names = _names(connection, set(entries))
    concerning = [each for each in report.findings if _concerns(each, names, number)]
    bodies = entries.values()
    draws = [body for body in bodies if isinstance(body, Draw)]
    events = [body.event for body in bodies if isinstance(body, Happened)]
    return Examined(
        round=number,
        running=not any(isinstance(event, Closed) for event in events),
        decisions=sum(not isinstance(body, _NO_DECISION) for body in bodies),
        draws=len(draws),
        signed=sum(_is_signed(connection, draw) for draw in draws),
        settled=sum(isinstance(event, Settled) for event in events),
        entries=log.head(connection)[0],
        report=report,
        concerning=tuple(concerning),
        elsewhere=tuple(each for each in report.findings if each not in concerning),
    )


def _is_signed(connection: sqlite3.Connection, draw: Draw) -> bool:
    """Whether its signature is in the log; a hidden draw's comes with what is told of it."""
    if isinstance(draw.origin, Hidden):
        told = log.unveiled(connection, draw.draw)
        return told is not None and bool(told[1].signature)
    return isinstance(draw.origin, FromRandomOrg)


def _entries(connection: sqlite3.Connection, number: int) -> dict[int, Body | None]:
    """Return a round's entries: its events, what led to them, the draws' announcements and proofs.

    None for one that cannot be read; the verification has a finding for it.
    """
    rows = connection.execute("SELECT position FROM log WHERE round = ?", (number,))
    entries = dict(_bodies(connection, {position for (position,) in rows}))
    events = [body for body in entries.values() if isinstance(body, Happened)]
    causes = dict(_bodies(connection, {event.cause for event in events}))
    draws = [body for body in causes.values() if isinstance(body, Draw)]
    intents = {draw.intent for draw in draws}
    last = connection.execute(
        "SELECT position FROM log WHERE kind = 'intent' ORDER BY position DESC LIMIT 1"
    )
    waiting = {
        position: body
        for position, body in _bodies(connection, {position for (position,) in last})
        if isinstance(body, Intent) and any(slot.round == number for slot in body.slots)
    }
    told = {found[0] for draw in draws if (found := log.unveiled(connection, draw.draw))}
    others = dict(_bodies(connection, intents | told))
    return {**entries, **causes, **others, **waiting}


def _bodies(
    connection: sqlite3.Connection, positions: set[int]
) -> Iterator[tuple[int, Body | None]]:
    for position in sorted(positions):
        row = connection.execute("SELECT body FROM log WHERE position = ?", (position,)).fetchone()
        try:
            yield position, read_body(row[0]) if row else None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield position, None


def _names(connection: sqlite3.Connection, entries: set[int]) -> set[str]:
    """Return how findings call what belongs to the round: its entries and postings."""
    postings = connection.execute(
        "SELECT number, entry FROM posting WHERE entry BETWEEN ? AND ?",
        (min(entries, default=0), max(entries, default=0)),
    )
    return {f"entry {entry}" for entry in entries} | {
        f"posting {posting}" for posting, entry in postings if entry in entries
    }


def _concerns(finding: Finding, names: set[str], number: int) -> bool:
    return finding.where in names or finding.where.startswith(accounts.hold(f"{number}-"))
