"""The ticket chain over restarts, expiry, foreign use and restored backups."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from bot.draws.chance import Question
from bot.draws.signed import read_signed
from bot.refusals import Refusal
from bot.store.entries import FromRandomOrg
from bot.table.replies import Chain, HandsLeft
from tests.loopback.random_org.client import StandIn
from tests.random_org.houses import (
    PATIENCE,
    audited,
    bot,
    die_while_dealing,
    draws_at,
    draws_of,
    finish_round,
    house,
    play_round,
    source_at,
    until_it_waits,
)
from tests.tables import DEAL, facts, numbers_of, of_kind, stake

GENERATE = "generateSignedIntegers"


async def test_a_crash_while_the_answer_is_under_way_draws_nothing_anew(
    tmp_path: Path, random_org: StandIn
) -> None:
    for fault, when in (("late", "before"), ("late", "after")):
        random_org.plan(fault, milliseconds=400, when=when, method=GENERATE)
    await die_while_dealing(tmp_path, random_org, 0.2)
    async with house(tmp_path, random_org) as table:
        await finish_round(table)
        report = await audited(table, random_org)

        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)


async def test_a_tail_that_expired_is_replaced_and_that_is_announced(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    random_org.advance(31 * 86_400)
    async with house(tmp_path, random_org) as table:
        await play_round(table)
        chains = of_kind(Chain, facts(table.voice.said))
        report = await audited(table, random_org)

        assert len(chains) == 1
        assert chains[0].replaces is not None
        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)


async def test_a_tail_used_by_somebody_else_stops_the_table_until_a_restore(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        last = draws_at(random_org)[-1]
    tail = next(
        draw["next_ticket_id"] for draw in random_org.draws() if draw["ticket_id"] == last[2]
    )
    random_org.use_ticket(tail, user_data={"v": 1, "log": "0" * 64, "seq": 99})
    async with house(tmp_path, random_org, killed=True) as table:
        await table.hear("anna", stake(10))
        waited = await until_it_waits(table, table.hear("anna", DEAL))

        assert "foreign" in {fact.outage.value for fact in waited}


async def test_a_restored_backup_is_caught_and_made_honest(
    tmp_path: Path, random_org: StandIn
) -> None:
    """Mid-hand, a copy is made; the hand is played on; the copy is put back."""
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        await table.hear("anna", stake(10))
    backup = tmp_path / "backup"
    backup.mkdir()
    shutil.copy(tmp_path / "table.db", backup / "table.db")
    async with house(tmp_path, random_org) as table:
        await table.hear("anna", DEAL)
        await finish_round(table)
    async with house(backup, random_org, killed=True) as table:
        waited = await until_it_waits(table, table.hear("anna", DEAL))

        assert "foreign" in {fact.outage.value for fact in waited}
    done = await asyncio.to_thread(
        bot, random_org, "restore", "--db", str(backup / "table.db"), folder=tmp_path
    )
    async with house(backup, random_org) as table:
        await play_round(table)
        report = await audited(table, random_org)

        assert done.returncode == 0
        assert "nicht gewertet" in done.stdout or "annulliert" in done.stdout
        assert "the open round was undone" in done.stdout
        assert report.findings == ()


async def test_a_spent_quota_waits_until_midnight_and_goes_on(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await table.hear("anna", stake(10))
        random_org.set_quota(requests=0)
        dealing = asyncio.ensure_future(table.hear("anna", DEAL))
        await asyncio.sleep(0.3)

        assert not dealing.done()

        random_org.advance(86_400)
        await asyncio.wait_for(dealing, PATIENCE)
        await finish_round(table)
        report = await audited(table, random_org)

        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)


async def test_a_hand_that_could_not_be_finished_today_is_not_dealt(
    tmp_path: Path, random_org: StandIn
) -> None:
    random_org.set_quota(requests=9)
    random_org.add_numbers(*numbers_of("10 9 8  K"))  # a long round would be too much for today
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        told = of_kind(HandsLeft, await table.hear("anna", stake(10)))
        refused = await table.refused("anna", DEAL)

        assert len(told) == 1
        assert told[0].hands < 3
        assert refused.code is Refusal.QUOTA_RESERVE
        assert refused.data["needed"] == 8


async def test_another_signing_key_deals_nothing(tmp_path: Path, random_org: StandIn) -> None:
    async with house(tmp_path, random_org, killed=True, own_key=False) as table:
        await table.credit(anna=1000)
        await table.hear("anna", stake(10))
        waited = await until_it_waits(table, table.hear("anna", DEAL))

        assert "unverified" in {fact.outage.value for fact in waited}
        assert () == table.croupier.game.round.dealer


async def test_a_hidden_chain_is_recovered_by_its_serial(random_org: StandIn) -> None:
    """Its tickets show no result: the key's owner has it from getResult."""
    source = source_at(random_org)
    head = await source.new_ticket(shown=False)
    question = Question(
        draw=1, count=2, highest=52, head="ab" * 32, ticket=head.ticket_id, not_before=""
    )
    random_org.plan("drop", when="after", method=GENERATE)
    answer = await source.draw(question)
    again = await source.draw(question)
    await source.close()

    assert isinstance(answer.origin, FromRandomOrg)
    assert answer == again
    assert read_signed(answer.origin.random).ticket_data.ticket_id == head.ticket_id
    assert len(draws_at(random_org)) == 1
