"""Saying, editing and deleting messages, whoever does it; knows no request.

The only permissions that count here are those that decide whom a message pings.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.loopback.discord import mentions, message_payload, payloads
from tests.loopback.discord.intents import Intent
from tests.loopback.discord.payloads import REPLY, STARTER
from tests.loopback.discord.world import (
    FORUM,
    THREADS,
    Attachment,
    Channel,
    Event,
    Message,
    User,
    World,
)

Json = dict[str, Any]

CATEGORY: Final = 4
PIN_NOTICE: Final = 6
EDITABLE: Final = ("content", "embeds", "components", "flags")


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is not there yet."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: Sequence[Attachment] = ()
    reply_to: Message | None = None
    reference: Json | None = None
    snapshots: list[Json] = field(default_factory=list)
    allowed_mentions: Json | None = None
    nonce: str | int | None = None
    flags: int = 0
    type: int = 0
    webhook: bool = False
    interaction_id: int | None = None
    at: int | None = None  # milliseconds since 1970; None: now
    id: int | None = None  # of a forum post's starter: that of the thread


def post(world: World, channel: Channel, author: User, draft: Draft) -> Message:
    """Say something."""
    message = made(world, channel, author, draft)
    if channel.type in THREADS:
        channel.archived = False
    world.keep(message)
    announce(world, message, "MESSAGE_CREATE")
    return message


def made(world: World, channel: Channel, author: User, draft: Draft) -> Message:
    """A message as it will be, which is not in its channel yet."""
    content = draft.content.strip()  # so does Discord
    said = mentions.named(channel, author, content, draft.allowed_mentions, draft.reply_to)
    now = world.snowflakes.now() if draft.at is None else world.snowflakes.at(draft.at)
    for one in draft.files:
        world.attachments[one.id] = one
    return Message(
        draft.id or now,
        channel,
        author,
        content,
        type=REPLY if draft.reply_to is not None else draft.type,
        embeds=[{"type": "rich", **embed} for embed in draft.embeds],
        attachments=list(draft.files),
        components=draft.components,
        mentions=said.users,
        mention_roles=said.roles,
        mention_everyone=said.everyone,
        pinged=said.pinged,
        allowed_mentions=draft.allowed_mentions,
        reference=draft.reference if draft.reply_to is None else _reference(draft.reply_to),
        snapshots=draft.snapshots,
        nonce=draft.nonce,
        flags=draft.flags,
        webhook=draft.webhook,
        interaction_id=draft.interaction_id,
    )


def edit(world: World, message: Message, changes: Json) -> None:
    """Change what a message says; who was pinged is not pinged again."""
    for name in EDITABLE:
        if name in changes:
            setattr(message, name, changes[name] or ("" if name == "content" else type_of(name)))
    if "content" in changes:
        message.content = message.content.strip()
        allowed = changes.get("allowed_mentions")
        said = mentions.named(message.channel, message.author, message.content, allowed, None)
        message.mentions = said.users
    message.edited_at = time.time_ns() // 1_000_000
    world.touch(message)
    if message.id in message.channel.messages:  # an ephemeral one is not told
        announce(world, message, "MESSAGE_UPDATE")


def type_of(name: str) -> Any:
    """What stands for nothing in a member of a message."""
    return 0 if name == "flags" else []


def delete(world: World, message: Message) -> None:
    """Take a message away; a test still sees it."""
    message.deleted = True
    world.touch(message)
    _tell(world, message, "MESSAGE_DELETE", {"id": str(message.id)})


def delete_together(world: World, messages: Sequence[Message]) -> None:
    """Take messages of one channel away, as a moderator's bot does."""
    for message in messages:
        message.deleted = True
        world.touch(message)
    ids = [str(message.id) for message in messages]
    _tell(world, messages[0], "MESSAGE_DELETE_BULK", {"ids": ids})


def react(world: World, message: Message, who: User, key: str, *, taken_back: bool = False) -> None:
    """Add a reaction or take it back; a second time changes nothing."""
    reacted = message.reactions.setdefault(key, [])
    if (who.id in reacted) is not taken_back:
        return
    if taken_back:
        reacted.remove(who.id)
    else:
        reacted.append(who.id)
    if not reacted:
        del message.reactions[key]
    world.touch(message)
    data: Json = {
        "user_id": str(who.id),
        "message_id": str(message.id),
        "emoji": payloads.emoji(key),
        "message_author_id": str(message.author.id),
        "burst": False,
        "type": 0,
    }
    guild = message.channel.guild
    if guild is not None and who.id in guild.members and not taken_back:
        data["member"] = payloads.member(guild.members[who.id])
    name = "MESSAGE_REACTION_REMOVE" if taken_back else "MESSAGE_REACTION_ADD"
    intent = Intent.DIRECT_REACTIONS if guild is None else Intent.REACTIONS
    _tell(world, message, name, data, intent)


def pin(world: World, message: Message, who: User, *, pinned: bool) -> None:
    """Pin a message, which its channel is told, or unpin it."""
    if message.pinned is pinned:
        return
    message.pinned = pinned
    world.touch(message)
    announce(world, message, "MESSAGE_UPDATE")
    last = payloads.written(time.time_ns() // 1_000_000)
    data = {"last_pin_timestamp": last}
    _tell(world, message, "CHANNEL_PINS_UPDATE", data, Intent.GUILDS)
    if pinned:
        notice = Draft(type=PIN_NOTICE, reference=_reference(message))
        post(world, message.channel, who, notice)


def forwarded(message: Message, world: World) -> Json:
    """The snapshot that a forward carries."""
    shown = message_payload.message(world, message, message.author, reads=True)
    kept = ("content", "embeds", "attachments", "components", "timestamp", "edited_timestamp")
    snapshot = {name: shown[name] for name in (*kept, "type", "flags", "mentions", "mention_roles")}
    return {"message": snapshot}


def announce(world: World, message: Message, name: str) -> None:
    """Tell the gateway of a message, to each as it may read it."""
    direct = message.channel.guild is None
    intent = Intent.DIRECT_MESSAGES if direct else Intent.MESSAGES

    def data(viewer: User, reads: bool) -> Json:
        return message_payload.event(world, message, viewer, reads=reads)

    world.announce(Event(name, intent, data, message.channel.guild, message.channel))


def _tell(
    world: World, message: Message, name: str, data: Json, intent: Intent = Intent.MESSAGES
) -> None:
    channel = message.channel
    if channel.guild is None and intent == Intent.MESSAGES:
        intent = Intent.DIRECT_MESSAGES
    where = {"channel_id": str(channel.id)}
    if channel.guild is not None:
        where["guild_id"] = str(channel.guild.id)
    world.announce(Event(name, intent, lambda *_: {**where, **data}, channel.guild, channel))


def _reference(message: Message, kind: int = 0) -> Json:
    guild = message.channel.guild
    return {
        "type": kind,
        "message_id": message.id,
        "channel_id": message.channel.id,
        "guild_id": None if guild is None else guild.id,
    }


def forward_of(message: Message) -> Json:
    """The reference that makes a message a forward."""
    return _reference(message, payloads.FORWARD)


def start_thread(world: World, thread: Channel, message: Message) -> None:
    """What Discord says first in a thread that a message has started."""
    first = Draft(type=STARTER, reference=_reference(message))
    post(world, thread, message.author, first)


def takes_messages(channel: Channel) -> bool:
    """Whether one can say something here."""
    return channel.type not in {FORUM, CATEGORY}
