"""Players who are the bank, at a table: its money is theirs, is bound, and comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.cards import numbers_of as numbers_in
from bot.engine.commands import By
from bot.engine.presets import PRESETS, choose
from bot.engine.rules import RuleSet
from bot.engine.wants import Action, wants
from bot.errors import RuleViolation
from bot.ledger import accounts, book
from bot.refusals import Refusal
from bot.table import duties
from bot.table.banked import BankFunded, BankPassed
from bot.table.clock import SetClock
from bot.table.heard import NOBODY, Heard
from bot.table.house import House
from bot.table.replies import (
    Acted,
    Balance,
    BetsClosed,
    Card,
    Closed,
    Expired,
    Fact,
    Opened,
    Refused,
    Settled,
    Staked,
    Wants,
)
from bot.table.requests import (
    CloseTable,
    GiveUpBank,
    Leave,
    MakeMove,
    OpenTable,
    QuickHand,
    Request,
    SetRules,
    Share,
    ShowBalance,
    SitOut,
    StakeAgain,
    TakeBack,
    TakeBank,
)
from tests.engine.script import hand
from tests.tables import (
    BEGAN,
    DEAL,
    DOUBLE,
    HIT,
    STAND,
    Table,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

OPEN_CARDS = {"player_cards": "open", "shoe": "continuous", "dealer_shows": "one", "peek": "false"}
ROTATES = House(rules=choose("casino", {"bank": "rotates", "min_stake": "1"}), preset="casino")
STAYS = replace(ROTATES, rules=choose("casino", {"bank": "until_broken", "min_stake": "1"}))
FREE = House(
    rules=choose("classic32", {"player_cards": "open", "shoe": "continuous"}), preset="classic32"
)
GIVE_UP = GiveUpBank()


def bank(units: int) -> TakeBank:
    return TakeBank(units * 100, "MM")


def short(letters: str) -> tuple[int, ...]:
    """Numbers of the short pack that bring these cards."""
    return tuple(numbers_in(card, packs=1, pack=32)[0] for card in hand(letters))


@asynccontextmanager
async def at(
    folder: Path,
    house: House = ROTATES,
    *,
    numbers: tuple[int, ...] = (),
    clock: SetClock | None = None,
    killed: bool = False,
) -> AsyncIterator[Table]:
    async with open_table(
        folder, house=house, numbers=numbers, clock=clock, killed=killed
    ) as table:
        if await table.croupier.purses() == ({}, {}):
            await table.credit(anna=500, bert=300, carl=200)
        yield table


async def purse_is_the_hold(table: Table) -> int:
    """What the round believes that the bank holds, is what lies in its hold."""
    state = table.croupier.game.round
    name = accounts.bank(table.croupier.house.table, state.banker)
    asset = state.asset or "MM"
    lies = await table.database.read(lambda c: book.balance(c, name, asset))
    assert state.purse == lies
    assert lies >= 0
    return lies


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

ROUND = numbers_of("10 9 9 8")  # bert 10 9, the bank 9 8: bert wins


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


# ── a bank that plays freely ─────────────────────────────────────────────────────────────────────

AT_THE_BANK = short("10 9 9 7  B  8 8")


async def at_the_bank(table: Table) -> None:
    await table.hear("anna", bank(20))
    await table.hear("bert", QuickHand(500, "MM"))
    await table.hear("bert", STAND)


async def test_the_banks_moves_are_its_owners(tmp_path: Path) -> None:
    async with at(tmp_path, FREE, numbers=AT_THE_BANK) as table:
        await at_the_bank(table)
        open_now = wants(table.croupier.game.round).turns
        assert [0] == [turn.box for turn in open_now]
        assert Refusal.NO_OPEN_HAND is (await table.refused("bert", HIT)).code
        assert Refusal.DOUBLE_NOT_OFFERED is (await table.refused("anna", DOUBLE)).code
        said = await table.hear("anna", HIT)

        (want,) = of_kind(Wants, said)[-1:]
        (card,) = of_kind(Card, said)
        assert [("anna", 0)] == [(hand.player, hand.box) for hand in want.open]
        assert ("anna", False) == (card.player, card.stands)
        assert of_kind(Closed, await table.hear("anna", STAND))


@pytest.mark.parametrize("speaker", ["anna", "bert"])
async def test_plain_words_are_the_banks_when_it_is_at_turn(tmp_path: Path, speaker: str) -> None:
    async with at(tmp_path, FREE, numbers=AT_THE_BANK) as table:
        await table.hear("anna", bank(20))
        early = await plainly(table, "anna", HIT)
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)
        said = await plainly(table, speaker, HIT)

        assert [] == early
        assert bool(of_kind(Acted, said)) == (speaker == "anna")


async def plainly(table: Table, speaker: str, request: Request) -> list[Fact]:
    before = len(table.voice.said)
    await table.croupier.hear(Heard(f"plain {speaker} {before}", speaker, "", request, plain=True))
    return [fact for said in table.voice.said[before:] for fact in said.facts]


@pytest.mark.parametrize("hours", [23, 25])
async def test_a_bank_that_is_away_plays_by_the_fixed_rule(tmp_path: Path, hours: int) -> None:
    clock = SetClock(BEGAN)
    async with at(tmp_path, FREE, numbers=AT_THE_BANK, clock=clock) as table:
        await at_the_bank(table)
        clock.move(timedelta(hours=hours))
        before = len(table.voice.said)
        await table.croupier.tick()
        said = [fact for each in table.voice.said[before:] for fact in each.facts]

        assert (hours > 24) == bool(of_kind(Closed, said))
        assert (hours > 24) == (0 in {fact.box for fact in of_kind(Expired, said)})
        assert (await table.audit()).ok


async def test_the_banks_own_turn_begins_when_the_others_are_done(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    async with at(tmp_path, FREE, numbers=AT_THE_BANK, clock=clock) as table:
        await table.hear("anna", bank(20))
        await table.hear("bert", QuickHand(500, "MM"))
        clock.move(timedelta(hours=20))
        await table.hear("bert", STAND)
        clock.move(timedelta(hours=20))

        assert not table.croupier.is_due
        clock.move(timedelta(hours=5))
        assert table.croupier.is_due


# ── the betting time ─────────────────────────────────────────────────────────────────────────────


async def test_the_bank_may_deal_and_is_not_waited_for(tmp_path: Path) -> None:
    slow = replace(ROTATES, betting_seconds=60)
    clock = SetClock(BEGAN)
    async with at(tmp_path, slow, numbers=ROUND * 3, clock=clock) as table:
        await table.hear("anna", bank(50))
        assert Refusal.NOTHING_TO_DEAL is (await table.refused("anna", DEAL)).code
        await table.hear("bert", stake(5))
        assert of_kind(BetsClosed, await table.hear("anna", DEAL))
        await table.hear("bert", STAND)
        await table.hear("bert", bank(50))
        await table.hear("anna", stake(5))
        assert of_kind(BetsClosed, await table.hear("bert", DEAL))
        await table.hear("anna", STAND)
        await table.hear("anna", bank(50))
        await table.hear("carl", stake(5))
        assert Refusal.BETTING_TIME is (await table.refused("anna", DEAL)).code
        clock.move(timedelta(seconds=61))
        before = len(table.voice.said)
        await table.croupier.tick()

        said = [fact for each in table.voice.said[before:] for fact in each.facts]
        assert [By.DEADLINE] == [fact.by for fact in of_kind(BetsClosed, said)]
        assert (await table.audit()).ok


# ── whatever is said ─────────────────────────────────────────────────────────────────────────────


def served(preset: str, **overrides: str) -> Iterator[RuleSet]:
    """A game with a player's bank, with its cards open while tables serve no others."""
    for texts in (overrides, overrides | OPEN_CARDS):
        try:
            yield choose(preset, texts)
        except RuleViolation:
            continue
        return


