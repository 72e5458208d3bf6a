"""Objects as Discord sends them: exact, for a malformed one ends discord.py; decides nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from tests.loopback.discord.snowflakes import moment
from tests.loopback.discord.world import (
    DIRECT,
    FORUM,
    THREADS,
    Attachment,
    Channel,
    Guild,
    Member,
    Role,
    User,
    World,
)

Json = dict[str, Any]

REPLY: Final = 19
STARTER: Final = 21  # a message that shows what has started a thread
FORWARD: Final = 1  # type of a message_reference


def written(milliseconds: int) -> str:
    """A time as Discord writes it.

    >>> written(1462015105796)
    '2016-04-30T11:18:25.796000+00:00'
    """
    at = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return at.replace(microsecond=milliseconds % 1000 * 1000).isoformat(timespec="microseconds")


def user(one: User) -> Json:
    """A user."""
    return {
        "id": str(one.id),
        "username": one.name,
        "global_name": None,
        "discriminator": "0001" if one.bot else "0",
        "avatar": None,
        "bot": one.bot,
        "public_flags": 0,
    }


def member(one: Member, *, with_user: bool = True) -> Json:
    """A member; without the user where the user stands beside it."""
    body: Json = {
        "roles": [str(role) for role in one.roles],
        "nick": one.nick,
        "avatar": None,
        "joined_at": written(one.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    return {**body, "user": user(one.user)} if with_user else body


def role(one: Role) -> Json:
    """A role."""
    return {
        "id": str(one.id),
        "name": one.name,
        "permissions": str(one.permissions),
        "position": one.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": one.managed,
        "mentionable": one.mentionable,
        "flags": 0,
    }


def channel(world: World, one: Channel) -> Json:
    """A channel of any kind."""
    body: Json = {
        "id": str(one.id),
        "type": one.type,
        "last_message_id": str(one.order[-1]) if one.order else None,
        "flags": 0,
    }
    if one.type == DIRECT:
        others = [world.users[other] for other in one.recipients if other != world.bot.id]
        return {**body, "recipients": [user(other) for other in others]}
    body |= {
        "guild_id": str(one.guild.id) if one.guild else None,
        "parent_id": str(one.parent.id) if one.parent else None,
        "name": one.name,
        "rate_limit_per_user": 0,
    }
    return body | (_of_thread(world, one) if one.type in THREADS else _of_channel(one))


def _of_channel(one: Channel) -> Json:
    body: Json = {
        "position": one.position,
        "topic": one.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(who), "type": ow.type, "allow": str(ow.allow), "deny": str(ow.deny)}
            for who, ow in one.overwrites.items()
        ],
    }
    forum: Json = {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    return {**body, **forum, "default_forum_layout": 0} if one.type == FORUM else body


def _of_thread(world: World, one: Channel) -> Json:
    joined = {"flags": 0, "join_timestamp": written(moment(one.id))}
    count = sum(not message.deleted for message in one.messages.values())
    return {
        "owner_id": str(one.owner_id),
        "message_count": count,
        "total_message_sent": len(one.messages),
        "member_count": len(one.recipients),
        "applied_tags": [],
        "thread_metadata": {
            "archived": one.archived,
            "locked": one.locked,
            "auto_archive_duration": one.auto_archive_duration,
            "archive_timestamp": written(one.archived_at),
            "create_timestamp": written(moment(one.id)),
        },
        **({"member": joined} if world.bot.id in one.recipients else {}),
    }


def guild(world: World, one: Guild, *, everybody: bool) -> Json:
    """A guild as GUILD_CREATE has it: only the bot for a member, unless everybody is wanted."""
    places = [place for place in one.channels.values() if not place.deleted]
    members = [m for m in one.members.values() if everybody or m.user.id == world.bot.id]
    threads = [place for place in places if place.type in THREADS and not place.archived]
    return {
        **outline(one),
        "unavailable": False,
        "large": False,
        "member_count": len(one.members),
        "joined_at": written(one.members[world.bot.id].joined_at),
        "members": [member(m) for m in members],
        "channels": [channel(world, place) for place in places if place.type not in THREADS],
        "threads": [channel(world, place) for place in threads],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def outline(one: Guild) -> Json:
    """A guild as GET /guilds/{guild} has it."""
    return {
        "id": str(one.id),
        "name": one.name,
        "icon": None,
        "splash": None,
        "owner_id": str(one.owner_id),
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "de",
        "system_channel_flags": 0,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(r) for r in one.roles.values()],
    }


def attachment(world: World, one: Attachment, place: Channel) -> Json:
    """A file; its address is the stand-in's own."""
    url = f"{world.address}/attachments/{place.id}/{one.id}/{quote(one.filename)}"
    body: Json = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.content),
        "url": url,
        "proxy_url": url,
        "content_type": one.content_type,
    }
    return body if one.description is None else {**body, "description": one.description}


def emoji(key: str) -> Json:
    """An emoji, by the key it has in addresses.

    >>> emoji("chip:7")
    {'id': '7', 'name': 'chip'}
    """
    name, _, emoji_id = key.partition(":")
    return {"id": emoji_id or None, "name": name}
