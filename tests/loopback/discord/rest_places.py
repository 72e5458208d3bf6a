"""The routes of channels, threads, guilds, members and of logging in."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.loopback.discord import forms, payloads, places, posting
from tests.loopback.discord.call import Call, Handler, Json
from tests.loopback.discord.intents import Intent, flags
from tests.loopback.discord.permissions import May, demand, in_guild, sees, speaking
from tests.loopback.discord.refusals import Refused, reject
from tests.loopback.discord.rest_messages import draft
from tests.loopback.discord.world import (
    FORUM,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    THREADS,
    Event,
    Guild,
)

THREAD_NOTICE: Final = 18


def me(call: Call) -> Json:
    """The one who asks."""
    return {**payloads.user(call.actor), "verified": True, "mfa_enabled": False, "flags": 0}


def application(call: Call) -> Json:
    """The application of the bot."""
    owner = call.world.discord
    return {
        "id": str(call.world.application_id),
        "name": call.actor.name,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": payloads.user(owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": flags(call.world.privileges),
        "interactions_endpoint_url": None,
        "summary": "",
        "tags": [],
    }


def gateway(call: Call) -> Json:
    """Where the gateway is."""
    limit = {"total": 1_000, "remaining": 1_000, "reset_after": 0, "max_concurrency": 1}
    url = call.world.address.replace("http", "ws", 1) + "/gw"
    return {"url": url, "shards": 1, "session_start_limit": limit}


def someone(call: Call) -> Json:
    """Any user."""
    user = call.world.users.get(int(call.path["user"]))
    if user is None:
        raise Refused(10013)
    return payloads.user(user)


def direct(call: Call) -> Json:
    """The channel to write to somebody alone."""
    other = call.world.users.get(int(call.body["recipient_id"]))
    if other is None or other is call.actor:
        raise Refused(10013)
    return payloads.channel(call.world, places.direct(call.world, call.actor, other))


def channel(call: Call) -> Json:
    """A channel."""
    demand(call.channel, call.actor)
    return payloads.channel(call.world, call.channel)


def change(call: Call) -> Json:
    """Rename a channel, archive or lock a thread."""
    one = call.channel
    if one.type in THREADS:
        own = one.owner_id == call.actor.id and "locked" not in call.body
        demand(one, call.actor, *([] if own else [May.MANAGE_THREADS]))
    else:
        demand(one, call.actor, May.MANAGE_CHANNELS)
    places.change_channel(call.world, one, call.body)
    return payloads.channel(call.world, one)


def delete(call: Call) -> Json:
    """Take a channel or a thread away."""
    one = call.channel
    demand(one, call.actor, May.MANAGE_THREADS if one.type in THREADS else May.MANAGE_CHANNELS)
    shown = payloads.channel(call.world, one)
    places.delete_channel(call.world, one)
    return shown


def typing(call: Call) -> None:
    """Say that one is writing."""
    one = call.channel
    demand(one, call.actor, speaking(one))
    data: Json = {
        "channel_id": str(one.id),
        "user_id": str(call.actor.id),
        "timestamp": places.seconds(),
    }
    if one.guild is not None:
        data["guild_id"] = str(one.guild.id)
        data["member"] = payloads.member(one.guild.members[call.actor.id])
    intent = Intent.DIRECT_TYPING if one.guild is None else Intent.TYPING
    call.world.announce(Event("TYPING_START", intent, lambda *_: data, one.guild, one))


def thread_from_message(call: Call) -> Json:
    """A thread that a message starts; it has the message's id."""
    parent, message = call.channel, call.message
    demand(parent, call.actor, May.CREATE_PUBLIC_THREADS)
    if message.thread is not None:
        raise Refused(160004)
    thread = places.create_thread(
        call.world,
        parent,
        call.actor,
        _name(call),
        kind=PUBLIC_THREAD,
        started_by=message,
    )
    posting.start_thread(call.world, thread, message)
    return payloads.channel(call.world, thread)


