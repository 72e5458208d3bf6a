"""What staff booked is derived from the log again, and what does not follow from it is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.audit.findings import Code
from tests.audit.evenings import check_database, check_export, codes
from tests.audit.forger import Forgery, Json

Bend = Callable[[Forgery], None]


def test_bookings_verify_from_database_and_export(bookings: Path) -> None:
    kinds = [body["kind"] for body in Forgery.of(bookings / "export").bodies.values()]

    assert check_database(bookings) == check_export(bookings / "export")
    assert check_export(bookings / "export").ok
    assert {"deposit": 3, "debit": 1, "reversal": 2} == {
        kind: kinds.count(kind) for kind in ("deposit", "debit", "reversal")
    }


def test_a_forger_who_changes_nothing_makes_the_same_export(bookings: Path, tmp_path: Path) -> None:
    assert check_export(Forgery.of(bookings / "export").write(tmp_path / "forged")).ok


def move(forgery: Forgery, account: str, amount: int, asset: str = "MM") -> None:
    """Make balances agree with money that came from outside."""
    for row in forgery.balances:
        if row["asset"] == asset:
            row["amount"] += {account: amount, "outside:1": -amount}.get(row["account"], 0)


def append(forgery: Forgery, body: Json, source: str, target: str, amount: int, key: str) -> None:
    """Add an entry behind all others, with its posting and balances."""
    position = max(forgery.bodies)
    forgery.insert_after(position, body)
    forgery.postings.append(
        {
            **forgery.posting("reversal:3"),
            "key": key,
            "entry": position + 0.5,
            "actor": body["actor"],
            "reason": key.partition(":")[0],
            "at": body["at"],
            "transfers": [{"amount": amount, "asset": "MM", "source": source, "target": target}],
        }
    )
    move(forgery, source, -amount)


def a_debit_without_a_message(forgery: Forgery) -> None:
    debit = forgery.first("debit")[1]
    append(forgery, debit, "player:3", "outside:1", 10_000, "debit:0")


def a_deposit_without_a_message(forgery: Forgery) -> None:
    deposit = forgery.first("deposit", asset="MM", account=3)[1]
    del deposit["cause"]


def a_second_booking_of_one_message(forgery: Forgery) -> None:
    position, debit = forgery.first("debit")
    forgery.insert_after(position, dict(debit))


def a_booking_out_of_a_refusal(forgery: Forgery) -> None:
    forgery.bodies[forgery.first("debit")[0] - 1]["refused"] = "staff_only"


def a_booking_in_anothers_name(forgery: Forgery) -> None:
    forgery.first("debit")[1]["actor"] = "player:1"
    forgery.posting(f"debit:{forgery.first('debit')[0]}")["actor"] = "player:1"


def a_booking_in_another_guild(forgery: Forgery) -> None:
    forgery.first("debit")[1]["guild"] = 2


def a_booking_at_another_time(forgery: Forgery) -> None:
    position, debit = forgery.first("debit")
    debit["at"] = debit["at"].replace("T20:", "T21:")
    forgery.posting(f"debit:{position}")["at"] = debit["at"]


def a_debit_of_nothing(forgery: Forgery) -> None:
    forgery.first("debit")[1]["amount"] = -5


def a_larger_debit(forgery: Forgery) -> None:
    forgery.first("debit")[1]["amount"] += 5


def a_debit_for_somebody_else(forgery: Forgery) -> None:
    forgery.first("debit")[1]["account"] = 1


def chips_from_nowhere(forgery: Forgery) -> None:
    """A party's chips, without a party."""
    deposit = {**forgery.all("deposit")[0][1], "asset": "Chips-1"}
    append(
        forgery, deposit, "outside:1", f"player:{deposit['account']}", deposit["amount"], "deposit:"
    )
    moved = forgery.postings[-1]["transfers"][0]
    move(forgery, moved["target"], -moved["amount"])
    moved["asset"] = "Chips-1"
    forgery.balances += [
        {"account": moved["source"], "asset": "Chips-1", "amount": -moved["amount"]},
        {"account": moved["target"], "asset": "Chips-1", "amount": moved["amount"]},
    ]
    forgery.balances.sort(key=lambda row: (row["account"], row["asset"]))


def a_debit_left_out(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("debit")[0]]


def a_reversal_of_a_reversal(forgery: Forgery) -> None:
    forgery.all("reversal")[1][1]["posting"] = 5


def a_reversal_of_a_stake(forgery: Forgery) -> None:
    reversal = {**forgery.first("reversal")[1], "posting": 7}
    forgery.insert_after(max(forgery.bodies), reversal)


def a_reversal_of_nothing(forgery: Forgery) -> None:
    forgery.all("reversal")[1][1]["posting"] = 99


def a_reversal_in_another_guild(forgery: Forgery) -> None:
    for _, body in (forgery.all("message")[4], forgery.all("reversal")[1]):
        body["guild"] = 2


def a_reversal_twice(forgery: Forgery) -> None:
    second = forgery.all("reversal")[1][1]
    second["posting"] = 3
    posting = forgery.posting("reversal:4")
    posting.update(key="reversal:3", transfers=forgery.posting("reversal:3")["transfers"])
    move(forgery, "player:3", 10_000)
    move(forgery, "player:3", 500, asset="Jetons")


def a_reversal_of_other_money(forgery: Forgery) -> None:
    forgery.posting("reversal:3")["transfers"][0]["amount"] += 5
    move(forgery, "player:3", 5)


CHEATS: list[tuple[Bend, Code]] = [
    (a_debit_without_a_message, Code.CAUSE),
    (a_deposit_without_a_message, Code.CAUSE),
    (a_second_booking_of_one_message, Code.CAUSE),
    (a_booking_out_of_a_refusal, Code.CAUSE),
    (a_booking_in_anothers_name, Code.CAUSE),
    (a_booking_in_another_guild, Code.CAUSE),
    (a_booking_at_another_time, Code.CAUSE),
    (a_debit_of_nothing, Code.CAUSE),
    (a_larger_debit, Code.POSTING),
    (a_debit_for_somebody_else, Code.POSTING),
    (a_debit_left_out, Code.POSTING),
    (chips_from_nowhere, Code.CAUSE),
    (a_reversal_of_a_reversal, Code.CAUSE),
    (a_reversal_of_a_stake, Code.CAUSE),
    (a_reversal_of_nothing, Code.CAUSE),
    (a_reversal_in_another_guild, Code.CAUSE),
    (a_reversal_twice, Code.CAUSE),
    (a_reversal_of_other_money, Code.POSTING),
]


@pytest.mark.parametrize(("bend", "expected"), CHEATS, ids=[bend.__name__ for bend, _ in CHEATS])
def test_a_cheat_among_the_staff_is_found(
    bookings: Path, tmp_path: Path, bend: Bend, expected: Code
) -> None:
    forgery = Forgery.of(bookings / "export")
    bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    assert expected in codes(report)
    assert not codes(report) & {Code.MANIFEST, Code.FILE, Code.CHAIN}
