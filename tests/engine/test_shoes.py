"""Which numbers may still come: readings 2 and 17, and the neutral card of vegas_red."""

from __future__ import annotations

import pytest

from bot.engine import shoe
from bot.engine.commands import Deal, Deliver, Hit, Open, Stake, Stand
from bot.engine.events import (
    BoxDealt,
    DealerDealt,
    Opened,
    Redraw,
    Rejected,
    Rejection,
    Reshuffled,
    Shuffling,
)
from bot.engine.round import decide
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import wants
from tests.engine.script import ANNA, after, changed, fold, refused

ONE_PACK = changed("aquatique", packs="1", shoe="round")
CUT = changed("vegas_red", cut_card_after="4")


def begun(under: object = ONE_PACK, out: tuple[int, ...] = ()) -> Round:
    """A round of one box that waits for its first cards: two and one."""
    assert under in {ONE_PACK, CUT}
    rules = ONE_PACK if under is ONE_PACK else CUT
    opened = after(NO_ROUND, Open(1, rules, "", "house", "scripted", out))
    return after(opened, Stake(ANNA, 1000, "MM"), Deal(ANNA))


def test_a_number_that_is_out_is_drawn_again_and_both_are_told() -> None:
    state = begun()

    dealt = decide(state, Deliver((7, 7, 9)))

    assert [BoxDealt, Rejected, DealerDealt, Redraw] == [type(event) for event in dealt[:4]]
    assert dealt[1] == Rejected(7, Rejection.DUPLICATE)
    state = fold(state, dealt)
    assert (1, 1) == (len(wants(state).draws), state.redraws)
    assert 0 == after(state, Deliver((13,))).redraws


def test_a_redraw_that_repeats_is_drawn_once_more() -> None:
    state = after(begun(), Deliver((7, 7, 9)), Deliver((9,)))

    assert 1 == state.redraws
    assert (7, 9) == state.out


def test_spare_numbers_are_not_used_and_told() -> None:
    dealt = decide(begun(), Deliver((7, 9, 7, 20, 30)))

    assert [event for event in dealt if isinstance(event, Rejected)] == [
        Rejected(7, Rejection.DUPLICATE),
        Rejected(30, Rejection.UNUSED),
    ]
    assert not any(isinstance(event, Redraw) for event in dealt)


def test_a_continuous_shoe_takes_what_comes() -> None:
    under = changed("aquatique")
    opened = after(NO_ROUND, Open(1, under, "", "house", "scripted"))
    state = after(opened, Stake(ANNA, 1000, "MM"), Deal(ANNA), Deliver((40, 40, 40)))

    assert state.out is None
    assert ("numbers_not_wanted", {"wanted": 1, "given": 2}) == refused(
        after(state, Hit(ANNA)), Deliver((1, 2))
    )


def test_one_pack_that_runs_out_is_shuffled_and_dealing_goes_on() -> None:
    """Reading 17."""
    state = begun(out=tuple(range(1, 51)))

    dealt = decide(state, Deliver((51, 52, 51)))

    assert Reshuffled(Shuffling.RAN_OUT) == dealt[2]
    assert dealt[3].number == 51 if isinstance(dealt[3], BoxDealt) else False
    assert (51,) == fold(state, dealt).out


def test_the_neutral_card_ends_the_shoe_with_its_round() -> None:
    """The round in which it comes is played to its end."""
    first = after(begun(CUT), Deliver((1, 60, 61)), Stand(ANNA), Deliver((50,)))
    assert first.closed
    assert (1, 60, 61, 50) == first.out

    out = shoe.carried(first, CUT)
    opening = decide(first, Open(2, CUT, "", "house", "scripted", out or ()))

    assert isinstance(opening[0], Opened)
    assert first.out == opening[0].out
    assert Reshuffled(Shuffling.CUT_CARD) == opening[1]
    assert () == fold(first, opening).out


@pytest.mark.parametrize(
    "other", ["cut_card_after=4 packs=5", "shoe=round cut_card_after=null"], ids=str
)
def test_another_shoe_begins_with_nothing_out(other: str) -> None:
    first = after(begun(CUT), Deliver((1, 60, 61)))
    fields = dict(each.split("=") for each in other.split())

    assert () == shoe.carried(first, changed("vegas_red", **fields))
    assert shoe.carried(first, changed("casino")) is None


@pytest.mark.parametrize("out", [0, 1, 100, 200, 300, 310, 312])
@pytest.mark.parametrize("owed", [1, 3, 15])
def test_spare_numbers_are_more_the_emptier_the_shoe(out: int, owed: int) -> None:
    """What is asked for follows from the shoe alone."""
    lying = Round(rules=CUT, out=tuple(range(1, out + 1)))

    assert shoe.spares(lying, owed) >= (2 if out < 300 else owed)
    assert shoe.spares(lying, owed) >= shoe.spares(Round(rules=CUT, out=()), owed)
    assert 0 == shoe.spares(Round(rules=CUT, out=None), owed)
