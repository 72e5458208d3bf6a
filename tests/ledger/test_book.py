"""The book: floors, caps, keys, and nothing out of nothing."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.commands import By
from bot.engine.events import Doubled, Outcome, Reason, Settled, Staked, Withdrawn
from bot.errors import Conflict, InsufficientFunds, LedgerError
from bot.ledger import book
from bot.ledger.money import CAP
from bot.ledger.postings import Posting, Transfer, of_event
from tests.ledger.books import (
    ANNA,
    BERT,
    GUILD,
    HOLD,
    HOUSE,
    OUTSIDE,
    balances,
    counts,
    move,
    open_book,
    post,
)

STAKED = Staked("1-2", 1, 1, 1, "MM", 1000)
WITHDRAWN = Withdrawn("1-2", 1, 1, "MM", 1000)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with open_book(tmp_path) as opened:
        move(opened, OUTSIDE, ANNA, 2000)
        yield opened


def happen(connection: sqlite3.Connection, *events: Staked | Doubled | Withdrawn | Settled) -> None:
    for event in events:
        posting = of_event(event, guild=GUILD)

        assert posting is not None
        post(connection, posting)


def settled(returned: int, stake: int = 1000) -> Settled:
    return Settled("1-2", 1, 1, 1, "MM", stake, returned, Outcome.WON, Reason.HIGHER)


# ── looking up ───────────────────────────────────────────────────────────────────────────────────


def test_a_posting_is_found_by_its_number_and_by_its_key(connection: sqlite3.Connection) -> None:
    moved = Transfer(OUTSIDE, ANNA, "MM", 2000)

    assert ("move:0", GUILD, (moved,)) == book.written(connection, 1)
    assert book.written(connection, 2) is None
    assert (1, None) == (book.number_of(connection, "move:0"), book.number_of(connection, "x"))


def test_the_same_posting_again_has_the_same_number(connection: sqlite3.Connection) -> None:
    posting = Posting("again", "test", (Transfer(OUTSIDE, BERT, "MM", 5),))
    numbers = [
        book.post(connection, posting, guild=GUILD, entry=1, actor="test", at="") for _ in range(2)
    ]

    assert [2, 2] == numbers


# ── floors and caps ──────────────────────────────────────────────────────────────────────────────


def test_what_is_missing_is_told_exactly_and_nothing_is_booked(
    connection: sqlite3.Connection,
) -> None:
    before = balances(connection), counts(connection)
    with pytest.raises(InsufficientFunds) as caught:
        move(connection, ANNA, HOUSE, 5000)

    expected = (ANNA, "MM", 3000, 2000)
    error = caught.value
    assert expected == (error.account, error.asset, error.missing, error.available)
    assert before == (balances(connection), counts(connection))


def test_who_has_nothing_at_all_hears_it_too(connection: sqlite3.Connection) -> None:
    with pytest.raises(InsufficientFunds) as caught:
        move(connection, BERT, HOUSE, 1, asset="Jetons")

    assert (1, 0) == (caught.value.missing, caught.value.available)


def test_everything_may_go_but_not_more(connection: sqlite3.Connection) -> None:
    move(connection, ANNA, HOUSE, 2000)

    assert 0 == book.balance(connection, ANNA, "MM")
    with pytest.raises(InsufficientFunds):
        move(connection, ANNA, HOUSE, 1)


@pytest.mark.parametrize("name", [OUTSIDE, HOUSE])
def test_the_world_and_the_house_may_owe(connection: sqlite3.Connection, name: str) -> None:
    move(connection, name, BERT, 10**9)

    assert book.balance(connection, name, "MM") < 0


@pytest.mark.parametrize("name", [BERT, HOLD])
def test_players_and_bets_may_not_owe(connection: sqlite3.Connection, name: str) -> None:
    with pytest.raises(InsufficientFunds):
        move(connection, name, HOUSE, 1)


def test_a_posting_whose_second_half_fails_leaves_nothing(connection: sqlite3.Connection) -> None:
    before = balances(connection), counts(connection)
    halves = (Transfer(ANNA, BERT, "MM", 1500), Transfer(ANNA, HOUSE, "MM", 501))
    with pytest.raises(InsufficientFunds) as caught:
        post(connection, Posting("two", "test", halves))

    assert (1, 500) == (caught.value.missing, caught.value.available)
    assert before == (balances(connection), counts(connection))


@pytest.mark.parametrize("amount", [CAP + 1, 0, -1])
def test_an_amount_is_more_than_zero_and_below_the_cap(
    connection: sqlite3.Connection, amount: int
) -> None:
    with pytest.raises(LedgerError):
        move(connection, OUTSIDE, ANNA, amount)


def test_no_balance_grows_out_of_64_bits(connection: sqlite3.Connection) -> None:
    post(connection, Posting("much", "test", (Transfer(HOUSE, BERT, "MM", CAP),) * 1000))
    with pytest.raises(LedgerError):
        move(connection, HOUSE, BERT, 1)

    assert 10**18 == book.balance(connection, BERT, "MM")


@pytest.mark.parametrize(("target", "asset"), [("player:99", "MM"), (BERT, "Taler"), (ANNA, "MM")])
def test_nothing_goes_to_nobody_nor_in_foreign_coin_nor_in_a_circle(
    connection: sqlite3.Connection, target: str, asset: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        move(connection, ANNA, target, 1, asset=asset)


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_request_again_changes_nothing(connection: sqlite3.Connection) -> None:
    posting = Posting("once", "test", (Transfer(ANNA, BERT, "MM", 500),))
    post(connection, posting)
    before = balances(connection), counts(connection)
    post(connection, posting)

    assert before == (balances(connection), counts(connection))


@pytest.mark.parametrize(
    "other",
    [
        Posting("once", "test", (Transfer(ANNA, BERT, "MM", 501),)),
        Posting("once", "test", (Transfer(ANNA, HOUSE, "MM", 500),)),
        Posting("once", "another", (Transfer(ANNA, BERT, "MM", 500),)),
        Posting("once", "test", ()),
    ],
)
def test_another_request_under_a_used_key_is_a_conflict(
    connection: sqlite3.Connection, other: Posting
) -> None:
    post(connection, Posting("once", "test", (Transfer(ANNA, BERT, "MM", 500),)))
    before = balances(connection), counts(connection)
    with pytest.raises(Conflict) as caught:
        post(connection, other)

    assert "once" == caught.value.key
    assert before == (balances(connection), counts(connection))


def test_a_hold_is_emptied_once(connection: sqlite3.Connection) -> None:
    happen(connection, STAKED, settled(2000))
    before = balances(connection), counts(connection)
    happen(connection, settled(2000))
    for again in (settled(1500), settled(0), WITHDRAWN):
        with pytest.raises(Conflict):
            happen(connection, again)

    assert before == (balances(connection), counts(connection))


def test_a_hold_pays_no_more_than_lies_there(connection: sqlite3.Connection) -> None:
    happen(connection, STAKED)
    with pytest.raises(InsufficientFunds) as caught:
        happen(connection, settled(3000, stake=1500))

    assert ("hold:1-2", 500) == (caught.value.account, caught.value.missing)


# ── the way of a bet ─────────────────────────────────────────────────────────────────────────────


def test_a_bet_is_bound_doubled_and_paid(connection: sqlite3.Connection) -> None:
    def purse() -> tuple[int, int]:
        return book.balance(connection, ANNA, "MM"), book.held(connection, ANNA, "MM")

    happen(connection, STAKED)
    assert (1000, 1000) == purse()

    happen(connection, Doubled(1, 1, 1, By.PLAYER, "1-2", "MM", 1000))
    assert (0, 2000) == purse()

    happen(connection, settled(4000, stake=2000))
    assert (4000, 0) == purse()
    assert -2000 == book.balance(connection, HOUSE, "MM")


def test_what_is_taken_back_is_free_again(connection: sqlite3.Connection) -> None:
    happen(connection, STAKED, WITHDRAWN)

    assert 2000 == book.balance(connection, ANNA, "MM")
    assert 0 == book.held(connection, ANNA, "MM")


def test_held_counts_the_owners_bets_in_that_asset_alone(connection: sqlite3.Connection) -> None:
    move(connection, OUTSIDE, BERT, 700, asset="Jetons")
    happen(connection, STAKED, Staked("1-3", 2, 1, 1, "MM", 500))
    happen(connection, Staked("1-4", 3, 1, 2, "Jetons", 700))

    assert 1500 == book.held(connection, ANNA, "MM")
    assert 0 == book.held(connection, ANNA, "Jetons")
    assert 0 == book.held(connection, BERT, "MM")
    assert 700 == book.held(connection, BERT, "Jetons")


# ── what is read ─────────────────────────────────────────────────────────────────────────────────


def test_all_funds_are_told_of_each_account(connection: sqlite3.Connection) -> None:
    happen(connection, STAKED)
    move(connection, OUTSIDE, BERT, 300, asset="Jetons")
    names = (OUTSIDE, HOUSE, ANNA, BERT)

    expected = [
        (OUTSIDE, "MM", -2000, 0),
        (OUTSIDE, "Jetons", -300, 0),
        (HOUSE, "MM", 0, 0),
        (ANNA, "MM", 1000, 1000),
        (BERT, "MM", 0, 0),
        (BERT, "Jetons", 300, 0),
    ]
    assert expected == [tuple(each) for each in book.all_funds(connection, names, ("MM", "Jetons"))]


def test_an_account_is_opened_once(connection: sqlite3.Connection) -> None:
    before = counts(connection)
    book.open_account(connection, ANNA, guild=GUILD)

    assert before == counts(connection)
    assert 2000 == book.balance(connection, ANNA, "MM")


# ── conservation ─────────────────────────────────────────────────────────────────────────────────

TRANSFER = st.builds(
    Transfer,
    st.sampled_from([OUTSIDE, HOUSE, ANNA, BERT, HOLD]),
    st.sampled_from([OUTSIDE, HOUSE, ANNA, BERT, HOLD]),
    st.sampled_from(["MM", "Jetons"]),
    st.integers(1, 50),
).filter(lambda transfer: transfer.source != transfer.target)
POSTINGS = st.lists(st.lists(TRANSFER, min_size=1, max_size=3), max_size=25)


def expected_after(
    before: Counter[tuple[str, str]], transfers: list[Transfer]
) -> Counter[tuple[str, str]] | int:
    """Balances as a child would reckon them, or what is missing."""
    after = before.copy()
    for moved in transfers:
        after[moved.source, moved.asset] -= moved.amount
        if moved.source not in {OUTSIDE, HOUSE} and after[moved.source, moved.asset] < 0:
            return -after[moved.source, moved.asset]
        after[moved.target, moved.asset] += moved.amount
    return after


@settings(max_examples=60)
@given(POSTINGS)
def test_money_comes_from_nowhere_and_goes_nowhere(postings: list[list[Transfer]]) -> None:
    reckoned: Counter[tuple[str, str]] = Counter()
    with TemporaryDirectory() as folder, open_book(Path(folder)) as connection:
        for number, transfers in enumerate(postings):
            expected = expected_after(reckoned, transfers)
            missing: int | None = None
            try:
                post(connection, Posting(str(number), "test", tuple(transfers)))
            except InsufficientFunds as error:
                missing = error.missing
            if isinstance(expected, Counter):
                reckoned = expected
            assert (None if isinstance(expected, Counter) else expected) == missing
            stored = balances(connection)
            assert +reckoned == +Counter(stored)
            assert -reckoned == -Counter(stored)
            for asset in ("MM", "Jetons"):
                assert 0 == sum(stored[key] for key in stored if key[1] == asset)
