"""What a test holds of guilds and people; each call is a short request."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.wire import Wire

Json = dict[str, Any]

COMMAND: Final = 2
COMPONENT: Final = 3


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a guild."""

    id: int
    name: str

    @property
    def mention(self) -> str:
        """As it is named in a message."""
        return f"<@&{self.id}>"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody; the same person in every guild."""

    wire: Wire
    id: int
    name: str
    token: str

    @property
    def mention(self) -> str:
        """As they are named in a message."""
        return f"<@{self.id}>"

    def say(
        self,
        channel: Channel,
        content: str = "",
        *,
        reply_to: Message | None = None,
        attachments: Sequence[tuple[str, bytes]] = (),
        at: float | None = None,
        **more: object,
    ) -> Message:
        """Say something; ``at`` in seconds since 1970, ``attachments`` as (filename, content).

        ``more``: ``embeds``, ``allowed_mentions``, ``flags``, ``nonce``, ``type``.
        """
        said: Json = {"content": content, **more}
        if reply_to is not None:
            said["reply_to"] = [reply_to.channel_id, reply_to.id]
        if attachments:
            said["files"] = [_file(name, content) for name, content in attachments]
        if at is not None:
            said["at"] = round(at * 1000)
        return Message(**self.wire.ask("say", channel=channel.id, user=self.id, **said))

    def direct(self, content: str = "", **more: Any) -> Message:
        """Write to the bot alone."""
        return self.say(self.directs(), content, **more)

    def directs(self) -> Channel:
        """The channel between this user and the bot."""
        found = self.wire.ask("direct", user=self.id)
        return Channel(self.wire, found["id"], f"direct {self.name}")

    def take_directs(self, *, takes: bool) -> None:
        """Whether this user lets bots write."""
        self.wire.ask("takes_directs", user=self.id, takes=takes)

    def edit(self, message: Message, content: str) -> Message:
        """Let a message say something else."""
        changes = {"content": content}
        where = {"channel": message.channel_id, "message": message.id}
        return Message(**self.wire.ask("edit", **where, changes=changes))

    def delete(self, message: Message) -> None:
        """Take a message away."""
        self.wire.ask("delete", channel=message.channel_id, message=message.id)

    def react(self, message: Message, emoji: str, *, back: bool = False) -> None:
        """React, or take that back."""
        where = {"channel": message.channel_id, "message": message.id}
        self.wire.ask("react", **where, user=self.id, emoji=emoji, back=back)

    def pin(self, message: Message, *, pinned: bool = True) -> None:
        """Pin a message, or unpin it."""
        where = {"channel": message.channel_id, "message": message.id}
        self.wire.ask("pin", **where, user=self.id, pinned=pinned)

    def forward(self, channel: Channel, message: Message) -> Message:
        """Forward a message to a channel."""
        of = {"message": message.id, "of": message.channel_id}
        return Message(**self.wire.ask("forward", channel=channel.id, user=self.id, **of))

    def press(self, message: Message, custom_id: str, *values: str) -> int:
        """Press a button, or choose in a select; the id of the interaction."""
        data: Json = {"custom_id": custom_id, "component_type": 3 if values else 2}
        data |= {"values": list(values)} if values else {}
        where = {"channel": message.channel_id, "message": message.id}
        return self._interact(COMPONENT, data, where)

    def command(self, channel: Channel, name: str, *options: Json) -> int:
        """Call a slash command that is registered; the id of the interaction."""
        known = self.wire.ask("commands", guild=channel.guild_id) + self.wire.ask("commands")
        found = next((one for one in known if one["name"] == name), None)
        assert found is not None, f"/{name} is not registered, only {[k['name'] for k in known]}"
        data = {"id": found["id"], "name": name, "type": found["type"], "options": list(options)}
        return self._interact(COMMAND, data, {"channel": channel.id})

    def _interact(self, kind: int, data: Json, where: Json) -> int:
        begun = self.wire.ask("interact", kind=kind, user=self.id, data=data, **where)
        number: int = begun["id"]
        return number


@dataclass(frozen=True, slots=True)
class Guild:
    """A server with the bot in it."""

    wire: Wire
    id: int
    name: str
    bot_role: int  # the role that only the bot has

    def channel(self, name: str) -> Channel:
        """A new text channel."""
        return self._channel(name, "text")

    def forum(self, name: str) -> Channel:
        """A new forum."""
        return self._channel(name, "forum")

    def thread(
        self,
        parent: Channel,
        name: str,
        by: Member,
        *,
        content: str | None = None,
        message: Message | None = None,
    ) -> Channel:
        """A thread that somebody opens; in a forum it needs ``content``, its first message."""
        about = {"content": content, "message": None if message is None else message.id}
        made = self.wire.ask("thread", channel=parent.id, name=name, user=by.id, **about)
        return Channel(self.wire, made["id"], name, self.id)

    def known_channel(self, channel_id: int, name: str = "") -> Channel:
        """A handle of a channel that the bot has made."""
        return Channel(self.wire, channel_id, name or str(channel_id), self.id)

    def member(self, name: str, roles: Sequence[Role] = (), *, nick: str | None = None) -> Member:
        """Somebody, who is in this guild from now on."""
        given = [role.id for role in roles]
        made = self.wire.ask("member", guild=self.id, name=name, roles=given, nick=nick)
        return Member(self.wire, made["id"], name, made["token"])

    def role(self, name: str, *permissions: str, mentionable: bool = False) -> Role:
        """A new role."""
        given = {"permissions": list(permissions), "mentionable": mentionable}
        return Role(self.wire.ask("role", guild=self.id, name=name, **given)["id"], name)

    def give(self, member: Member, *roles: Role) -> None:
        """Give a member these roles, and no others."""
        given = [role.id for role in roles]
        self.wire.ask("roles", guild=self.id, user=member.id, roles=given)

    def leave(self, member: Member) -> None:
        """Let somebody leave."""
        self.wire.ask("leave", guild=self.id, user=member.id)

    def deny(self, *names: str) -> None:
        """Take permissions away from everybody here, and from the bot's own role."""
        for role in (self.id, self.bot_role):
            self._permissions(role, [], list(names))

    def allow(self, *names: str, to: Role | None = None) -> None:
        """Give permissions to the bot's own role, or to another one."""
        self._permissions(self.bot_role if to is None else to.id, list(names), [])

    def close(self) -> None:
        """Throw the bot out."""
        self.wire.ask("close_guild", guild=self.id)

    def _permissions(self, role: int, allow: list[str], deny: list[str]) -> None:
        self.wire.ask("permissions", guild=self.id, role=role, allow=allow, deny=deny)

    def _channel(self, name: str, kind: str) -> Channel:
        made = self.wire.ask("channel", guild=self.id, name=name, kind=kind)
        return Channel(self.wire, made["id"], name, self.id)


def _file(name: str, content: bytes) -> Json:
    kind = "image/png" if name.endswith(".png") else "application/octet-stream"
    return {
        "filename": name,
        "content_type": kind,
        "content": base64.b64encode(content).decode(),
    }
