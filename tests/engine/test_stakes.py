"""Stakes: which box they go to, what is too little or too much, and when they end."""

from __future__ import annotations

import pytest

from bot.engine.commands import By, Command, Deal, Open, Stake, Withdraw
from bot.engine.events import BetsClosed, Opened, Staked, Withdrawn
from bot.engine.presets import AQUATIQUE
from bot.engine.round import decide
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.errors import RuleViolation
from tests.engine.script import ANNA, BERT, CARL, after, cards, closed_bets, fold, opened, rules


def refused(state: Round, command: Command) -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleViolation) as caught:
        decide(state, command)
    return caught.value.refusal.value, caught.value.data


def stake(player: int, units: int = 50, box: int | None = None, *, replace: bool = False) -> Stake:
    return Stake(player, units * 100, "MM", box, replace)


def owners(state: Round) -> dict[int, int]:
    return {box.number: box.player for box in state.boxes}


# ── the round itself ─────────────────────────────────────────────────────────────────────────────


def test_a_round_carries_its_rules() -> None:
    command = Open(12, rules(packs="8"), "aquatique", "house", "local")

    expected = Opened(12, rules(packs="8"), "aquatique", "house", "local")
    assert (expected,) == decide(NO_ROUND, command)
    assert Round(12, rules(packs="8"), "aquatique", "house", "local") == after(NO_ROUND, command)


def test_a_second_round_waits_for_the_first() -> None:
    again = Open(2, AQUATIQUE, "aquatique", "house", "local")

    assert ("round_running", {"round": 1}) == refused(opened(), again)
    assert ("round_running", {"round": 1}) == refused(closed_bets(1000), again)


def test_a_round_begins_from_nothing_of_the_last_one() -> None:
    over = after(closed_bets(1000), cards("A 9 K"))

    assert over.closed
    assert opened(number=2) == after(over, Open(2, AQUATIQUE, "aquatique", "house", "scripted"))


def test_without_a_round_there_are_no_stakes() -> None:
    assert ("no_stake", {}) == refused(NO_ROUND, stake(ANNA))
    assert ("no_stake", {}) == refused(NO_ROUND, Withdraw(ANNA))
    assert ("nothing_to_deal", {}) == refused(NO_ROUND, Deal(ANNA))


# ── which box ────────────────────────────────────────────────────────────────────────────────────


def test_without_a_number_a_stake_goes_to_the_lowest_free_box() -> None:
    state = after(opened(), stake(ANNA, box=2), stake(BERT), stake(CARL))

    assert {1: BERT, 2: ANNA, 3: CARL} == owners(state)


def test_with_a_number_a_free_box_is_taken() -> None:
    state = after(opened(), stake(ANNA, box=7))

    assert (Staked("1-2", 3, 1, ANNA, "MM", 8000),) == decide(state, stake(ANNA, 80, 3))


def test_one_player_may_have_several_boxes() -> None:
    state = after(opened(), stake(ANNA), stake(ANNA, box=2), stake(ANNA, box=5))

    assert [1, 2, 5] == [box.number for box in state.boxes_of(ANNA)]


def test_with_a_number_ones_own_box_is_changed() -> None:
    """words.md: a change is a withdrawal and a new stake."""
    state = after(opened(), stake(ANNA, 50, 3))

    events = decide(state, stake(ANNA, 80, 3))

    assert (
        Withdrawn("1-1", 3, ANNA, "MM", 5000),
        Staked("1-2", 3, 1, ANNA, "MM", 8000),
    ) == events
    assert (8000, "1-2") == (
        fold(state, events).boxes[0].hands[0].stake,
        fold(state, events).boxes[0].hands[0].bet,
    )


def test_with_a_number_anothers_box_is_refused() -> None:
    state = after(opened(), stake(ANNA, box=3))

    assert ("box_taken", {"box": 3, "owner": ANNA}) == refused(state, stake(BERT, box=3))
    assert ("box_taken", {"box": 3, "owner": ANNA}) == refused(
        state, stake(BERT, box=3, replace=True)
    )


