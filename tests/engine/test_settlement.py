"""Every settled hand of the reference for ``aquatique``, through ``payout`` and at the table.

Test ids name the documents that demand the result, and what it is.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.engine.commands import Double, Hit, Stand
from bot.engine.events import Outcome, Reason
from bot.engine.payout import compare, returned
from bot.engine.presets import AQUATIQUE
from bot.engine.rules import RuleSet
from bot.engine.state import Round
from bot.engine.verdict import Verdict, judge
from bot.engine.wants import wants
from tests.engine.script import ANNA, BERT, after, cards, closed_bets, hand, rules

Row = dict[str, Any]

ROWS: Final[list[Row]] = [
    row
    for row in json.loads(
        (Path(__file__).parents[1] / "data" / "settlement_cases.json").read_text(encoding="utf-8")
    )
    if row["input"]["rules"] == {"preset": "aquatique"}
]
WITH_A_SECOND_BOX: Final = {15, 19, 23, 25, 27}
"""Where reading 12 would leave the dealer without these cards."""


def name(row: Row) -> str:
    return f"{'+'.join(dict.fromkeys(row['source']))} {row['id']}: {row['title']}"


every_row = pytest.mark.parametrize("row", ROWS, ids=name)


def test_no_row_is_lost() -> None:
    assert [1, 3, 5, 11, 15, 17, 19, 21, 23, 25, 27, 31, 33] == [row["id"] for row in ROWS]


@every_row
def test_through_payout(row: Row) -> None:
    box = row["input"]["box"]
    (final,) = box["hands"]
    stake = box["stake"] * (2 if final["doubled"] else 1)
    verdict = judge(hand(" ".join(final["cards"])), doubled=final["doubled"], rules=AQUATIQUE)

    outcome, reason = settled(verdict, " ".join(final["cards"]), " ".join(box["dealer"]))

    assert row["expected"]["main"] == returned(stake, outcome, reason, AQUATIQUE) - stake


def settled(verdict: Verdict, own: str, dealer: str) -> tuple[Outcome, Reason]:
    match verdict:
        case Verdict.BUST:
            return Outcome.LOST, Reason.PLAYER_BUST
        case Verdict.TRIPLE_SEVEN:
            return Outcome.WON, Reason.TRIPLE_SEVEN
        case Verdict.FIVE_CARDS:
            return Outcome.WON, Reason.FIVE_CARDS
        case Verdict.OPEN | Verdict.STANDS | Verdict.BLACKJACK:
            return compare(hand(own), hand(dealer), AQUATIQUE)


@every_row
def test_at_the_table(row: Row) -> None:
    box = row["input"]["box"]
    (final,) = box["hands"]
    second = row["id"] in WITH_A_SECOND_BOX

    state = played(box["stake"], final, box["dealer"], second=second)

    played_hand = state.boxes[0].hands[0]
    assert played_hand.returned is not None
    assert row["expected"]["main"] == played_hand.returned - played_hand.stake
    assert final["cards"] == [card.rank.value for card in played_hand.cards]
    assert box["dealer"] == [card.rank.value for card in state.dealer]


def played(stake: int, final: Row, dealer: list[str], *, second: bool) -> Round:
    """Play the row's hand, and where needed a standing twenty beside it."""
    stakes = (stake, stake) if second else (stake,)
    pending = {0: list(dealer), 1: list(final["cards"]), 2: ["10", "K"]}
    state = dealt_from(pending, closed_bets(*stakes, under=limits_for(stake)))
    if final["doubled"]:
        state = dealt_from(pending, after(state, Double(ANNA)))
    while pending[1]:
        state = dealt_from(pending, after(state, Hit(ANNA)))
    for player in (ANNA, BERT):
        if any(turn.player == player for turn in wants(state).turns):
            state = dealt_from(pending, after(state, Stand(player)))
    assert state.closed
    return state


def dealt_from(pending: dict[int, list[str]], state: Round) -> Round:
    """Answer what is owed, each slot from its own pile (box 0 is the dealer)."""
    while slots := wants(state).draws:
        state = after(state, cards(" ".join(pending[slot.box].pop(0) for slot in slots)))
    return state


def limits_for(stake: int) -> RuleSet:
    """``aquatique`` with limits that let the row's stake pass."""
    units = stake // 100
    return replace(
        AQUATIQUE,
        min_stake=min(AQUATIQUE.min_stake, units),
        max_stake=max(AQUATIQUE.max_stake, units),
    )


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] in WITH_A_SECOND_BOX], ids=name)
def test_alone_these_rows_leave_the_dealer_with_one_card(row: Row) -> None:
    """Reading 12, and the reason for the second box."""
    box = row["input"]["box"]

    state = played(box["stake"], box["hands"][0], box["dealer"], second=False)

    assert 1 == len(state.dealer)


# ── the one place that rounds ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("stake", "pays", "back"),
    [(1100, "3:2", 2750), (1000, "6:5", 2200), (1100, "7:3", 3666), (100, "1:3", 133)],
)
def test_winnings_are_rounded_down_to_a_hundredth(stake: int, pays: str, back: int) -> None:
    """Reading 1: 3:2 on 11 is 16.50; if a half hundredth appears, winnings are rounded down."""
    under = rules(blackjack_pays=pays)

    assert back == returned(stake, Outcome.WON, Reason.BLACKJACK, under)


@pytest.mark.parametrize("reason", Reason)
def test_a_push_returns_the_stake_and_a_loss_nothing(reason: Reason) -> None:
    assert 1234 == returned(1234, Outcome.PUSH, reason, AQUATIQUE)
    assert 0 == returned(1234, Outcome.LOST, reason, AQUATIQUE)


@pytest.mark.parametrize(
    "reason", [Reason.HIGHER, Reason.DEALER_BUST], ids=lambda reason: reason.value
)
def test_an_ordinary_win_pays_one_to_one(reason: Reason) -> None:
    assert 2468 == returned(1234, Outcome.WON, reason, AQUATIQUE)
