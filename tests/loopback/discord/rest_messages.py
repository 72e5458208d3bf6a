"""The routes of messages: sent, read, edited, deleted, reacted to, pinned."""

from __future__ import annotations

import string
import time
from bisect import bisect_left, bisect_right
from typing import Final

from tests.loopback.discord import forms, payloads, posting
from tests.loopback.discord.call import Call, Handler, Json
from tests.loopback.discord.permissions import May, demand, in_channel, speaking
from tests.loopback.discord.posting import Draft
from tests.loopback.discord.refusals import Refused, reject
from tests.loopback.discord.snowflakes import moment
from tests.loopback.discord.world import THREADS, Attachment, Channel, Message, find

MOST_REACTIONS: Final = 20  # different ones on a message
ASCII: Final = set(string.ascii_letters + string.punctuation + string.whitespace)


def send(call: Call) -> Json:
    """Say something, once only for each nonce that is enforced."""
    channel, body = call.channel, call.body
    demand(channel, call.actor, speaking(channel))
    forms.check(body)
    repeated = _repeated(call)
    message = repeated or posting.post(call.world, channel, call.actor, draft(call, channel, body))
    nonce = body.get("nonce")
    shown = call.shown(message)
    return shown if nonce is None else {**shown, "nonce": nonce}


def draft(call: Call, channel: Channel, body: Json) -> Draft:
    """What was sent, if it may be said here."""
    forwarded = _forwarded(call, body)
    forms.check_not_empty(body, files=len(call.files), forwards=forwarded is not None)
    forms.distinct_custom_ids(body.get("components") or [])
    _may_say(call, channel)
    reference = None if forwarded is None else posting.forward_of(forwarded)
    snapshots = [] if forwarded is None else [posting.forwarded(forwarded, call.world)]
    return Draft(
        content=body.get("content") or "",
        embeds=body.get("embeds") or [],
        components=body.get("components") or [],
        files=call.attachments(),
        reply_to=None if forwarded is not None else _replied(call, channel),
        reference=reference,
        snapshots=snapshots,
        allowed_mentions=body.get("allowed_mentions"),
        nonce=body.get("nonce"),
        flags=body.get("flags") or 0,
    )


def _may_say(call: Call, channel: Channel) -> None:
    if not posting.takes_messages(channel):
        raise Refused(50008)
    if channel.type in THREADS and channel.locked and channel.archived:
        raise Refused(50083)
    if channel.guild is None:
        others = [call.world.users[one] for one in channel.recipients if one != call.actor.id]
        if not all(other.takes_directs for other in others):
            raise Refused(50007)
    may = in_channel(channel, call.actor)
    if call.body.get("embeds") and May.EMBED_LINKS not in may:
        raise Refused(50013)
    if call.files and May.ATTACH_FILES not in may:
        raise Refused(50013)


def _repeated(call: Call) -> Message | None:
    """The message that this nonce has posted, if it was not too long ago."""
    nonce = call.body.get("nonce")
    if nonce is None or not call.body.get("enforce_nonce"):
        return None
    message = call.world.nonces.get((call.actor.id, str(nonce)))
    if message is None or time.monotonic() - message.posted_at > call.world.nonce_seconds:
        return None
    return message


