"""Bets beside the owners': on the dealer's bust (reading 11) and behind a box (reading 13)."""

from __future__ import annotations

import pytest

from bot.engine.commands import (
    Back,
    BustBet,
    By,
    Command,
    Deal,
    Double,
    Hit,
    Split,
    Stake,
    Stand,
    Void,
    Withdraw,
    WithdrawBust,
)
from bot.engine.events import (
    Backed,
    BustStaked,
    Doubled,
    Followed,
    HandSplit,
    Settled,
    Withdrawn,
)
from bot.engine.round import decide
from bot.engine.state import Round
from bot.engine.wants import wants
from tests.engine.script import (
    ANNA,
    BERT,
    CARL,
    DEALER,
    after,
    cards,
    changed,
    fold,
    opened,
    refused,
    settlements,
)

CASINO = changed("casino")
DORA = 4


def staked(*more: Command) -> Round:
    """Anna has box 1, bert box 2, ten each; then what more is said."""
    state = opened(CASINO)
    return after(state, Stake(ANNA, 1000, "MM", 1), Stake(BERT, 1000, "MM", 2), *more)


def alone(*more: Command, letters: str) -> Round:
    """Anna has a box, others what they say; then the first cards."""
    return after(opened(CASINO), Stake(ANNA, 1000, "MM", 1), *more, Deal(ANNA), cards(letters))


def paid(state: Round, letters: str) -> list[tuple[int, str, int]]:
    """Player, reason and net of every bet that these cards settle."""
    return [
        (each.player, each.reason.value, each.returned - each.stake)
        for each in decide(state, cards(letters))
        if isinstance(each, Settled)
    ]


# ── on the dealer's bust ─────────────────────────────────────────────────────────────────────────


def test_a_bust_bet_has_a_bet_of_its_own() -> None:
    """Reading 11: from one unit, before the deal."""
    assert (BustStaked("1-3", ANNA, "MM", 100),) == decide(staked(), BustBet(ANNA, 100, "MM"))


def test_a_bust_bet_needs_a_stake_in_the_round() -> None:
    """Reading 11; a stake behind somebody else's box is one."""
    bet = BustBet(CARL, 100, "MM")

    assert ("no_stake", {}) == refused(staked(), bet)
    assert decide(staked(Back(CARL, 1, 100, "MM")), bet)


def test_one_bust_bet_per_player() -> None:
    state = staked(BustBet(ANNA, 500, "MM"))

    twice = {"amount": 500, "asset": "MM"}
    assert ("already_on_bust", twice) == refused(state, BustBet(ANNA, 700, "MM"))
    assert (
        Withdrawn("1-3", 0, ANNA, "MM", 500),
        BustStaked("1-4", ANNA, "MM", 700),
    ) == decide(state, BustBet(ANNA, 700, "MM", replace=True))
    assert decide(state, BustBet(BERT, 700, "MM"))


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0, "stake_not_positive"),
        (-100, "stake_not_positive"),
        (150, "stake_not_whole"),
        (500_100, "stake_above_maximum"),
    ],
)
def test_limits_of_a_bust_bet(amount: int, code: str) -> None:
    """From one unit to ``max_stake``, outside the box limit, in whole units."""
    assert code == refused(staked(), BustBet(ANNA, amount, "MM"))[0]
    assert decide(staked(), BustBet(ANNA, 500_000, "MM"))


def test_a_bust_bet_is_taken_back_alone_or_with_the_last_stake() -> None:
    state = staked(BustBet(ANNA, 500, "MM"))

    gone = Withdrawn("1-3", 0, ANNA, "MM", 500)
    assert (gone,) == decide(state, WithdrawBust(ANNA))
    assert (Withdrawn("1-1", 1, ANNA, "MM", 1000), gone) == decide(state, Withdraw(ANNA))
    assert ("no_bust_bet", {}) == refused(state, WithdrawBust(BERT))
    state = after(state, Back(ANNA, 2, 100, "MM"))
    assert (Withdrawn("1-1", 1, ANNA, "MM", 1000),) == decide(state, Withdraw(ANNA, 1))


def test_after_the_deal_there_is_no_bust_bet() -> None:
    state = alone(letters="10 6 9")

    assert ("stakes_closed", {}) == refused(state, BustBet(ANNA, 100, "MM"))


def test_without_the_rule_there_is_no_bust_bet() -> None:
    state = after(opened(), Stake(ANNA, 1000, "MM", 1))

    assert ("bust_not_offered", {}) == refused(state, BustBet(ANNA, 100, "MM"))


def test_a_bust_pays_five_to_two() -> None:
    """Reading 11: if the dealer ends on 22 or more."""
    state = after(alone(BustBet(ANNA, 300, "MM"), letters="10 6 9"), Stand(ANNA), cards("10"))

    assert [(ANNA, "dealer_bust", 1000), (ANNA, "bust_bet", 750)] == paid(state, "K")
    assert [(ANNA, "higher", 1000), (ANNA, "bust_bet", -300)] == paid(state, "2")


