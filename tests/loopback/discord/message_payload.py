"""A message as one viewer gets it: with contents only where the viewer may read them."""

from __future__ import annotations

from typing import Any, Final

from tests.loopback.discord import payloads
from tests.loopback.discord.payloads import FORWARD, REPLY, STARTER, written
from tests.loopback.discord.snowflakes import moment
from tests.loopback.discord.world import FORUM, Message, User, World

Json = dict[str, Any]

CONTENTS: Final = ("content", "embeds", "attachments", "components")


def message(world: World, one: Message, viewer: User, *, reads: bool, replied: bool = True) -> Json:
    """A message as REST sends it; ``reads``: whether the viewer has the message content intent."""
    body: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "type": one.type,
        "author": payloads.user(one.author),
        "content": one.content,
        "embeds": one.embeds,
        "attachments": [payloads.attachment(world, a, one.channel) for a in one.attachments],
        "components": one.components,
        "timestamp": written(moment(one.id)),
        "edited_timestamp": None if one.edited_at is None else written(one.edited_at),
        "tts": False,
        "mention_everyone": one.mention_everyone,
        "mentions": [payloads.user(world.users[who]) for who in one.mentions],
        "mention_roles": [str(role) for role in one.mention_roles],
        "pinned": one.pinned,
        "flags": one.flags,
    }
    body |= _sometimes(world, one, viewer)
    if one.reference is not None:
        body |= _referring(world, one, viewer, reads=reads, replied=replied)
    if not (reads or _reads_anyway(one, viewer)):
        body |= {"content": "", "embeds": [], "attachments": [], "components": []}
    return body


def event(world: World, one: Message, viewer: User, *, reads: bool) -> Json:
    """A message as the gateway sends it: with guild, member and nonce."""
    body = message(world, one, viewer, reads=reads)
    if one.nonce is not None:
        body["nonce"] = one.nonce
    guild = one.channel.guild
    if guild is None:
        return body
    body["guild_id"] = str(guild.id)
    if one.author.id in guild.members and not one.webhook:
        body["member"] = payloads.member(guild.members[one.author.id], with_user=False)
    for named in body["mentions"]:
        if int(named["id"]) in guild.members:
            inside = guild.members[int(named["id"])]
            named["member"] = payloads.member(inside, with_user=False)
    return body


def _sometimes(world: World, one: Message, viewer: User) -> Json:
    """Members that are absent, rather than null, where they do not apply."""
    body: Json = {}
    if one.webhook:
        body["webhook_id"] = str(one.author.id)
    if one.reactions:
        body["reactions"] = [
            {
                "emoji": payloads.emoji(key),
                "count": len(who),
                "count_details": {"normal": len(who), "burst": 0},
                "burst_colors": [],
                "me_burst": False,
                "burst_me": False,
                "me": viewer.id in who,
            }
            for key, who in one.reactions.items()
        ]
    if one.thread is not None and not one.thread.deleted and one.channel.type != FORUM:
        body["thread"] = payloads.channel(world, one.thread)
    if one.interaction_id is not None:
        body["application_id"] = str(world.application_id)
    return body


def _referring(world: World, one: Message, viewer: User, *, reads: bool, replied: bool) -> Json:
    reference = one.reference or {}
    kind = {"type": reference.get("type", 0)}
    ids = {k: str(v) for k, v in reference.items() if k != "type" and v is not None}
    body: Json = {"message_reference": {**kind, **ids}}
    if reference.get("type") == FORWARD:
        return {**body, "message_snapshots": one.snapshots}
    if one.type not in {REPLY, STARTER} or not replied:
        return body
    place = world.channels.get(reference["channel_id"])
    other = place.messages.get(reference["message_id"]) if place else None
    gone = other is None or other.deleted
    shown = (
        message(world, other, viewer, reads=reads, replied=False) if other and not gone else None
    )
    return {**body, "referenced_message": shown}


def _reads_anyway(one: Message, viewer: User) -> bool:
    """What every bot may read: its own messages, its direct ones and those that mention it."""
    return one.channel.guild is None or one.author.id == viewer.id or viewer.id in one.mentions