def _replied(call: Call, channel: Channel) -> Message | None:
    reference = call.body.get("message_reference")
    if not reference:
        return None
    if May.READ_MESSAGE_HISTORY not in in_channel(channel, call.actor):
        raise Refused(160002)
    elsewhere = int(reference.get("channel_id") or channel.id) != channel.id
    message = channel.messages.get(int(reference["message_id"]))
    if message is not None and not message.deleted and not elsewhere:
        return message
    if reference.get("fail_if_not_exists", True):
        reject("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


def _forwarded(call: Call, body: Json) -> Message | None:
    reference = body.get("message_reference")
    if not reference or reference.get("type") != payloads.FORWARD:
        return None
    source = call.world.channel(reference["channel_id"])
    demand(source, call.actor, May.READ_MESSAGE_HISTORY)
    return find(source, reference["message_id"])


def history(call: Call) -> list[Json]:
    """Messages, always newest first; ``after`` gives the oldest ones after an id."""
    channel, query = call.channel, call.query
    demand(channel, call.actor)
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        reject("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    if May.READ_MESSAGE_HISTORY not in in_channel(channel, call.actor):
        return []
    order = [one for one in channel.order if not channel.messages[one].deleted]
    if "after" in query:
        start = bisect_right(order, int(query["after"]))
        chosen = order[start : start + limit]
    elif "around" in query:
        middle = bisect_left(order, int(query["around"]))
        chosen = order[max(0, middle - limit // 2) : middle + (limit + 1) // 2]
    else:
        end = bisect_left(order, int(query["before"])) if "before" in query else len(order)
        chosen = order[max(0, end - limit) : end]
    return [call.shown(channel.messages[one]) for one in reversed(chosen)]


def fetch(call: Call) -> Json:
    """One message."""
    demand(call.channel, call.actor, May.READ_MESSAGE_HISTORY)
    return call.shown(call.message)


def edit(call: Call) -> Json:
    """Change a message of one's own."""
    demand(call.channel, call.actor)
    message = call.message
    if message.author is not call.actor:
        raise Refused(50005)
    forms.check(call.body)
    kept = {"content": message.content, "embeds": message.embeds, "components": message.components}
    attachments = kept_attachments(call, message)
    files = len(attachments) + len(call.files)
    forms.check_not_empty({**kept, **call.body}, files=files)
    message.attachments = attachments + call.attachments()
    posting.edit(call.world, message, call.body)
    return call.shown(message)


def kept_attachments(call: Call, message: Message) -> list[Attachment]:
    """The files that an edit leaves: those that it names, if it names any."""
    if call.body.get("attachments") is None:
        return message.attachments
    named = {int(one["id"]) for one in call.body["attachments"]}
    return [one for one in message.attachments if one.id in named]


def delete(call: Call) -> None:
    """Take a message away, one's own or as a moderator."""
    demand(call.channel, call.actor)
    message = call.message
    if message.author is not call.actor:
        demand(call.channel, call.actor, May.MANAGE_MESSAGES)
    posting.delete(call.world, message)


def react(call: Call) -> None:
    """Add a reaction of one's own."""
    demand(call.channel, call.actor, May.READ_MESSAGE_HISTORY)
    message, emoji = call.message, _emoji(call)
    if emoji not in message.reactions:
        demand(call.channel, call.actor, May.ADD_REACTIONS)
        if len(message.reactions) >= MOST_REACTIONS:
            raise Refused(30010)
    posting.react(call.world, message, call.actor, emoji)


def unreact(call: Call) -> None:
    """Take a reaction of one's own back."""
    demand(call.channel, call.actor, May.READ_MESSAGE_HISTORY)
    posting.react(call.world, call.message, call.actor, _emoji(call), taken_back=True)


def unreact_other(call: Call) -> None:
    """Take somebody's reaction away."""
    demand(call.channel, call.actor, May.READ_MESSAGE_HISTORY, May.MANAGE_MESSAGES)
    who = call.world.someone(int(call.path["user"]))
    posting.react(call.world, call.message, who, _emoji(call), taken_back=True)


def reacted(call: Call) -> list[Json]:
    """Who has reacted so."""
    demand(call.channel, call.actor, May.READ_MESSAGE_HISTORY)
    who = call.message.reactions.get(_emoji(call), [])
    return [payloads.user(call.world.users[one]) for one in who]


def _emoji(call: Call) -> str:
    emoji = call.path["emoji"]
    if ":" not in emoji and set(emoji) <= ASCII:
        raise Refused(10014)
    return emoji


def pin(call: Call) -> None:
    """Pin a message."""
    _demand_pins(call)
    posting.pin(call.world, call.message, call.actor, pinned=True)


def unpin(call: Call) -> None:
    """Unpin a message."""
    _demand_pins(call)
    posting.pin(call.world, call.message, call.actor, pinned=False)


def _demand_pins(call: Call) -> None:
    demand(call.channel, call.actor)
    if not in_channel(call.channel, call.actor) & (May.PIN_MESSAGES | May.MANAGE_MESSAGES):
        raise Refused(50013)


def pins(call: Call) -> Json:
    """What is pinned, newest first."""
    demand(call.channel, call.actor, May.READ_MESSAGE_HISTORY)
    pinned = [one for one in call.channel.messages.values() if one.pinned and not one.deleted]
    items = [
        {"pinned_at": payloads.written(moment(one.id)), "message": call.shown(one)}
        for one in reversed(pinned)
    ]
    return {"items": items, "has_more": False}


MESSAGES: Final = "/channels/{channel}/messages"
ONE: Final = MESSAGES + "/{message}"
REACTION: Final = ONE + "/reactions/{emoji}"
ROUTES: Final[dict[tuple[str, str], Handler]] = {
    ("GET", MESSAGES + "/pins"): pins,
    ("PUT", MESSAGES + "/pins/{message}"): pin,
    ("DELETE", MESSAGES + "/pins/{message}"): unpin,
    ("POST", MESSAGES): send,
    ("GET", MESSAGES): history,
    ("GET", ONE): fetch,
    ("PATCH", ONE): edit,
    ("DELETE", ONE): delete,
    ("PUT", REACTION + "/@me"): react,
    ("DELETE", REACTION + "/@me"): unreact,
    ("DELETE", REACTION + "/{user}"): unreact_other,
    ("GET", REACTION): reacted,
}
