"""Moves: whose hand it is, which box is meant, and when nobody may move."""

from __future__ import annotations

import pytest

from bot.engine.commands import By, Deal, Double, Hit, Move, Stake, Stand
from bot.engine.events import CardAsked, Doubled, Event, Stood
from bot.engine.round import decide
from bot.engine.state import NO_ROUND, Round
from bot.errors import RuleViolation
from tests.engine.script import (
    ANNA,
    BERT,
    CARL,
    TEN_MM,
    after,
    cards,
    closed_bets,
    dealt,
    opened,
    rules,
)

MOVES: tuple[type[Move], ...] = (Hit, Stand, Double)
every_move = pytest.mark.parametrize("move", MOVES, ids=lambda move: move.__name__)


def refused(state: Round, command: Move) -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleViolation) as caught:
        decide(state, command)
    return caught.value.refusal.value, caught.value.data


def three_boxes() -> Round:
    """Anna has box 1 and 3, Bert has box 2; all are open."""
    state = opened()
    for player, box in ((ANNA, 1), (BERT, 2), (ANNA, 3)):
        state = after(state, Stake(player, TEN_MM, "MM", box))
    return after(state, Deal(ANNA), cards("2 3 4 10 5 6 7"))


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (Hit(BERT), CardAsked(2, 1, BERT, By.PLAYER)),
        (Stand(BERT, 2), Stood(2, 1, BERT, By.PLAYER)),
        (Double(BERT), Doubled(2, 1, BERT, By.PLAYER, "1-2", "MM", TEN_MM)),
        (Hit(ANNA, 3, By.PLAN), CardAsked(3, 1, ANNA, By.PLAN)),
        (Stand(ANNA, 1, By.DEADLINE), Stood(1, 1, ANNA, By.DEADLINE)),
    ],
)
def test_a_move_is_one_event_of_the_hand_that_is_meant(command: Move, event: Event) -> None:
    """Its cards and their consequences come later, from chance."""
    assert (event,) == decide(three_boxes(), command)


@every_move
def test_with_two_open_boxes_a_move_must_name_one(move: type[Move]) -> None:
    """words.md: every move may name the box; with two open boxes it must."""
    assert ("which_box", {"boxes": (1, 3)}) == refused(three_boxes(), move(ANNA))


@every_move
def test_with_one_box_still_open_it_need_not(move: type[Move]) -> None:
    state = after(three_boxes(), Stand(ANNA, 1))

    (event,) = decide(state, move(ANNA))
    assert isinstance(event, CardAsked | Stood | Doubled)
    assert 3 == event.box


@every_move
def test_a_strangers_box_is_not_his(move: type[Move]) -> None:
    """The owner alone decides."""
    assert ("not_your_box", {"box": 2, "owner": BERT}) == refused(three_boxes(), move(ANNA, 2))
    assert ("not_your_box", {"box": 2, "owner": BERT}) == refused(three_boxes(), move(CARL, 2))


@every_move
def test_who_has_no_open_hand_cannot_move(move: type[Move]) -> None:
    state = after(three_boxes(), Stand(BERT))

    assert ("no_open_hand", {}) == refused(state, move(CARL))
    assert ("no_open_hand", {"box": 2}) == refused(state, move(BERT))
    assert ("no_open_hand", {"box": 2}) == refused(state, move(BERT, 2))


@every_move
def test_an_empty_box_has_no_hand(move: type[Move]) -> None:
    assert ("box_empty", {"box": 4}) == refused(three_boxes(), move(ANNA, 4))


@every_move
@pytest.mark.parametrize("box", [0, 8, 99])
def test_a_box_that_the_table_does_not_have_is_named(move: type[Move], box: int) -> None:
    assert ("no_such_box", {"box": box, "seats": 7}) == refused(three_boxes(), move(ANNA, box))


@every_move
def test_outside_of_play_nobody_moves(move: type[Move]) -> None:
    over = after(closed_bets(TEN_MM), cards("A 9 K"))

    assert ("no_round", {}) == refused(NO_ROUND, move(ANNA))
    assert ("not_dealt_yet", {}) == refused(opened(), move(ANNA))
    assert ("waiting_for_cards", {"draws": 3}) == refused(closed_bets(TEN_MM), move(ANNA))
    assert ("no_round", {}) == refused(over, move(ANNA))


@every_move
def test_while_the_dealer_draws_nobody_moves(move: type[Move]) -> None:
    state = after(dealt("10 8", dealer="9"), Stand(ANNA))

    assert ("waiting_for_cards", {"draws": 1}) == refused(state, move(ANNA))


@pytest.mark.parametrize(
    ("double", "letters", "code", "data"),
    [
        ("null", "6 5", "double_not_offered", {}),
        ("hard_9_11", "10 2", "double_only_on_9_to_11", {"total": 12}),
        ("hard_9_11", "A 8", "double_only_on_9_to_11", {"total": 19}),
    ],
)
def test_what_cannot_be_doubled(
    double: str, letters: str, code: str, data: dict[str, object]
) -> None:
    state = dealt(letters, dealer="6", under=rules(double=double))

    assert (code, data) == refused(state, Double(ANNA))
