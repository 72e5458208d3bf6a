"""Parties: the same chips for everyone, each the bank equally often, a ranking."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from bot.audit.parties import Party
from bot.engine.presets import PRESETS, choose
from bot.refusals import Refusal
from bot.restoring import undo
from bot.table.banked import BankFunded, BankPassed
from bot.table.house import House
from bot.table.loading import LOOKED_BACK
from bot.table.partied import (
    PartyAgreed,
    PartyBegun,
    PartyEnded,
    PartyEnding,
    PartyJoined,
    PartyRound,
    Standing,
)
from bot.table.ranking import ranking
from bot.table.replies import Fact, Staked, TableClosed
from bot.table.requests import (
    BeginParty,
    CloseTable,
    EndParty,
    GiveUpBank,
    Leave,
    QuickHand,
    SetRules,
    SitOut,
    StakeAgain,
    TakeBack,
    TakeBank,
)
from tests.table.party import ANY, GAME, LOST, WON, at, begun, chips, party
from tests.tables import DEAL, STAND, numbers_of, of_kind, open_table, stake

# ── beginning ────────────────────────────────────────────────────────────────────────────────────


async def test_staff_begins_it_where_the_bank_goes_round(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        assert Refusal.STAFF_ONLY is (await table.refused("anna", party())).code
        assert Refusal.NO_PARTY is (await table.refused("karl", EndParty(), staff=True)).code
        said = await table.hear("karl", party(), staff=True)
        assert [(12, Decimal(50))] == [(f.rounds, f.amount) for f in of_kind(PartyBegun, said)]
        assert Refusal.PARTY_RUNNING is (await table.refused("karl", party(), staff=True)).code
        rules = SetRules("casino")
        assert Refusal.PARTY_RUNNING is (await table.refused("karl", rules, staff=True)).code
        assert (await table.audit()).ok


@pytest.mark.parametrize(
    "request_", [party(0), party(1001), party(3, 1), party(3, 10**7), BeginParty(3, 550, "")]
)
async def test_its_terms_are_bounded(tmp_path: Path, request_: BeginParty) -> None:
    async with at(tmp_path) as table:
        refusal = await table.refused("karl", request_, staff=True)
        assert (Refusal.PARTY_TERMS, Decimal(2)) == (refusal.code, refusal.amounts["minimum"])


async def test_there_is_none_where_the_bank_does_not_go_round(tmp_path: Path) -> None:
    house = House(rules=PRESETS["casino"], preset="casino")
    async with open_table(tmp_path, house=house) as table:
        assert Refusal.PARTY_NEEDS_BANK is (await table.refused("karl", party(), staff=True)).code


async def test_everybody_who_joins_gets_the_same_and_the_bank_is_all_of_it(tmp_path: Path) -> None:
    async with at(tmp_path, WON) as table:
        await table.hear("karl", party(), staff=True)
        assert Refusal.NO_BANK is (await table.refused("anna", stake(5))).code
        assert {} == await chips(table)
        said = await table.hear("anna", ANY)
        assert [Decimal(50)] == [fact.amount for fact in of_kind(PartyJoined, said)]
        assert [Decimal(50)] == [fact.holds for fact in of_kind(BankFunded, said)]
        said = await table.hear("bert", stake(5))
        assert [("Chips-1", Decimal(5))] == [(f.asset, f.amount) for f in of_kind(Staked, said)]

        assert {"outside": -100, "anna": 50, "bert": 50} == await chips(table)
        assert (await table.audit()).ok


async def test_a_round_that_runs_is_played_for_what_it_began_with(tmp_path: Path) -> None:
    async with at(tmp_path, WON) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", TakeBank(5000, "MM"))
        await table.hear("bert", stake(5))
        await table.hear("karl", party(), staff=True)
        said = await table.hear("bert", stake(8, replace=True))
        assert ["MM"] == [fact.asset for fact in of_kind(Staked, said)]
        await table.hear("bert", DEAL)
        await table.hear("bert", STAND)
        assert of_kind(PartyJoined, await table.hear("bert", ANY))  # though it was his turn anyway

        assert {"anna": (92_00, 0), "bert": (108_00, 0)}.items() <= (await table.purses()).items()
        assert (await table.audit()).ok


async def test_money_in_a_bank_without_stakes_goes_back(tmp_path: Path) -> None:
    async with at(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", TakeBank(5000, "MM"))
        said = await table.hear("karl", party(), staff=True)

        assert of_kind(BankPassed, said)
        assert (100_00, 0) == (await table.purses())["anna"]
        assert (await table.audit()).ok


# ── the circle ───────────────────────────────────────────────────────────────────────────────────


async def test_the_first_deal_closes_the_circle_and_rounds_the_rounds(tmp_path: Path) -> None:
    async with at(tmp_path, "9 9 9 9 9 9") as table:
        await begun(table, rounds=7)
        await table.hear("carl", stake(5))
        (agreed,) = of_kind(PartyAgreed, await table.hear("bert", DEAL))

        assert (("anna", "bert", "carl"), 2, 6) == (agreed.players, agreed.turns, agreed.rounds)
        assert Refusal.PARTY_CLOSED is (await table.refused("dora", stake(5))).code
        assert Refusal.PARTY_CLOSED is (await table.refused("dora", ANY)).code


async def test_each_is_the_bank_at_least_once(tmp_path: Path) -> None:
    async with at(tmp_path, "9 9 9 9 9 9") as table:
        await begun(table, rounds=1)
        await table.hear("carl", stake(5))
        (agreed,) = of_kind(PartyAgreed, await table.hear("bert", DEAL))

        assert (1, 3) == (agreed.turns, agreed.rounds)


async def test_who_took_his_stake_back_before_the_deal_is_not_in_it(tmp_path: Path) -> None:
    async with at(tmp_path, WON) as table:
        await begun(table)
        await table.hear("carl", stake(5))
        await table.hear("carl", TakeBack())
        (agreed,) = of_kind(PartyAgreed, await table.hear("bert", DEAL))

        assert ("anna", "bert") == agreed.players
        assert Refusal.PARTY_CLOSED is (await table.refused("carl", stake(5))).code


async def test_the_bank_may_be_given_up_before_the_first_deal_only(tmp_path: Path) -> None:
    async with at(tmp_path, WON) as table:
        await table.hear("karl", party(), staff=True)
        await table.hear("anna", ANY)
        await table.hear("anna", GiveUpBank())
        assert of_kind(BankFunded, await table.hear("bert", ANY))
        await table.hear("anna", QuickHand(500, "MM"))
        await table.hear("anna", STAND)

        assert Refusal.PARTY_RUNNING is (await table.refused("anna", GiveUpBank())).code
        assert (await table.audit()).ok


# ── round by round ───────────────────────────────────────────────────────────────────────────────


async def test_the_bank_goes_round_by_itself_until_all_had_it(tmp_path: Path) -> None:
    async with at(tmp_path, WON + LOST) as table:
        await begun(table)
        await table.hear("bert", DEAL)
        said = await table.hear("bert", STAND)
        assert [(1, 2)] == [(fact.played, fact.rounds) for fact in of_kind(PartyRound, said)]
        assert [("bert", True)] == [(f.to, f.by_itself) for f in of_kind(BankPassed, said)]
        assert Refusal.BANK_CANNOT_STAKE is (await table.refused("bert", StakeAgain())).code
        assert Refusal.NOT_THE_BANK is (await table.refused("anna", ANY)).code
        said = await table.hear("anna", stake(10))
        assert [("bert", Decimal(55))] == [(f.player, f.holds) for f in of_kind(BankFunded, said)]
        await table.hear("anna", DEAL)
        said = await table.hear("anna", STAND)

        (over,) = of_kind(PartyEnded, said)
        expected = [(1, "bert", Decimal(65)), (2, "anna", Decimal(35))]
        assert expected == [(each.place, each.player, each.amount) for each in over.standings]
        assert {} == await chips(table)
        assert table.croupier.game.party is None
        assert Refusal.NO_BANK is (await table.refused("bert", StakeAgain())).code
        assert (await table.audit()).ok


async def test_who_sits_out_is_the_bank_all_the_same_and_who_left_is_not(tmp_path: Path) -> None:
    async with at(tmp_path, "10 10 9 9 9 8  10 9 9 8  9 9 8 9 9 9") as table:
        await begun(table, rounds=3)
        await table.hear("carl", stake(5))
        for word in ("bert", "bert", "carl"):
            await table.hear(word, DEAL if not table.croupier.game.round.bets_closed else STAND)
        await table.hear("bert", SitOut())
        said = await table.hear("anna", stake(5))
        assert ["bert"] == [fact.player for fact in of_kind(BankFunded, said)]
        await table.hear("anna", DEAL)
        await table.hear("anna", STAND)
        said = await table.hear("carl", Leave())

        (over,) = of_kind(PartyEnded, said)  # anna and bert were the bank
        assert {"anna", "bert", "carl"} == {each.player for each in over.standings}
        assert {} == await chips(table)
        assert (await table.audit()).ok


async def test_who_has_no_chips_left_sits_out(tmp_path: Path) -> None:
    """Bert loses five chips, and as the bank the other five: his second turn is carl's."""
    even = choose("casino", {**GAME, "blackjack_pays": "null", "triple_seven_pays": "null"})
    numbers = numbers_of("9 10 10 8 10 9 " + WON * 3)
    house = House(rules=even, preset="casino")
    async with open_table(tmp_path, house=house, numbers=numbers) as table:
        await table.hear("karl", party(6, 10), staff=True)
        await table.hear("anna", ANY)
        await table.hear("bert", stake(5))
        await table.hear("carl", stake(1))
        await table.hear("bert", DEAL)
        await table.hear("bert", STAND)
        await table.hear("carl", STAND)
        next_banks = []
        for speaker, units in (("anna", 5), ("anna", 1), ("carl", 1)):
            await table.hear(speaker, QuickHand(units * 100, "MM"))
            said = await table.hear(speaker, STAND)
            next_banks += [fact.to for fact in of_kind(BankPassed, said)]

        assert ["carl", "anna", "carl"] == next_banks
        assert {"outside": -30, "anna": 19, "carl": 11} == await chips(table)
        assert Refusal.INSUFFICIENT_FUNDS is (await table.refused("bert", stake(1))).code
        said = await table.hear("anna", stake(1))
        assert ["carl"] == [fact.player for fact in of_kind(BankFunded, said)]
        assert (await table.audit()).ok


