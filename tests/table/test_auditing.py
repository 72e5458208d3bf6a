"""A round is verified while the table plays on: what was checked, and what is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.audit.examine import Examined
from bot.refusals import Refusal
from bot.store import history
from bot.table.auditing import SHOWN, DatabaseAuditor
from bot.table.proofs import Verified
from bot.table.requests import QuickHand, VerifyRound
from tests.tables import DEAL, DOUBLE, HIT, STAND, Table, numbers_of, of_kind, open_table, stake


async def verify(table: Table, number: int | None = None) -> Verified:
    (found,) = of_kind(Verified, await table.hear("carl", VerifyRound(number)))
    return found


async def test_a_round_is_verified_and_told_what_was_checked(tmp_path: Path) -> None:
    numbers = numbers_of("10 5 6 4 6  3  K 5 8  10 9 9")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(20))
        await table.hear("bert", stake(10))
        await table.hear("anna", DEAL)
        for name, move in (("anna", HIT), ("anna", STAND), ("bert", DOUBLE)):
            await table.hear(name, move)
        await table.hear("anna", QuickHand(1000, "MM"))
        entries = await table.entries()
        found, running = await verify(table, 1), await verify(table)

        assert (1, False, 6, 4, 0, 2) == (
            found.round, found.running, found.decisions, found.draws, found.signed, found.settled
        )  # fmt: skip
        assert (len(entries), entries[-1].hash.hex()) == (found.entries, found.head)
        assert (0, 0, ()) == (found.found, found.of_round, found.findings)
        assert (2, True, 1, 1, 0) == (
            running.round, running.running, running.decisions, running.draws, running.settled
        )  # fmt: skip
        assert (await table.audit()).ok


class Counting(DatabaseAuditor):
    """An auditor who remembers for what he was called, and lets somebody play meanwhile."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.called: list[int] = []
        self.meanwhile: Table | None = None

    async def examine(self, number: int) -> Examined:
        self.called.append(number)
        if self.meanwhile:
            await self.meanwhile.hear("anna", DEAL)
        return await super().examine(number)


async def test_the_auditor_is_called_only_for_what_is_new_and_of_this_table(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9")) as table:
        auditor = table.croupier._auditor = Counting(table.database.path)
        for number in (None, 0, 1, 10**14):
            refusal = await table.refused("anna", VerifyRound(number))

            assert (Refusal.NO_SUCH_ROUND, {"round": number or 0}) == (refusal.code, refusal.data)
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        await table.hear("anna", VerifyRound(1), message="ask")
        await table.hear("anna", VerifyRound(1), message="ask")

        assert [1] == auditor.called


async def test_the_table_plays_on_while_it_is_verified(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9")) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        auditor = table.croupier._auditor = Counting(table.database.path)
        auditor.meanwhile = table
        found = await asyncio.wait_for(verify(table, 1), 5)

        assert (1, 2) == (found.draws, found.decisions)


class Alone(DatabaseAuditor):
    """An auditor who counts how many of his kind are at work."""

    running = most = 0

    def _examine(self, number: int) -> Examined:
        Alone.running += 1
        Alone.most = max(Alone.most, Alone.running)
        try:
            return super()._examine(number)
        finally:
            Alone.running -= 1


async def test_one_verification_at_a_time(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        path = table.database.path
        found = await asyncio.gather(*(Alone(path).examine(1) for _ in range(8)))

        assert Alone.most == 1
        assert [True] * 8 == [each.report.ok for each in found]


FORGERIES: Final = {
    "a hash": "UPDATE log SET hash = zeroblob(32) WHERE round = 1 AND version = 3",
    "a card": "UPDATE log SET body = replace(body, '\"number\":49', '\"number\":50')"
    " WHERE round = 1 AND kind = 'happened'",
    "a body": "UPDATE log SET body = '{' WHERE round = 1 AND version = 2",
    "a posting": "UPDATE transfer SET amount = amount + 1 WHERE posting ="
    " (SELECT number FROM posting WHERE reason = 'stake' LIMIT 1)",
    "a hold": "UPDATE balance SET amount = amount + 1 WHERE account LIKE 'hold:1-%'",
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
async def test_a_forged_database_is_found_out_while_it_runs(tmp_path: Path, forgery: str) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9  10 9 9  8")) as table:
        await table.credit(anna=100)
        await table.hear("anna", QuickHand(1000, "MM"))
        forge(table.database.path, forgery)
        found = await verify(table, 1)

        assert found.of_round
        assert found.found >= found.of_round
        assert 1 <= len(found.findings) <= SHOWN


async def test_what_is_wrong_elsewhere_is_told_behind_what_is_wrong_here(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9  8  10 9 9")) as table:
        await table.credit(anna=100)
        await table.hear("anna", QuickHand(1000, "MM"))
        await table.hear("anna", STAND)
        await table.hear("anna", QuickHand(1000, "MM"))
        last = (await table.database.read(lambda each: list(history.events(each, 2))))[-1].position
        forge(table.database.path, "UPDATE log SET hash = zeroblob(32) WHERE position = 3")
        forge(table.database.path, f"UPDATE log SET hash = zeroblob(32) WHERE position = {last}")
        first, second = await verify(table, 1), await verify(table, 2)

        assert first.found == second.found
        assert f"entry {last}" in {finding.where for finding in second.findings[: second.of_round]}
        assert "entry 3" not in {finding.where for finding in second.findings[: second.of_round]}


def forge(path: Path, statement: str) -> None:
    """Change what no trigger lets anybody change."""
    with closing(sqlite3.connect(path)) as connection, connection:
        triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(statement).rowcount
