"""Databases that were put back, and keys that others draw with: no serial is missing unnoticed."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from bot.audit.online import walk
from bot.draws import log
from bot.draws.rpc import Rpc
from bot.errors import ChanceUnavailable
from bot.restoring import require_tail, restore
from bot.store.entries import Draw, Lost, Tickets
from bot.table.clock import stamp
from bot.table.replies import Chain
from tests.loopback.random_org.client import StandIn
from tests.random_org import houses
from tests.random_org.houses import audited, play_round, source_at, time_of, until_it_waits
from tests.random_org.test_unseen import AMERICAN, bodies, deal, finish, house, kept
from tests.tables import DEAL, Table, facts, of_kind, stake

DAY: Final = 86_400


async def put_back(folder: Path) -> Path:
    """Copy a database, as it is now."""
    backup = folder / "backup"
    await asyncio.to_thread(backup.mkdir)
    await asyncio.to_thread(shutil.copy, folder / "table.db", backup / "table.db")
    return backup


async def restored(table: Table, random_org: StandIn) -> Any:
    source = source_at(random_org)
    try:
        return await restore(table.database, source, [table.croupier], cursor=1)
    finally:
        await source.close()


async def draw_elsewhere(random_org: StandIn) -> None:
    """Somebody draws with the house's key, on a ticket of his own."""
    source = source_at(random_org)
    head = await source.new_ticket(shown=True)
    await source.close()
    random_org.use_ticket(head.ticket_id, user_data={"v": 1, "log": "0" * 64, "seq": 1})


async def test_a_backup_from_before_any_hidden_draw_follows_the_hidden_chain(
    tmp_path: Path, random_org: StandIn
) -> None:
    """Its first hidden draw is not drawn anew: its ticket was announced with the open one."""
    async with houses.house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        assert 1 == len(of_kind(Chain, facts(table.voice.said)))
    backup = await put_back(tmp_path)
    async with house(tmp_path, random_org, AMERICAN) as table:
        await deal(table)
        await finish(table)
    async with house(backup, random_org, AMERICAN) as table:
        source = source_at(random_org)
        with pytest.raises(ChanceUnavailable, match="foreign"):
            await require_tail(table.database, source)
        await source.close()
        done = await restored(table, random_org)
        lost = [body for body in await bodies(table) if isinstance(body, Lost)]
        await deal(table)
        await finish(table)
        report = await audited(table, random_org)

        assert done.lost == len(lost)
        assert {False, True} == {each.hidden is True for each in lost}
        assert report.findings == ()


async def test_an_older_database_gets_its_hidden_head_before_it_draws(
    tmp_path: Path, random_org: StandIn
) -> None:
    source = source_at(random_org)
    head = await source.new_ticket(shown=True)
    await source.close()
    old = Tickets(
        at=stamp(time_of(random_org)),
        ticket=head.ticket_id,
        created=head.creation_time,
        replaces=None,
    )
    async with houses.house(tmp_path, random_org) as table:
        await table.database.transaction(lambda connection: log.append(connection, old))
        await table.credit(anna=1000)
        await play_round(table)
        log_of = await bodies(table)
        chains = of_kind(Chain, facts(table.voice.said))
        report = await audited(table, random_org)

        heads = [at for at, body in enumerate(log_of) if isinstance(body, Tickets)]
        drawn = [at for at, body in enumerate(log_of) if isinstance(body, Draw)]
        assert [None, True] == [getattr(log_of[at], "hidden", None) or None for at in heads]
        assert heads[-1] < drawn[0]
        assert [True] == [chain.hidden for chain in chains]
        assert report.findings == ()


async def test_a_draw_that_the_log_does_not_know_stops_the_table(
    tmp_path: Path, random_org: StandIn
) -> None:
    """The round is undone by a restore, and the auditor says that a serial is missing."""
    async with houses.house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    await draw_elsewhere(random_org)
    async with houses.house(tmp_path, random_org, killed=True) as table:
        await table.hear("anna", stake(10))
        waited = await until_it_waits(table, table.hear("anna", DEAL))

        assert "foreign" in {fact.outage.value for fact in waited}
        assert () == table.croupier.game.round.dealer
    done = await asyncio.to_thread(
        houses.bot, random_org, "restore", "--db", str(tmp_path / "table.db"), folder=tmp_path
    )
    async with houses.house(tmp_path, random_org) as table:
        await play_round(table)
        report = await audited(table, random_org)

        assert "1 draws were lost, the open round was undone" in done.stdout
        assert any("serial" in finding.text for finding in report.findings)
        assert any("is called lost" in finding.text for finding in report.findings)


async def test_a_key_may_have_drawn_before_it_came_to_this_house(
    tmp_path: Path, random_org: StandIn
) -> None:
    await draw_elsewhere(random_org)
    async with houses.house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        report = await audited(table, random_org)

        assert report.findings == ()


async def test_a_lost_draw_counts_though_its_chain_has_ended_since(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with houses.house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    backup = await put_back(tmp_path)
    async with houses.house(tmp_path, random_org) as table:
        await play_round(table)
    async with houses.house(backup, random_org) as table:
        await restored(table, random_org)
    random_org.advance(31 * DAY)
    async with houses.house(backup, random_org) as table:
        await play_round(table)
        report = await audited(table, random_org)

        assert report.findings == ()


async def test_a_hidden_head_that_expired_unused_is_replaced_and_hinders_no_restore(
    tmp_path: Path, random_org: StandIn
) -> None:
    """Both chains end unused after a month, and that is one remark too."""
    async with houses.house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    random_org.advance(31 * DAY)
    async with houses.house(tmp_path, random_org) as table:
        done = await restored(table, random_org)
        await play_round(table)
        chains = of_kind(Chain, facts(table.voice.said))
        heads = [body for body in await bodies(table) if isinstance(body, Tickets)]
        report = await audited(table, random_org)
        rpc = Rpc(random_org.url, default_delay=0.0)
        wrong = await walk(await table.database.read(kept), rpc)
        await rpc.close()

        assert [] == wrong
        assert 0 == done.lost
        assert 1 == len(chains)
        assert [False, True] * 2 == [each.hidden is True for each in heads]
        assert all(each.replaces for each in heads[2:])
        assert report.findings == ()