async def test_a_bank_that_is_broken_ends_a_party_of_two(tmp_path: Path) -> None:
    async with at(tmp_path, "A 9 K") as table:
        await table.hear("karl", party(4, 3), staff=True)
        await table.hear("anna", ANY)
        await table.hear("bert", stake(2))
        said = await table.hear("bert", DEAL)

        (over,) = of_kind(PartyEnded, said)  # 3:2 on 2 is all she had
        assert [("bert", Decimal(6)), ("anna", Decimal(0))] == [
            (each.player, each.amount) for each in over.standings
        ]
        assert (await table.audit()).ok


# ── ending early ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("when", ["begun", "taken", "staked", "dealt", "between"])
@pytest.mark.parametrize("how", [EndParty(), CloseTable()], ids=["ended", "closed"])
async def test_staff_ends_it_at_any_time(
    tmp_path: Path, when: str, how: EndParty | CloseTable
) -> None:
    async with at(tmp_path, WON) as table:
        said: list[Fact] = []
        for step, speaker, request in (
            ("begun", "karl", party()),
            ("taken", "anna", ANY),
            ("staked", "bert", stake(5)),
            ("dealt", "bert", DEAL),
            ("between", "bert", STAND),
        ):
            await table.hear(speaker, request, staff=speaker == "karl")
            if step == when:
                break
        said += await table.hear("karl", how, staff=True)
        assert bool(of_kind(PartyEnded, said)) == (when not in {"staked", "dealt"})
        if when in {"staked", "dealt"}:
            assert of_kind(PartyEnding if isinstance(how, EndParty) else TableClosed, said)
            said += await table.hear("bert", TakeBack() if when == "staked" else STAND)

        assert of_kind(PartyEnded, said)
        assert {} == await chips(table)
        assert (await table.audit()).ok


