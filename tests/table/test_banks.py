"""Players who are the bank, at a table: its money is theirs, is bound, and comes back."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.presets import PRESETS
from bot.refusals import Refusal
from bot.table import duties
from bot.table.banked import BankFunded, BankPassed
from bot.table.heard import NOBODY
from bot.table.house import House
from bot.table.replies import (
    Balance,
    Closed,
    Opened,
    Settled,
    Staked,
)
from bot.table.requests import (
    CloseTable,
    Leave,
    OpenTable,
    QuickHand,
    SetRules,
    Share,
    ShowBalance,
    SitOut,
    StakeBehind,
    TakeBack,
    TakeBank,
)
from tests.table.banks import (
    FREE,
    GIVE_UP,
    ROTATES,
    ROUND,
    STAYS,
    at,
    bank,
    purse_is_the_hold,
)
from tests.tables import (
    DEAL,
    DOUBLE,
    STAND,
    numbers_of,
    of_kind,
    stake,
)

# ── taking it ────────────────────────────────────────────────────────────────────────────────────


async def test_without_a_bank_a_stake_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        refusal = await table.refused("bert", stake(10))

        assert (Refusal.NO_BANK, {}) == (refusal.code, refusal.data)
        assert not table.croupier.game.round.is_running
        assert Refusal.NO_BANK is (await table.refused("anna", GIVE_UP)).code


async def test_the_first_bank_opens_a_round_and_is_bound(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        said = await table.hear("anna", bank(200))

        assert ["anna"] == [fact.bank for fact in of_kind(Opened, said)]
        assert [True] == [fact.taken for fact in of_kind(BankFunded, said)]
        assert (300_00, 200_00) == (await table.purses())["anna"]
        assert 200_00 == await purse_is_the_hold(table)
        (mine,) = of_kind(Balance, await table.hear("anna", ShowBalance()))
        assert Decimal(200) == mine.held == mine.bank
        assert [False] == [f.taken for f in of_kind(BankFunded, await table.hear("anna", bank(9)))]
        assert (await table.audit()).ok


async def test_more_than_one_has_cannot_be_put_in(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        refusal = await table.refused("anna", bank(600))

        assert (Refusal.INSUFFICIENT_FUNDS, Decimal(100)) == (
            refusal.code,
            refusal.amounts["missing"],
        )
        assert of_kind(BankFunded, await table.hear("anna", TakeBank(Share.ALL, "MM")))
        assert (0, 500_00) == (await table.purses())["anna"]


@pytest.mark.parametrize("house", [ROTATES, STAYS, FREE], ids=["rotates", "stays", "free"])
async def test_who_is_not_the_bank_bets_and_who_is_does_not(tmp_path: Path, house: House) -> None:
    async with at(tmp_path, house) as table:
        await table.hear("anna", bank(50))

        assert Refusal.BANK_CANNOT_STAKE is (await table.refused("anna", stake(5))).code
        assert Refusal.NOT_THE_BANK is (await table.refused("bert", bank(50))).code
        assert of_kind(Staked, await table.hear("bert", stake(5)))
        assert Refusal.NOT_THE_BANK is (await table.refused("bert", bank(50))).code
        assert Refusal.BANK_BOUND is (await table.refused("anna", GIVE_UP)).code
        assert Refusal.BANK_BOUND is (await table.refused("anna", Leave())).code


async def test_at_a_table_of_the_house_there_is_no_bank_to_be_had(tmp_path: Path) -> None:
    house = House(rules=PRESETS["casino"], preset="casino")
    async with at(tmp_path, house) as table:
        assert Refusal.BANK_IS_HOUSE is (await table.refused("anna", bank(50))).code
        assert Refusal.BANK_IS_HOUSE is (await table.refused("anna", GIVE_UP)).code
        assert of_kind(Staked, await table.hear("bert", stake(10)))


async def test_a_refusal_names_what_the_bank_can_still_take(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        await table.hear("anna", bank(30))
        await table.hear("bert", stake(12))
        refusal = await table.refused("carl", stake(9))

        assert (Refusal.BANK_CANNOT_COVER, Decimal(8)) == (
            refusal.code,
            refusal.amounts["maximum"],
        )
        other = await table.refused("carl", replace(stake(5), asset="Jetons"))
        assert (Refusal.BANK_ASSET, "MM") == (other.code, other.data["asset"])


# ── from round to round ──────────────────────────────────────────────────────────────────────────


async def test_a_rotating_bank_goes_to_the_left_with_its_money_back(tmp_path: Path) -> None:
    async with at(tmp_path, numbers=ROUND) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", QuickHand(1000, "MM"))
        said = await table.hear("bert", STAND)

        (settled,), (closed,) = of_kind(Settled, said), of_kind(Closed, said)
        (passed,) = of_kind(BankPassed, said)
        assert "anna" == settled.bank == closed.bank
        assert {"bert": 10, "anna": -10} == {net.player: net.net for net in closed.net}
        assert (Decimal(40), "bert") == (passed.amount, passed.to)
        assert {"anna": (490_00, 0), "bert": (310_00, 0)}.items() <= (await table.purses()).items()
        assert {"owner": "bert", "free": True} == (await table.refused("carl", bank(10))).data
        assert "bert" == (await table.refused("carl", stake(10))).data["owner"]
        assert of_kind(BankFunded, await table.hear("bert", bank(10)))
        assert (await table.audit()).ok


async def test_a_bank_that_stays_opens_the_next_round_with_the_next_stake(tmp_path: Path) -> None:
    async with at(tmp_path, STAYS, numbers=ROUND * 2) as table:
        await table.hear("anna", bank(50))
        for purse in (40, 30):
            await table.hear("bert", QuickHand(1000, "MM"))
            (closed,) = of_kind(Closed, await table.hear("bert", STAND))
            assert purse == closed.holds
        assert Refusal.BANK_CANNOT_STAKE is (await table.refused("anna", stake(5))).code
        await table.hear("anna", bank(5))

        assert 35_00 == await purse_is_the_hold(table)
        assert (await table.audit()).ok


async def test_who_sits_out_or_left_is_passed_over(tmp_path: Path) -> None:
    numbers = numbers_of("10 10 9 9 9 8")
    async with at(tmp_path, numbers=numbers) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", stake(5))
        await table.hear("carl", stake(5))
        await table.hear("bert", DEAL)
        await table.hear("bert", STAND)
        await table.hear("carl", STAND)
        await table.hear("bert", SitOut())

        assert "carl" == (await table.refused("anna", bank(50))).data["owner"]
        await table.hear("carl", Leave())
        assert of_kind(BankFunded, await table.hear("anna", bank(50)))
        assert (1, 2) == table.croupier.game.round.circle
        assert (await table.audit()).ok


async def test_who_sits_out_may_still_take_his_turn(tmp_path: Path) -> None:
    async with at(tmp_path, numbers=ROUND) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)
        await table.hear("bert", SitOut())

        assert of_kind(BankFunded, await table.hear("bert", bank(50)))
        assert (await table.audit()).ok


async def test_staff_passes_on_the_turn_of_who_does_not_answer(tmp_path: Path) -> None:
    async with at(tmp_path, numbers=ROUND) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)

        assert Refusal.NOT_THE_BANK is (await table.refused("carl", GIVE_UP)).code
        (passed,) = of_kind(BankPassed, await table.hear("karl", GIVE_UP, staff=True))
        assert ("bert", "anna") == (passed.player, passed.to)
        assert (await table.audit()).ok


async def test_a_bank_given_up_before_a_stake_ends_a_round_that_was_none(tmp_path: Path) -> None:
    async with at(tmp_path, numbers=ROUND) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)
        played = table.croupier.game.previous
        await table.hear("bert", bank(50))
        await table.hear("bert", GIVE_UP)

        assert {1, 2} == played == table.croupier.game.previous
        assert (295_00 + 10_00, 0) == (await table.purses())["bert"]
        assert of_kind(BankFunded, await table.hear("anna", bank(50)))
        assert (await table.audit()).ok


async def test_the_bank_leaves_and_takes_its_money_along(tmp_path: Path) -> None:
    async with at(tmp_path, STAYS) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", stake(5))
        await table.hear("bert", TakeBack())
        assert Refusal.BANK_HELD is (await table.refused("anna", SitOut())).code
        await table.hear("anna", Leave())

        assert (500_00, 0) == (await table.purses())["anna"]
        assert of_kind(BankFunded, await table.hear("bert", bank(50)))


# ── when the house ends it ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("when", ["open", "between", "staked", "dealt"])
async def test_a_table_that_closes_gives_the_bank_back(tmp_path: Path, when: str) -> None:
    house = replace(STAYS, opened_by_staff=True)
    async with at(tmp_path, house, numbers=ROUND * 2) as table:
        await table.hear("karl", OpenTable(), staff=True)
        await table.hear("anna", bank(50))
        if when == "between":
            await table.hear("bert", QuickHand(500, "MM"))
            await table.hear("bert", STAND)
        elif when in {"staked", "dealt"}:
            await table.hear("bert", stake(5))
        if when == "dealt":
            await table.hear("bert", DEAL)
        await table.hear("karl", CloseTable(), staff=True)
        if when == "staked":
            assert 50_00 == await purse_is_the_hold(table)
            await table.hear("bert", TakeBack())
        elif when == "dealt":
            await table.hear("bert", STAND)

        assert 0 == await purse_is_the_hold(table)
        assert 0 == (await table.purses())["anna"][1]
        assert Refusal.TABLE_CLOSED is (await table.refused("anna", bank(10))).code
        assert (await table.audit()).ok


@pytest.mark.parametrize("staked", [False, True])
async def test_a_channel_that_is_gone_gives_the_bank_back(tmp_path: Path, staked: bool) -> None:
    async with at(tmp_path) as table:
        await table.hear("anna", bank(50))
        if staked:
            await table.hear("bert", stake(5))
        await table.croupier.lose_place()

        assert {"anna": (500_00, 0), "bert": (300_00, 0)}.items() <= (await table.purses()).items()
        assert (await table.audit()).ok


async def test_other_rules_give_the_bank_back(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        await table.hear("anna", bank(50))
        await table.hear("karl", SetRules("casino"), staff=True)
        await table.hear("bert", stake(10))

        assert (500_00, 0) == (await table.purses())["anna"]
        assert "house" == table.croupier.game.round.bank
        assert (await table.audit()).ok


async def test_other_rules_from_the_command_line_give_it_back_with_the_next_round(
    tmp_path: Path,
) -> None:
    async with at(tmp_path, STAYS, numbers=ROUND) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)
    house = House(rules=PRESETS["casino"], preset="casino")
    async with at(tmp_path, house, numbers=ROUND) as table:
        await table.hear("bert", stake(10))

        assert (495_00, 0) == (await table.purses())["anna"]
        assert (await table.audit()).ok


async def test_a_void_returns_the_stakes_and_leaves_the_bank(tmp_path: Path) -> None:
    async with at(tmp_path, numbers=ROUND) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.croupier._step(
            NOBODY, lambda step: duties.void(step, actor="house", reason="a test")
        )

        assert 50_00 == await purse_is_the_hold(table)
        assert of_kind(Staked, await table.hear("bert", stake(5)))
        assert (await table.audit()).ok


async def test_a_backer_for_whom_the_bank_has_no_room_keeps_nobody_from_his_double(
    tmp_path: Path,
) -> None:
    """With 50 in it the bank can pay bert's second 10, and not carl's 20 as well."""
    async with at(tmp_path, STAYS, numbers=numbers_of("6 9 5 10 8")) as table:
        await table.hear("anna", bank(50))
        await table.hear("bert", stake(10))
        await table.hear("carl", StakeBehind("bert", 20_00, "MM"))
        await table.hear("bert", DEAL)

        said = await table.hear("bert", DOUBLE)

        assert ["double"] == [fact.bet for fact in of_kind(Staked, said)]
        assert (await table.audit()).ok
