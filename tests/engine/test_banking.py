"""A player's bank: who may have it, what it takes, how it plays and how it passes on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from bot.engine.banking import takers
from bot.engine.cards import numbers_of
from bot.engine.commands import (
    By,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    Fund,
    Hit,
    LeaveBank,
    Open,
    PassBank,
    Stake,
    Stand,
    Void,
    Withdraw,
)
from bot.engine.events import BankPassed, CardAsked, Closed, Event, Passing, Settled, Stood
from bot.engine.round import decide, wants
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.engine.turns import BANK, Turns
from bot.engine.turns import fold as time
from bot.engine.wants import BANKS_MOVES, Turn
from tests.engine.script import ANNA, BERT, CARL, after, cards, changed, fold, hand, refused

CHIPS = "MM"
ROTATES = changed("casino", bank="rotates", min_stake="1")
STAYS = replace(ROTATES, bank=changed("casino", bank="until_broken").bank)
TAKEN = replace(ROTATES, blackjack_takes_bank=True)
CLASSIC = changed("classic32", shoe="continuous", player_cards="open")


def opening(
    under: RuleSet, bank: int = ANNA, *, purse: int = 0, circle: tuple[int, ...] = ()
) -> Open:
    return Open(1, under, "", str(bank), "scripted", purse=purse, asset=CHIPS, circle=circle)


def banked(under: RuleSet, units: int, *commands: Command, circle: tuple[int, ...] = ()) -> Round:
    """A round of anna's bank that holds so much."""
    funds = Fund(ANNA, units * 100, CHIPS)
    return after(NO_ROUND, opening(under, circle=circle), funds, *commands)


def staked(player: int, units: int, box: int | None = None) -> Stake:
    return Stake(player, units * 100, CHIPS, box)


def ends(under: RuleSet, units: int, stake: int, letters: str, *moves: Command) -> list[Event]:
    """The events that end a round of anna's bank against bert."""
    state = banked(under, units, staked(BERT, stake), Deal(BERT))
    numbers = list(cards(letters, packs=under.packs).numbers)
    events: list[Event] = []
    said = list(moves)
    while state.is_running:
        count = len(wants(state).draws)
        command = dealt_from(numbers, count) if count else said.pop(0)
        events = list(decide(state, command))
        state = fold(state, decide(state, command))
    return events


def dealt_from(numbers: list[int], count: int) -> Command:
    taken = tuple(numbers[:count])
    del numbers[:count]
    return Deliver(taken)


# ── what it takes ────────────────────────────────────────────────────────────────────────────────


def test_a_bank_covers_at_least_one_lowest_stake() -> None:
    """At 3:2 on 1, that is two whole units."""
    state = after(NO_ROUND, opening(ROTATES))

    expected = ("bank_too_small", {"minimum": 200, "asset": CHIPS})
    assert expected == refused(state, Fund(ANNA, 100, CHIPS))
    assert 200 == after(state, Fund(ANNA, 200, CHIPS)).purse


def test_a_stake_is_taken_up_to_what_the_bank_could_pay_at_its_highest_odds() -> None:
    state = banked(ROTATES, 30, staked(BERT, 12))

    code, data = refused(state, staked(CARL, 9))
    assert ("bank_cannot_cover", 800) == (code, data["maximum"])
    assert after(state, staked(CARL, 8)).box(2)


def test_a_stake_that_is_changed_frees_what_it_bound() -> None:
    state = banked(ROTATES, 30, staked(BERT, 20))

    changed_to = Stake(BERT, 1900, CHIPS, 1, replace=True)
    assert after(state, changed_to).boxes[0].hands[0].stake == 1900


def test_a_double_is_refused_where_the_bank_could_not_pay_it() -> None:
    """Once dealt, bert's hand pays 1:1 at most: 15 of the bank's 17 are open, 2 are not."""
    state = banked(ROTATES, 17, staked(BERT, 11), Deal(BERT))
    state = after(state, cards("5 9 6"))

    code, data = refused(state, Double(BERT))
    assert ("bank_cannot_cover", 1100, 600) == (code, data["amount"], data["maximum"])


