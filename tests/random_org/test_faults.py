"""Every fault at every step of a round: each card is drawn once, verified, or the table waits."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lanes import sampled
from tests.loopback.random_org.client import StandIn
from tests.random_org.conftest import renewed
from tests.random_org.houses import audited, draws_at, draws_of, house, play_round, until_it_waits
from tests.tables import DEAL, stake

GENERATE = "generateSignedIntegers"
Plan = tuple[str, dict[str, Any]]

PASSING: list[Plan] = [
    ("late", {"milliseconds": 700}),
    ("late", {"milliseconds": 1300, "when": "before"}),
    ("late", {"milliseconds": 1300}),
    ("drop", {"when": "before"}),
    ("drop", {"when": "after"}),
    ("cut", {}),
    ("cut", {"content_length": "whole"}),
    ("html", {"when": "before"}),
    ("html", {"when": "after"}),
    ("http_error", {"when": "before"}),
    ("http_error", {"when": "after", "status": 500}),
    ("too_many_requests", {}),
    ("redirect", {}),
    ("redirect", {"when": "after"}),
    ("huge", {"megabytes": 1}),
    ("empty", {"when": "after"}),
    ("error", {"code": 101}),
    ("error", {"code": -32000, "when": "after"}),
    ("error", {"code": -32603}),
    ("error", {"code": 401}),
    ("error", {"code": 301}),
    ("wrong_id", {}),
    ("wrong_jsonrpc", {}),
    ("wrong_signature", {}),
    ("other_key", {}),
]
LIES = [
    "wrong_method",
    "wrong_hashed_key",
    "wrong_n",
    "wrong_min",
    "wrong_max",
    "wrong_replacement",
    "wrong_base",
    "pregenerated",
    "out_of_range",
    "wrong_count",
    "wrong_user_data",
    "wrong_ticket",
    "no_ticket",
    "wrong_time",
]


async def check(folder: Path, random_org: StandIn, *plans: tuple[str, dict[str, Any], int]) -> None:
    """Play two rounds under a plan; the log and random.org must agree on every draw."""
    async with house(folder, random_org) as table:
        await table.credit(anna=1000)
        for fault, given_, skip in plans:
            random_org.plan(fault, method=GENERATE, skip=skip, **given_)
        await play_round(table)
        await play_round(table)
        report = await audited(table, random_org)

        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)
        assert [1] == list({random_org.most_at_once(), 1})


@pytest.mark.parametrize(
    ("plan", "skip"),
    sampled([(p, (n + turn) % 3) for n, p in enumerate(PASSING) for turn in range(3)], every=3),
    ids=lambda part: f"{part[0]}-{part[1]}" if isinstance(part, tuple) else None,
)
async def test_a_fault_that_passes_costs_no_draw(
    tmp_path: Path, random_org: StandIn, plan: Plan, skip: int
) -> None:
    """Each fault at one of the first three draws, and in the slow lane at the other two."""
    await check(tmp_path, random_org, (*plan, skip))


@pytest.mark.parametrize("fault", LIES)
async def test_a_spoiled_answer_is_not_dealt_and_the_stored_one_is(
    tmp_path: Path, random_org: StandIn, fault: str
) -> None:
    await check(tmp_path, random_org, (fault, {}, 1))


@pytest.mark.parametrize("fault", [*LIES, "wrong_signature", "other_key"])
async def test_a_draw_that_stays_wrong_is_never_dealt(
    tmp_path: Path, random_org: StandIn, fault: str
) -> None:
    """What is stored is wrong too: the table waits, says so, and books nothing."""
    async with house(tmp_path, random_org, killed=True) as table:
        await table.credit(anna=1000)
        await table.hear("anna", stake(10))
        random_org.plan(fault, method=GENERATE, persist=True)
        waited = await until_it_waits(table, table.hear("anna", DEAL))
        report = await audited(table, random_org)

        assert {"unverified", "foreign"} & {fact.outage.value for fact in waited} != set()
        assert report.findings == ()
        assert [] == await draws_of(table.database)
        assert () == table.croupier.game.round.dealer


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    plans=st.lists(
        st.tuples(st.sampled_from([*PASSING, *((lie, {}) for lie in LIES)]), st.integers(0, 2)),
        max_size=6,
    )
)
async def test_random_sequences_of_faults(process: StandIn, plans: list[tuple[Plan, int]]) -> None:
    with TemporaryDirectory() as folder:
        plan = [(fault, given_, skip) for (fault, given_), skip in plans]
        await check(Path(folder), renewed(process), *plan)
