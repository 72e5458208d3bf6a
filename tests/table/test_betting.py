"""The minimum betting time: nobody is dealt out, and nobody waits for those who said they go."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.commands import By, Deal
from bot.engine.presets import PRESETS
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.refusals import Refusal
from bot.store.codec import read_body
from bot.store.entries import Message
from bot.table import duties
from bot.table.attention import concerns
from bot.table.betting import seconds_left
from bot.table.clock import SetClock
from bot.table.game import Game
from bot.table.heard import NOBODY
from bot.table.house import House
from bot.table.replies import BetsClosed
from bot.table.requests import Leave, QuickHand, SitOut, StakeBehind
from tests.tables import BEGAN, DEAL, HOUSE, STAND, Table, numbers_of, of_kind, open_table, stake

SLOW = replace(HOUSE, betting_seconds=300)
ANNA, BERT, CARL = 1, 2, 3


def game(*owners: int, previous: set[int] | None = None, absent: set[int] | None = None) -> Game:
    """A round whose first stake came at ``BEGAN``."""
    boxes = tuple(
        Box(number, owner, "MM", (Hand(1, f"1-{number}", 1000),))
        for number, owner in enumerate(owners, start=1)
    )
    return Game(
        round=Round(number=1, boxes=boxes),
        opened_at=BEGAN,
        previous=frozenset(previous or ()),
        absent=frozenset(absent or ()),
    )


def behind(state: Game, player: int) -> Game:
    """The same, with a stake of somebody's behind box 1."""
    side = SideBet(Beside.BACKING, "1-9", 1, 1, player, "MM", 1000)
    return replace(state, round=replace(state.round, beside=(side,)))


def left(state: Game, after: int, minimum: int = 300) -> int:
    return seconds_left(state, now=BEGAN + timedelta(seconds=after), minimum=minimum)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (game(ANNA), 0),
        (game(ANNA, BERT), 300),
        (game(ANNA, ANNA), 300),
        (game(ANNA, BERT, previous={ANNA, BERT}), 0),
        (game(ANNA, previous={ANNA}), 0),
        (game(ANNA, previous={ANNA, BERT}), 300),
        (game(ANNA, previous={ANNA, BERT}, absent={BERT}), 0),
        (game(ANNA, previous={ANNA, BERT, CARL}, absent={BERT}), 300),
        (game(ANNA, CARL, previous={ANNA, BERT}), 300),
        (game(ANNA, CARL, previous={ANNA}), 0),
        (game(ANNA, BERT, previous={CARL}, absent={CARL}), 0),
        (behind(game(ANNA), BERT), 0),
        (behind(game(ANNA, previous={ANNA, BERT}), BERT), 0),
        (behind(game(ANNA, previous={ANNA, BERT}), CARL), 300),
    ],
)
def test_the_house_waits_unless_all_of_the_last_round_are_here_or_gone(
    state: Game, expected: int
) -> None:
    assert expected == left(state, after=0)


@pytest.mark.parametrize(
    ("after", "expected"), [(0, 300), (1, 299), (299, 1), (300, 0), (301, 0), (10**6, 0)]
)
def test_it_waits_from_the_first_stake_on(after: int, expected: int) -> None:
    assert expected == left(game(ANNA, BERT), after)


def test_a_part_of_a_second_counts_as_a_whole_one_that_is_left() -> None:
    now = BEGAN + timedelta(seconds=299, milliseconds=999)

    assert 1 == seconds_left(game(ANNA, BERT), now=now, minimum=300)


@pytest.mark.parametrize("minimum", [0, -1])
def test_a_table_without_betting_time_never_waits(minimum: int) -> None:
    assert 0 == left(game(ANNA, BERT), after=0, minimum=minimum)


def test_before_the_first_round_there_is_nothing_to_wait_for() -> None:
    assert 0 == left(Game(), after=0)


# ── at the table ─────────────────────────────────────────────────────────────────────────────────


async def seated(table: Table) -> None:
    """Anna and bert have played a round."""
    await table.credit(anna=500, bert=500, carl=500)
    await table.hear("anna", stake(10))
    await table.hear("bert", stake(10))
    table.clock.move(timedelta(seconds=300))
    await table.hear("anna", DEAL)
    await table.hear("anna", STAND)
    await table.hear("bert", STAND)


ROUND = "10 10 7 8 8  K"


async def test_dealing_too_early_is_refused_with_the_seconds_left(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=SLOW, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(10))
        await table.hear("bert", stake(10))
        table.clock.move(timedelta(seconds=100))

        refusal = await table.refused("anna", DEAL)
        assert (Refusal.BETTING_TIME, {"until": 200}) == (refusal.code, refusal.data)
        table.clock.move(timedelta(seconds=200))
        assert of_kind(BetsClosed, await table.hear("bert", DEAL))


async def test_staff_may_deal_at_any_time(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=SLOW, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(10))
        await table.hear("bert", stake(10))

        assert of_kind(BetsClosed, await table.hear("karl", DEAL, staff=True))
        assert (await table.audit()).ok


