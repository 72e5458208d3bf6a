"""What was paid follows from the final cards, whatever happened on the way to them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import payout
from bot.engine.events import Outcome, Reason
from bot.engine.presets import PRESETS
from bot.engine.state import Beside, Hand, Round
from bot.engine.verdict import Verdict, judge
from tests.engine.any_rules import Evening
from tests.engine.evenings import even_money


def result(hand: Hand, state: Round) -> tuple[Outcome, Reason]:
    """By the cards of the hand and of the dealer."""
    rules = state.rules
    verdict = judge(
        hand.cards, doubled=hand.doubled, rules=rules, split=hand.split, hands=rules.max_hands
    )
    match verdict:
        case Verdict.BUST:
            return Outcome.LOST, Reason.PLAYER_BUST
        case Verdict.TRIPLE_SEVEN:
            return Outcome.WON, Reason.TRIPLE_SEVEN
        case Verdict.FIVE_CARDS:
            return Outcome.WON, Reason.FIVE_CARDS
        case _:
            return payout.compare(hand.cards, state.dealer, rules, split=hand.split)


def returned(state: Round) -> dict[str, int]:
    """What goes back of every bet, in hundredths; none was paid before its time."""
    rules, found = state.rules, dict[str, int]()
    for box in state.boxes:
        for hand in box.hands:
            behind = state.beside_of(Beside.BACKING, box=box.number, hand=hand.number)
            for bet, stake in ((hand.bet, hand.stake), *((s.bet, s.stake) for s in behind)):
                found[bet] = payout.returned(stake, *result(hand, state), rules)
    for side in state.beside:
        if side.kind is Beside.INSURANCE:
            won = payout.insurance(state.dealer, rules)
            found[side.bet] = payout.returned(side.stake, *won, rules)
        if side.kind is Beside.BUST:
            won = payout.bust_bet(state.dealer, rules)
            found[side.bet] = payout.returned(side.stake, *won, rules)
    return found


def paid(state: Round) -> Iterator[tuple[str, int, int | None]]:
    """Every bet with its stake and what went back, as they stand in the round."""
    for box in state.boxes:
        for hand in box.hands:
            yield hand.bet, hand.stake, hand.returned
    for side in state.beside:
        yield side.bet, side.stake, side.returned


@pytest.mark.parametrize("preset", PRESETS)
@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_was_paid_follows_from_the_final_cards(preset: str, seed: int) -> None:
    evening = Evening(PRESETS[preset], Random(seed))
    for _ in range(3):
        evening.round()
    at_once = even_money(evening.events)
    for state in evening.states:
        expected = returned(state) if state.closed else {}
        for bet, stake, back in paid(state) if state.closed else ():
            assert back == (2 * stake if bet in at_once else expected[bet])
