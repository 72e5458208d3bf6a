"""What led to each card, and what one draw was for."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from bot.draws import log
from bot.engine.commands import By
from bot.engine.wants import Action, wants
from bot.refusals import Refusal
from bot.restoring import undo
from bot.store.entries import BettingOver, Deadline, Draw, Intent, Message
from bot.table.heard import Heard
from bot.table.proofs import Decision, DrawRecord, RecordedDraw
from bot.table.replies import Record, Refused
from bot.table.requests import (
    MakeMove,
    QuickHand,
    Request,
    ShowBalance,
    ShowDraw,
    ShowRound,
)
from tests.table.test_casino import CASINO
from tests.table.test_drawing import four_tables
from tests.tables import (
    DEAL,
    DOUBLE,
    HIT,
    HOUSE,
    STAND,
    Deadly,
    Killed,
    Table,
    facts,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

DAY: Final = timedelta(hours=25)
TWO_HANDS: Final = "10 5 6 4 6"  # anna 10 4, bert 5 6; the dealer 6


async def record(table: Table, number: int | None = None) -> tuple[RecordedDraw, ...]:
    (shown,) = of_kind(Record, await table.hear("carl", ShowRound(number)))
    return shown.draws


async def draw(table: Table, number: int) -> DrawRecord:
    (shown,) = of_kind(DrawRecord, await table.hear("carl", ShowDraw(number)))
    return shown


async def causes(table: Table) -> list[tuple[By, str, Decision, str]]:
    """Who or what led to each draw of the last round, and by which message."""
    leds = [each.led for each in await record(table)]
    return [(led.by, led.player, led.decision, led.message) for led in leds if led]


async def two_hands(table: Table) -> None:
    await table.credit(anna=100, bert=100)
    await table.hear("anna", stake(20))
    await table.hear("bert", stake(10))
    await table.hear("anna", DEAL, message="deal")


# ── what led to a card ───────────────────────────────────────────────────────────────────────────


async def test_a_deal_a_card_a_double_and_the_dealers_further_card(tmp_path: Path) -> None:
    """The dealer's second request follows from his first, and that from bert's double."""
    numbers = numbers_of(f"{TWO_HANDS}  3  K 5 8")
    async with open_table(tmp_path, numbers=numbers) as table:
        await two_hands(table)
        await table.hear("anna", HIT, message="hit")
        await table.hear("bert", ShowBalance())
        await table.hear("anna", STAND, message="stand")
        await table.hear("bert", DOUBLE, message="double")

        assert [
            (By.PLAYER, "anna", Decision.DEAL, "deal"),
            (By.PLAYER, "anna", Decision.HIT, "hit"),
            (By.PLAYER, "bert", Decision.DOUBLE, "double"),
            (By.PLAYER, "bert", Decision.DOUBLE, "double"),
        ] == await causes(table)


async def test_a_quick_hand_and_a_stand(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9  8")) as table:
        await table.credit(anna=100)
        await table.hear("anna", QuickHand(1000, "MM"), message="hand")
        await table.hear("anna", STAND, message="stand")

        assert [
            (By.PLAYER, "anna", Decision.QUICK_HAND, "hand"),
            (By.PLAYER, "anna", Decision.STAND, "stand"),
        ] == await causes(table)


async def test_a_hand_that_is_full_by_its_own_card(tmp_path: Path) -> None:
    """Nobody says stand at 21: the dealer's cards follow from the card that was asked for."""
    async with open_table(tmp_path, numbers=numbers_of("10 9 4  7  8")) as table:
        await table.credit(anna=100)
        await table.hear("anna", QuickHand(1000, "MM"), message="hand")
        await table.hear("anna", HIT, message="hit")

        assert ["hand", "hit", "hit"] == [message for *_, message in await causes(table)]


async def test_a_deadline_is_the_houses_own_doing(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(f"{TWO_HANDS}  9 5")) as table:
        await two_hands(table)
        await table.hear("anna", STAND)
        table.clock.move(DAY)
        await table.croupier.tick()

        assert (By.DEADLINE, "bert", Decision.STAND, "") == (await causes(table))[-1]


async def test_so_is_the_end_of_the_betting_time(tmp_path: Path) -> None:
    house = replace(HOUSE, betting_seconds=60)
    numbers = numbers_of(TWO_HANDS)
    async with open_table(tmp_path, house=house, numbers=numbers) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(20))
        await table.hear("bert", stake(10))
        table.clock.move(timedelta(seconds=61))
        await table.croupier.tick()

        assert [(By.DEADLINE, "anna", Decision.DEAL, "")] == await causes(table)


async def test_staff_deals_as_staff(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(TWO_HANDS)) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(20))
        await table.hear("bert", stake(10))
        await table.hear("karl", DEAL, staff=True, message="deal")

        assert [(By.STAFF, "karl", Decision.DEAL, "deal")] == await causes(table)


# ── any evening ──────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_draw_has_a_cause_that_stood_in_the_log_before_it(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    asyncio.run(random_evening(tmp_path_factory.mktemp("evening"), Random(seed)))


async def random_evening(folder: Path, chance: Random) -> None:
    numbers = tuple(chance.randint(1, 312) for _ in range(400))
    house = replace(HOUSE, betting_seconds=chance.choice([0, 30]))
    async with open_table(folder, numbers=numbers, house=house) as table:
        await table.credit(anna=5000, bert=5000, carl=5000)
        for _ in range(40):
            await something(table, chance)
        rounds = table.croupier.game.round.number
        shown = [each for number in range(1, rounds + 1) for each in await record(table, number)]
        expected = await last_words(table)

        assert expected == [each.led.log for each in shown if each.led]
        assert len(expected) == len(shown)
        for each in shown:
            assert (await draw(table, each.draw)).parts[0].led == each.led


