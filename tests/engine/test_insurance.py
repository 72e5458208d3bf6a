"""Insurance and even money: reading 10, and what reading 12 owes them."""

from __future__ import annotations

import pytest

from bot.engine.commands import (
    Back,
    By,
    Deal,
    Decline,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Stake,
    Stand,
)
from bot.engine.events import Closed, Declined, Insured, Offered, Settled
from bot.engine.offers import Offer
from bot.engine.round import Phase, decide, phase
from bot.engine.state import Round
from bot.engine.wants import wants
from tests.engine.script import (
    ANNA,
    BERT,
    CARL,
    DEALER,
    TEN_MM,
    after,
    cards,
    changed,
    closed_bets,
    dealt,
    fold,
    opened,
    refused,
    settlements,
)

CASINO = changed("casino")
VEGAS = changed("vegas_red", shoe="continuous", cut_card_after="null")


def shown(*hands: str, dealer: str = "A", stakes: tuple[int, ...] = ()) -> Round:
    return dealt(*hands, dealer=dealer, under=CASINO, stakes=stakes)


# ── the offer ────────────────────────────────────────────────────────────────────────────────────


def test_insurance_is_offered_to_every_bettor_when_the_dealer_shows_an_ace() -> None:
    """Reading 10: before the first action, for each main bet, up to half of it."""
    state = opened(CASINO)
    state = after(state, Stake(ANNA, 1100, "MM", 1), Stake(BERT, 1000, "MM", 3))
    state = after(state, Back(CARL, 1, 500, "MM"), Deal(ANNA))

    events = decide(state, cards("10 8 A 9 8"))

    assert Offered(("1-1", "1-3", "1-2")) == events[-1]
    state = fold(state, events)
    assert Phase.INSURANCE is phase(state)
    assert (
        Offer(ANNA, 1, "1-1", "MM", 1100, 550, even_money=False),
        Offer(CARL, 1, "1-3", "MM", 500, 250, even_money=False),
        Offer(BERT, 3, "1-2", "MM", 1000, 500, even_money=False),
    ) == wants(state).offers
    assert ((), ()) == (wants(state).draws, wants(state).turns)


@pytest.mark.parametrize("dealer", ["10", "K", "9", "2"])
def test_against_any_other_card_nothing_is_offered(dealer: str) -> None:
    state = shown("10 9", dealer=dealer)

    assert () == wants(state).offers
    assert ("insurance_over", {}) == refused(state, Insure(ANNA))


def test_without_the_rule_nothing_is_offered() -> None:
    state = dealt("10 9", dealer="A")

    assert Phase.PLAY is phase(state)
    assert ("insurance_not_offered", {}) == refused(state, Insure(ANNA))
    assert ("insurance_not_offered", {}) == refused(state, Decline(ANNA))


def test_play_waits_for_all_answers() -> None:
    """The offer ends when all have answered."""
    state = shown("10 6", "10 9")
    assert ("insurance_first", {"boxes": (1, 2)}) == refused(state, Hit(ANNA))

    state = after(state, Insure(ANNA))
    assert ("insurance_first", {"boxes": (2,)}) == refused(state, Hit(ANNA))
    assert ("insurance_over", {}) == refused(state, Decline(ANNA))

    assert (Declined("1-2", 2, BERT, By.PLAYER),) == decide(state, Decline(BERT))
    state = after(state, Decline(BERT))
    assert [1] == [turn.box for turn in wants(state).turns]


@pytest.mark.parametrize("by", [By.DEADLINE, By.STAFF])
def test_the_deadline_and_staff_say_no(by: By) -> None:
    state = shown("10 6", "10 9")

    assert (Declined("1-2", 2, BERT, by),) == decide(state, Decline(BERT, 2, by))


def test_before_the_cards_and_after_the_round_nothing_is_insured() -> None:
    waiting = closed_bets(TEN_MM, under=CASINO)

    assert ("not_dealt_yet", {}) == refused(waiting, Insure(ANNA))
    assert ("no_round", {}) == refused(
        after(shown("10 9", dealer="6"), Stand(ANNA), cards("10"), cards("K")), Insure(ANNA)
    )


# ── amounts ──────────────────────────────────────────────────────────────────────────────────────


def test_insurance_in_full_is_half_the_stake_to_the_hundredth() -> None:
    """Readings 1 and 10: half of 11 is 5.50."""
    state = shown("10 9", stakes=(1100,))

    assert (Insured("1-2", 1, 1, ANNA, "MM", 550, "1-1"),) == decide(state, Insure(ANNA))


def test_insurance_in_part() -> None:
    state = shown("10 9")

    assert (Insured("1-2", 1, 1, ANNA, "MM", 1, "1-1"),) == decide(state, Insure(ANNA, 1))
    above = {"amount": 501, "maximum": 500, "asset": "MM"}
    assert ("insurance_above_half", above) == refused(state, Insure(ANNA, 501))
    for amount in (0, -1):
        none = {"minimum": 1, "asset": "MM"}
        assert ("stake_not_positive", none) == refused(state, Insure(ANNA, amount))


def test_of_several_bets_the_box_must_be_named_but_all_can_be_declined_at_once() -> None:
    state = opened(CASINO)
    state = after(state, Stake(ANNA, 1000, "MM", 1), Stake(ANNA, 2000, "MM", 2), Deal(ANNA))
    state = after(state, cards("10 8 A 9 8"))

    assert ("which_box", {"boxes": (1, 2)}) == refused(state, Insure(ANNA))
    assert (Insured("1-3", 2, 1, ANNA, "MM", 1000, "1-2"),) == decide(state, Insure(ANNA, None, 2))
    assert ["1-1", "1-2"] == [
        each.bet for each in decide(state, Decline(ANNA)) if isinstance(each, Declined)
    ]
    assert ("insurance_over", {"box": 3}) == refused(state, Insure(ANNA, None, 3))
    assert ("no_such_box", {"box": 8, "seats": 7}) == refused(state, Insure(ANNA, None, 8))