def test_who_is_the_bank_does_not_bet_and_may_deal() -> None:
    state = banked(ROTATES, 100)

    assert ("bank_cannot_stake", {}) == refused(state, staked(ANNA, 5))
    assert ("nothing_to_deal", {}) == refused(state, Deal(ANNA))
    state = after(state, staked(BERT, 5))
    assert after(state, Deal(ANNA)).bets_closed
    assert "deal_not_yours" == refused(state, Deal(CARL))[0]


# ── how it passes on ─────────────────────────────────────────────────────────────────────────────


def passing(events: list[Event]) -> list[tuple[int, int, Passing]]:
    return [
        (event.amount, event.to, event.reason) for event in events if isinstance(event, BankPassed)
    ]


def test_a_rotating_bank_goes_to_the_left_and_its_money_back() -> None:
    events = ends(ROTATES, 50, 10, "10 10 9 8", Stand(BERT))

    assert [(4000, BERT, Passing.ROTATES)] == passing(events)
    assert isinstance(events[-1], Closed)


def test_a_bank_that_cannot_take_a_lowest_stake_is_broken() -> None:
    """It began with 16, and 15 are paid for a blackjack: what is left covers no stake of 1."""
    assert [(100, 0, Passing.BROKEN)] == passing(ends(STAYS, 16, 10, "A 9 K"))
    assert [] == passing(ends(STAYS, 17, 10, "A 9 K"))


def test_a_blackjack_takes_the_bank_instead_of_its_going_round() -> None:
    """002, variants; only where the bank has none."""
    assert [(3500, BERT, Passing.BLACKJACK)] == passing(ends(TAKEN, 50, 10, "A 9 K"))
    assert [] == passing(ends(TAKEN, 50, 10, "A A K K", Decline(BERT)))
    assert [] == passing(ends(TAKEN, 50, 10, "10 10 9 8", Stand(BERT)))


def test_a_bank_is_given_up_only_while_no_bet_stands_and_an_open_round_ends_with_it() -> None:
    state = banked(ROTATES, 50, staked(BERT, 10), circle=(ANNA, BERT))

    assert "bank_bound" == refused(state, PassBank(ANNA))[0]
    state = after(state, Withdraw(BERT))
    assert ("not_the_bank", {"owner": ANNA}) == refused(state, PassBank(CARL))
    events = decide(state, PassBank(ANNA))
    passed = BankPassed(ANNA, CHIPS, 5000, BERT, Passing.GIVEN_UP)
    assert (passed, Closed()) == events
    assert (0, 0) == (fold(state, events).holder, fold(state, events).purse)


def test_a_bank_that_goes_back_by_rule_has_no_heir() -> None:
    state = banked(ROTATES, 50, circle=(ANNA, BERT))

    passed = BankPassed(ANNA, CHIPS, 5000, 0, Passing.RETURNED)
    assert (passed, Closed()) == decide(state, PassBank(ANNA, By.RULE))


def test_who_may_take_it_is_the_heir_and_who_comes_for_those_that_are_away() -> None:
    state = banked(ROTATES, 50, circle=(ANNA, BERT, CARL))
    assert () == takers(state, ())

    state = after(state, PassBank(ANNA))
    assert (BERT,) == takers(state, ())
    assert (BERT, CARL) == takers(state, {BERT})
    assert (BERT, CARL, ANNA) == takers(state, {BERT, CARL})
    assert () == takers(state, {ANNA, BERT, CARL})


def test_the_heir_lets_it_go_by() -> None:
    state = after(banked(ROTATES, 50, circle=(ANNA, BERT, CARL)), PassBank(ANNA), PassBank(BERT))

    assert CARL == state.heir
    assert "not_the_bank" == refused(state, PassBank(9))[0]
    assert "not_the_bank" == refused(state, Fund(ANNA, 5000, CHIPS))[0]