def test_a_single_stake_is_replaced_on_request() -> None:
    state = after(opened(), stake(ANNA, 50, 4), stake(BERT))

    events = decide(state, stake(ANNA, 80, replace=True))

    assert (
        Withdrawn("1-1", 4, ANNA, "MM", 5000),
        Staked("1-3", 4, 1, ANNA, "MM", 8000),
    ) == events


def test_a_single_stake_repeated_is_refused() -> None:
    state = after(opened(), stake(ANNA, 50, 4))

    expected = ("already_staked", {"box": 4, "amount": 5000, "asset": "MM"})
    assert expected == refused(state, stake(ANNA, 50))


def test_replacing_nothing_is_a_stake() -> None:
    assert {1: ANNA} == owners(after(opened(), stake(ANNA, replace=True)))


@pytest.mark.parametrize("replace", [False, True])
def test_with_several_boxes_the_house_asks_which(replace: bool) -> None:
    state = after(opened(), stake(ANNA, box=6), stake(ANNA, box=2))

    expected = ("which_box", {"boxes": (2, 6)})
    assert expected == refused(state, stake(ANNA, replace=replace))


@pytest.mark.parametrize("box", [-1, 0, 8, 10**30])
def test_there_are_seven_boxes(box: int) -> None:
    expected = ("no_such_box", {"box": box, "seats": 7})
    assert expected == refused(opened(), stake(ANNA, box=box))
    assert expected == refused(after(opened(), stake(ANNA)), Withdraw(ANNA, box))


def test_a_full_table_has_no_free_box() -> None:
    state = after(opened(rules(seats="2")), stake(ANNA), stake(BERT))

    assert ("no_free_box", {"seats": 2}) == refused(state, stake(CARL))
    assert ("no_such_box", {"box": 3, "seats": 2}) == refused(state, stake(CARL, box=3))


# ── how much ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("amount", [1000, 1100, 500_000])
def test_stakes_within_the_limits(amount: int) -> None:
    state = after(opened(), Stake(ANNA, amount, "MM"))

    assert amount == state.boxes[0].hands[0].stake


@pytest.mark.parametrize(
    ("amount", "code", "data"),
    [
        (0, "stake_not_positive", {"minimum": 1000}),
        (-5000, "stake_not_positive", {"minimum": 1000}),
        (-50, "stake_not_positive", {"minimum": 1000}),
        (1050, "stake_not_whole", {"amount": 1050}),
        (1, "stake_not_whole", {"amount": 1}),
        (900, "stake_below_minimum", {"amount": 900, "minimum": 1000}),
        (500_100, "stake_above_maximum", {"amount": 500_100, "maximum": 500_000, "ask": True}),
        (10**11, "stake_above_maximum", {"amount": 10**11, "maximum": 500_000, "ask": True}),
        (10**11 + 100, "stake_above_maximum", {"amount": 10**11 + 100, "maximum": 500_000}),
        (10**400, "stake_above_maximum", {"amount": 10**400, "maximum": 500_000}),
    ],
    ids=[
        "zero",
        "negative",
        "small",
        "fraction",
        "tiny",
        "below",
        "above",
        "highest",
        "higher",
        "huge",
    ],
)
@pytest.mark.parametrize("staked", [False, True], ids=["new", "change"])
def test_what_is_no_stake(amount: int, code: str, data: dict[str, object], staked: bool) -> None:
    state = after(opened(), stake(ANNA)) if staked else opened()

    expected = (code, {**data, "asset": "MM"})
    assert expected == refused(state, Stake(ANNA, amount, "MM", 1))


@pytest.mark.parametrize(
    ("under", "units"),
    [(rules(min_stake="1"), 1), (rules(max_stake="8000"), 8000)],
    ids=["lower", "higher"],
)
def test_limits_are_rules(under: RuleSet, units: int) -> None:
    assert {1: ANNA} == owners(after(opened(under), stake(ANNA, units)))


