"""Guilds, channels, threads, roles and members: made, changed and taken away, and told."""

from __future__ import annotations

import time
from typing import Any

from tests.loopback.discord import payloads
from tests.loopback.discord.intents import Intent
from tests.loopback.discord.permissions import EVERYONE, May
from tests.loopback.discord.world import (
    DIRECT,
    TEXT,
    THREADS,
    Channel,
    Event,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
    World,
)

Json = dict[str, Any]


def open_guild(world: World, name: str, owner: User) -> Guild:
    """A new guild, in which the bot is."""
    guild = Guild(world.snowflakes.now(), name, owner.id)
    guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYONE))
    world.guilds[guild.id] = guild
    join(world, guild, owner)
    managed = Role(world.snowflakes.now(), world.bot.name, 0, 1, managed=True)
    guild.roles[managed.id] = managed
    guild.members[world.bot.id] = Member(world.bot, [managed.id], _now())
    whole = Event(
        "GUILD_CREATE",
        Intent.GUILDS,
        lambda *_: payloads.guild(world, guild, everybody=False),
        guild,
    )
    world.announce(whole)
    return guild


def close_guild(world: World, guild: Guild) -> None:
    """The bot is thrown out of a guild, with which all of it is gone."""
    _tell(world, guild, "GUILD_DELETE", {"id": str(guild.id)})
    del world.guilds[guild.id]
    for channel in guild.channels.values():
        channel.deleted = True
    guild.members.pop(world.bot.id, None)


def join(world: World, guild: Guild, user: User, *, nick: str | None = None) -> Member:
    """Somebody comes into a guild, or is there already."""
    if user.id in guild.members:
        return guild.members[user.id]
    member = guild.members[user.id] = Member(user, [], _now(), nick)
    data = {**payloads.member(member), "guild_id": str(guild.id)}
    _tell(world, guild, "GUILD_MEMBER_ADD", data, Intent.MEMBERS)
    return member


def leave(world: World, guild: Guild, user: User) -> None:
    """Somebody leaves a guild."""
    del guild.members[user.id]
    data = {"guild_id": str(guild.id), "user": payloads.user(user)}
    _tell(world, guild, "GUILD_MEMBER_REMOVE", data, Intent.MEMBERS)


def change_member(world: World, guild: Guild, member: Member, roles: list[int]) -> None:
    """Give a member these roles, and no others."""
    member.roles = roles
    data = {**payloads.member(member), "guild_id": str(guild.id)}
    event = Event("GUILD_MEMBER_UPDATE", Intent.MEMBERS, lambda *_: data, guild)
    world.announce(event)
    if member.user.id == world.bot.id:  # a bot is always told of itself
        own = Event("GUILD_MEMBER_UPDATE", Intent.NONE, lambda *_: data, guild, only=world.bot)
        world.announce(own)


def create_role(world: World, guild: Guild, name: str, may: May, *, mentionable: bool) -> Role:
    """A new role."""
    role_id = world.snowflakes.now()
    role = Role(role_id, name, int(may), len(guild.roles), mentionable=mentionable)
    guild.roles[role.id] = role
    data = {"guild_id": str(guild.id), "role": payloads.role(role)}
    _tell(world, guild, "GUILD_ROLE_CREATE", data)
    return role


def change_role(world: World, guild: Guild, role: Role, may: May) -> None:
    """Give a role these permissions, and no others."""
    role.permissions = int(may)
    data = {"guild_id": str(guild.id), "role": payloads.role(role)}
    _tell(world, guild, "GUILD_ROLE_UPDATE", data)


def overwrite(world: World, channel: Channel, who: int, allow: May, deny: May) -> None:
    """What a channel changes for a role or a member; nothing takes the overwrite away."""
    assert channel.guild is not None
    kind = 0 if who in channel.guild.roles else 1
    if allow or deny:
        channel.overwrites[who] = Overwrite(kind, int(allow), int(deny))
    else:
        channel.overwrites.pop(who, None)
    tell(world, channel, "CHANNEL_UPDATE")


def create_channel(world: World, guild: Guild, name: str, kind: int = TEXT) -> Channel:
    """A new channel that is no thread."""
    channel = Channel(world.snowflakes.now(), kind, name, guild, position=len(guild.channels))
    _keep(world, guild, channel)
    tell(world, channel, "CHANNEL_CREATE")
    return channel


def create_thread(
    world: World,
    parent: Channel,
    owner: User,
    name: str,
    *,
    kind: int,
    started_by: Message | None = None,
) -> Channel:
    """A new thread; one that a message starts has the message's id."""
    guild = parent.guild
    assert guild is not None
    thread_id = world.snowflakes.now() if started_by is None else started_by.id
    thread = Channel(thread_id, kind, name, guild, parent, owner_id=owner.id, archived_at=_now())
    thread.recipients.append(owner.id)
    if started_by is not None:
        started_by.thread = thread
        world.touch(started_by)
    _keep(world, guild, thread)
    created = {**payloads.channel(world, thread), "newly_created": True}
    world.announce(Event("THREAD_CREATE", Intent.GUILDS, lambda *_: created, guild, thread))
    return thread


def change_channel(world: World, channel: Channel, changes: Json) -> None:
    """Rename a channel, archive or lock a thread, and so on."""
    for name in ("name", "topic", "archived", "locked", "auto_archive_duration"):
        if name in changes:
            setattr(channel, name, changes[name])
    if "archived" in changes:
        channel.archived_at = _now()
    tell(world, channel, "THREAD_UPDATE" if channel.type in THREADS else "CHANNEL_UPDATE")


def delete_channel(world: World, channel: Channel) -> None:
    """Take a channel away, and its threads; a test still sees them."""
    if channel.guild is not None:
        for other in channel.guild.channels.values():
            if other.parent is channel and not other.deleted:
                delete_channel(world, other)
    tell(world, channel, "THREAD_DELETE" if channel.type in THREADS else "CHANNEL_DELETE")
    channel.deleted = True
    world.count += 1
    world.bell.ring()


def direct(world: World, one: User, other: User) -> Channel:
    """The channel in which two users write to each other."""
    both = {one.id, other.id}
    for channel in world.channels.values():
        if channel.type == DIRECT and set(channel.recipients) == both:
            return channel
    channel = Channel(world.snowflakes.now(), DIRECT, "", recipients=[one.id, other.id])
    world.channels[channel.id] = channel
    return channel


def tell(world: World, channel: Channel, name: str) -> None:
    """Tell the gateway of a channel as it is now."""
    data = payloads.channel(world, channel)
    seen_by = channel if channel.type in THREADS else None
    world.announce(Event(name, Intent.GUILDS, lambda *_: data, channel.guild, seen_by))


def _keep(world: World, guild: Guild, channel: Channel) -> None:
    guild.channels[channel.id] = channel
    world.channels[channel.id] = channel


def _tell(
    world: World, guild: Guild, name: str, data: Json, intent: Intent = Intent.GUILDS
) -> None:
    world.announce(Event(name, intent, lambda *_: data, guild))


def _now() -> int:
    return time.time_ns() // 1_000_000


def seconds() -> int:
    """Now, in seconds since 1970."""
    return int(time.time())
