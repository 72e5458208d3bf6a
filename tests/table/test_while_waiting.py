"""While a card is awaited: answers come at once, orders wait their turn, everybody knows why."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.refusals import Outage
from bot.table.heard import Heard
from bot.table.replies import Acted, Balance, Done, Refused, Staked, Waiting
from bot.table.requests import ShowBalance
from tests.table.test_drawing import four_tables
from tests.tables import HIT, facts, of_kind, stake, until


async def test_a_balance_is_told_while_a_card_is_awaited(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        dealing = house.deal(0)
        await house.gate.is_asked()
        before = len(house.voices[0].said)
        await asyncio.wait_for(house.tables[0].hear(Heard("k", "anna", "", ShowBalance())), 20)
        said = facts(house.voices[0].said[before:])

        assert of_kind(Balance, said)
        assert isinstance(said[-1], Done)
        assert not dealing.done()
        house.gate.let_through(10)
        await asyncio.wait_for(dealing, 20)
        answer = [each for each in house.voices[0].said if each.message == "deal 0"]
        assert isinstance(answer[-1].facts[-1], Done)


async def test_orders_wait_for_the_card_and_keep_their_order(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        table = house.tables[0]
        dealing = house.deal(0)
        await house.gate.is_asked()
        orders = [Heard("m1", "anna", "", HIT), Heard("m2", "anna", "", stake(10))]
        assert all(map(table.must_wait, orders))
        waiting = [asyncio.ensure_future(table.hear(order)) for order in orders]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in waiting)

        house.gate.let_through(10)
        await asyncio.wait_for(asyncio.gather(dealing, *waiting), 20)
        said = facts(house.voices[0].said)
        report = await house.database.read(lambda connection: verify(FromDatabase(connection)))

        assert not of_kind(Refused, said)
        acted, staked = of_kind(Acted, said), of_kind(Staked, said)
        assert (1, "hit") == (len(acted), acted[0].action.value)
        assert [1, 5] == [fact.round for fact in staked]
        assert report.findings == ()


async def test_two_tables_move_while_one_waits(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        dealing = house.deal(0)
        await house.gate.is_asked()
        heard = Heard("m", "bert", "", stake(0))
        await asyncio.wait_for(house.tables[3].hear(heard), 20)

        assert of_kind(Refused, facts(house.voices[3].said))
        assert of_kind(Staked, facts(house.voices[3].said))
        house.gate.let_through(10)
        await asyncio.wait_for(dealing, 20)


async def test_every_table_that_waits_is_told_why_also_one_that_comes_later(
    tmp_path: Path,
) -> None:
    """The first table's request is under way; the others queue behind it."""
    async with four_tables(tmp_path) as house:

        def knows(number: int) -> bool:
            return bool(of_kind(Waiting, facts(house.voices[number].said)))

        dealing = [house.deal(0), house.deal(3)]
        await until(lambda: knows(0) and knows(3))
        dealing.append(house.deal(1))
        await until(lambda: knows(1))
        told = [
            [fact.outage for fact in of_kind(Waiting, facts(voice.said))] for voice in house.voices
        ]
        house.gate.let_through(10)
        await asyncio.wait_for(asyncio.gather(*dealing), 20)

        assert [[Outage.SLOW], [Outage.SLOW], [], [Outage.SLOW]] == told