# ── what it brings ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("under", [CASINO, VEGAS], ids=["casino", "vegas_red"])
def test_insurance_pays_two_to_one_and_first(under: object) -> None:
    """Reading 10; 001: before the stakes are taken."""
    assert isinstance(under, type(CASINO))
    state = dealt("10 9", dealer="A", under=under)
    state = after(state, Insure(ANNA), Stand(ANNA))

    events = decide(state, cards("K"))

    paid = [(1, "won", "insurance", 1000), (1, "lost", "dealer_blackjack", -1000)]
    assert paid == settlements(events)


def test_insurance_is_lost_without_a_blackjack() -> None:
    state = after(shown("10 9"), Insure(ANNA, 200), Stand(ANNA), cards("7"))

    assert state.closed
    assert [0] == [side.returned for side in state.beside]
    assert [2000] == [hand.returned for hand in state.boxes[0].hands]


def test_a_three_card_twenty_one_does_not_pay_it() -> None:
    state = after(shown("10 9"), Insure(ANNA), Stand(ANNA), cards("5"))

    lost = [(1, "lost", "insurance", -500), (1, "lost", "lower", -1000)]
    assert lost == settlements(decide(state, cards("5")))


def test_insurance_stays_open_when_the_hand_is_bust() -> None:
    """Readings 10 and 12: then the dealer draws exactly the second card."""
    state = after(shown("10 6"), Insure(ANNA), Hit(ANNA))

    events = decide(state, cards("9"))

    assert [(1, "lost", "player_bust", -1000)] == settlements(events)
    state = fold(state, events)
    assert (DEALER,) == wants(state).draws
    assert [(1, "won", "insurance", 1000)] == settlements(decide(state, cards("K")))
    assert [(1, "lost", "insurance", -500)] == settlements(decide(state, cards("2")))
    assert after(state, cards("2")).closed


def test_without_insurance_a_bust_hand_ends_the_round() -> None:
    state = after(shown("10 6"), Decline(ANNA), Hit(ANNA), cards("9"))

    assert state.closed
    assert 1 == len(state.dealer)


def test_a_double_of_an_insured_hand_makes_one_card_of_the_dealers_certain() -> None:
    """Whether it busts or not, the insurance wants his second card."""
    state = after(shown("10 6"), Insure(ANNA), Double(ANNA))

    assert [1, 0] == [slot.box for slot in wants(state).draws]


def test_an_own_blackjack_may_be_insured() -> None:
    """Reading 10; reference row 63."""
    state = after(shown("A D"), Insure(ANNA))

    assert (DEALER,) == wants(state).draws
    one = [(1, "lost", "insurance", -500), (1, "won", "blackjack", 1500)]
    other = [(1, "won", "insurance", 1000), (1, "push", "equal", 0)]
    assert one == settlements(decide(state, cards("9")))
    assert other == settlements(decide(state, cards("K")))


# ── even money ───────────────────────────────────────────────────────────────────────────────────


def test_even_money_is_one_to_one_at_once() -> None:
    """Reading 10; alone, it ends the round with the dealer's ace."""
    state = shown("A K")
    assert wants(state).offers[0].even_money

    events = decide(state, EvenMoney(ANNA))

    assert [(1, "won", "even_money", 1000)] == settlements(events)
    assert Closed() == events[-1]
    assert 1 == len(fold(state, events).dealer)


def test_even_money_is_for_a_blackjack_only() -> None:
    state = shown("10 9", "A K")

    assert ("even_money_needs_blackjack", {}) == refused(state, EvenMoney(ANNA))
    state = after(state, EvenMoney(BERT), Decline(ANNA))
    assert [1] == [turn.box for turn in wants(state).turns]


def test_even_money_can_be_left_out_of_the_rules() -> None:
    state = dealt("A K", dealer="A", under=VEGAS)

    assert not wants(state).offers[0].even_money
    assert ("even_money_not_offered", {}) == refused(state, EvenMoney(ANNA))


def test_even_money_is_each_bettors_own_choice() -> None:
    """Reading 13: who stands behind a blackjack may take it or wait, whatever the owner does."""
    state = after(opened(CASINO), Stake(ANNA, 1000, "MM"), Back(BERT, 1, 2000, "MM"), Deal(ANNA))
    state = after(state, cards("A A K"))

    owner = after(state, EvenMoney(ANNA), Decline(BERT))
    assert (DEALER,) == wants(owner).draws
    assert [(1, "won", "blackjack", 3000)] == settlements(decide(owner, cards("9")))
    assert [(1, "push", "equal", 0)] == settlements(decide(owner, cards("D")))

    behind = after(state, EvenMoney(BERT), Decline(ANNA))
    (paid,) = [each for each in decide(behind, cards("9")) if isinstance(each, Settled)]
    assert (ANNA, 2500) == (paid.player, paid.returned)


def test_half_the_stake_insured_equals_even_money() -> None:
    """Reading 10, on a blackjack, whatever comes."""
    state = after(shown("A K"), Insure(ANNA))

    for letters in ("9", "K"):
        settled = settlements(decide(state, cards(letters)))
        assert 1000 == sum(net for *_, net in settled)
