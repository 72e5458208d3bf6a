"""Higher stakes as auditors see them: each by a limit that stood for this player at this table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.audit.findings import Code
from tests.audit.evenings import check_database, check_export, codes
from tests.audit.forger import Forgery, Json

Bend = Callable[[Forgery], None]

ANNA, BERT, CARL = 1, 2, 3


def test_higher_stakes_that_were_granted_have_no_finding(limits: Path) -> None:
    forgery = Forgery.of(limits / "export")

    assert check_database(limits) == check_export(limits / "export")
    assert check_export(limits / "export").ok
    assert [(ANNA, 800_000), (BERT, 600_000), (ANNA, 0)] == [
        (body["account"], body["amount"]) for _, body in forgery.all("stake_limit")
    ]
    assert 3 == sum("limit" in command for command, _ in stakes(forgery))


def test_a_forger_who_changes_nothing_makes_the_same_export(limits: Path, tmp_path: Path) -> None:
    assert check_export(Forgery.of(limits / "export").write(tmp_path / "forged")).ok


def stakes(forgery: Forgery) -> list[tuple[Json, float]]:
    """The commands that stake, with the positions of their messages, in order."""
    return [
        (command, position)
        for position, body in forgery.all("message")
        for command in body["commands"]
        if command["command"] == "stake"
    ]


def raise_stake(forgery: Forgery, player: int, amount: int, limit: int, last: int = 0) -> None:
    """Let a player have staked more, in the command, the event, the postings and the balances."""
    of_player = [each for each in stakes(forgery) if each[0]["player"] == player]
    command, message = of_player[last]
    command.update(amount=amount, limit=limit)
    ((_, happened),) = forgery.all("staked", cause=message)
    more = amount - happened["event"]["amount"]
    happened["event"]["amount"] = amount
    forgery.posting(f"stake:{happened['event']['bet']}")["transfers"][0]["amount"] = amount
    forgery.pay(f"player:{player}", -more)
    forgery.pay(f"hold:{happened['event']['bet']}", more)


def a_stake_by_a_limit_that_nobody_granted(forgery: Forgery) -> None:
    raise_stake(forgery, CARL, 800_000, 800_000)


def a_stake_by_anothers_limit(forgery: Forgery) -> None:
    raise_stake(forgery, CARL, 600_000, 600_000)


def a_stake_by_a_limit_that_is_used_up(forgery: Forgery) -> None:
    raise_stake(forgery, BERT, 600_000, 600_000, last=1)


def a_stake_by_a_limit_that_is_withdrawn(forgery: Forgery) -> None:
    raise_stake(forgery, ANNA, 700_000, 800_000, last=-1)


def a_stake_by_a_higher_limit_than_was_granted(forgery: Forgery) -> None:
    raise_stake(forgery, ANNA, 900_000, 900_000)


def a_stake_above_the_limit_it_names(forgery: Forgery) -> None:
    raise_stake(forgery, ANNA, 900_000, 800_000)


def a_stake_that_hides_its_limit(forgery: Forgery) -> None:
    del stakes(forgery)[0][0]["limit"]


def a_limit_named_without_need(forgery: Forgery) -> None:
    """It changes nothing, but there is none."""
    stakes(forgery)[2][0]["limit"] = 800_000


def a_grant_left_out(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("stake_limit")[0]]


def a_withdrawal_of_another_time(forgery: Forgery) -> None:
    """Anna's is withdrawn before she stakes."""
    position, _ = forgery.first("stake_limit")
    withdrawal = forgery.all("stake_limit")[-1][0]
    forgery.insert_after(position, forgery.bodies.pop(withdrawal))


def a_grant_without_a_message(forgery: Forgery) -> None:
    position, granted = forgery.first("stake_limit")
    forgery.insert_after(position, {**granted, "account": CARL})


def a_grant_out_of_a_refusal(forgery: Forgery) -> None:
    forgery.bodies[forgery.first("stake_limit")[0] - 1]["refused"] = "staff_only"


def a_grant_in_anothers_name(forgery: Forgery) -> None:
    forgery.first("stake_limit")[1]["actor"] = f"player:{ANNA}"


def a_grant_at_another_table(forgery: Forgery) -> None:
    forgery.first("stake_limit")[1]["table"] = 2


def a_grant_at_another_time(forgery: Forgery) -> None:
    granted = forgery.first("stake_limit")[1]
    granted["at"] = granted["at"].replace("T20:", "T21:")


def a_grant_to_another(forgery: Forgery) -> None:
    forgery.first("stake_limit")[1]["account"] = CARL


def a_grant_of_a_fraction(forgery: Forgery) -> None:
    forgery.all("stake_limit")[1][1]["amount"] += 50


def a_grant_of_less_than_nothing(forgery: Forgery) -> None:
    forgery.all("stake_limit")[-1][1]["amount"] = -100


def a_grant_beyond_any_table(forgery: Forgery) -> None:
    forgery.all("stake_limit")[-1][1]["amount"] = 10**11 + 100


@pytest.mark.parametrize(
    "bend",
    [
        a_stake_by_a_limit_that_nobody_granted,
        a_stake_by_anothers_limit,
        a_stake_by_a_limit_that_is_used_up,
        a_stake_by_a_limit_that_is_withdrawn,
        a_stake_by_a_higher_limit_than_was_granted,
        a_stake_above_the_limit_it_names,
        a_stake_that_hides_its_limit,
        a_limit_named_without_need,
        a_grant_left_out,
        a_withdrawal_of_another_time,
        a_grant_without_a_message,
        a_grant_out_of_a_refusal,
        a_grant_in_anothers_name,
        a_grant_at_another_table,
        a_grant_at_another_time,
        a_grant_to_another,
        a_grant_of_a_fraction,
        a_grant_of_less_than_nothing,
        a_grant_beyond_any_table,
    ],
)
def test_a_higher_stake_that_nobody_allowed_is_found(
    limits: Path, tmp_path: Path, bend: Bend
) -> None:
    forgery = Forgery.of(limits / "export")
    bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    assert Code.CAUSE in codes(report)
    assert not codes(report) & {Code.MANIFEST, Code.FILE, Code.CHAIN}
