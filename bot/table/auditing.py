"""Verification on request: the port to an auditor, who reads a snapshot while the table plays on.

What he finds is a value, known before the step begins that writes the answer: nothing waits for
him but who asked.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol

from bot.audit.examine import Examined, examine
from bot.draws.signature import SigningKey, pinned
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import history, messages, opening
from bot.store.database import Database
from bot.table.heard import Heard
from bot.table.proofs import Verified
from bot.table.requests import VerifyRound

SHOWN: Final = 3
"""So many findings are said in words."""
_ONE_AT_A_TIME: Final = ThreadPoolExecutor(1, "auditor")


class Auditor(Protocol):
    """Verifies everything, for the sake of one round."""

    async def examine(self, number: int) -> Examined:
        """Return what he finds now."""


class DatabaseAuditor:
    """Reads a database on a connection and in a thread of his own, one verification at a time."""

    def __init__(self, path: Path, key: SigningKey | None = None) -> None:
        """``key``: who must have signed the draws, if not the pinned key."""
        self._path = path
        self._key = key or pinned()

    async def examine(self, number: int) -> Examined:
        """Verify the database as it is when its turn comes."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_ONE_AT_A_TIME, self._examine, number)

    def _examine(self, number: int) -> Examined:
        with opening.reading(self._path) as connection:
            return examine(connection, number, self._key)


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
    )