async def something(table: Table, chance: Random) -> None:
    asked: list[Request] = [DEAL, HIT, STAND, DOUBLE, stake(10), ShowBalance()]
    turns = wants(table.croupier.game.round).turns
    if turns and chance.random() < 0.6:
        turn = chance.choice(turns)
        names = {number: name for name in ("anna", "bert", "carl")
                 if (number := table.croupier.account_of(name))}  # fmt: skip
        move = MakeMove(chance.choice([Action.HIT, Action.STAND, Action.DOUBLE]), turn.box)
        await table.hear(names[turn.player], move)
    elif chance.random() < 0.1:
        table.clock.move(DAY)
        await table.croupier.tick()
    else:
        await table.hear(chance.choice(["anna", "bert", "carl"]), chance.choice(asked))


async def last_words(table: Table) -> list[int]:
    """For each draw in turn: the last entry before its intent in which anybody decided anything."""

    def query(connection: sqlite3.Connection) -> list[int]:
        found, last, intents = [], 0, {}
        for entry in log.read(connection):
            body = log.body_at(connection, entry.position)
            match body:
                case Message() | Deadline() | BettingOver() if body.commands:
                    last = entry.position
                case Intent():
                    intents[body.draw] = last
                case Draw():
                    found.append(intents[body.draw])
                case _:
                    pass
        return found

    return await table.database.read(query)


# ── one draw ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_draw_tells_its_cards_and_both_its_places_in_the_log(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(TWO_HANDS)) as table:
        await two_hands(table)
        shown = await draw(table, 1)
        entries = await table.entries()
        (part,) = shown.parts

        assert numbers_of(TWO_HANDS) == tuple(number for number, _ in part.cards)
        assert (1, 1, (1, 2, 0, 1, 2)) == (part.table, part.round, part.boxes)
        assert (312, "scripted", None, None) == (
            shown.highest, shown.source, shown.ticket, shown.serial
        )  # fmt: skip
        for position, head, kind in (
            (shown.intended, shown.intended_head, b'"kind":"intent"'),
            (shown.log, shown.head, b'"kind":"draw"'),
        ):
            assert position
            assert entries[position - 1].hash.hex()[:16] == head
            assert kind in entries[position - 1].body


async def test_cards_of_a_split_box_are_told_with_their_hands(tmp_path: Path) -> None:
    """From the split on: the two cards before it were the box's own."""
    numbers = numbers_of("8 10 6 8 9  2 3  4")
    async with open_table(tmp_path, numbers=numbers, house=CASINO) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(20))
        await table.hear("bert", stake(10))
        await table.hear("anna", DEAL)
        await table.hear("anna", MakeMove(Action.SPLIT))
        await table.hear("anna", HIT)
        places = [[(card.box, card.hand) for card in each.cards] for each in await record(table)]
        parts = [(await draw(table, number)).parts[0] for number in (1, 2, 3)]

        assert [[(1, 0), (2, 0), (0, 0), (1, 0), (2, 0)], [(1, 1), (1, 2)], [(1, 1)]] == places
        assert [UNSET, (1, 2), (1,)] == [part.hands for part in parts]


async def test_a_draw_that_nobody_made_is_refused(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        for number in (0, 1, 10**14):
            refusal = await table.refused("anna", ShowDraw(number))

            assert (Refusal.NO_SUCH_DRAW, {"draw": number}) == (refusal.code, refusal.data)
        assert (await table.audit()).ok


async def test_a_draw_that_waits_for_its_answer_says_so(tmp_path: Path) -> None:
    async with open_table(tmp_path, source=Deadly(), killed=True) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        with suppress(Killed):
            await table.hear("anna", DEAL, message="deal")
        shown = await draw(table, 1)

        assert (None, None, None) == (shown.log, shown.at, shown.void)
        assert ((1, 0, 1), ()) == (shown.parts[0].boxes, shown.parts[0].cards)
        assert shown.parts[0].led
        assert "deal" == shown.parts[0].led.message


async def test_a_draw_whose_round_was_undone_was_never_made(tmp_path: Path) -> None:
    async with open_table(tmp_path, source=Deadly(), killed=True) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        with suppress(Killed):
            await table.hear("anna", DEAL)
        await undo(table.database, [table.croupier], (), cursor=0)
        shown = await draw(table, 1)

        assert shown.log is None
        assert shown.void
        assert shown.intended < shown.void


async def test_two_tables_share_a_draw_and_another_guild_learns_nothing(tmp_path: Path) -> None:
    async with four_tables(tmp_path) as house:
        dealing = [house.deal(0)]
        await house.gate.is_asked()
        dealing += [house.deal(1), house.deal(2), house.deal(3)]
        await house.queue(4)
        house.gate.let_through(10)
        await asyncio.wait_for(asyncio.gather(*dealing), 20)
        for number, table in enumerate(house.tables):
            await table.hear(Heard(f"ask {number}", "anna", "", ShowDraw(2)))
        *mine, other = [facts(voice.said[-1:]) for voice in house.voices]
        shown = [each for said in mine for each in of_kind(DrawRecord, said)]
        (refusal,) = of_kind(Refused, other)

        assert [1, 2, 3] == [each.table for each in shown]
        assert 1 == len({each.parts for each in shown})
        assert [(2, 2), (3, 3)] == [(part.table, part.round) for part in shown[0].parts]
        assert ["deal 1", "deal 2"] == [part.led.message for part in shown[0].parts if part.led]
        assert (Refusal.DRAW_ELSEWHERE, {"draw": 2}) == (refusal.code, refusal.data)
        assert [] == of_kind(DrawRecord, other)
