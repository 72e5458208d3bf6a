"""``doctor``: look at everything an operator answers for; each line is ok or says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

from bot.config import NAMES, OFFICIAL_URL, Settings
from bot.draws import log, quota, tickets
from bot.draws.chance import Local
from bot.draws.cures import cure
from bot.draws.random_org import RandomOrg, Usage
from bot.draws.signature import SigningKey, pinned
from bot.draws.signed import CLOCKS_DIFFER
from bot.errors import CannotStart, ChanceUnavailable, IntegrityBroken
from bot.refusals import Outage
from bot.store import opening, tables
from bot.table.house import TERMINAL
from cogs import examining
from cogs.examining import Spot

ENTRIES: Final = 1000
"""Entries whose links are checked; ``audit verify`` checks them all."""


class Line(NamedTuple):
    """One thing that was looked at."""

    ok: bool
    what: str
    text: str

    def __str__(self) -> str:
        return f"{'ok ' if self.ok else 'do '} {self.what}: {self.text}"


def settings_lines(settings: Settings, key: SigningKey) -> Iterator[Line]:
    """Which settings apply; secrets are not shown."""
    yield Line(ok=True, what="language", text=settings.language.value)
    if settings.draws == Local.name:
        yield Line(ok=True, what="draws", text="this machine's own in Discord; nobody can check it")
    elif not settings.api_key:
        text = f"none; set {NAMES['api_key']} to draw from random.org, or play with --draws local"
        yield Line(ok=False, what="key", text=text)
    if settings.url != OFFICIAL_URL:
        text = f"{settings.url} is a stand-in; remove {NAMES['url']} for real cards"
        yield Line(ok=False, what="service", text=text)
    whose = "pinned" if key.fingerprint == pinned().fingerprint else "from the setting"
    yield Line(ok=True, what="signing key", text=f"SHA-256 {key.fingerprint} ({whose})")


def database_lines(path: Path | None) -> Iterator[Line]:
    """Whether the database is ours and whole; read beside a table that may be running on it."""
    if path is None:
        yield Line(ok=True, what="database", text="not looked at; name it with --db")
        return
    if not path.is_file():
        yield Line(ok=False, what="database", text=f"{path} is not there; the table makes it")
        return
    try:
        with opening.reading(path) as connection:
            log.require_linked(connection, last=ENTRIES)
            yield _log_line(connection)
            yield _licence_line(connection)
    except (CannotStart, IntegrityBroken) as error:
        yield Line(ok=False, what="database", text=str(error))


def _log_line(connection: sqlite3.Connection) -> Line:
    position, whole = log.head(connection)
    return Line(ok=True, what="database", text=f"{position} log entries, head {whole.hex()}")


def _licence_line(connection: sqlite3.Connection) -> Line:
    last = tickets.last_signed(connection)
    if last is None:
        return Line(ok=True, what="licence", text="known after the first draw from random.org")
    fit = last.license.type != "developer"
    advice = "" if fit else "; for a public table ask random.org for a gambling-virtual key"
    return Line(ok=fit, what="licence", text=f"{last.license.type}: {last.license.text}{advice}")


async def discord_lines(settings: Settings, path: Path | None) -> AsyncIterator[Line]:
    """What Discord says of the token and of every table of the database."""
    if not settings.token:
        yield Line(ok=True, what="token", text="none; needed only to open the house in Discord")
        return
    for finding in await examining.examine(settings.token, _spots(path), settings.prefix.of):
        yield Line(*finding)


def _spots(path: Path | None) -> list[Spot]:
    """Where tables stand in Discord; none where the database cannot say, which its line tells."""
    if path is None:
        return []
    try:
        with opening.reading(path) as connection:
            placed = tables.all_but(connection, TERMINAL)
    except CannotStart:
        return []
    return [Spot(each.number, int(each.guild_place), int(each.place)) for each in placed]


async def random_org_lines(source: RandomOrg, path: Path | None) -> AsyncIterator[Line]:
    """Whether the key runs, what is left today, whether the clocks agree, and the next ticket."""
    try:
        usage = await source.usage()
    except ChanceUnavailable as error:
        yield Line(ok=False, what="key", text=cure(error))
        return
    yield _key_line(usage)
    hands = quota.hands(usage.requests_left)
    text = f"{usage.requests_left} requests, {usage.bits_left} bits left: about {hands} hands"
    yield Line(ok=hands > 0, what="today", text=text)
    yield clock_line(source.clock_ahead())
    if path is not None and path.is_file():  # noqa: ASYNC240 - nothing else runs
        yield await _ticket_line(source, path)


async def _ticket_line(source: RandomOrg, path: Path) -> Line:
    with opening.reading(path) as connection:
        tails, pending = tickets.tails(connection), log.open_intent(connection)
    if not tails:
        return Line(ok=True, what="ticket", text="none yet; the first draw makes one")
    try:
        for tail in tails.values() if pending is None else ():
            await source.require_unused(tail)
    except ChanceUnavailable as error:
        return Line(ok=False, what="ticket", text=cure(error))
    text = " and ".join(tail.ticket for tail in tails.values())
    return Line(ok=True, what="ticket", text=f"{text} is next")


def _key_line(usage: Usage) -> Line:
    if usage.status == "running":
        return Line(ok=True, what="key", text="running")
    return Line(ok=False, what="key", text=cure(ChanceUnavailable(Outage.KEY_STOPPED)))


def clock_line(ahead: timedelta | None) -> Line:
    """How this machine's clock stands beside random.org's."""
    if ahead is None:
        return Line(ok=True, what="clock", text="not compared; random.org told no time")
    seconds = int(ahead.total_seconds())
    if abs(ahead) < CLOCKS_DIFFER:
        return Line(ok=True, what="clock", text=f"{seconds:+d} s beside random.org's")
    return Line(ok=False, what="clock", text=f"{seconds:+d} s beside random.org's; set it right")