def test_a_stake_may_carry_a_limit_that_was_granted() -> None:
    """Reading 19; whether it was, the log knows."""
    state = after(opened(), Stake(ANNA, 800_000, "MM", limit=800_000))

    assert 800_000 == state.boxes[0].hands[0].stake
    over = ("stake_above_maximum", {"amount": 800_100, "maximum": 800_000, "asset": "MM"})
    code, data = refused(opened(), Stake(ANNA, 800_100, "MM", limit=800_000))
    assert over == (code, {name: data[name] for name in over[1]})


def test_a_granted_limit_below_the_tables_takes_nothing_away() -> None:
    assert {1: ANNA} == owners(after(opened(), Stake(ANNA, 500_000, "MM", limit=1000)))


def test_the_limit_is_per_box() -> None:
    state = after(opened(), stake(ANNA, 5000), stake(ANNA, 5000, 2))

    assert [1, 2] == [box.number for box in state.boxes_of(ANNA)]


# ── taking back ──────────────────────────────────────────────────────────────────────────────────


def test_without_a_number_all_stakes_are_taken_back() -> None:
    state = after(opened(), stake(ANNA, 50, 3), stake(BERT), stake(ANNA, 80, 2))

    events = decide(state, Withdraw(ANNA))

    assert (
        Withdrawn("1-3", 2, ANNA, "MM", 8000),
        Withdrawn("1-1", 3, ANNA, "MM", 5000),
    ) == events
    assert {1: BERT} == owners(fold(state, events))


def test_with_a_number_one_stake_is_taken_back() -> None:
    state = after(opened(), stake(ANNA), stake(ANNA, box=2))

    assert {1: ANNA} == owners(after(state, Withdraw(ANNA, 2)))


def test_what_cannot_be_taken_back() -> None:
    state = after(opened(), stake(ANNA))

    assert ("no_stake", {}) == refused(state, Withdraw(BERT))
    assert ("not_your_box", {"box": 1, "owner": ANNA}) == refused(state, Withdraw(BERT, 1))
    assert ("box_empty", {"box": 2}) == refused(state, Withdraw(ANNA, 2))


def test_a_bets_id_is_never_used_again() -> None:
    state = after(opened(number=12), stake(ANNA), Withdraw(ANNA))

    assert (Staked("12-2", 1, 1, ANNA, "MM", 5000),) == decide(state, stake(ANNA))


# ── closing ──────────────────────────────────────────────────────────────────────────────────────


def test_one_with_a_stake_may_deal() -> None:
    state = after(opened(), stake(ANNA), stake(BERT))

    assert (BetsClosed(BERT, By.PLAYER),) == decide(state, Deal(BERT))
    assert ("deal_not_yours", {}) == refused(state, Deal(CARL))


def test_staff_may_deal_without_a_stake() -> None:
    state = after(opened(), stake(ANNA))

    assert (BetsClosed(CARL, By.STAFF),) == decide(state, Deal(CARL, By.STAFF))


@pytest.mark.parametrize("by", [By.PLAYER, By.STAFF])
def test_without_a_stake_there_is_nothing_to_deal(by: By) -> None:
    taken_back = after(opened(), stake(ANNA), Withdraw(ANNA))

    assert ("nothing_to_deal", {}) == refused(opened(), Deal(ANNA, by))
    assert ("nothing_to_deal", {}) == refused(taken_back, Deal(ANNA, by))


def test_after_the_deal_stakes_are_closed() -> None:
    state = closed_bets(5000)

    assert ("stakes_closed", {}) == refused(state, stake(ANNA, 80, replace=True))
    assert ("stakes_closed", {}) == refused(state, stake(BERT))
    assert ("stakes_closed", {}) == refused(state, Withdraw(ANNA))
    assert ("round_running", {"round": 1}) == refused(state, Deal(ANNA))
