"""A round is verified while the table plays on: what was checked, and what is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from bot.audit.examine import Examined
from bot.errors import CannotStart
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
        found = await asyncio.wait_for(verify(table, 1), 20)

        assert (1, 2) == (found.draws, found.decisions)


class Slow(DatabaseAuditor):
    """An auditor who takes his time, and remembers for which rounds he was at work."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.rounds: list[set[int]] = []
        self.running = self.most = self.position = 0
        self.began, self.ended = threading.Event(), threading.Event()

    def _go_on(self, position: int) -> None:
        super()._go_on(position)
        self.position = position
        self.began.set()
        time.sleep(0.01)

    def _examine(self, numbers: Iterable[int]) -> dict[int, Examined]:
        self.rounds.append(set(numbers))
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            return super()._examine(numbers)
        finally:
            self.running -= 1
            self.ended.set()


async def test_who_asks_while_it_is_verified_shares_the_next_verification(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9  8")) as table:
        await table.credit(anna=100)
        await table.hear("anna", QuickHand(1000, "MM"))
        await table.hear("anna", STAND)
        auditor = Slow(table.database.path)
        first = asyncio.create_task(auditor.examine(1))
        assert await asyncio.to_thread(auditor.began.wait, 20)
        await table.hear("anna", stake(20))  # round 2, which the first does not see
        flood = [asyncio.create_task(auditor.examine(1 + each % 2)) for each in range(40)]
        gone = flood.pop()
        await asyncio.sleep(0)
        gone.cancel()  # and the others still hear
        found = [await first, *await asyncio.gather(*flood)]

        assert [{1}, {1, 2}] == auditor.rounds
        assert 1 == auditor.most
        assert all(each.report.ok for each in found)
        assert {(1, 2), (2, 1)} == {(each.round, each.decisions) for each in found}


async def test_what_goes_wrong_is_raised_to_all_who_wait(tmp_path: Path) -> None:
    auditor = DatabaseAuditor(tmp_path / "none.db")
    found = await asyncio.gather(*(auditor.examine(1) for _ in range(3)), return_exceptions=True)

    assert [CannotStart] * 3 == [type(each) for each in found]


async def test_an_auditor_who_is_sent_home_goes_at_once(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(**{f"guest{each}": 10 for each in range(200)})
        auditor = Slow(table.database.path)
        asked = asyncio.create_task(auditor.examine(1))
        assert await asyncio.to_thread(auditor.began.wait, 20)
        auditor.close()

        assert await asyncio.to_thread(auditor.ended.wait, 20)
        assert auditor.position < 200
        with pytest.raises(asyncio.CancelledError):
            await asked


def test_a_verification_does_not_keep_the_process_alive() -> None:
    program = """
        import asyncio, time
        from bot.table.aside import in_a_thread
        async def main():
            work = asyncio.ensure_future(in_a_thread(lambda: time.sleep(60), name="work"))
            await asyncio.sleep(0.1)
        asyncio.run(main())
    """
    subprocess.run([sys.executable, "-c", dedent(program)], check=True, timeout=30)


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
