"""One stand-in for all tests of this folder; each test has an API key of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback.random_org import clock
from tests.loopback.random_org.client import StandIn, new_key, standing_in


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory, random_org_key: Path) -> Iterator[StandIn]:
    folder = tmp_path_factory.mktemp("random_org")
    with standing_in(folder, key=random_org_key, seed=11) as stand_in:
        yield stand_in


def renewed(process: StandIn) -> StandIn:
    """The stand-in with a new key, no faults, and the machine's time."""
    process.api_key = new_key()
    process.forget_plan()
    process.set_clock(clock.written(int(time.time())))
    process.set_key()
    return process


@pytest.fixture
def random_org(process: StandIn) -> Iterator[StandIn]:
    yield renewed(process)

    process.take_troubles()
