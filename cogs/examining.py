"""What an operator answers for in Discord, looked at from inside: for ``doctor``.

A client of its own logs in, is told of its guilds and leaves again; a house that runs with the same
token does not notice. It says nothing and changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import aiohttp
import discord

from cogs import inviting

SECONDS: Final = 20.0
"""How long Discord may take for everything, before it counts as not reached."""
_REACH_SECONDS: Final = 8.0
"""How long it may take for each of its first two answers, at the door and at the gateway."""
_LEAVE_SECONDS: Final = 1.0
_LOOKED_THROUGH: Final = 100  # messages of a table's channel

Room = discord.abc.GuildChannel | discord.Thread


class Finding(NamedTuple):
    """One thing that was looked at: in order, or what to do."""

    ok: bool
    what: str
    text: str


class Spot(NamedTuple):
    """Where a table stands."""

    table: int
    guild: int
    channel: int


async def examine(
    token: str, spots: Sequence[Spot], prefix_of: Callable[[int], str], *, seconds: float = SECONDS
) -> list[Finding]:
    """Return what Discord says of the token, its application, its guilds and these tables."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    found: list[Finding] = []
    client = discord.Client(
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        guild_ready_timeout=0.5,
    )
    try:
        async with asyncio.timeout(seconds):
            await _look(client, token, spots, prefix_of, found)
    except discord.LoginFailure:
        text = "Discord does not accept it; `Reset Token` on the application's Bot page shows one"
        found.append(Finding(ok=False, what="token", text=text))
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        why = str(error) or type(error).__name__
        text = f"not reached or not willing ({why}); check the network and try again"
        found.append(Finding(ok=False, what="discord", text=text))
    finally:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(client.close(), _LEAVE_SECONDS)
        await client.http.close()
    return found


async def _look(
    client: discord.Client,
    token: str,
    spots: Sequence[Spot],
    prefix_of: Callable[[int], str],
    found: list[Finding],
) -> None:
    async with asyncio.timeout(_REACH_SECONDS):
        await client.login(token)
    found.append(Finding(ok=True, what="token", text=f"accepted; it is {client.user}'s"))
    found.extend(_application(client))
    listening = asyncio.ensure_future(client.connect(reconnect=False))
    ready = asyncio.ensure_future(client.wait_until_ready())
    try:
        async with asyncio.timeout(_REACH_SECONDS):
            await asyncio.wait({listening, ready}, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
        found.append(_guilds(client.guilds))
        for spot in spots:
            found.extend(await _table(client, spot, prefix_of(spot.guild)))
    finally:
        for task in (listening, ready):
            task.cancel()
        await asyncio.gather(listening, ready, return_exceptions=True)


def _application(client: discord.Client) -> Iterable[Finding]:
    number = client.application_id or 0
    yield Finding(ok=True, what="application", text=str(number))
    flags = client.application_flags
    reads = flags.gateway_message_content or flags.gateway_message_content_limited
    text = "message content is on; no other privileged intent is needed"
    if not reads:
        text = "switch on `Message Content Intent` on the application's Bot page"
    yield Finding(ok=reads, what="intents", text=text)
    yield Finding(ok=True, what="invite", text=inviting.link(number))


def _guilds(guilds: Sequence[discord.Guild]) -> Finding:
    if not guilds:
        text = "in none; open the invite link and choose a server"
        return Finding(ok=False, what="servers", text=text)
    named = ", ".join(f"{guild.name} ({guild.id})" for guild in guilds)
    return Finding(ok=True, what="servers", text=named)


async def _table(client: discord.Client, spot: Spot, prefix: str) -> list[Finding]:
    what = f"table {spot.table}"
    guild = client.get_guild(spot.guild)
    if guild is None:
        text = f"the bot is not in its server ({spot.guild}) any more; invite it again"
        return [Finding(ok=False, what=what, text=text)]
    room = await _room(client, guild, spot.channel)
    if room is None:
        text = (
            f"its channel {spot.channel} in {guild.name} is gone or hidden; open a table in another"
        )
        return [Finding(ok=False, what=what, text=text)]
    lacking = inviting.missing(room, guild.me)
    place = f"#{room.name} in {guild.name}"
    text = f"{place}, all permissions"
    if lacking:
        text = f"{place}: give the bot {', '.join(lacking)} there"
    found = [Finding(ok=not lacking, what=what, text=text)]
    if not {"view_channel", "read_message_history"} & set(lacking):
        found.extend(await _clashes(room, prefix, what))
    return found


async def _room(client: discord.Client, guild: discord.Guild, number: int) -> Room | None:
    """Return a channel, or a thread that may be archived; None where there is none."""
    known = guild.get_channel_or_thread(number)
    if known is not None:
        return known
    try:
        fetched = await client.fetch_channel(number)
    except (discord.NotFound, discord.Forbidden):
        return None
    return fetched if isinstance(fetched, Room) else None


async def _clashes(room: Room, prefix: str, what: str) -> list[Finding]:
    """Return which other bots have answered to our prefix lately."""
    if not isinstance(room, discord.abc.Messageable):
        return []
    said: dict[int, discord.Message] = {}
    async for message in room.history(limit=_LOOKED_THROUGH):
        said[message.id] = message
    others = {
        answer.author.name
        for answer in said.values()
        if answer.author.bot
        and answer.author != room.guild.me
        and answer.reference is not None
        and (asked := said.get(answer.reference.message_id or 0)) is not None
        and not asked.author.bot
        and asked.content.startswith(prefix)
    }
    return [
        Finding(
            ok=False,
            what=what,
            text=f"another bot, {name}, answers to `{prefix}` in #{room.name}; "
            f"set AQUATIQUE_PREFIX to `{room.guild.id}=` and another sign",
        )
        for name in sorted(others)
    ]