GAMES = [
    House(rules=rules, preset=name)
    for name, rules in (
        *(("home52", rules) for rules in served("home52")),
        *(("pontoon", rules) for rules in served("pontoon")),
        *(("classic32", rules) for rules in served("classic32")),
        *(("casino", rules) for rules in served("casino", bank="until_broken", min_stake="1")),
        *(("home52", rules) for rules in served("home52", blackjack_takes_bank="true")),
    )
]
"""Every preset with a player's bank, and two more games."""


def anything(chance: Random, turns: list[tuple[str, tuple[Action, ...]]]) -> tuple[str, Request]:
    """Something that somebody says; mostly whoever is at turn, and what he may."""
    speaker = chance.choice(("anna", "bert", "carl", "dora"))
    if turns and chance.random() < 0.8:
        player, may = chance.choice(turns)
        return player, MakeMove(chance.choice(may))
    units = chance.choice((1, 3, 5, 10))
    said: list[Request] = [
        bank(chance.choice((5, 20, 60))),
        bank(chance.choice((20, 60))),
        stake(units),
        stake(units),
        stake(units, replace=True),
        StakeAgain(),
        TakeBack(),
        DEAL,
        DEAL,
        QuickHand(units * 100, "MM"),
        HIT,
        STAND,
        GIVE_UP,
        SitOut(),
        Leave(),
    ]
    return speaker, chance.choice(said)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("house", GAMES, ids=lambda house: house.preset)
