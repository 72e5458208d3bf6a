"""Whether a player's bank can pay tells nothing of cards face down (readings 18 and 22)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import pytest

from bot.engine.commands import (
    Back,
    Command,
    Deal,
    Deliver,
    Double,
    Fund,
    Open,
    Split,
    Stake,
    Stand,
)
from bot.engine.events import Doubled
from bot.engine.moves import cover_beside
from bot.engine.payout import highest_odds
from bot.engine.round import decide
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.errors import RuleViolation
from tests.engine.script import ANNA, BERT, CARL, after, changed, hand, refused

DORA: Final = 4
SEVENS: Final = changed(
    "classic32",
    shoe="continuous",
    max_stake="20",
    double="any_two",
    triple_seven_pays="10:1",
    backing="true",
)
RAISES: Final = changed(
    "classic32",
    pack="52",
    values="casino",
    shoe="continuous",
    split="rank",
    max_hands="2",
    double="hard_9_11",
    triple_seven_pays="10:1",
)


def dealt(under: RuleSet, purse: int, *numbers: int) -> Round:
    """Anna's bank of so many units; bert's and carl's ten each, one behind carl where allowed."""
    opening = Open(1, under, "", str(ANNA), "scripted", purse=0, asset="MM")
    stakes: list[Command] = [Stake(BERT, 1000, "MM", 1), Stake(CARL, 1000, "MM", 2)]
    if under.backing:
        stakes.append(Back(DORA, 2, 100, "MM", follows=True))
    state = after(NO_ROUND, opening, Fund(ANNA, purse * 100, "MM"), *stakes, Deal(BERT))
    return after(state, Deliver(numbers))


def answer(state: Round, command: Command) -> object:
    """What everybody hears: a refusal with all it says, or what kinds of events."""
    try:
        return [type(event).__name__ for event in decide(state, command)]
    except RuleViolation as refused:
        return refused.refusal, dict(refused.data)


def every_second_card(
    under: RuleSet, purse: int, asked: Callable[[Round], object], *others: int
) -> list[object]:
    """What is answered for each second card of bert's."""
    first, carls, other = others
    highest = under.packs * under.pack
    heard = []
    for number in range(1, highest + 1):
        state = dealt(under, purse, first, carls, number, other)
        if state.boxes[0].hands[0].is_open:
            heard.append(asked(state))
    assert len(heard) > highest // 2
    return heard


@pytest.mark.parametrize("purse", [210, 219, 300, 310, 315, 320, 500])
def test_what_a_bank_can_pay_does_not_depend_on_anothers_hidden_cards(purse: int) -> None:
    """Bert has a seven; carl a jack and a king."""

    def asked(state: Round) -> object:
        state = after(state, Stand(BERT))
        return answer(state, Double(CARL)), cover_beside(state, Double(CARL))

    heard = every_second_card(SEVENS, purse, asked, 1, 5, 7)

    assert all(each == heard[0] for each in heard)


def test_three_sevens_are_paid_for_until_the_hand_cannot_be_them() -> None:
    state = after(dealt(SEVENS, 310, 1, 5, 2, 7), Stand(BERT))

    assert any(isinstance(event, Doubled) for event in decide(state, Double(CARL)))
    assert 0 == cover_beside(state, Double(CARL))
    short = after(dealt(SEVENS, 309, 1, 5, 2, 7), Stand(BERT))
    code, data = refused(short, Double(CARL))
    assert ("bank_cannot_cover", 900) == (code, data["maximum"])


@pytest.mark.parametrize("move", [Double(BERT), Split(BERT)])
@pytest.mark.parametrize("purse", [200, 299])
def test_a_bank_that_cannot_pay_tells_nothing_of_the_speakers_own_cards(
    move: Double | Split, purse: int
) -> None:
    """Neither what they could bring, nor whether they may be doubled or split: bert has a seven."""
    heard = every_second_card(RAISES, purse, lambda state: answer(state, move), 6, 10, 12)

    assert all(each == heard[0] for each in heard)
    assert "bank_cannot_cover" in str(heard[0])


def test_what_is_not_offered_is_said_before_what_the_bank_cannot_pay() -> None:
    state = dealt(
        changed("classic32", triple_seven_pays="10:1", shoe="continuous"), 200, 1, 5, 2, 7
    )

    assert "double_not_offered" == refused(state, Double(BERT))[0]
    assert "split_not_offered" == refused(state, Split(BERT))[0]


def test_what_cards_forbid_is_said_where_the_bank_can_pay() -> None:
    state = dealt(RAISES, 500, 6, 10, 12, 12)

    assert "double_only_on_9_to_11" == refused(state, Double(BERT))[0]
    assert "split_only_pairs" == refused(state, Split(BERT))[0]


def test_the_highest_odds_of_cards_that_nobody_sees() -> None:
    """A hand whose owner has the word has no 21; three cards that were not paid are no sevens."""
    rules = changed("casino", triple_seven_pays="10:1", two_aces_pay="4:1", blackjack_pays="5:1")

    def odds(
        letters: str = "", unseen: int = 0, *, split: bool = False, is_open: bool = False
    ) -> Fraction:
        return highest_odds(rules, hand(letters), unseen=unseen, split=split, is_open=is_open)

    assert 10 == odds() == odds(unseen=2) == odds("7", 1, split=True)
    assert 1 == odds(unseen=3) == odds("8", 2) == odds("8", 1, split=True, is_open=True)
    assert [5, 4, 1] == [odds("8", 1), odds("8", 1, split=True), odds("8", 1, is_open=True)]
