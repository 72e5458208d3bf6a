"""Which event moves what: from, to, how much, and under which key."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.commands import By
from bot.engine.events import (
    Backed,
    BankPassed,
    BustStaked,
    Doubled,
    Event,
    Followed,
    Funded,
    HandSplit,
    Insured,
    Outcome,
    Passing,
    Reason,
    Settled,
    Staked,
    Withdrawn,
)
from bot.ledger.postings import Posting, Transfer, of_debit, of_deposit, of_event, of_reversal
from tests.store.bodies import EVENT

MONEY = {Staked, Backed, BustStaked, Insured, HandSplit, Doubled, Followed, Withdrawn, Settled}
OPENS = ("hold:7-2", "player:5")


def settled(
    stake: int, returned: int, reason: Reason = Reason.HIGHER, outcome: Outcome = Outcome.WON
) -> Settled:
    return Settled("7-2", 3, 1, 5, "MM", stake, returned, outcome, reason)


def test_a_deposit_comes_from_outside() -> None:
    posting = of_deposit(key="deposit:9", guild=4, account=5, asset="Jetons", amount=250)

    moved = Transfer("outside:4", "player:5", "Jetons", 250)
    assert Posting("deposit:9", "deposit", (moved,)) == posting


def test_a_debit_goes_outside() -> None:
    posting = of_debit(key="debit:9", guild=4, account=5, asset="MM", amount=250)

    moved = Transfer("player:5", "outside:4", "MM", 250)
    assert Posting("debit:9", "debit", (moved,)) == posting


def test_a_reversal_is_the_opposite_and_has_one_key() -> None:
    moved = Transfer("outside:4", "player:5", "Jetons", 250)
    posting = of_reversal(88, (moved,))

    back = Transfer("player:5", "outside:4", "Jetons", 250)
    assert Posting("reversal:88", "reversal", (back,)) == posting
    assert (moved,) == of_reversal(89, posting.transfers).transfers


def test_a_stake_fills_a_hold_of_its_own() -> None:
    posting = of_event(Staked("7-2", 3, 1, 5, "MM", 1000), guild=4)

    moved = Transfer("player:5", "hold:7-2", "MM", 1000)
    assert Posting("stake:7-2", "stake", (moved,), opens=OPENS) == posting


def test_a_double_adds_to_the_hold() -> None:
    posting = of_event(Doubled(3, 1, 5, By.PLAYER, "7-2", "MM", 1000), guild=4)

    moved = Transfer("player:5", "hold:7-2", "MM", 1000)
    assert Posting("double:7-2", "double", (moved,)) == posting


def test_what_is_taken_back_comes_from_the_hold() -> None:
    posting = of_event(Withdrawn("7-2", 3, 5, "MM", 1000), guild=4)

    moved = Transfer("hold:7-2", "player:5", "MM", 1000)
    assert Posting("empty:7-2", "withdrawal", (moved,)) == posting


@pytest.mark.parametrize(
    ("event", "reason", "rows"),
    [
        (
            settled(1000, 2500, Reason.BLACKJACK),
            "settlement:blackjack",
            [("hold:7-2", "player:5", 1000), ("house:4", "player:5", 1500)],
        ),
        (
            settled(1000, 1000, Reason.EQUAL, Outcome.PUSH),
            "settlement:equal",
            [("hold:7-2", "player:5", 1000)],
        ),
        (
            settled(1000, 0, Reason.LOWER, Outcome.LOST),
            "settlement:lower",
            [("hold:7-2", "house:4", 1000)],
        ),
        (
            settled(1000, 500, Reason.LOWER, Outcome.LOST),
            "settlement:lower",
            [("hold:7-2", "player:5", 500), ("hold:7-2", "house:4", 500)],
        ),
    ],
)
def test_a_settlement_pays_from_the_hold_and_then_from_the_house(
    event: Settled, reason: str, rows: list[tuple[str, str, int]]
) -> None:
    moved = tuple(Transfer(source, target, "MM", amount) for source, target, amount in rows)
    assert Posting("empty:7-2", reason, moved) == of_event(event, guild=4)


@given(st.integers(1, 10**12), st.integers(0, 10**14))
def test_a_settlement_empties_the_hold_and_pays_what_was_returned(
    stake: int, returned: int
) -> None:
    posting = of_event(settled(stake, returned), guild=4)

    assert posting is not None
    change = {"hold:7-2": 0, "player:5": 0, "house:4": 0}
    for moved in posting.transfers:
        assert moved.amount > 0
        change[moved.source] -= moved.amount
        change[moved.target] += moved.amount
    assert {"hold:7-2": -stake, "player:5": returned, "house:4": stake - returned} == change


def test_a_players_bank_is_a_hold_of_his_that_pays_and_wins() -> None:
    bank = "hold:bank-2-9"

    funded = of_event(Funded(9, "MM", 5000), guild=4, bank=bank, key="7-2")
    lost = of_event(settled(1000, 2500), guild=4, bank=bank)
    passed = of_event(BankPassed(9, "MM", 3500, 5, Passing.ROTATES), guild=4, bank=bank, key="7-8")
    broken = of_event(BankPassed(9, "MM", 0, 0, Passing.BROKEN), guild=4, bank=bank, key="7-8")

    took = (Transfer("player:9", bank, "MM", 5000),)
    assert Posting("bank:7-2", "bank", took, opens=(bank, "player:9")) == funded
    assert lost
    assert Transfer(bank, "player:5", "MM", 1500) in lost.transfers
    back = (Transfer(bank, "player:9", "MM", 3500),)
    assert Posting("bank:7-8", "bank:rotates", back) == passed
    assert broken is None


def test_what_empties_a_hold_does_so_under_one_key() -> None:
    emptying = (settled(1000, 0), settled(1000, 2000), Withdrawn("7-2", 3, 5, "MM", 1000))

    postings = [of_event(event, guild=4) for event in emptying]
    assert {"empty:7-2"} == {posting.key for posting in postings if posting}


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_no_other_event_moves_money(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(EVENT[kind])
    posting = of_event(event, guild=4, bank="hold:bank-1-5", key="7-9")

    moves = isinstance(event, Funded | BankPassed) and event.amount != 0
    assert (kind in MONEY or moves) == (posting is not None)
