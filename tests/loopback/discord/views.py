"""What a test sees of a message: everything, also what Discord would show nobody."""

from __future__ import annotations

from typing import Any

from tests.loopback.discord.payloads import REPLY
from tests.loopback.discord.snowflakes import moment
from tests.loopback.discord.world import Channel, Message

Json = dict[str, Any]


def message(one: Message) -> Json:
    """A message."""
    reference = one.reference or {}
    return {
        "id": one.id,
        "channel_id": one.channel.id,
        "author": one.author.name,
        "author_id": one.author.id,
        "author_is_bot": one.author.bot,
        "content": one.content,
        "type": one.type,
        "reply_to": reference.get("message_id") if one.type == REPLY else None,
        "reactions": one.reactions,
        "mentioned": one.pinged,
        "allowed_mentions": one.allowed_mentions,
        "nonce": one.nonce,
        "embeds": one.embeds,
        "components": one.components,
        "attachments": [
            {"filename": file.filename, "size": len(file.content)} for file in one.attachments
        ],
        "at": moment(one.id) / 1000,
        "posted_at": one.posted_at,
        "edited": one.edited_at is not None,
        "deleted": one.deleted,
        "pinned": one.pinned,
        "webhook": one.webhook,
        "flags": one.flags,
        "thread_id": None if one.thread is None else one.thread.id,
    }


def changes(channel: Channel, after: int) -> list[Message]:
    """The messages that have changed after a count."""
    found = []
    for message_id in reversed(channel.changed):
        if channel.changed[message_id] <= after:
            break
        found.append(channel.messages[message_id])
    return found[::-1]