async def test_a_channel_that_is_gone_ends_it(tmp_path: Path) -> None:
    async with at(tmp_path, WON) as table:
        await begun(table)
        await table.croupier.lose_place()

        assert {} == await chips(table)
        assert (await table.audit()).ok


async def test_a_first_round_that_is_undone_is_played_again_with_its_bank(tmp_path: Path) -> None:
    """A restored backup undoes it before the deal: who was the bank is it, with all it holds."""
    async with at(tmp_path, WON) as table:
        await begun(table)
        await undo(table.database, [table.croupier], (), cursor=0)
        for request in (stake(5), DEAL, STAND):
            await table.hear("bert", request)

            assert () == (await table.audit()).findings
        assert {"anna": 45, "bert": 55, "outside": -100} == {
            name: int(amount) for name, amount in (await chips(table)).items()
        }


async def test_a_restart_remembers_every_round_of_a_long_party(tmp_path: Path) -> None:
    """More of them than are looked back through for a deal."""
    async with at(tmp_path, WON * (LOOKED_BACK + 3)) as table:
        await begun(table, LOOKED_BACK + 8)
        await table.hear("bert", DEAL)
        await table.hear("bert", STAND)
        for number in range(LOOKED_BACK + 2):
            speaker = ("anna", "bert")[number % 2]
            await table.hear(speaker, QuickHand(100, "MM"))
            await table.hear(speaker, STAND)
        before = table.croupier.game.party
        assert before is not None
        assert LOOKED_BACK + 3 == len(before.banks)
    async with at(tmp_path, WON * (LOOKED_BACK + 3)) as table:
        assert before == table.croupier.game.party


def test_who_has_the_same_shares_a_place() -> None:
    three = Party("Chips-1", 5000, 3, members=(1, 2, 3, 4))
    over = ranking(three, {1: 10, 2: 30, 3: 30, 4: 20}, dict(enumerate("abcd", start=1)))

    assert [(1, "b"), (1, "c"), (3, "d"), (4, "a")] == [
        (each.place, each.player) for each in over.standings
    ]
    assert isinstance(over.standings[0], Standing)
