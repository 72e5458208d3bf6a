"""One stand-in Discord for all tests of this folder; each test has a guild of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback.discord.client import PRIVILEGES, StandIn, standing_in
from tests.loopback.discord.handles import Channel, Guild, Member
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.loopback.random_org.client import standing_in as standing_in_for_random_org


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    with standing_in(tmp_path_factory.mktemp("discord")) as stand_in:
        yield stand_in


@pytest.fixture
def discord(process: StandIn) -> Iterator[StandIn]:
    """As good as new: no bot, no fault, no limit."""
    process.forget_plan()
    process.limit(None)
    process.grant(*PRIVILEGES)
    process.remember_nonces_for(120)
    process.forget_sessions()
    yield process

    assert process.take_troubles() == []


@pytest.fixture
def random_org(tmp_path: Path) -> Iterator[RandomOrg]:
    with standing_in_for_random_org(tmp_path / "random_org", seed=7) as stand_in:
        yield stand_in


@pytest.fixture
def guild(discord: StandIn) -> Iterator[Guild]:
    made = discord.guild("Aquatique", owner="saalchef")
    yield made
    made.close()


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.channel("tisch-1")


@pytest.fixture
def saalchef(guild: Guild) -> Member:
    """The owner of the guild."""
    return guild.member("saalchef")


@pytest.fixture
def anna(guild: Guild) -> Member:
    return guild.member("anna")
