"""Connections are lost, resumed and refused as Discord does it."""

from __future__ import annotations

import asyncio

import discord
import pytest

from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.echo import Echo, eventually, running
from tests.loopback.discord.handles import Guild, Member


async def test_a_lost_socket_is_resumed_with_replay(
    echo: Echo, standin: StandIn, table: Channel, anna: Member
) -> None:
    for code in (None, 1000, 4000):
        standin.drop_gateways(code)
        said = anna.say(table, f"nach {code}")
        await asyncio.to_thread(table.wait_for_reply, said)

    assert [one for one in echo.told if one != "joined anna"] == ["ready", *["resumed"] * 3]
    assert len([one for one in echo.heard if not one.author.bot]) == 3


async def test_op_7_lets_it_resume(echo: Echo, standin: StandIn) -> None:
    standin.ask_to_reconnect()
    await eventually(lambda: "resumed" in echo.told)

    assert echo.told == ["ready", "resumed"]


async def test_a_forgotten_session_loses_what_was_said(
    echo: Echo, standin: StandIn, table: Channel, anna: Member
) -> None:
    standin.forget_sessions()
    lost = anna.say(table, "verloren")
    await eventually(lambda: echo.told.count("ready") == 2)
    said = anna.say(table, "gehört")
    await asyncio.to_thread(table.wait_for_reply, said)
    channel = echo.get_channel(table.id)
    assert isinstance(channel, discord.TextChannel)
    history = [one.id async for one in channel.history(oldest_first=True)]

    assert "verloren" not in [one.content for one in echo.heard]
    assert history[0] == lost.id


async def test_a_bot_that_comes_later_finds_what_was_said(
    standin: StandIn, guild: Guild, table: Channel, anna: Member, pointed: None
) -> None:
    said = [anna.say(table, str(number)) for number in range(3)]
    async with running(standin) as bot:
        channel = bot.get_channel(table.id)
        assert isinstance(channel, discord.TextChannel)
        found = [one.id async for one in channel.history(after=discord.Object(said[0].id))]
        assert standin.bots_connected() == 1
    standin.wait_until_ready(bots=0)

    assert found == [one.id for one in said[1:]]


async def test_a_wrong_token_is_refused(standin: StandIn, pointed: None) -> None:
    bot = discord.Client(intents=discord.Intents.none())
    async with bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("bm9ib2R5.aaaaaa.bbbb")


async def test_a_token_that_is_worth_nothing_any_more_ends_a_bot(
    standin: StandIn, pointed: None
) -> None:
    async def outdated() -> None:
        async with running(standin) as bot:
            standin.new_token()
            standin.drop_gateways()
            await eventually(bot.is_closed)

    with pytest.raises(discord.ConnectionClosed) as closed:
        await outdated()
    assert closed.value.code == 4004


async def test_a_privilege_that_it_lacks_is_refused(standin: StandIn, pointed: None) -> None:
    standin.revoke("message_content")
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(standin):
            raise AssertionError


async def test_without_the_intent_contents_are_hidden(
    standin: StandIn, table: Channel, anna: Member, pointed: None
) -> None:
    bot = Echo(discord.Intents.default())
    bot.answer = None
    async with running(standin, bot):
        anna.say(table, "geheim")
        anna.say(table, f"<@{standin.application_id}> offen")
        anna.direct("unter uns")
        standin.revoke("message_content")
        await eventually(lambda: len(bot.heard) == 3)
        channel = bot.get_channel(table.id)
        assert isinstance(channel, discord.TextChannel)
        read = [one.content async for one in channel.history(oldest_first=True)]
        assert bot.application_id is not None
        info = await bot.application_info()

    heard = [one.content for one in bot.heard]
    assert heard == ["", f"<@{standin.application_id}> offen", "unter uns"]
    assert read == heard[:2]
    assert not info.flags.gateway_message_content_limited


async def test_a_new_guild_is_told(echo: Echo, standin: StandIn) -> None:
    other = standin.guild("Zweites Haus")
    await eventually(lambda: echo.get_guild(other.id))
    other.close()
    await eventually(lambda: echo.get_guild(other.id) is None)


async def test_members_are_found_by_chunks(echo: Echo, guild: Guild) -> None:
    names = {guild.member(name).name for name in ("anna", "bert")}
    known = echo.get_guild(guild.id)
    assert known is not None
    found = await known.chunk()

    assert names <= {one.name for one in found}
    assert known.owner is not None


async def test_latency_is_believable(echo: Echo) -> None:
    await eventually(lambda: 0 < echo.latency < 1)


async def test_events_are_lost_late_and_said_twice(
    echo: Echo, standin: StandIn, table: Channel, anna: Member
) -> None:
    echo.answer = None
    for fault in ("late", "lost", "twice"):
        standin.plan_event(fault, "MESSAGE_CREATE", seconds=0.05)
        anna.say(table, fault)
    await eventually(lambda: len(echo.heard) == 3)

    assert [one.content for one in echo.heard] == ["twice", "twice", "late"]
    assert standin.planned() == []