async def test_whatever_is_said_the_bank_holds_what_the_round_believes(
    tmp_path: Path, house: House, seed: int
) -> None:
    """Over restarts and deadlines, with money for nobody but those who had it."""
    chance, clock = Random(seed), SetClock(BEGAN)
    numbers = tuple(chance.randint(1, house.rules.packs * house.rules.pack) for _ in range(4000))
    passed = 0
    for _ in range(4):
        async with at(
            tmp_path, house, numbers=numbers, clock=clock, killed=chance.random() < 0.5
        ) as table:
            for _ in range(45):
                state = table.croupier.game.round
                names = {number: name for name, number in accounts_of(table).items()}
                turns = [(names[turn.player], turn.may) for turn in wants(state).turns]
                speaker, request = anything(chance, turns)
                said = await table.hear(speaker, request, staff=chance.random() < 0.1)
                passed += len(of_kind(BankPassed, said))
                await purse_is_the_hold(table)
                if chance.random() < 0.03:
                    clock.move(timedelta(hours=25))
                    await table.croupier.tick()
            funds = await table.purses()
            assert 0 == sum(free + held for free, held in funds.values())
            assert (0, 0) == funds["house"]
            report = await table.audit()
            assert report.ok, report.findings
    assert passed


def accounts_of(table: Table) -> dict[str, int]:
    return {
        name: number
        for name in ("anna", "bert", "carl", "dora")
        if (number := table.croupier.account_of(name)) is not None
    }


# ── a restart anywhere ───────────────────────────────────────────────────────────────────────────

EVENING: list[tuple[str, Request]] = [
    ("anna", bank(20)),
    ("bert", stake(5)),
    ("carl", stake(5)),
    ("anna", DEAL),
    ("bert", STAND),
    ("carl", STAND),
    ("anna", HIT),
    ("anna", STAND),
    ("carl", Leave()),
    ("bert", stake(5)),
    ("anna", DEAL),
    ("bert", STAND),
    ("anna", STAND),
    ("anna", GIVE_UP),
    ("bert", bank(10)),
    ("bert", GIVE_UP),
    ("anna", bank(9)),
]
CARDS = short("10 10 9 9  8 7  B  10 9 9 9")


@pytest.mark.parametrize("after", range(len(EVENING)))
async def test_a_restart_anywhere_changes_nothing(tmp_path: Path, after: int) -> None:
    async def play(folder: Path, *, stops: bool) -> dict[str, tuple[int, int]]:
        async with at(folder, FREE, numbers=CARDS, killed=True) as table:
            for speaker, request in EVENING[: after if stops else None]:
                assert not of_kind(Refused, await table.hear(speaker, request))
            games = [table.croupier.game]
        async with at(folder, FREE, numbers=CARDS) as table:
            games.append(table.croupier.game)
            assert games[0] == games[1]
            for speaker, request in EVENING[after:] if stops else ():
                assert not of_kind(Refused, await table.hear(speaker, request))
            await purse_is_the_hold(table)
            assert (await table.audit()).ok
            return await table.purses()

    for name in "ab":
        (tmp_path / name).mkdir()
    assert await play(tmp_path / "a", stops=True) == await play(tmp_path / "b", stops=False)
