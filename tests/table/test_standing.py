"""A push left standing: what stays, on which box, for whom, and until when."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from bot.engine.presets import PRESETS
from bot.engine.wants import Action
from bot.refusals import Refusal
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.replies import Fact, Staked, Withdrawn
from bot.table.requests import LeaveStake, MakeMove, PlaceStake, StakeBehind, TakeBack
from tests.tables import (
    DEAL,
    DOUBLE,
    STAND,
    Table,
    facts,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

CASINO = House(rules=PRESETS["casino"], preset="casino")
LEAVE = LeaveStake()
PUSH = "10 10 K K"  # one hand: 10 K against 10 K
SPLIT = MakeMove(Action.SPLIT)

_IDS = count(1)


async def staked(table: Table, speaker: str, request: LeaveStake) -> list[tuple[int, int]]:
    said = of_kind(Staked, await table.hear(speaker, request))
    return [(each.box, int(each.amount)) for each in said]


async def plainly(table: Table, speaker: str) -> list[Fact]:
    """``Einsatz stehen lassen``."""
    before = len(table.voice.said)
    await table.croupier.hear(Heard(f"p{next(_IDS)}", speaker, "", LEAVE, plain=True))
    return facts(table.voice.said[before:])


async def play_one(table: Table, *moves: MakeMove, units: int = 50, box: int | None = None) -> None:
    """Anna plays a round by herself."""
    await table.hear("anna", stake(units, box))
    await table.hear("anna", DEAL)
    for move in moves:
        await table.hear("anna", move)
    assert table.croupier.game.round.closed


async def test_what_came_back_lies_where_it_lay(tmp_path: Path) -> None:
    numbers = numbers_of(PUSH)
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=500)
        await play_one(table, STAND, box=4)

        assert [(4, 50)] == await staked(table, "anna", LEAVE)
        assert (45_000, 5000) == (await table.purses())["anna"]


async def test_of_a_double_the_stake_at_the_deal_stays(tmp_path: Path) -> None:
    """Reading 14; 5 6 doubled to 21 against 21 of three cards."""
    numbers = numbers_of("5 10 6  10  5 6")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=500)
        await play_one(table, DOUBLE)

        assert (50_000, 0) == (await table.purses())["anna"]
        assert [(1, 50)] == await staked(table, "anna", LEAVE)


async def test_of_a_split_it_stays_once(tmp_path: Path) -> None:
    """Both hands of 8 8 reach 18 against 18."""
    numbers = numbers_of("8 10 8  10 10  8")
    async with open_table(tmp_path, house=CASINO, numbers=numbers) as table:
        await table.credit(anna=500)
        await play_one(table, SPLIT, STAND, STAND)

        assert (50_000, 0) == (await table.purses())["anna"]
        assert [(1, 50)] == await staked(table, "anna", LEAVE)


async def test_one_hand_of_a_split_is_enough(tmp_path: Path) -> None:
    """18 against 18 and 12 against 18: the second is lost, and not staked again."""
    numbers = numbers_of("8 10 8  10 4  8")
    async with open_table(tmp_path, house=CASINO, numbers=numbers) as table:
        await table.credit(anna=500)
        await play_one(table, SPLIT, STAND, STAND)

        assert (45_000, 0) == (await table.purses())["anna"]
        assert [(1, 50)] == await staked(table, "anna", LEAVE)


async def test_a_backer_has_nothing_to_leave(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=CASINO, numbers=numbers_of(PUSH)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(50))
        await table.hear("bert", StakeBehind("anna", 2000, "MM"))
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)

        assert Refusal.NOTHING_PUSHED == (await table.refused("bert", LEAVE)).code
        assert [(1, 50)] == await staked(table, "anna", LEAVE)


async def test_several_boxes_stay_together_or_one_by_one(tmp_path: Path) -> None:
    """Box 1 pushes, box 2 loses, box 3 pushes."""
    numbers = numbers_of("10 10 10 10 K 9 K K")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=500, bert=500)
        for box in (1, 2, 3):
            await table.hear("anna", stake(10 * box, box))
        await table.hear("anna", DEAL)
        for box in (1, 2, 3):
            await table.hear("anna", MakeMove(Action.STAND, box))

        lost = await table.refused("anna", LeaveStake(2))
        assert (Refusal.NOTHING_PUSHED, 2) == (lost.code, lost.data["box"])
        assert [(1, 10), (3, 30)] == await staked(table, "anna", LEAVE)
        assert Refusal.ALREADY_STAKED == (await table.refused("anna", LEAVE)).code
        await table.hear("anna", TakeBack())
        assert [(3, 30)] == await staked(table, "anna", LeaveStake(3))
        assert [(1, 10)] == await staked(table, "anna", LEAVE)


async def test_a_box_that_another_has_taken_is_his(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(PUSH)) as table:
        await table.credit(anna=500, bert=500)
        await play_one(table, STAND)
        await table.hear("bert", stake(20, 1))

        assert Refusal.BOX_TAKEN == (await table.refused("anna", LEAVE)).code


async def test_a_stake_that_was_changed_since_is_not_put_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(PUSH)) as table:
        await table.credit(anna=500)
        await play_one(table, STAND)
        await table.hear("anna", stake(80, 1))
        said = await table.hear("anna", LEAVE)

        assert [] == of_kind(Withdrawn, said)
        assert (42_000, 8000) == (await table.purses())["anna"]


async def test_only_until_the_next_deal(tmp_path: Path) -> None:
    """Whoever lets a round of others pass cannot come back to it, after a restart either."""
    numbers = numbers_of(f"{PUSH} 10 7 9 K")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=500, bert=500)
        await play_one(table, STAND)
        await table.hear("bert", stake(20))
        await table.hear("bert", DEAL)
        assert Refusal.STAKES_CLOSED == (await table.refused("anna", LEAVE)).code
        await table.hear("bert", STAND)
        assert Refusal.NOTHING_PUSHED == (await table.refused("anna", LEAVE)).code
    async with open_table(tmp_path, numbers=numbers) as table:
        assert Refusal.NOTHING_PUSHED == (await table.refused("anna", LEAVE)).code


async def test_a_round_that_is_undone_before_its_deal_is_the_last_one(tmp_path: Path) -> None:
    numbers = numbers_of(PUSH)
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=500)
        await play_one(table, STAND)
        await table.hear("anna", stake(20))
        await table.croupier.lose_place()
        assert () == table.croupier.game.pushed
    async with open_table(tmp_path, numbers=numbers) as table:
        assert () == table.croupier.game.pushed


async def test_money_that_is_spent_meanwhile_cannot_stay(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(PUSH)) as table:
        await table.credit(anna=60)
        await play_one(table, STAND)
        await table.hear("anna", PlaceStake(2000, "MM", 2))

        assert Refusal.INSUFFICIENT_FUNDS == (await table.refused("anna", LEAVE)).code


async def test_the_plain_word_is_for_whom_it_can_mean_something(tmp_path: Path) -> None:
    numbers = numbers_of("10 10 10 K 9 K")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=500, bert=500)
        assert [] == await plainly(table, "anna")
        await table.hear("anna", stake(50))
        await table.hear("bert", stake(50))
        await table.hear("anna", DEAL)
        assert [] == await plainly(table, "anna")
        await table.hear("anna", STAND)
        await table.hear("bert", STAND)

        assert [] == await plainly(table, "bert")
        assert [] == await plainly(table, "dora")
        assert of_kind(Staked, await plainly(table, "anna"))
        assert (await table.audit()).ok
