"""Higher stakes on request: who may grant a limit, what it is good for, and when it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.audit.limits import Limit
from bot.engine.commands import Stake
from bot.engine.presets import PRESETS
from bot.refusals import Refusal
from bot.store.codec import read_body
from bot.store.entries import Message, StakeLimit
from bot.table.heard import Heard, Member
from bot.table.house import House
from bot.table.limits import LimitAsked, LimitGranted, LimitWithdrawn
from bot.table.replies import Fact, Refused, Staked
from bot.table.requests import (
    AllowLimit,
    AskForLimit,
    PlaceStake,
    QuickHand,
    Request,
    Share,
    StakeAgain,
    StakeBehind,
    StakeOnBust,
)
from tests.tables import DEAL, HOUSE, STAND, Table, numbers_of, of_kind, open_table, stake

CASINO = House(rules=PRESETS["casino"], preset="casino")
ROUND = "10 7 9 K"  # one hand: 10 9 against 7 K
MAX = PlaceStake(Share.MAX, "MM")


async def allow(
    table: Table, name: str, units: int | None, *, once: bool = False, staff: bool = True
) -> list[Fact]:
    """``limit erlauben @name units``, said by karl."""
    asked = AllowLimit(name, None if units is None else units * 100, "MM", once, "usage")
    meant = (Member(name, name, by_name=True),)
    return await table.hear("karl", asked, staff=staff, meant=meant)


async def staked(table: Table, speaker: str, request: Request) -> list[tuple[int, int]]:
    """Hand over; boxes and whole units of what was staked."""
    said = of_kind(Staked, await table.hear(speaker, request))
    return [(each.box, int(each.amount)) for each in said]


async def bodies(table: Table) -> list[object]:
    return [read_body(entry.body) for entry in await table.entries()]


async def stakes(table: Table) -> list[Stake]:
    """The stakes among the commands of the log."""
    said = [body for body in await bodies(table) if isinstance(body, Message)]
    return [each for body in said for each in body.commands if isinstance(each, Stake)]


# ── asking and granting ──────────────────────────────────────────────────────────────────────────


async def test_whoever_asks_moves_nothing(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=9000)
        (asked,) = of_kind(LimitAsked, await table.hear("anna", AskForLimit(800_000, "MM")))

        assert ("anna", "@anna", 8000) == (asked.player, asked.mention, int(asked.amount))
        assert {} == table.croupier.game.limits
        assert not [body for body in await bodies(table) if isinstance(body, StakeLimit)]
        assert Refusal.STAKE_ABOVE_MAXIMUM == (await table.refused("anna", stake(8000))).code


@pytest.mark.parametrize(
    ("units", "refusal"),
    [
        (5000, Refusal.LIMIT_NOT_HIGHER),
        (0.5, Refusal.STAKE_NOT_WHOLE),
        (10**9 + 1, Refusal.LIMIT_TOO_HIGH),
    ],
)
async def test_no_such_limit_is_asked_for_or_granted(
    tmp_path: Path, units: float, refusal: Refusal
) -> None:
    amount = int(units * 100)
    async with open_table(tmp_path) as table:
        asked = await table.refused("anna", AskForLimit(amount, "MM"))
        allowed = await table.refused(
            "karl", AllowLimit("anna", amount, "MM", one_round=False, usage=""), staff=True
        )

        assert [refusal] * 2 == [asked.code, allowed.code]


async def test_the_highest_limit_is_that_of_any_table(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        assert of_kind(LimitGranted, await allow(table, "anna", 10**9))


async def test_staff_grants_and_the_log_says_who(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=9000)
        (granted,) = of_kind(LimitGranted, await allow(table, "anna", 8000))
        entries = await bodies(table)

        assert ("anna", "@anna", 8000, False) == (
            granted.player,
            granted.mention,
            int(granted.amount),
            granted.one_round,
        )
        ((position, entry),) = [
            (at, body) for at, body in enumerate(entries, 1) if isinstance(body, StakeLimit)
        ]
        assert isinstance(entries[entry.cause - 1], Message)
        assert (position - 1, "player:2", 1, 800_000) == (
            entry.cause,
            entry.actor,
            entry.account,
            entry.amount,
        )
        assert {1: Limit(800_000, one_round=False)} == table.croupier.game.limits
        assert (await table.audit()).ok


async def test_only_staff_grants_and_only_to_a_member(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        said = [
            *await allow(table, "anna", 8000, staff=False),
            *await allow(table, "", 8000),
            *await allow(table, "anna", None),
            *await allow(table, "@everyone", 8000),
            *await allow(table, "anna", 0),
        ]

        assert [
            Refusal.STAFF_ONLY,
            Refusal.BOOKING_INCOMPLETE,
            Refusal.BOOKING_INCOMPLETE,
            Refusal.NO_SUCH_MEMBER,
            Refusal.NO_LIMIT,
        ] == [each.code for each in of_kind(Refused, said)]
        assert {} == table.croupier.game.limits


async def test_an_order_that_was_edited_unseen_grants_nothing(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        order = AllowLimit("anna", 800_000, "MM", one_round=False, usage="")
        await table.croupier.hear(Heard("m", "karl", "", order, staff=True, edited=True))

        assert {} == table.croupier.game.limits


# ── what it is good for ──────────────────────────────────────────────────────────────────────────


async def test_every_word_that_stakes_goes_up_to_it(tmp_path: Path) -> None:
    numbers = numbers_of(" ".join([ROUND] * 2))
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=9000)
        await allow(table, "anna", 8000)

        over = await table.refused("anna", PlaceStake(Share.ALL, "MM"))
        assert (8000, 9000) == (int(over.amounts["maximum"]), int(over.amounts["amount"]))
        assert [(1, 8000)] == await staked(table, "anna", MAX)
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        assert [(1, 8000)] == await staked(table, "anna", StakeAgain())
        assert [(1, 6000)] == await staked(table, "anna", QuickHand(600_000, "MM"))
        await table.hear("anna", STAND)
        assert [(1, 8000)] == await staked(table, "anna", StakeAgain(Share.MAX, "MM"))
        assert (await table.audit()).ok


async def test_a_stake_names_the_limit_only_where_it_needs_it(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=20_000)
        await allow(table, "anna", 8000)
        await table.hear("anna", stake(5000))
        await table.hear("anna", stake(5001, 2))
        entries = await table.entries()

        limits = [each.limit for each in await stakes(table)]
        assert [False, True] == [limit == 800_000 for limit in limits]
        assert 1 == sum(b'"limit"' in entry.body for entry in entries)


async def test_it_is_nobody_elses(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=CASINO) as table:
        await table.credit(anna=20_000, bert=9000)
        await table.hear("anna", stake(100))
        await table.hear("bert", StakeBehind("anna", 300_000, "MM"))
        await allow(table, "anna", 8000)
        await allow(table, "bert", 8000)

        # Hers goes up to it with what lies behind it; a stake behind and a bust bet do not.
        over = await table.refused("anna", stake(5001, replace=True))
        assert (Refusal.BOX_LIMIT, 5000) == (over.code, int(over.amounts["maximum"]))
        assert [(1, 5000)] == await staked(table, "anna", stake(5000, replace=True))
        more = StakeBehind("anna", 300_100, "MM", replace=True)
        assert Refusal.BOX_LIMIT == (await table.refused("bert", more)).code
        behind = StakeBehind("anna", 600_000, "MM", replace=True)
        assert Refusal.STAKE_ABOVE_MAXIMUM == (await table.refused("bert", behind)).code
        bust = await table.refused("anna", StakeOnBust(600_000, "MM"))
        assert (Refusal.STAKE_ABOVE_MAXIMUM, None) == (bust.code, bust.data.get("ask"))
        assert 5000 == (await staked(table, "bert", StakeOnBust(Share.MAX, "MM")))[0][1]
        assert (await table.audit()).ok


async def test_it_is_this_tables(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=9000)
        await allow(table, "anna", 8000)
    async with open_table(tmp_path, house=replace(HOUSE, table=2)) as table:
        assert {} == table.croupier.game.limits
        assert Refusal.STAKE_ABOVE_MAXIMUM == (await table.refused("anna", stake(8000))).code


# ── when it ends ─────────────────────────────────────────────────────────────────────────────────


async def test_it_lasts_until_it_is_withdrawn_and_what_lies_stays(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=9000)
        await allow(table, "anna", 8000)
        await table.hear("anna", stake(7000))
    async with open_table(tmp_path, numbers=numbers_of(ROUND), killed=True) as table:
        (withdrawn,) = of_kind(LimitWithdrawn, await allow(table, "anna", 0))
        assert 5000 == int(withdrawn.amount)
        assert (
            Refusal.STAKE_ABOVE_MAXIMUM
            == (await table.refused("anna", stake(7000, replace=True))).code
        )
    async with open_table(tmp_path, numbers=numbers_of(ROUND)) as table:
        assert {} == table.croupier.game.limits
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        assert (await table.audit()).ok


async def test_for_one_round_it_ends_with_the_next_deal_of_his(tmp_path: Path) -> None:
    """Rounds of others do not count, restarts change nothing, one that runs already is not next."""
    numbers = numbers_of(" ".join([ROUND] * 4))
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=9000, bert=9000)
        await table.hear("anna", QuickHand(10_000, "MM"))
        await allow(table, "anna", 8000, once=True)
        await table.hear("anna", STAND)
        await table.hear("bert", QuickHand(10_000, "MM"))
        await table.hear("bert", STAND)
    async with open_table(tmp_path, numbers=numbers) as table:
        assert {1: Limit(800_000, one_round=True)} == table.croupier.game.limits
        await table.hear("anna", QuickHand(10_000, "MM"))
        assert {} == table.croupier.game.limits
        await table.hear("anna", STAND)
    async with open_table(tmp_path, numbers=numbers) as table:
        assert {} == table.croupier.game.limits
        await allow(table, "anna", 8000)
        await table.hear("anna", QuickHand(800_000, "MM"))
        await table.hear("anna", STAND)
        assert {1: Limit(800_000, one_round=False)} == table.croupier.game.limits
        assert (await table.audit()).ok


async def test_the_last_word_counts(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await allow(table, "anna", 8000)
        await allow(table, "anna", 6000, once=True)
        assert {1: Limit(600_000, one_round=True)} == _of(table, "anna")
        await allow(table, "anna", 7000)
        assert {1: Limit(700_000, one_round=False)} == _of(table, "anna")


def _of(table: Table, name: str) -> dict[int, Limit]:
    """The one limit that stands, under 1 if it is of that player."""
    account = table.croupier.account_of(name)
    return {int(key == account): limit for key, limit in table.croupier.game.limits.items()}
