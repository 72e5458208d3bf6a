"""Whom a message really pings: what its text names, as far as ``allowed_mentions`` lets it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback.discord.permissions import May, in_channel
from tests.loopback.discord.refusals import reject
from tests.loopback.discord.world import Channel, Message, User

Json = dict[str, Any]

USER: Final = re.compile(r"<@!?(\d{15,20})>")
ROLE: Final = re.compile(r"<@&(\d{15,20})>")
EVERYONE: Final = re.compile(r"@(everyone|here)\b")
KINDS: Final = frozenset({"users", "roles", "everyone"})
MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Named:
    """Who is mentioned, and everybody whose client rings."""

    users: list[int]
    roles: list[int]
    everyone: bool
    pinged: list[int]


def check(allowed: Json | None) -> None:
    """Refuse what Discord refuses in ``allowed_mentions``."""
    if allowed is None:
        return
    parse = allowed.get("parse") or []
    for position, kind in enumerate(parse):
        if kind not in KINDS:
            text = f"Value must be one of {{{', '.join(sorted(KINDS))}}}."
            reject(f"allowed_mentions.parse.{position}", "BASE_TYPE_CHOICES", text)
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if len(listed) > MOST:
            text = f"Must be {MOST} or fewer in length."
            reject(f"allowed_mentions.{kind}", "BASE_TYPE_BAD_LENGTH", text)
        if listed and kind in parse:
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            reject("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def named(
    channel: Channel, author: User, content: str, allowed: Json | None, replied: Message | None
) -> Named:
    """Who is named in a message; without a guild only the one who is written to."""
    users = [int(found) for found in USER.findall(content)]
    known = set(channel.guild.members) if channel.guild else set(channel.recipients)
    users = [one for one in _allowed(users, "users", allowed) if one in known]
    if replied is not None and _pings_replied(allowed) and not replied.webhook:
        users.append(replied.author.id)
    roles = _roles(channel, author, content, allowed)
    everyone = (
        EVERYONE.search(content) is not None
        and (allowed is None or "everyone" in (allowed.get("parse") or []))
        and channel.guild is not None
        and May.MENTION_EVERYONE in in_channel(channel, author)
    )
    users = list(dict.fromkeys(users))
    return Named(users, roles, everyone, _pinged(channel, users, roles, everyone=everyone))


def _roles(channel: Channel, author: User, content: str, allowed: Json | None) -> list[int]:
    if channel.guild is None:
        return []
    everything = May.MENTION_EVERYONE in in_channel(channel, author)
    roles = channel.guild.roles
    found = _allowed([int(one) for one in ROLE.findall(content)], "roles", allowed)
    return [one for one in found if one in roles and (everything or roles[one].mentionable)]


def _allowed(found: list[int], kind: str, allowed: Json | None) -> list[int]:
    found = list(dict.fromkeys(found))
    if allowed is None or kind in (allowed.get("parse") or []):
        return found
    listed = {int(one) for one in allowed.get(kind) or []}
    return [one for one in found if one in listed]


def _pings_replied(allowed: Json | None) -> bool:
    return allowed is None or bool(allowed.get("replied_user", False))


def _pinged(channel: Channel, users: list[int], roles: list[int], *, everyone: bool) -> list[int]:
    if channel.guild is None:
        return users
    members = channel.guild.members.values()
    rung = [m.user.id for m in members if everyone or set(roles) & set(m.roles)]
    return list(dict.fromkeys([*users, *rung]))
