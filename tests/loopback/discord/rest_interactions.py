"""The routes of slash commands and of answers to interactions."""

from __future__ import annotations

from typing import Any, Final

from tests.loopback.discord import forms, posting
from tests.loopback.discord.call import Answer, Call, Handler
from tests.loopback.discord.interactions import EPHEMERAL, Interaction, Interactions
from tests.loopback.discord.posting import Draft
from tests.loopback.discord.refusals import Refused
from tests.loopback.discord.rest_messages import kept_attachments
from tests.loopback.discord.world import Message

Json = dict[str, Any]

SAY, DEFER, DEFER_UPDATE, UPDATE, COMPLETE, ASK = 4, 5, 6, 7, 8, 9
LOADING: Final = 1 << 7
ORIGINAL: Final = "@original"


class InteractionRoutes:
    """Their handlers."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions

    def routes(self) -> dict[tuple[str, str], Handler]:
        """The table."""
        commands = "/applications/{application}/commands"
        inside = "/applications/{application}/guilds/{guild}/commands"
        webhook = "/webhooks/{application}/{token}"
        one = webhook + "/messages/{message}"
        return {
            ("GET", commands): self.commands,
            ("PUT", commands): self.sync,
            ("GET", inside): self.commands,
            ("PUT", inside): self.sync,
            ("POST", "/interactions"): self.begin,
            ("POST", "/interactions/{interaction}/{token}/callback"): self.callback,
            ("POST", webhook): self.follow_up,
            ("GET", one): self.fetch,
            ("PATCH", one): self.edit,
            ("DELETE", one): self.delete,
        }

    def commands(self, call: Call) -> Answer:
        """The commands of everywhere, or of one guild."""
        return call.world.commands.get(_where(call), [])

    def sync(self, call: Call) -> Answer:
        """Replace all commands."""
        where = _where(call)
        old = {one["name"]: one["id"] for one in call.world.commands.get(where, [])}
        common: Json = {"application_id": str(call.world.application_id), "version": "1"}
        if where is not None:
            common["guild_id"] = str(where)
        call.world.commands[where] = [
            {
                "description": "",
                "type": 1,
                "default_member_permissions": None,
                **given,
                **common,
                "id": old.get(given["name"]) or str(call.world.snowflakes.now()),
            }
            for given in call.body.get("", [])
        ]
        return call.world.commands[where]

    def begin(self, call: Call) -> Answer:
        """What a user's client sends when a button is pressed or a command called."""
        body = call.body
        channel = call.world.channel(body["channel_id"])
        message = None
        if body.get("message_id") is not None:
            message = channel.messages[int(body["message_id"])]
        self._interactions.begin(body["type"], call.actor, channel, body["data"], message)
        return None

    def callback(self, call: Call) -> Answer:
        """The first answer to an interaction."""
        one = self._interactions.to_answer(int(call.path["interaction"]), call.path["token"])
        if one is None:
            raise Refused(10062)
        if one.callback is not None:
            raise Refused(40060)
        kind, data = call.body["type"], call.body.get("data") or {}
        forms.check(data)
        if kind == SAY:
            forms.check_not_empty(data, files=len(call.files))
            one.original = self._say(call, one, data)
        elif kind == DEFER:
            one.original = self._say(call, one, {**data, "flags": data.get("flags", 0) | LOADING})
        elif kind == DEFER_UPDATE:
            one.original = one.message
        elif kind == UPDATE and one.message is not None:
            posting.edit(call.world, one.message, data)
            one.original = one.message
        one.callback, one.answered = kind, data
        call.world.bell.ring()
        return _acknowledged(call, one, kind) if call.query.get("with_response") else None

    def follow_up(self, call: Call) -> Answer:
        """A further answer; the first one, if it was deferred, is thereby given."""
        one = self._interaction(call)
        forms.check(call.body)
        forms.check_not_empty(call.body, files=len(call.files))
        if one.original is not None and one.original.flags & LOADING:
            return self._changed(call, one.original)
        return call.shown(self._say(call, one, call.body))

    def fetch(self, call: Call) -> Answer:
        """An answer that was given."""
        return call.shown(self._message(call))

    def edit(self, call: Call) -> Answer:
        """Change an answer."""
        forms.check(call.body)
        return self._changed(call, self._message(call))

    def delete(self, call: Call) -> Answer:
        """Take an answer away."""
        posting.delete(call.world, self._message(call))
        return None

    def _changed(self, call: Call, message: Message) -> Json:
        message.attachments = kept_attachments(call, message) + call.attachments()
        posting.edit(call.world, message, {**call.body, "flags": message.flags & ~LOADING})
        return call.shown(message)

    def _say(self, call: Call, one: Interaction, data: Json) -> Message:
        said = Draft(
            content=data.get("content") or "",
            embeds=data.get("embeds") or [],
            components=data.get("components") or [],
            files=call.attachments(),
            allowed_mentions=data.get("allowed_mentions"),
            flags=data.get("flags") or 0,
            interaction_id=one.id,
        )
        if said.flags & EPHEMERAL:
            message = posting.made(call.world, one.channel, call.world.bot, said)
        else:
            message = posting.post(call.world, one.channel, call.world.bot, said)
        one.messages[message.id] = message
        return message

    def _interaction(self, call: Call) -> Interaction:
        one = self._interactions.by_token(call.path["token"])
        if one is None:
            raise Refused(50027)
        return one

    def _message(self, call: Call) -> Message:
        one = self._interaction(call)
        wanted = call.path["message"]
        message = one.original if wanted == ORIGINAL else one.messages.get(int(wanted))
        if message is None or message.deleted:
            raise Refused(10008)
        return message


def _acknowledged(call: Call, one: Interaction, kind: int) -> Json:
    original = one.original
    about: Json = {"id": str(one.id), "type": one.type}
    resource: Json = {"type": kind}
    if original is not None:
        about |= {
            "response_message_id": str(original.id),
            "response_message_loading": bool(original.flags & LOADING),
            "response_message_ephemeral": bool(original.flags & EPHEMERAL),
        }
        if kind in {SAY, DEFER, UPDATE}:
            resource["message"] = call.shown(original)
    return {"interaction": about, "resource": resource}


def _where(call: Call) -> int | None:
    return int(call.path["guild"]) if "guild" in call.path else None
