"""One stand-in for all tests of this folder; each test has a guild of its own."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Iterator

with warnings.catch_warnings():  # discord.py imports audioop, which is deprecated
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import PRIVILEGES, StandIn, standing_in
from tests.loopback.discord.echo import Echo, running
from tests.loopback.discord.handles import Guild, Member


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    with standing_in(tmp_path_factory.mktemp("discord")) as stand_in:
        yield stand_in


@pytest.fixture
def standin(process: StandIn) -> Iterator[StandIn]:
    """As good as new, but for the guilds of earlier tests."""
    process.forget_plan()
    process.limit(None)
    process.grant(*PRIVILEGES)
    process.remember_nonces_for(120)
    process.interactions_wait()
    yield process

    assert process.take_troubles() == []


@pytest.fixture
def guild(standin: StandIn, request: pytest.FixtureRequest) -> Iterator[Guild]:
    made = standin.guild("Aquatique")
    yield made
    made.close()


@pytest.fixture
def table(guild: Guild) -> Channel:
    return guild.channel("tisch-1")


@pytest.fixture
def anna(guild: Guild) -> Member:
    return guild.member("anna")


@pytest.fixture
def pointed(standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py speak to the stand-in."""
    monkeypatch.setattr(Route, "BASE", standin.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(standin.gateway))
    monkeypatch.setattr(discord.Asset, "BASE", standin.address)


@pytest.fixture
async def echo(standin: StandIn, table: Channel, pointed: None) -> AsyncIterator[Echo]:
    """A bot that is ready and repeats what it hears."""
    async with running(standin) as bot:
        yield bot