def test_a_dealers_blackjack_loses_it() -> None:
    state = after(alone(BustBet(ANNA, 300, "MM"), letters="10 10 9"), Stand(ANNA))

    assert [(ANNA, "dealer_blackjack", -1000), (ANNA, "bust_bet", -300)] == paid(state, "A")


def test_the_dealer_finishes_while_one_is_open() -> None:
    """Readings 11 and 12: even when every box is over."""
    state = after(alone(BustBet(ANNA, 300, "MM"), letters="10 5 6"), Hit(ANNA), cards("K"))

    assert not state.closed
    assert (DEALER, DEALER) == wants(state).draws
    assert [(ANNA, "bust_bet", 750)] == paid(after(state, cards("4 6")), "7")


def test_beside_a_blackjack_the_dealer_plays_to_the_end() -> None:
    state = alone(BustBet(ANNA, 300, "MM"), letters="A 6 K")

    assert (DEALER,) == wants(state).draws
    assert [(ANNA, "blackjack", 1500), (ANNA, "bust_bet", 750)] == paid(
        after(state, cards("10")), "10"
    )


# ── behind a box ─────────────────────────────────────────────────────────────────────────────────


def test_a_backer_stakes_on_somebody_elses_box() -> None:
    """Reading 13: at least one unit; ``min_stake`` binds the owner only."""
    expected = (Backed("1-3", 1, 1, CARL, "MM", 100, follows=True),)

    assert expected == decide(staked(), Back(CARL, 1, 100, "MM"))
    assert ("backing_own_box", {"box": 1}) == refused(staked(), Back(ANNA, 1, 100, "MM"))
    assert ("box_empty", {"box": 3}) == refused(staked(), Back(CARL, 3, 100, "MM"))
    assert ("no_such_box", {"box": 9, "seats": 7}) == refused(staked(), Back(CARL, 9, 100, "MM"))
    assert ("stake_not_whole", {"amount": 50, "asset": "MM"}) == refused(
        staked(), Back(CARL, 1, 50, "MM")
    )


def test_without_the_rule_nobody_stakes_behind() -> None:
    state = after(opened(), Stake(ANNA, 1000, "MM", 1))

    assert ("backing_not_offered", {}) == refused(state, Back(BERT, 1, 100, "MM"))


def test_owner_and_backers_stay_within_the_box_limit() -> None:
    """Reading 13: together, before the deal."""
    state = staked(Back(CARL, 1, 400_000, "MM"))

    left = {"box": 1, "amount": 99_100, "maximum": 99_000, "asset": "MM"}
    assert ("box_limit", left) == refused(state, Back(BERT, 1, 99_100, "MM"))
    assert decide(state, Back(BERT, 1, 99_000, "MM"))
    raised = {"box": 1, "amount": 100_100, "maximum": 100_000, "asset": "MM"}
    assert ("box_limit", raised) == refused(state, Stake(ANNA, 100_100, "MM", 1, replace=True))
    assert decide(state, Back(CARL, 1, 499_000, "MM", replace=True))


def test_a_granted_limit_is_the_owners_alone() -> None:
    """Reading 19: up to it goes his box with those behind it, but they do not go above the table's.

    A bust bet never does.
    """
    backed = staked(Back(CARL, 1, 400_000, "MM"))
    state = after(backed, Stake(ANNA, 400_000, "MM", 1, replace=True, limit=800_000))

    assert 400_000 == state.boxes[0].hands[0].stake
    full = {"box": 1, "amount": 100, "maximum": 0, "asset": "MM"}
    assert ("box_limit", full) == refused(state, Back(BERT, 1, 100, "MM"))
    more = {"box": 1, "amount": 400_100, "maximum": 400_000, "asset": "MM"}
    more_of_hers = Stake(ANNA, 400_100, "MM", 1, replace=True, limit=800_000)
    assert ("box_limit", more) == refused(state, more_of_hers)
    assert "stake_above_maximum" == refused(state, BustBet(ANNA, 500_100, "MM"))[0]


def test_a_backer_changes_his_stake() -> None:
    state = staked(Back(CARL, 1, 500, "MM"))

    twice = {"box": 1, "amount": 500, "asset": "MM"}
    assert ("already_backed", twice) == refused(state, Back(CARL, 1, 700, "MM"))
    assert (
        Withdrawn("1-3", 1, CARL, "MM", 500),
        Backed("1-4", 1, 1, CARL, "MM", 700, follows=False),
    ) == decide(state, Back(CARL, 1, 700, "MM", follows=False, replace=True))


def test_an_owner_changes_his_stake_and_backers_stay() -> None:
    state = staked(Back(CARL, 1, 500, "MM"))

    events = decide(state, Stake(ANNA, 2000, "MM", 1, replace=True))

    assert (1000, 500, 2000) == (
        sum(each.amount for each in events if isinstance(each, Withdrawn)),
        fold(state, events).beside[0].stake,
        fold(state, events).boxes[0].hands[0].stake,
    )