@pytest.mark.parametrize(
    ("after", "expected"), [(100, By.STAFF), (300, By.PLAYER)], ids=["early", "in time"]
)
async def test_the_log_says_where_the_right_of_staff_was_needed(
    tmp_path: Path, after: int, expected: By
) -> None:
    async with open_table(tmp_path, house=SLOW, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(10))
        await table.hear("bert", stake(10))
        table.clock.move(timedelta(seconds=after))
        await table.hear("anna", DEAL, staff=True)
        bodies = [read_body(entry.body) for entry in await table.entries()]
        said = [body.commands for body in bodies if isinstance(body, Message)]

        assert (Deal(ANNA, expected),) == said[-1]


async def test_who_sat_out_before_two_rounds_that_were_undone_is_missed_again(
    tmp_path: Path,
) -> None:
    """After a restart as before it."""
    clock = SetClock(BEGAN)
    async with open_table(tmp_path, house=SLOW, numbers=numbers_of(ROUND), clock=clock) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("bert", SitOut())
        await seated(table)
        for _ in range(2):
            await table.hear("anna", stake(10))
            await table.croupier._step(
                NOBODY, lambda step: duties.void(step, actor="operator", reason="test")
            )
        before = table.croupier.game.absent

    async with open_table(tmp_path, house=SLOW, numbers=numbers_of(ROUND), clock=clock) as table:
        assert frozenset() == before == table.croupier.game.absent


@pytest.mark.parametrize("word", [SitOut(), Leave()], ids=["sit out", "leave"])
async def test_whoever_says_that_he_goes_is_not_waited_for(
    tmp_path: Path, word: SitOut | Leave
) -> None:
    """Also after a restart; and in the round after that he is not missed any more."""
    clock = SetClock(BEGAN)
    numbers = numbers_of(f"{ROUND}  10 7 8  K")
    async with open_table(tmp_path, house=SLOW, numbers=numbers, clock=clock) as table:
        await seated(table)
        await table.hear("anna", stake(10))
        assert Refusal.BETTING_TIME == (await table.refused("anna", DEAL)).code
        await table.hear("bert", word)

    async with open_table(tmp_path, house=SLOW, numbers=numbers, clock=clock) as table:
        assert of_kind(BetsClosed, await table.hear("anna", DEAL))
        await table.hear("anna", STAND)
        assert frozenset({ANNA}) == table.croupier.game.previous
        assert frozenset() == table.croupier.game.absent

    async with open_table(tmp_path, house=SLOW, numbers=numbers, clock=clock) as table:
        assert frozenset({ANNA}) == table.croupier.game.previous
        assert frozenset() == table.croupier.game.absent


async def test_whoever_says_so_during_the_round_is_not_waited_for_in_the_next(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, house=SLOW, numbers=numbers_of(f"{ROUND}  9 9 9")) as table:
        await seated(table)
        await table.hear("bert", Leave())
        await table.hear("anna", stake(10))

        assert of_kind(BetsClosed, await table.hear("anna", DEAL))


# ── who only stakes behind a box ─────────────────────────────────────────────────────────────────

CASINO = House(rules=PRESETS["casino"], preset="casino", betting_seconds=300)
BEHIND = StakeBehind("anna", 1000, "MM", box=1)


async def test_a_backer_is_missed_like_an_owner_and_makes_up_the_table_like_one(
    tmp_path: Path,
) -> None:
    """After a restart too; and auditors count him as the table does."""
    clock, numbers = SetClock(BEGAN), numbers_of("10 8 9 K  10 8 9 K")
    async with open_table(tmp_path, house=CASINO, numbers=numbers, clock=clock) as table:
        await table.credit(anna=500, bert=500, carl=500)
        await table.hear("anna", stake(10))
        await table.hear("bert", BEHIND)
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)

    async with open_table(tmp_path, house=CASINO, numbers=numbers, clock=clock) as table:
        await table.hear("anna", stake(10))
        assert Refusal.BETTING_TIME == (await table.refused("anna", DEAL)).code
        await table.hear("carl", BEHIND)
        assert Refusal.BETTING_TIME == (await table.refused("carl", DEAL)).code
        await table.hear("bert", BEHIND)

        assert of_kind(BetsClosed, await table.hear("bert", DEAL))
        assert (await table.audit()).ok


async def test_a_backer_who_leaves_is_not_missed(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=CASINO, numbers=numbers_of("10 8 9 K  9 9 9")) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(10))
        await table.hear("bert", BEHIND)
        assert concerns(Leave(), table.croupier.game, BERT)
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        await table.hear("anna", stake(10))
        await table.hear("bert", BEHIND)
        await table.hear("bert", Leave())

        assert table.croupier.game.round.bettors == {ANNA}
        assert of_kind(BetsClosed, await table.hear("anna", DEAL))
        assert (await table.audit()).ok


async def test_nobody_deals_at_once_over_the_head_of_a_backer(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=CASINO) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(10))
        await table.hear("bert", BEHIND)

        refusal = await table.refused("anna", QuickHand(2000, "MM"))
        assert Refusal.OTHERS_HAVE_STAKED == refusal.code
