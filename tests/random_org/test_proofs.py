"""What signed draws prove, and what an operator cannot do with them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from msgspec.structs import replace

from bot.audit.findings import Code
from bot.draws.chance import Answer, Local, Question
from bot.draws.random_org import RandomOrg
from bot.draws.rpc import Rpc
from bot.draws.signature import read_key
from tests.loopback.random_org.client import StandIn
from tests.random_org.houses import (
    ItsClock,
    audited,
    bot,
    die_while_dealing,
    draws_at,
    draws_of,
    finish_round,
    house,
    play_round,
    source_at,
    time_of,
)
from tests.tables import open_table, stake

GENERATE = "generateSignedIntegers"


class Narrow(RandomOrg):
    """A cheat's client: it asks for low spades only, and random.org signs what it was asked."""

    async def draw(self, question: Question) -> Answer:
        return await super().draw(replace(question, highest=52))


async def test_a_narrower_range_is_genuinely_signed_and_found(
    tmp_path: Path, random_org: StandIn
) -> None:
    key = read_key(random_org.public_key)
    rpc = Rpc(random_org.url, default_delay=0)
    source = Narrow(rpc, random_org.api_key, key, lambda: time_of(random_org))
    async with open_table(tmp_path, source=source, clock=ItsClock(random_org)) as table:
        await table.credit(anna=1000)
        await play_round(table)
        report = await audited(table, random_org)
    await source.close()

    assert {Code.DRAW} == {finding.code for finding in report.findings}
    assert any("max" in finding.text for finding in report.findings)


async def test_a_round_from_elsewhere_between_two_leaves_the_chain_whole(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    async with open_table(tmp_path, source=Local(), clock=ItsClock(random_org)) as table:
        await play_round(table)
    async with house(tmp_path, random_org) as table:
        await play_round(table)
        report = await audited(table, random_org)

        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)


async def test_a_draw_that_was_answered_cannot_be_restored_away(
    tmp_path: Path, random_org: StandIn
) -> None:
    """The card is drawn, the bot dies before it is written, the operator dislikes it."""
    random_org.plan("late", milliseconds=600, when="after", method=GENERATE)
    await die_while_dealing(tmp_path, random_org, 0.3)
    done = await asyncio.to_thread(
        bot, random_org, "restore", "--db", str(tmp_path / "table.db"), folder=tmp_path
    )
    async with house(tmp_path, random_org) as table:
        await finish_round(table)
        report = await audited(table, random_org)

        assert "0 draws were lost, no round had to be undone" in done.stdout
        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)


async def test_a_restore_that_is_cut_short_has_written_nothing(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        await table.hear("anna", stake(10))
    tail = draws_at(random_org)[-1]
    following = next(
        draw["next_ticket_id"] for draw in random_org.draws() if draw["ticket_id"] == tail[2]
    )
    random_org.use_ticket(following, user_data={"v": 1, "log": "0" * 64, "seq": 9}, n=3, max=312)
    arguments = ("restore", "--db", str(tmp_path / "table.db"))
    random_org.plan("drop", method="getTicket", skip=1)
    cut = await asyncio.to_thread(bot, random_org, *arguments, folder=tmp_path)
    whole = await asyncio.to_thread(bot, random_org, *arguments, folder=tmp_path)
    async with house(tmp_path, random_org) as table:
        await play_round(table)
        report = await audited(table, random_org)

        assert cut.returncode == 2
        assert "1 draws were lost, the open round was undone" in whole.stdout
        assert report.findings == ()


async def test_a_restore_without_a_round_leaves_a_table_that_plays_on(
    tmp_path: Path, random_org: StandIn
) -> None:
    """Nothing is to be undone, so nothing is said: the next word has its number all the same."""
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    random_org.use_ticket(
        random_org.draws()[-1]["next_ticket_id"],
        user_data={"v": 1, "log": "0" * 64, "seq": 9},
        n=3,
        max=312,
    )
    done = await asyncio.to_thread(
        bot, random_org, "restore", "--db", str(tmp_path / "table.db"), folder=tmp_path
    )
    async with house(tmp_path, random_org) as table:
        await play_round(table)
        report = await audited(table, random_org)

        assert "1 draws were lost, no round had to be undone" in done.stdout
        assert report.findings == ()


async def test_what_cannot_be_looked_up_online_is_a_finding(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
    verify = ("audit", "verify", "--json", "--online", "--db", str(tmp_path / "table.db"))
    random_org.plan("http_error", method="getTicket", times=None)
    silent = await asyncio.to_thread(bot, random_org, *verify, folder=tmp_path)
    random_org.forget_plan()
    heard = await asyncio.to_thread(bot, random_org, *verify, folder=tmp_path)

    tails = 2  # of the open chain, and of the hidden one
    assert len(json.loads(silent.stdout)["findings"]) == len(draws_at(random_org)) + tails
    assert json.loads(heard.stdout)["findings"] == []


async def test_another_key_counts_its_own_serials(tmp_path: Path, random_org: StandIn) -> None:
    """A new key begins with low numbers; its draws are no repetitions of the old one's."""
    source = source_at(random_org)
    question = Question(
        draw=1,
        count=1,
        highest=312,
        head="ab" * 32,
        ticket=(await source.new_ticket(shown=True)).ticket_id,
        after_key="another key's hash",
        after_serial=10**6,
    )
    answer = await source.draw(question)
    await source.close()

    assert len(answer.numbers) == 1