def test_with_an_owners_stake_those_behind_it_go_back() -> None:
    state = staked(Back(CARL, 1, 500, "MM"), BustBet(CARL, 100, "MM"), Back(CARL, 2, 100, "MM"))

    assert (
        Withdrawn("1-1", 1, ANNA, "MM", 1000),
        Withdrawn("1-3", 1, CARL, "MM", 500),
    ) == decide(state, Withdraw(ANNA, 1))
    assert (Withdrawn("1-5", 2, CARL, "MM", 100),) == decide(state, Withdraw(CARL, 2))
    assert ["1-3", "1-5", "1-4"] == [
        each.bet for each in decide(state, Withdraw(CARL)) if isinstance(each, Withdrawn)
    ]
    state = after(state, Withdraw(CARL, 2))
    assert ["1-1", "1-3", "1-4"] == [
        each.bet for each in decide(state, Withdraw(ANNA)) if isinstance(each, Withdrawn)
    ]


def test_a_backer_has_no_say() -> None:
    state = alone(Back(BERT, 1, 500, "MM"), letters="8 6 8")

    for move in (Hit, Stand, Double, Split):
        assert ("no_open_hand", {}) == refused(state, move(BERT))
        assert ("not_your_box", {"box": 1, "owner": ANNA}) == refused(state, move(BERT, 1))


def test_a_backer_may_ask_for_the_deal() -> None:
    assert decide(staked(Back(CARL, 1, 100, "MM")), Deal(CARL))
    assert ("deal_not_yours", {}) == refused(staked(), Deal(CARL))


def test_a_backer_shares_the_result() -> None:
    """Settled per bettor; 3:2 on his own stake."""
    state = alone(Back(BERT, 1, 3000, "MM"), letters="A 6 K")

    assert state.closed
    assert [2500, 7500] == [state.boxes[0].hands[0].returned, state.beside[0].returned]


def test_a_bust_takes_those_behind_too() -> None:
    state = after(alone(Back(BERT, 1, 3000, "MM"), letters="10 10 6"), Hit(ANNA))

    assert [(ANNA, "player_bust", -1000), (BERT, "player_bust", -3000)] == paid(state, "10")
    assert after(state, cards("10")).closed


def test_with_a_double_go_those_who_follow_and_can() -> None:
    """Reading 13: who can, the croupier says; the others keep what they have."""
    behind = (Back(BERT, 1, 500, "MM"), Back(CARL, 1, 300, "MM", follows=False))
    state = alone(*behind, Back(DORA, 1, 200, "MM"), letters="6 10 5")

    assert ("not_following", {"owner": CARL}) == refused(
        state, Double(ANNA, followers=(BERT, CARL))
    )
    events = decide(state, Double(ANNA, followers=(BERT,)))
    assert (
        Doubled(1, 1, ANNA, By.PLAYER, "1-1", "MM", 1000),
        Followed("1-2", 1, 1, BERT, "MM", 500),
    ) == events
    state = after(fold(state, events), cards("9 7"))
    assert state.closed
    assert [4000] == [hand.returned for hand in state.boxes[0].hands]
    assert [2000, 600, 400] == [side.returned for side in state.beside]


def test_with_a_split_go_those_who_follow_and_can() -> None:
    """Reading 13: without a further stake, a backer's stays on the first hand."""
    behind = (Back(BERT, 1, 500, "MM"), Back(CARL, 1, 300, "MM", follows=False))
    state = alone(*behind, letters="8 10 8")

    events = decide(state, Split(ANNA, followers=(BERT,)))

    assert (
        HandSplit(1, 1, 2, ANNA, By.PLAYER, "1-4", "MM", 1000),
        Backed("1-5", 1, 2, BERT, "MM", 500, follows=True),
    ) == events
    state = after(fold(state, events), cards("3 10"))
    doubled = decide(state, Double(ANNA, followers=(BERT,)))
    assert Followed("1-2", 1, 1, BERT, "MM", 500) == doubled[1]
    state = after(fold(state, doubled), cards("10"), Stand(ANNA))
    assert [
        (ANNA, "higher", 2000),
        (BERT, "higher", 1000),
        (CARL, "higher", 300),
        (ANNA, "lower", -1000),
        (BERT, "lower", -500),
    ] == paid(state, "9")


def test_with_nobody_named_nobody_goes_along() -> None:
    state = alone(Back(BERT, 1, 500, "MM"), letters="6 10 5")

    assert 1 == len(decide(state, Double(ANNA)))


def test_a_void_gives_every_bet_back() -> None:
    state = alone(Back(BERT, 1, 500, "MM"), BustBet(ANNA, 100, "MM"), letters="6 10 5")

    events = decide(state, Void())

    assert [(1, "void", "void", 0), (1, "void", "void", 0), (0, "void", "void", 0)] == settlements(
        events
    )
    assert [1000, 500, 100] == [each.returned for each in events if isinstance(each, Settled)]