def thread(call: Call) -> Json:
    """A thread, or the post of a forum."""
    parent, world = call.channel, call.world
    if parent.type == FORUM:
        return _forum_post(call)
    kind = call.body.get("type", PRIVATE_THREAD)
    private = kind == PRIVATE_THREAD
    needed = May.CREATE_PRIVATE_THREADS if private else May.CREATE_PUBLIC_THREADS
    demand(parent, call.actor, needed)
    one = places.create_thread(world, parent, call.actor, _name(call), kind=kind)
    if not private:
        reference = {"channel_id": one.id, "guild_id": one.guild.id if one.guild else None}
        notice = posting.Draft(content=one.name, type=THREAD_NOTICE, reference=reference)
        posting.post(world, parent, call.actor, notice)
    return payloads.channel(world, one)


def _forum_post(call: Call) -> Json:
    parent, world = call.channel, call.world
    demand(parent, call.actor, May.SEND_MESSAGES)
    body = call.body.get("message") or {}
    forms.check(body)
    name = _name(call)
    asked = replace(call, body=body)
    one = places.create_thread(world, parent, call.actor, name, kind=PUBLIC_THREAD)
    try:
        said = replace(draft(asked, one, body), id=one.id)
    except Refused:
        places.delete_channel(world, one)
        raise
    message = posting.post(world, one, call.actor, said)
    return {**payloads.channel(world, one), "message": call.shown(message)}


def _name(call: Call) -> str:
    name = call.body.get("name") or ""
    if not 1 <= len(name) <= 100:
        reject("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    return str(name)


def join_thread(call: Call) -> None:
    """Come into a thread."""
    demand(call.channel, call.actor)
    who = call.path.get("user", "@me")
    user_id = call.actor.id if who == "@me" else int(who)
    if user_id not in call.channel.recipients:
        call.channel.recipients.append(user_id)


def leave_thread(call: Call) -> None:
    """Leave a thread."""
    demand(call.channel, call.actor)
    if call.actor.id in call.channel.recipients:
        call.channel.recipients.remove(call.actor.id)


def _guild(call: Call) -> Guild:
    one = call.world.guild(call.path["guild"])
    if call.actor.id not in one.members:
        raise Refused(50001)
    return one


def guild(call: Call) -> Json:
    """A guild."""
    return payloads.outline(_guild(call))


def member(call: Call) -> Json:
    """A member of a guild."""
    one = _guild(call).members.get(int(call.path["user"]))
    if one is None:
        raise Refused(10007)
    return payloads.member(one)


def channels(call: Call) -> list[Json]:
    """All channels of a guild, but no threads."""
    every = _guild(call).channels.values()
    return [
        payloads.channel(call.world, one)
        for one in every
        if not one.deleted and one.type not in THREADS
    ]


def create_channel(call: Call) -> Json:
    """A new channel."""
    one = _guild(call)
    if May.MANAGE_CHANNELS not in in_guild(one, call.actor):
        raise Refused(50013)
    made = places.create_channel(call.world, one, _name(call), call.body.get("type", TEXT))
    return payloads.channel(call.world, made)


def active_threads(call: Call) -> Json:
    """The threads of a guild that are not archived."""
    every = _guild(call).channels.values()
    active = [one for one in every if one.type in THREADS and not one.archived and not one.deleted]
    seen = [payloads.channel(call.world, one) for one in active if sees(one, call.actor)]
    return {"threads": seen, "members": [], "has_more": False}


CHANNEL: Final = "/channels/{channel}"
ROUTES: Final[dict[tuple[str, str], Handler]] = {
    ("GET", "/users/@me"): me,
    ("GET", "/oauth2/applications/@me"): application,
    ("GET", "/gateway"): gateway,
    ("GET", "/gateway/bot"): gateway,
    ("POST", "/users/@me/channels"): direct,
    ("GET", "/users/{user}"): someone,
    ("GET", CHANNEL): channel,
    ("PATCH", CHANNEL): change,
    ("DELETE", CHANNEL): delete,
    ("POST", CHANNEL + "/typing"): typing,
    ("POST", CHANNEL + "/messages/{message}/threads"): thread_from_message,
    ("POST", CHANNEL + "/threads"): thread,
    ("PUT", CHANNEL + "/thread-members/{user}"): join_thread,
    ("DELETE", CHANNEL + "/thread-members/@me"): leave_thread,
    ("GET", "/guilds/{guild}"): guild,
    ("GET", "/guilds/{guild}/members/{user}"): member,
    ("GET", "/guilds/{guild}/channels"): channels,
    ("POST", "/guilds/{guild}/channels"): create_channel,
    ("GET", "/guilds/{guild}/threads/active"): active_threads,
}
