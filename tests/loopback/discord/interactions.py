"""Slash commands, buttons and what a bot answers to them; ephemeral answers never reach history."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Final

from tests.loopback.discord import message_payload, payloads
from tests.loopback.discord.intents import Intent
from tests.loopback.discord.permissions import in_channel
from tests.loopback.discord.world import Channel, Event, Message, User, World

Json = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
EPHEMERAL: Final = 1 << 6
SIZE_LIMIT: Final = 10_485_760  # bytes of an attachment


@dataclass(slots=True)
class Interaction:
    """Somebody has pressed or called something."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    begun_at: float  # seconds of the monotonic clock
    message: Message | None = None  # whose component it was
    callback: int | None = None  # the type of the first answer
    answered: Json | None = None  # its data
    original: Message | None = None
    messages: dict[int, Message] = field(default_factory=dict)  # follow-ups and ephemeral ones


class Interactions:
    """All of them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.all: dict[int, Interaction] = {}

    def by_token(self, token: str) -> Interaction | None:
        """The interaction that a webhook address names."""
        one = next((one for one in self.all.values() if one.token == token), None)
        return one if one is not None and self._younger(one, self._world.token_seconds) else None

    def to_answer(self, number: int, token: str) -> Interaction | None:
        """The interaction that waits for its first answer, if it has not waited too long."""
        one = self.all.get(number)
        if one is None or one.token != token:
            return None
        return one if self._younger(one, self._world.answer_seconds) else None

    def _younger(self, one: Interaction, seconds: float) -> bool:
        return time.monotonic() - one.begun_at <= seconds

    def begin(
        self, kind: int, user: User, channel: Channel, data: Json, message: Message | None
    ) -> Interaction:
        """Tell the bot that somebody has pressed or called something."""
        number, token = self._world.snowflakes.now(), secrets.token_urlsafe(32)
        now = time.monotonic()
        one = Interaction(number, token, kind, user, channel, data, now, message)
        self.all[one.id] = one
        event = Event("INTERACTION_CREATE", Intent.NONE, lambda *_: self._payload(one))
        self._world.announce(event)
        return one

    def _payload(self, one: Interaction) -> Json:
        world, channel = self._world, one.channel
        body: Json = {
            "id": str(one.id),
            "application_id": str(world.application_id),
            "type": one.type,
            "token": one.token,
            "version": 1,
            "data": one.data,
            "channel_id": str(channel.id),
            "channel": payloads.channel(world, channel),
            "attachment_size_limit": SIZE_LIMIT,
            "locale": "de",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 1 if channel.guild is None else 0,
            "app_permissions": str(int(in_channel(channel, world.bot)) & (1 << 53) - 1),
        }
        if one.message is not None:
            body["message"] = message_payload.message(world, one.message, world.bot, reads=True)
        if channel.guild is None:
            return {**body, "user": payloads.user(one.user)}
        member = payloads.member(channel.guild.members[one.user.id])
        may = str(int(in_channel(channel, one.user)) & (1 << 53) - 1)
        guild = {"id": str(channel.guild.id), "locale": "de", "features": []}
        inside = {"guild_id": guild["id"], "guild": guild, "guild_locale": "de"}
        return {**body, **inside, "member": {**member, "permissions": may}}

    def shown(self) -> list[Json]:
        """For a test to look at."""
        return [
            {
                "id": one.id,
                "type": one.type,
                "user_id": one.user.id,
                "channel_id": one.channel.id,
                "data": one.data,
                "callback": one.callback,
                "answered": one.answered,
                "message_ids": list(one.messages),
            }
            for one in self.all.values()
        ]
