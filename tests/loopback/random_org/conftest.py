"""One stand-in for all tests of this folder; each test has an API key of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback.random_org import clock
from tests.loopback.random_org.client import StandIn, new_key, standing_in
from tests.loopback.random_org.control import SETTINGS
from tests.loopback.random_org.state import DEFAULTS


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory, random_org_key: Path) -> Iterator[StandIn]:
    folder = tmp_path_factory.mktemp("random_org")
    with standing_in(folder, key=random_org_key, seed=7) as stand_in:
        yield stand_in


@pytest.fixture
def random_org(process: StandIn) -> Iterator[StandIn]:
    """As good as new, but for the serial numbers of draws that other keys have made."""
    process.api_key = new_key()
    process.forget_plan()
    process.forget_numbers()
    process.set_clock(clock.written(int(time.time())))
    process.settings(**{name: DEFAULTS[name] for name in SETTINGS})
    process.set_key()
    yield process

    assert process.take_troubles() == []
