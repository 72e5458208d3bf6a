"""Staff books for members: credits, debits, reversals; who is meant, and what is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.ledger import accounts, book
from bot.ledger.money import CAP
from bot.ledger.postings import of_deposit
from bot.refusals import Refusal
from bot.store.codec import read_as
from bot.store.entries import Message
from bot.store.of_money import Debit, Deposit, Reversal
from bot.table.booked import Booked
from bot.table.heard import Member
from bot.table.house import Bank
from bot.table.replies import Balance, Done, Fact, Refused
from bot.table.requests import Book, Booking, Request, Reverse, ShowBalance
from tests.tables import HOUSE, Table, of_kind, open_table, stake

ANNA, BERT, CARL, TWIN = (
    Member(identity, name, by_name=True)
    for identity, name in (("anna", "anna"), ("bert", "bert"), ("101", "Carl"), ("303", "bert"))
)
ROBOT = Member("404", "beep", is_bot=True, by_name=True)
MEANT = (ANNA, BERT, CARL, ROBOT)


def credit(units: int, member: str = "@anna", *, asset: str = "MM", reason: str = "gift") -> Book:
    return Book(Booking.CREDIT, member, units * 100, asset, reason, "credit @anna 500 reason")


def debit(units: int, member: str = "@anna", *, reason: str = "paid out") -> Book:
    return Book(Booking.DEBIT, member, units * 100, "MM", reason, "debit @anna 500 reason")


def reverse(booking: int | None, reason: str = "a mistake") -> Reverse:
    return Reverse(booking, reason, "reverse 88 reason")


async def staff(table: Table, request: Request, meant: tuple[Member, ...] = MEANT) -> list[Fact]:
    return await table.hear("karl", request, staff=True, meant=meant)


async def booked(table: Table, request: Request) -> Booked:
    fact, done = await staff(table, request)
    assert isinstance(fact, Booked)
    assert Done() == done
    return fact


async def code(table: Table, request: Request, meant: tuple[Member, ...] = MEANT) -> Refusal:
    (refusal,) = of_kind(Refused, await staff(table, request, meant))
    return refusal.code


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with open_table(tmp_path) as opened:
        yield opened
        assert (await opened.audit()).ok


# ── what is booked ───────────────────────────────────────────────────────────────────────────────


async def test_a_credit_opens_an_account_and_says_everything(table: Table) -> None:
    fact = await booked(table, credit(500))
    *_, said, entry = await table.entries()
    message, deposit = read_as(Message, said.body), read_as(Deposit, entry.body)

    expected = Booked(
        kind=Booking.CREDIT, number=1, player="anna", member="anna", asset="MM",
        amount=Decimal("500.00"), net=Decimal("500.00"), balance=Decimal("500.00"),
        reason="gift", actor="karl",
    )  # fmt: skip
    assert expected == fact
    assert (None, ()) == (message.refused, message.commands)
    assert said.position == deposit.cause
    assert accounts.player(message.account) == deposit.actor
    assert ("gift", 50_000) == (deposit.reason, deposit.amount)
    assert {"anna": (50_000, 0), "karl": (0, 0)}.items() <= (await table.purses()).items()


async def test_a_debit_goes_outside_and_a_reversal_brings_it_back(table: Table) -> None:
    await booked(table, credit(500))
    taken = await booked(table, debit(120))
    back = await booked(table, reverse(taken.number))
    entries = await table.entries()

    assert (2, Decimal(-120), Decimal(380)) == (taken.number, taken.net, taken.balance)
    assert (3, 2, Decimal(120), Decimal(500)) == (
        back.number, back.reverses, back.net, back.balance,
    )  # fmt: skip
    assert (Booking.REVERSAL, "anna", "anna") == (back.kind, back.player, back.member)
    assert "paid out" == read_as(Debit, entries[-3].body).reason
    undone = read_as(Reversal, entries[-1].body)
    assert (2, "a mistake") == (undone.posting, undone.reason)
    assert -50_000 == (await table.purses())["outside"][0]


async def test_a_message_books_once(table: Table) -> None:
    for _ in range(2):
        await table.hear("karl", credit(5), staff=True, meant=MEANT, message="m1")

    assert (500, 0) == (await table.purses())["anna"]


async def test_chips_are_booked_apart(table: Table) -> None:
    await booked(table, credit(5, asset="Jetons"))

    assert Refusal.ACCOUNT_TOO_LOW == await code(table, debit(1))


async def test_a_deposit_at_the_start_can_be_reversed(table: Table) -> None:
    await table.credit(bert=20)

    assert Decimal(0) == (await booked(table, reverse(1))).balance


# ── who is meant ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("token", ["@carl", "carl", "CARL", "@Carl", "<@101>", "<@!101>"], ids=str)
async def test_a_member_is_named_or_mentioned(table: Table, token: str) -> None:
    assert "101" == (await booked(table, credit(1, token))).member


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("@ann", Refusal.NO_SUCH_MEMBER),
        ("101", Refusal.NO_SUCH_MEMBER),
        ("<@999>", Refusal.NO_SUCH_MEMBER),
        ("<@&101>", Refusal.NO_SUCH_MEMBER),
        ("<#101>", Refusal.NO_SUCH_MEMBER),
        ("@everyone", Refusal.NO_SUCH_MEMBER),
        ("@HERE", Refusal.NO_SUCH_MEMBER),
        ("@", Refusal.NO_SUCH_MEMBER),
        ("@beep", Refusal.MEMBER_IS_BOT),
        ("<@404>", Refusal.MEMBER_IS_BOT),
    ],
)
async def test_nobody_or_a_bot_is_meant(table: Table, token: str, expected: Refusal) -> None:
    assert expected == await code(table, credit(1, token))


async def test_of_two_of_one_name_only_a_mention_tells_which(table: Table) -> None:
    meant = (BERT, TWIN, TWIN)

    assert Refusal.NO_SUCH_MEMBER == await code(table, credit(1, "@bert"), meant)
    (fact,) = of_kind(Booked, await staff(table, credit(1, "<@303>"), meant))
    assert "303" == fact.member


@pytest.mark.parametrize(("name", "token"), [("everyone", "@everyone"), ("<@&5>", "<@&5>")])
async def test_a_name_cannot_pretend_to_be_everybody(table: Table, name: str, token: str) -> None:
    meant = (Member("7", name, by_name=True),)

    assert Refusal.NO_SUCH_MEMBER == await code(table, credit(1, token), meant)


@pytest.mark.parametrize("token", ["anna", "@anna", "ANNA"])
async def test_where_names_are_not_enough_only_a_mention_tells(table: Table, token: str) -> None:
    meant = (Member("7", "anna"),)

    assert Refusal.NO_SUCH_MEMBER == await code(table, credit(1, token), meant)
    (fact,) = of_kind(Booked, await staff(table, credit(1, "<@7>"), meant))
    assert "7" == fact.member


# ── what is refused ──────────────────────────────────────────────────────────────────────────────


REFUSED: list[tuple[Request, Refusal]] = [
    (credit(0), Refusal.BOOKING_AMOUNT),
    (credit(CAP // 100 + 1), Refusal.BOOKING_AMOUNT),
    (credit(5, reason=""), Refusal.REASON_MISSING),
    (replace(credit(5), amount=None), Refusal.BOOKING_INCOMPLETE),
    (credit(5, ""), Refusal.BOOKING_INCOMPLETE),
    (debit(11), Refusal.ACCOUNT_TOO_LOW),
    (debit(1, "@bert"), Refusal.ACCOUNT_TOO_LOW),
    (reverse(None), Refusal.BOOKING_INCOMPLETE),
    (reverse(1, ""), Refusal.REASON_MISSING),
    (reverse(0), Refusal.NO_SUCH_BOOKING),
    (reverse(10**15), Refusal.NO_SUCH_BOOKING),
    (reverse(2), Refusal.ALREADY_REVERSED),
    (reverse(3), Refusal.NOT_REVERSIBLE),
    (reverse(4), Refusal.NOT_REVERSIBLE),
    (reverse(1), Refusal.ACCOUNT_TOO_LOW),
]


async def prepare(table: Table) -> None:
    """Anna has 10, and 30 on the table; booking 2 is undone by 3, and 4 is her stake."""
    await booked(table, credit(40))
    await booked(table, credit(2))
    await booked(table, reverse(2))
    await table.hear("anna", stake(30))


@pytest.mark.parametrize(("request_", "expected"), REFUSED)
async def test_a_refusal_leaves_its_message_and_nothing_else(
    table: Table, request_: Request, expected: Refusal
) -> None:
    await prepare(table)
    entries, purses = await table.entries(), await table.purses()

    assert expected == await code(table, request_)
    *before, last = await table.entries()
    assert (entries, purses) == (before, await table.purses())
    assert expected == read_as(Message, last.body).refused
    assert table.croupier.account_of("bert") is None


@pytest.mark.parametrize("request_", [credit(5), debit(5), reverse(1), credit(0), reverse(None)])
async def test_only_staff_may(table: Table, request_: Request) -> None:
    await prepare(table)
    purses = await table.purses()
    (refusal,) = of_kind(Refused, await table.hear("anna", request_, meant=MEANT))

    assert (Refusal.STAFF_ONLY, {}) == (refusal.code, refusal.data)
    assert purses == await table.purses()


async def test_whose_money_is_missing_is_said(table: Table) -> None:
    await booked(table, credit(10))
    (refusal,) = of_kind(Refused, await staff(table, debit(35)))

    assert {"player": "anna", "asset": "MM"} == refusal.data
    assert {"missing": Decimal(25), "available": Decimal(10)} == refusal.amounts


async def test_bookings_of_another_guild_are_not_to_be_seen(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await booked(table, credit(10))
    async with open_table(tmp_path, house=replace(HOUSE, table=2, guild=2)) as table:
        assert Refusal.NO_SUCH_BOOKING == await code(table, reverse(1))
        assert 2 == (await booked(table, credit(10))).number
        assert (await table.audit()).ok


async def test_a_booking_of_another_table_of_the_guild_can_be_reversed(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await booked(table, credit(10))
    async with open_table(tmp_path, house=replace(HOUSE, table=2)) as table:
        assert Decimal(0) == (await booked(table, reverse(1))).balance
        assert Refusal.ALREADY_REVERSED == await code(table, reverse(1))


async def test_the_books_are_full_some_day(tmp_path: Path) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        for number in range(1000):
            given = of_deposit(key=f"x:{number}", guild=1, account=2, asset="MM", amount=CAP)
            book.post(connection, given, guild=1, entry=1, actor="test", at="")

    async with open_table(tmp_path) as table:
        await booked(table, credit(1))
        await booked(table, debit(1))
        await table.database.transaction(fill)

        assert 2 == table.croupier.account_of("anna")
        assert Refusal.BOOKS_FULL == await code(table, credit(1))
        assert Decimal(10**16 - 1) == (await booked(table, debit(1))).balance


# ── how members get at money themselves ──────────────────────────────────────────────────────────


async def test_who_lacks_money_hears_where_to_send_it(tmp_path: Path) -> None:
    bank = Bank(name="Casino", number="12", bank="Bank")
    async with open_table(tmp_path, house=replace(HOUSE, bank=bank)) as table:
        refusal = await table.refused("anna", stake(50))
        chips = await table.refused("anna", replace(stake(50), asset="Jetons"))

    expected = {"account_number": "12", "account_name": "Casino", "bank": "Bank"}
    assert {"asset": "MM", **expected, "reference": "A1"} == refusal.data
    assert {"asset": "Jetons"} == chips.data


async def test_the_balance_names_the_reference_for_money_alone(table: Table) -> None:
    await booked(table, credit(5, asset="Jetons"))
    said = of_kind(Balance, await table.hear("anna", ShowBalance()))

    assert [("MM", "A2"), ("Jetons", UNSET)] == [(each.asset, each.reference) for each in said]