def test_a_void_leaves_the_bank_with_its_holder() -> None:
    state = after(banked(ROTATES, 50, staked(BERT, 10)), Deal(BERT), Void())

    assert (ANNA, 5000) == (state.holder, state.purse)


# ── how it plays ─────────────────────────────────────────────────────────────────────────────────


def at_the_bank(letters: str = "10 9 9 8  9 7") -> Round:
    """17 und 4: bert has 19, the bank two cards, and the word."""
    state = after(NO_ROUND, opening(CLASSIC), Fund(ANNA, 2000, CHIPS), staked(BERT, 5), Deal(BERT))
    own, bank = letters.split("  ", maxsplit=1)[0].split()[:2], letters.split("  ")[1]
    state = after(state, numbered(" ".join(own)))
    if wants(state).turns:
        state = after(state, Stand(BERT))
    return after(state, numbered(bank))


def numbered(letters: str) -> Command:
    return Deliver(tuple(numbers_of(card, packs=1, pack=32)[0] for card in hand(letters)))


def test_a_free_bank_has_the_word_last() -> None:
    state = at_the_bank()

    assert (Turn(ANNA, 0, 1, BANKS_MOVES),) == wants(state).turns
    assert "no_open_hand" == refused(state, Hit(BERT))[0]
    assert (CardAsked(0, 1, ANNA, By.PLAYER),) == decide(state, Hit(ANNA))
    assert "not_your_box" == refused(state, Hit(ANNA, 1))[0]
    assert "box_empty" == refused(state, Hit(ANNA, 2))[0]
    assert isinstance(decide(state, Stand(ANNA))[-1], Closed)


def test_a_free_bank_stands_on_twenty_one_and_is_done_when_it_busts() -> None:
    state = after(at_the_bank(), Hit(ANNA))

    done = Stood(0, 1, ANNA, By.RULE)
    assert done in decide(state, numbered("8"))
    assert done not in decide(state, numbered("B"))
    assert isinstance(decide(state, numbered("8"))[-1], Closed)


@pytest.mark.parametrize(("bank", "closes"), [("9 7", False), ("9 8", True)])
def test_a_bank_that_is_away_draws_to_sixteen_and_stands_on_seventeen(
    bank: str, closes: bool
) -> None:
    state = at_the_bank(f"10 9  {bank}")
    events = decide(state, LeaveBank(ANNA, By.DEADLINE))

    assert closes == isinstance(events[-1], Closed)
    assert closes == (not wants(fold(state, events)).draws)
    assert "no_open_hand" == refused(state, LeaveBank(BERT, By.DEADLINE))[0]


def test_two_aces_win_as_twenty_one_and_the_banks_take_the_tie() -> None:
    double = replace(CLASSIC, two_aces_pay=Fraction(2))
    state = after(NO_ROUND, opening(double), Fund(ANNA, 2000, CHIPS), staked(BERT, 5), Deal(BERT))
    state = after(state, numbered("A A"))

    won = decide(after(state, numbered("9 9")), Stand(ANNA))
    lost = decide(state, numbered("A A"))
    assert 1500 == next(event.returned for event in won if isinstance(event, Settled))
    assert 0 == next(event.returned for event in lost if isinstance(event, Settled))


def test_the_banks_turn_begins_with_its_last_card() -> None:
    began, turns, state = datetime(2026, 12, 1, tzinfo=UTC), Turns(), NO_ROUND
    said: list[Command] = [opening(CLASSIC), Fund(ANNA, 2000, CHIPS), staked(BERT, 5), Deal(BERT)]
    said += [numbered("10 9"), Stand(BERT), numbered("7 7"), Hit(ANNA), numbered("B")]
    for hour, command in enumerate(said):
        for event in decide(state, command):
            turns = time(turns, event, began + timedelta(hours=hour))
            state = fold(state, [event])

    assert began + timedelta(hours=8) == turns.since[BANK]
