"""A stand-in Discord for each test, and a house for many.

What a process left behind is nobody else's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.discord.houses import open_house
from tests.discord.salons import Salon
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn, standing_in
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.loopback.random_org.client import standing_in as standing_in_for_random_org


@pytest.fixture
def discord(tmp_path: Path) -> Iterator[StandIn]:
    with standing_in(tmp_path / "discord") as stand_in:
        yield stand_in


@pytest.fixture
def random_org(tmp_path: Path, random_org_key: Path) -> Iterator[RandomOrg]:
    folder = tmp_path / "random_org"
    with standing_in_for_random_org(folder, key=random_org_key, seed=7) as stand_in:
        yield stand_in


@pytest.fixture
def guild(discord: StandIn) -> Guild:
    return discord.guild("Aquatique", owner="saalchef")


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


@pytest.fixture(scope="session")
def salon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Salon]:
    """One house for all the tests that leave it as it was; stakes stay open until cards are asked.

    Each of them has a guild of its own there (``salon.table()``).
    """
    folder = tmp_path_factory.mktemp("salon")
    with standing_in(folder / "discord") as stand_in:
        guild = stand_in.guild("Personal", owner="besitzer")
        clerk, floor = stand_in.user("clerk"), guild.role("Saalchefs")
        porter = stand_in.user("porter")
        settings = {
            "AQUATIQUE_BETTING_SECONDS": "0",
            "AQUATIQUE_STAFF": f"{clerk.id},{floor.id},{guild.id}={porter.id}",
        }
        with open_house(stand_in, folder, env=settings) as house:
            yield Salon(stand_in, house, clerk, guild, floor)
