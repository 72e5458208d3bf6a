"""Hidden cards at random.org: two chains, one count of serials, and no result is shown."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace as with_rules
from pathlib import Path
from typing import Any, Final

import httpx
from msgspec.structs import replace

from bot.audit.online import walk
from bot.audit.records import FromDatabase
from bot.draws import log
from bot.draws.rpc import Rpc
from bot.engine.presets import PRESETS
from bot.engine.rules import RuleSet, Shoe
from bot.refusals import Refusal
from bot.store.entries import Draw, FromRandomOrg, Hidden, Intent, Tickets, Unveiled
from bot.table.replies import Chain, Drawn, HandsLeft
from bot.table.requests import DeclineInsurance
from bot.table.unseen_facts import Unveiled as Told
from tests.loopback.random_org.client import StandIn
from tests.random_org.houses import (
    ItsClock,
    audited,
    bot,
    draws_at,
    finish_round,
    source_at,
    until_it_waits,
)
from tests.tables import DEAL, HOUSE, Table, facts, of_kind, open_table, stake

GENERATE = "generateSignedIntegers"
AMERICAN: Final = PRESETS["american"]
ONE_PACK: Final = with_rules(AMERICAN, packs=1, shoe=Shoe.ROUND)


@asynccontextmanager
async def house(
    folder: Path, stand_in: StandIn, rules: RuleSet = AMERICAN, *, killed: bool = False
) -> AsyncIterator[Table]:
    source, clock = source_at(stand_in), ItsClock(stand_in)
    american = replace(HOUSE, rules=rules, preset="american")
    try:
        async with open_table(
            folder, source=source, killed=killed, clock=clock, house=american
        ) as table:
            yield table
    finally:
        await source.close()


async def deal(table: Table) -> None:
    await table.hear("anna", stake(10))
    await table.hear("anna", DEAL)


async def finish(table: Table) -> None:
    """Decline, draw to sixteen, stand."""
    if table.croupier.game.round.offers:
        await table.hear("anna", DeclineInsurance())
    await finish_round(table)


async def bodies(table: Table) -> list[Any]:
    return await table.database.read(
        lambda each: [log.body_at(each, entry.position) for entry in log.read(each)]
    )


async def test_an_evening_runs_on_two_chains(tmp_path: Path, random_org: StandIn) -> None:
    for rules in (AMERICAN, ONE_PACK):
        folder = tmp_path / rules.shoe.value
        await asyncio.to_thread(folder.mkdir)
        async with house(folder, random_org, rules) as table:
            await table.credit(anna=1000)
            for _ in range(4):
                await deal(table)
                await finish(table)
            report = await audited(table, random_org)
            chains = of_kind(Chain, facts(table.voice.said))
            told = of_kind(Told, facts(table.voice.said))
            log_of = await bodies(table)

            assert report.findings == ()
            assert not report.pending
            heads = [b.ticket for b in log_of if isinstance(b, Tickets)]
            assert heads == [chains[0].ticket, chains[0].beside]
            assert 1 == len(chains)
            assert 4 <= len(told)
            hidden = [b for b in log_of if isinstance(b, Draw) and isinstance(b.origin, Hidden)]
            assert len(hidden) == len(told) == sum(isinstance(b, Unveiled) for b in log_of)
            assert report.draws == sum(isinstance(b, Draw) for b in log_of)
    serials = [serial for serial, _, _ in draws_at(random_org)]

    assert serials == [*range(serials[0], serials[0] + len(serials))]


async def test_the_world_is_shown_nothing_of_a_hidden_draw(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await deal(table)
        if not table.croupier.game.round.is_running:
            return  # a blackjack
        body = next(b for b in await bodies(table) if isinstance(b, Intent) and b.hidden)
        asked = {"jsonrpc": "2.0", "method": "getTicket", "id": 1}
        params = {"ticketId": body.ticket}
        async with httpx.AsyncClient() as client:
            answer = await client.post(random_org.url, json={**asked, "params": params})
        ticket = answer.json()["result"]
        said = of_kind(Drawn, facts(table.voice.said))

        assert ticket["usedTime"] is not None
        assert ticket.get("result") is None
        assert b'"serial"' not in json.dumps([str(each) for each in said if each.unseen]).encode()
        assert all(each.serial is not None for each in said if not each.unseen)


async def test_random_orgs_memory_agrees_with_both_chains(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await deal(table)
        for _ in range(2):
            rpc = Rpc(random_org.url, default_delay=0.0)
            records = await table.database.read(kept)
            wrong = await walk(records, rpc)
            await rpc.close()

            assert wrong == []

            await finish(table)


class _Kept(FromDatabase):
    """The records of a moment."""

    def __init__(self, entries: list[log.Entry], told: list[Unveiled]) -> None:
        self._entries, self._told = entries, told

    def entries(self) -> Any:
        return iter(self._entries)

    def unveiled(self) -> Any:
        return iter(self._told)


def kept(connection: Any) -> _Kept:
    return _Kept(list(log.read(connection)), list(FromDatabase(connection).unveiled()))


async def test_a_crash_while_the_hidden_card_is_under_way_keeps_it(
    tmp_path: Path, random_org: StandIn
) -> None:
    """The first request is the open one; the second is answered, and nobody hears it."""
    async with house(tmp_path, random_org, ONE_PACK, killed=True) as table:
        await table.credit(anna=1000)
        await table.hear("anna", stake(10))
        random_org.plan("late", milliseconds=0, when="before", method=GENERATE)
        random_org.plan("late", milliseconds=700, when="after", method=GENERATE)
        dealing = asyncio.ensure_future(table.hear("anna", DEAL))
        for _ in range(100):
            await asyncio.sleep(0.02)
            if len(draws_at(random_org)) == 2:
                break
        dealing.cancel()
        with suppress(asyncio.CancelledError):
            await dealing
    drawn = draws_at(random_org)[1]
    async with house(tmp_path, random_org, ONE_PACK) as table:
        state = table.croupier.game.round
        number = next(n for n in drawn[1] if n not in (state.out or ())[:-1])
        await finish(table)
        report = await audited(table, random_org)

        assert number == (state.out or (0,))[-1]
        assert report.findings == ()
        assert drawn == draws_at(random_org)[1]


async def test_a_hidden_ticket_that_somebody_else_used_stops_the_table(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await deal(table)
        await finish(table)
        head = next(b.ticket for b in await bodies(table) if isinstance(b, Tickets) and b.hidden)
    tail = next(d["next_ticket_id"] for d in random_org.draws() if d["ticket_id"] == head)
    random_org.use_ticket(tail, user_data={"v": 1, "log": "0" * 64, "seq": 99})
    async with house(tmp_path, random_org, killed=True) as table:
        await table.hear("anna", stake(10))
        waited = await until_it_waits(table, table.hear("anna", DEAL))

        assert "foreign" in {fact.outage.value for fact in waited}
    arguments = ("--rules", "american", "--draws", "random.org", "--db")
    refused = await asyncio.to_thread(
        bot, random_org, "table", *arguments, str(tmp_path / "table.db"), folder=tmp_path
    )

    assert refused.returncode == 2
    assert "older than the world" in refused.stderr


async def test_a_restore_follows_both_chains(tmp_path: Path, random_org: StandIn) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await deal(table)
        await finish(table)
        await deal(table)
    backup = tmp_path / "backup"
    await asyncio.to_thread(backup.mkdir)
    await asyncio.to_thread(shutil.copy, tmp_path / "table.db", backup / "table.db")
    async with house(tmp_path, random_org) as table:
        await finish(table)
        for _ in range(2):
            await deal(table)
            await finish(table)
    before = len(draws_at(random_org))
    done = await asyncio.to_thread(
        bot, random_org, "restore", "--db", str(backup / "table.db"), folder=tmp_path
    )

    assert done.returncode == 0, done.stderr
    async with house(backup, random_org) as table:
        await deal(table)
        await finish(table)
        report = await audited(table, random_org)
        log_of = await bodies(table)

        assert report.findings == ()
        signed = sum(isinstance(b, Draw) and isinstance(b.origin, FromRandomOrg) for b in log_of)
        told = sum(isinstance(b, Unveiled) for b in log_of)
        lost = sum(type(b).__name__ == "Lost" for b in log_of)
        assert signed + told + lost == len(draws_at(random_org)) > before


async def test_an_evening_of_american_as_a_process(tmp_path: Path, random_org: StandIn) -> None:
    lines = "\n".join(
        f"anna: {said}"
        for _ in range(5)
        for said in ("hand 20", "keine versicherung", "karte", "reste", "ziehung 2")
    )
    database = str(tmp_path / "table.db")
    arguments = ("--rules", "american", "--draws", "random.org", "--json", "--db", database)
    played = await asyncio.to_thread(
        bot, random_org, "table", *arguments, "--credit=anna=1000", folder=tmp_path, lines=lines
    )
    verified = await asyncio.to_thread(
        bot, random_org, "audit", "verify", "--json", "--db", database, folder=tmp_path
    )
    rows = [json.loads(line) for line in played.stdout.splitlines()]
    hidden = [row for row in rows if row["type"] == "card" and row.get("hidden")]
    turned = [row for row in rows if row["type"] == "card" and row.get("turned")]

    assert played.returncode == 0, played.stderr
    assert json.loads(verified.stdout)["findings"] == []
    assert 5 == len(hidden) == len(turned)
    assert [(row["round"], row["index"]) for row in hidden] == [
        (row["round"], row["index"]) for row in turned
    ]
    assert not any("number" in row or "card" in row for row in hidden)
    assert not any("number" in row for row in rows if row["type"] == "drawn" and row.get("hidden"))


async def test_a_hand_is_not_dealt_whose_bits_could_run_out(
    tmp_path: Path, random_org: StandIn
) -> None:
    """Eight draws of 52 numbers of six bits are 2,496 bits; of a continuous shoe's few do."""
    for rules, suffices in ((ONE_PACK, False), (AMERICAN, True)):
        folder = tmp_path / rules.shoe.value
        await asyncio.to_thread(folder.mkdir)
        random_org.set_quota(bits=2_500)
        async with house(folder, random_org, rules) as table:
            await table.credit(anna=1000)
            await deal(table)
            await finish(table)
            said = of_kind(HandsLeft, await table.hear("anna", stake(10)))
            if suffices:
                await table.hear("anna", DEAL)
                await finish(table)
                continue
            refused = await table.refused("anna", DEAL)

            assert 1 == len(said)
            assert Refusal.QUOTA_RESERVE is refused.code
