"""Verification on request: the port to an auditor, who reads a snapshot while the table plays on.

What he finds is a value, known before the step begins that writes the answer: nothing waits for
him but who asked. Whoever asks while he is at work waits for his next report, one for all of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Protocol

from bot.audit.examine import Examined, examine
from bot.draws.signature import SigningKey, pinned
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import history, messages, opening
from bot.store.database import Database
from bot.table.aside import GivenUpError, in_a_thread
from bot.table.heard import Heard
from bot.table.proofs import Verified
from bot.table.requests import VerifyRound

SHOWN: Final = 3
"""So many findings are said in words."""


class Auditor(Protocol):
    """Verifies everything, for the sake of one round."""

    async def examine(self, number: int) -> Examined:
        """Return what he finds now."""


class DatabaseAuditor:
    """Reads a database on a connection and in a thread of his own, one verification at a time.

    However many ask while one is under way, the next is one for all of them, of what was written
    before it began.
    """

    def __init__(self, path: Path, key: SigningKey | None = None) -> None:
        """``key``: who must have signed the draws, if not the pinned key."""
        self._path = path
        self._key = key or pinned()
        self._turn = asyncio.Lock()
        self._asked: set[int] = set()  # rounds that the next verification is for
        self._next: asyncio.Task[dict[int, Examined]] | None = None
        self._is_closed = threading.Event()

    async def examine(self, number: int) -> Examined:
        """Verify the database as it is when its turn comes."""
        self._asked.add(number)
        if self._next is None:
            self._next = asyncio.create_task(self._verify())
        return (await asyncio.shield(self._next))[number]

    def close(self) -> None:
        """Stop: a verification that runs ends at its next entry, and nobody hears of it."""
        self._is_closed.set()

    async def _verify(self) -> dict[int, Examined]:
        async with self._turn:
            numbers, self._asked, self._next = self._asked, set(), None
            return await in_a_thread(lambda: self._examine(numbers), name="auditor")

    def _examine(self, numbers: Iterable[int]) -> dict[int, Examined]:
        with opening.reading(self._path) as connection:
            return examine(connection, numbers, self._key, self._go_on)

    def _go_on(self, _position: int) -> None:
        if self._is_closed.is_set():
            raise GivenUpError


async def examined(
    auditor: Auditor, database: Database, table: int, heard: Heard
) -> Examined | None:
    """Return what a message's answer needs of the auditor; None where he is not needed.

    That is: for another request, for a message that is known, for a round not of this table.
    """
    request = heard.request
    if not isinstance(request, VerifyRound) or not heard.speaker:
        return None

    def query(connection: sqlite3.Connection) -> int | None:
        if messages.knows(connection, table, heard.id):
            return None
        if request.round is None:
            return next(iter(history.last_rounds(connection, table, 1)), None)
        return request.round if history.table_of(connection, request.round) == table else None

    number = await database.read(query)
    return None if number is None else await auditor.examine(number)


def verified(found: Examined | None, number: int) -> Verified:
    """Return it as a fact: everything counted, the first findings in full, the round's first.

    Without any, there is no round of that number at this table, and it is refused.
    """
    if found is None:
        raise RuleViolation(Refusal.NO_SUCH_ROUND, round=number)
    report, findings = found.report, (*found.concerning, *found.elsewhere)
    return Verified(
        round=found.round,
        running=found.running,
        decisions=found.decisions,
        draws=found.draws,
        signed=found.signed,
        settled=found.settled,
        entries=found.entries,
        head=report.head,
        rounds=report.rounds,
        all_draws=report.draws,
        transfers=report.transfers,
        found=len(findings),
        of_round=len(found.concerning),
        findings=findings[:SHOWN],
        pending=report.pending or (),
    )
