"""Who may do what where, reckoned as Discord does; knows no request."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from typing import Final

from tests.loopback.discord.refusals import Refused, Trouble
from tests.loopback.discord.world import THREADS, Channel, Guild, User


class May(IntFlag):
    """Permissions, by their bits."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


ALL: Final = ~May(0)
EVERYONE: Final = (
    May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.SEND_MESSAGES_IN_THREADS
    | May.CREATE_PUBLIC_THREADS
    | May.READ_MESSAGE_HISTORY
    | May.ADD_REACTIONS
    | May.EMBED_LINKS
    | May.ATTACH_FILES
    | May.MENTION_EVERYONE  # a new guild really gives it to all
    | May.USE_EXTERNAL_EMOJIS
    | May.USE_APPLICATION_COMMANDS
)
DIRECT: Final = EVERYONE | May.PIN_MESSAGES


def bits(names: Iterable[str]) -> May:
    """The permissions of these names.

    >>> bits(["SEND_MESSAGES", "EMBED_LINKS"]) == May.SEND_MESSAGES | May.EMBED_LINKS
    True
    """
    sum_of_them = May(0)
    for name in names:
        if name not in May.__members__:
            msg = f"there is no permission {name!r}, only {', '.join(May.__members__)}"
            raise Trouble(msg)
        sum_of_them |= May[name]
    return sum_of_them


def in_guild(guild: Guild, user: User) -> May:
    """What a member may do, but for the overwrites of channels."""
    if guild.owner_id == user.id:
        return ALL
    member = guild.members[user.id]
    may = May(guild.roles[guild.id].permissions)
    for role_id in member.roles:
        may |= May(guild.roles[role_id].permissions)
    return ALL if May.ADMINISTRATOR in may else may


def in_channel(channel: Channel, user: User) -> May:
    """What somebody may do in a channel; in a thread, what its parent says."""
    guild = channel.guild
    if guild is None:
        return DIRECT if user.id in channel.recipients else May(0)
    if user.id not in guild.members:
        return May(0)
    may = in_guild(guild, user)
    if may == ALL:
        return ALL
    overwrites = (channel.parent or channel if channel.type in THREADS else channel).overwrites
    roles = [overwrites[role] for role in guild.members[user.id].roles if role in overwrites]
    for layer in ([overwrites.get(guild.id)], roles, [overwrites.get(user.id)]):
        given = [overwrite for overwrite in layer if overwrite is not None]
        for overwrite in given:
            may &= ~May(overwrite.deny)
        for overwrite in given:
            may |= May(overwrite.allow)
    return may if May.VIEW_CHANNEL in may else May(0)


def sees(channel: Channel, user: User) -> bool:
    """Whether a channel is there for somebody at all."""
    return May.VIEW_CHANNEL in in_channel(channel, user)


def demand(channel: Channel, user: User, *needed: May) -> None:
    """Refuse whoever may not, as Discord does."""
    may = in_channel(channel, user)
    if May.VIEW_CHANNEL not in may:
        raise Refused(50001)
    if any(one not in may for one in needed):
        raise Refused(50013)


def speaking(channel: Channel) -> May:
    """What it takes to say something here."""
    return May.SEND_MESSAGES_IN_THREADS if channel.type in THREADS else May.SEND_MESSAGES
