"""What the croupier makes of what people ask: shares, again, quick hands, changes, absence."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.presets import choose
from bot.refusals import Refusal
from bot.table.replies import BetsClosed, Opened, Presence, Refused, Staked, Wants, Withdrawn
from bot.table.requests import (
    Leave,
    PlaceStake,
    QuickHand,
    Request,
    Share,
    SitOut,
    StakeAgain,
    TakeBack,
)
from tests.tables import (
    DEAL,
    HIT,
    HOUSE,
    STAND,
    Deadly,
    Killed,
    Table,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

AGAIN = StakeAgain()
ROUND = "10 7 9 K"  # one hand: 10 9 against 7 K


def share(which: Share, box: int | None = None, *, replace: bool = False) -> PlaceStake:
    return PlaceStake(which, "MM", box, replace)


async def staked(table: Table, speaker: str, request: Request) -> list[tuple[int, int]]:
    """Hand over; boxes and whole units of what was staked."""
    said = of_kind(Staked, await table.hear(speaker, request))
    return [(each.box, int(each.amount)) for each in said]


async def code(table: Table, speaker: str, request: Request) -> Refusal:
    return (await table.refused(speaker, request)).code


def units(refusal: Refused) -> dict[str, int]:
    """The amounts of a refusal in whole units."""
    return {name: int(amount) for name, amount in refusal.amounts.items()}


async def finish(table: Table, speaker: str = "anna") -> None:
    """Deal and stand until the round is over."""
    await table.hear(speaker, DEAL)
    for box in table.croupier.game.round.boxes:
        name = {1: "anna", 2: "bert", 3: "carl"}[box.player]
        await table.hear(name, replace(STAND, box=box.number))

    assert table.croupier.game.round.closed


# ── shares ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("which", "purse", "expected"),
    [
        (Share.ALL, 437, 437),
        (Share.ALL, 10, 10),
        (Share.MAX, 437, 437),
        (Share.MAX, 6000, 5000),
        (Share.MIN, 437, 10),
    ],
)
async def test_a_share_is_resolved_by_balance_and_limits(
    tmp_path: Path, which: Share, purse: int, expected: int
) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=purse)

        assert [(1, expected)] == await staked(table, "anna", share(which))
        assert (purse - expected) * 100 == (await table.purses())["anna"][0]


@pytest.mark.parametrize(
    ("which", "purse", "refusal", "amounts"),
    [
        (Share.ALL, 0, Refusal.INSUFFICIENT_FUNDS, {"missing": 10, "available": 0}),
        (Share.ALL, 9, Refusal.STAKE_BELOW_MINIMUM, {"amount": 9, "minimum": 10}),
        (Share.ALL, 6000, Refusal.STAKE_ABOVE_MAXIMUM, {"amount": 6000, "maximum": 5000}),
        (Share.MAX, 9, Refusal.INSUFFICIENT_FUNDS, {"missing": 1, "available": 9}),
        (Share.MIN, 0, Refusal.INSUFFICIENT_FUNDS, {"missing": 10, "available": 0}),
    ],
)
async def test_a_share_that_is_no_stake_is_refused_with_the_number(
    tmp_path: Path, which: Share, purse: int, refusal: Refusal, amounts: dict[str, int]
) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(bert=10)
        if purse:
            await table.credit(anna=purse)
        said = await table.refused("anna", share(which))

        assert (refusal, amounts) == (said.code, units(said))


async def test_only_whole_units_count_as_all(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.croupier.deposit("anna", 4399, actor="cashier", reason="deposit")

        assert [(1, 43)] == await staked(table, "anna", share(Share.ALL))


async def test_all_counts_the_stake_that_it_replaces(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30, 2))

        assert [(2, 100)] == await staked(table, "anna", share(Share.ALL, replace=True))
        assert [(2, 100)] == await staked(table, "anna", share(Share.MAX, 2))


async def test_all_is_what_is_left_beside_other_boxes(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30, 2))

        assert [(3, 70)] == await staked(table, "anna", share(Share.ALL, 3))


async def test_another_asset_has_a_balance_of_its_own(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=replace(HOUSE, asset="Jetons")) as table:
        await table.credit(anna=60)
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)

        assert [(1, 60)] == await staked(table, "anna", PlaceStake(Share.ALL, "Jetons"))
        assert [(2, 100)] == await staked(table, "anna", PlaceStake(Share.ALL, "MM", 2))


# ── changes and withdrawals ──────────────────────────────────────────────────────────────────────


async def test_a_stake_is_changed_where_the_word_may_change_it(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))

        assert Refusal.ALREADY_STAKED == await code(table, "anna", stake(60))
        said = await table.hear("anna", stake(60, replace=True))
        (taken,), (placed,) = of_kind(Withdrawn, said), of_kind(Staked, said)
        assert (50, 60, True) == (int(taken.amount), int(placed.amount), placed.changed)
        assert taken.bet_id != placed.bet_id
        assert (4000, 6000) == (await table.purses())["anna"]


async def test_a_change_that_cannot_be_paid_leaves_the_old_stake(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        said = await table.refused("anna", stake(101, replace=True))

        assert (Refusal.INSUFFICIENT_FUNDS, {"missing": 1, "available": 100}) == (
            said.code,
            units(said),
        )
        assert (5000, 5000) == (await table.purses())["anna"]


async def test_stakes_are_taken_back_one_by_one_or_all(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100, bert=100)
        for box in (1, 2, 3):
            await table.hear("anna", stake(20, box))
        await table.hear("bert", stake(20))

        said = of_kind(Withdrawn, await table.hear("anna", TakeBack(2)))
        assert [2] == [each.box for each in said]
        assert Refusal.NOT_YOUR_BOX == await code(table, "anna", TakeBack(4))
        said = of_kind(Withdrawn, await table.hear("anna", TakeBack()))
        assert [1, 3] == [each.box for each in said]
        assert Refusal.NO_STAKE == await code(table, "anna", TakeBack())
        assert {"anna": (10000, 0), "bert": (8000, 2000)} == {
            name: purse
            for name, purse in (await table.purses()).items()
            if name in {"anna", "bert"}
        }


async def test_after_the_deal_nothing_is_changed_or_taken_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 7 5")) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        await table.hear("anna", DEAL)

        for late in (stake(30, replace=True), stake(30, 2), TakeBack(), AGAIN):
            assert Refusal.STAKES_CLOSED == await code(table, "anna", late)


# ── a quick hand ─────────────────────────────────────────────────────────────────────────────────


async def test_a_quick_hand_stakes_and_deals(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 7 5")) as table:
        await table.credit(anna=100)
        said = await table.hear("anna", QuickHand(5000, "MM"))

        assert [1, 1, 1] == [len(of_kind(kind, said)) for kind in (Opened, Staked, BetsClosed)]
        assert table.croupier.game.round.bets_closed


async def test_a_quick_hand_may_replace_the_own_stake_but_deals_nobody_in(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 7 5")) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(20, 4))
        await table.hear("bert", stake(20))
        assert Refusal.OTHERS_HAVE_STAKED == await code(table, "anna", QuickHand(5000, "MM"))
        await table.hear("bert", TakeBack())

        assert [(4, 100)] == await staked(table, "anna", QuickHand(Share.ALL, "MM"))
        assert Refusal.STAKES_CLOSED == await code(table, "anna", QuickHand(5000, "MM"))
        assert Refusal.STAKES_CLOSED == await code(table, "bert", QuickHand(5000, "MM"))


async def test_a_quick_hand_that_cannot_be_paid_leaves_no_round(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=49)

        assert Refusal.INSUFFICIENT_FUNDS == await code(table, "anna", QuickHand(5000, "MM"))
        assert not table.croupier.game.round.is_running


# ── again ────────────────────────────────────────────────────────────────────────────────────────


async def test_again_places_the_last_stakes_in_their_boxes(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 10 7 9 9 K")) as table:
        await table.credit(anna=500)
        assert Refusal.NO_EARLIER_STAKE == await code(table, "anna", AGAIN)
        await table.hear("anna", stake(30, 6))
        await table.hear("anna", stake(20, 2))
        await table.hear("anna", stake(50, 3))
        await table.hear("anna", TakeBack(3))
        await finish(table)

        assert [(2, 20), (6, 30)] == await staked(table, "anna", AGAIN)
        refusal = await table.refused("anna", AGAIN)
        assert (Refusal.ALREADY_STAKED, 2) == (refusal.code, refusal.data["box"])


async def test_again_moves_a_single_box_to_a_free_place_but_not_several(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 10 10 7 9 9 9 K")) as table:
        await table.credit(anna=500, bert=500, carl=500)
        await table.hear("anna", stake(30, 2))
        await table.hear("bert", stake(20, 3))
        await table.hear("bert", stake(20, 4))
        await finish(table)
        await table.hear("carl", stake(10, 2))
        await table.hear("carl", stake(10, 4))

        assert [(1, 30)] == await staked(table, "anna", AGAIN)
        assert Refusal.BOX_TAKEN == await code(table, "bert", AGAIN)
        assert 0 == (await table.purses())["bert"][1]


async def test_again_with_an_amount_is_for_a_single_box(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 10 10 7 9 9 9 K")) as table:
        await table.credit(anna=500, bert=500)
        await table.hear("anna", stake(30, 2))
        await table.hear("bert", stake(20, 3))
        await table.hear("bert", stake(20, 4))
        await finish(table)

        assert [(2, 70)] == await staked(table, "anna", StakeAgain(7000))
        refusal = await table.refused("bert", StakeAgain(7000))
        assert (Refusal.WHICH_BOX, (3, 4)) == (refusal.code, refusal.data["boxes"])


async def test_again_with_all_takes_all(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30, 2))
        await finish(table)
        free = (await table.purses())["anna"][0]

        assert [(2, free // 100)] == await staked(table, "anna", StakeAgain(Share.ALL))


async def test_again_looks_past_a_round_whose_stakes_were_taken_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30, 2))
        await finish(table)
        await table.hear("anna", stake(40, 5))
        await table.hear("anna", TakeBack())

        assert [(2, 30)] == await staked(table, "anna", AGAIN)


async def test_again_obeys_the_limits_of_today(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of(ROUND)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30))
        await finish(table)
    richer = replace(HOUSE, rules=choose("aquatique", {"min_stake": "50"}))
    async with open_table(tmp_path, house=richer) as table:
        refusal = await table.refused("anna", AGAIN)

        assert (Refusal.STAKE_BELOW_MINIMUM, {"amount": 30, "minimum": 50}) == (
            refusal.code,
            units(refusal),
        )


# ── absence ──────────────────────────────────────────────────────────────────────────────────────


async def test_whoever_sits_out_has_no_stake(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30))
        assert Refusal.ALREADY_STAKED == await code(table, "anna", SitOut())
        await table.hear("anna", TakeBack())

        (presence,) = of_kind(Presence, await table.hear("anna", SitOut()))
        assert ("anna", "sitting_out") == (presence.player, presence.status)
        assert {1} == table.croupier.game.absent


async def test_whoever_leaves_takes_his_stakes_along(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(30))
        await table.hear("anna", stake(30, 4))
        said = await table.hear("anna", Leave())

        assert [1, 4] == [each.box for each in of_kind(Withdrawn, said)]
        assert ["left"] == [each.status for each in of_kind(Presence, said)]
        assert (10000, 0) == (await table.purses())["anna"]


async def test_a_hand_is_played_before_one_leaves(tmp_path: Path) -> None:
    numbers = numbers_of("10 10 7 5 5")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(30))
        await table.hear("bert", stake(30))
        await table.hear("anna", DEAL)

        refusal = await table.refused("anna", Leave())
        assert (Refusal.HAND_RUNNING, (1,)) == (refusal.code, refusal.data["boxes"])
        await table.hear("anna", STAND)
        said = await table.hear("anna", Leave())
        assert ["left"] == [each.status for each in of_kind(Presence, said)]
        assert [] == of_kind(Wants, said)
        assert {1} == table.croupier.game.absent


async def test_whoever_goes_while_cards_are_owed_asks_for_none(tmp_path: Path) -> None:
    """The draw that waits is another message's; a second intent for the same cards is a fault."""
    numbers = numbers_of("10 10 7 5 5  9  10")
    async with open_table(tmp_path, source=Deadly(numbers=numbers, after=1), killed=True) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(30))
        await table.hear("bert", stake(30))
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        for speaker, request in (("bert", HIT), ("carl", SitOut()), ("anna", Leave())):
            with pytest.raises(Killed):
                await table.hear(speaker, request)
        assert () == (await table.audit()).findings

    async with open_table(tmp_path, numbers=numbers) as table:
        assert [1, 2] == [len(box.hands[0].cards) - 1 for box in table.croupier.game.round.boxes]
        assert {1, 3} == table.croupier.game.absent
        assert () == (await table.audit()).findings
