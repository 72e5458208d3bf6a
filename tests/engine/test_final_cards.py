"""What was paid follows from the final cards, whatever happened on the way to them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import payout
from bot.engine.events import Outcome, Reason
from bot.engine.rules import RuleSet
from bot.engine.state import Beside, Hand, Round
from bot.engine.verdict import Verdict, judge
from tests.engine.evenings import even_money, evenings, history
from tests.engine.served import SERVED


def test_the_presets_that_are_played_are_among_them() -> None:
    assert {"aquatique", "casino", "vegas_red", "casino_9_11", "german"} <= SERVED.keys()


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


@pytest.mark.parametrize("preset", SERVED)
@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_was_paid_follows_from_the_final_cards(preset: str, data: st.DataObject) -> None:
    under: st.SearchStrategy[RuleSet] = st.just(SERVED[preset])
    state, events = history(data.draw(evenings(under)))
    if not state.closed:
        return
    at_once, expected = even_money(events), returned(state)

    for bet, stake, back in paid(state):
        assert back == (2 * stake if bet in at_once else expected[bet])
