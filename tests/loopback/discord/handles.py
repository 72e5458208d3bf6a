"""What a test holds of guilds, channels, people and messages; each call is a short request."""

from __future__ import annotations

import base64
import time
from bisect import bisect_right, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from tests.loopback.discord.wire import Wire

Json = dict[str, Any]

T = TypeVar("T")
POLL: Final = 5.0  # seconds that one question may wait at the stand-in
SHOWN: Final = 30  # messages in an error
COMMAND, COMPONENT, MODAL = 2, 3, 5


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it was when it was last asked for."""

    id: int
    channel_id: int
    author: str
    author_id: int
    author_is_bot: bool
    content: str
    type: int
    reply_to: int | None
    reactions: dict[str, list[int]]  # emoji to ids of users
    mentioned: list[int]  # whose clients ring
    allowed_mentions: Json | None  # as it was sent
    nonce: str | int | None
    embeds: list[Json]
    components: list[Json]
    attachments: list[Json]  # filename, size
    at: float  # seconds since 1970, from the id
    posted_at: float  # seconds of the system's monotonic clock
    edited: bool
    deleted: bool
    pinned: bool
    webhook: bool
    flags: int
    thread_id: int | None

    def __str__(self) -> str:
        answer = f" ↩{self.reply_to}" if self.reply_to else ""
        seen = f" {' '.join(self.reactions)}" if self.reactions else ""
        more = f" +{len(self.embeds)} embeds" if self.embeds else ""
        return f"{self.id} {self.author}{answer}: {self.content!r}{more}{seen}"


Wanted = int | str | Callable[[Message], object]


@dataclass(slots=True, eq=False)
class Channel:
    """A channel, thread or direct channel; it knows the messages that it has been told of."""

    wire: Wire
    id: int
    name: str
    guild: Guild | None = None
    _count: int = 0
    _known: dict[int, Message] = field(default_factory=dict)
    _order: list[int] = field(default_factory=list)  # ids, rising

    @property
    def mention(self) -> str:
        """As it is named in a message."""
        return f"<#{self.id}>"

    def all_messages(self) -> list[Message]:
        """All messages in order, deleted ones too."""
        self._look(0)
        return [self._known[one] for one in self._order]

    def messages(self) -> list[Message]:
        """All messages that are there, in order."""
        self._look(0)
        return self._there(None)

    def message(self, message: Message | int) -> Message:
        """A message as it is now."""
        self._look(0)
        return self._known[message if isinstance(message, int) else message.id]

    def wait_for(
        self, wanted: Wanted, *, after: Message | None = None, timeout: float = 5.0
    ) -> Message:
        """The first message that fits, with this text in it, or the so-many-th there is.

        Only messages after ``after`` are looked at. It blocks: beside a bot in the same event loop
        it needs ``asyncio.to_thread``.
        """

        def found(later: list[Message]) -> Message | None:
            if isinstance(wanted, int):
                return later[wanted - 1] if len(later) >= wanted else None
            if isinstance(wanted, str):
                return next((one for one in later if wanted in one.content), None)
            return next((one for one in later if wanted(one)), None)

        what = f"message {wanted!r}" + (f" after {after.id}" if after else "")
        return self._until(found, timeout, what, after)

    def wait_until(
        self, test: Callable[[list[Message]], object], *, timeout: float = 5.0
    ) -> list[Message]:
        """All messages, as soon as they fit."""
        return self._until(lambda all_: all_ if test(all_) else None, timeout, f"{test!r}")

    def wait_for_reply(self, to: Message, *, timeout: float = 5.0) -> Message:
        """The first message that refers to another."""
        return self.wait_for(lambda one: one.reply_to == to.id, after=to, timeout=timeout)

    def wait_for_reaction(
        self, message: Message, emoji: str | None = None, *, timeout: float = 5.0
    ) -> Message:
        """The message, as soon as somebody has reacted to it (so)."""

        def reacted(one: Message) -> bool:
            return one.id == message.id and bool(
                one.reactions if emoji is None else emoji in one.reactions
            )

        return self.wait_for(reacted, timeout=timeout)

    def delete(self) -> None:
        """Take the channel away."""
        self.wire.ask("delete_channel", channel=self.id)

    def change(self, **changes: object) -> None:
        """``name``, ``topic``, ``archived``, ``locked``, ``auto_archive_duration``."""
        self.wire.ask("change_channel", channel=self.id, changes=changes)

    def deny(self, *names: str, to: Member | Role | None = None) -> None:
        """Take permissions away here, from the bot unless somebody else is named."""
        self._overwrite([], list(names), to)

    def allow(self, *names: str, to: Member | Role | None = None) -> None:
        """Give permissions here, to the bot unless somebody else is named."""
        self._overwrite(list(names), [], to)

    def undo(self, to: Member | Role | None = None) -> None:
        """Say nothing special about the bot, or somebody else, any more."""
        self.wire.ask("undo_overwrite", channel=self.id, who=self._who(to))

    def _overwrite(self, allow: list[str], deny: list[str], to: Member | Role | None) -> None:
        self.wire.ask("overwrite", channel=self.id, who=self._who(to), allow=allow, deny=deny)

    def _who(self, to: Member | Role | None) -> int:
        if to is not None:
            return to.id
        bot: int = self.wire.ask("application")["id"]
        return bot

    def _look(self, seconds: float) -> None:
        news = self.wire.ask("changes", channel=self.id, after=self._count, seconds=seconds)
        self._count = max(self._count, news["count"])
        for body in news["messages"]:
            if body["id"] not in self._known:
                insort(self._order, body["id"])
            self._known[body["id"]] = Message(**body)

    def _there(self, after: Message | None) -> list[Message]:
        start = 0 if after is None else bisect_right(self._order, after.id)
        every = (self._known[one] for one in self._order[start:])
        return [message for message in every if not message.deleted]

    def _until(
        self,
        found: Callable[[list[Message]], T | None],
        seconds: float,
        what: str,
        after: Message | None = None,
    ) -> T:
        end = time.monotonic() + seconds
        self._look(0)
        while True:
            result = found(self._there(after))
            if result is not None:
                return result
            left = end - time.monotonic()
            if left <= 0:
                there = "\n  ".join(str(one) for one in self._there(None)[-SHOWN:]) or "nothing"
                msg = f"#{self.name} had no {what} within {seconds} s; it has\n  {there}"
                raise AssertionError(msg)
            self._look(min(left, POLL))


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
        guild = None if channel.guild is None else channel.guild.id
        known = self.wire.ask("commands", guild=guild) + self.wire.ask("commands")
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
        return Channel(self.wire, made["id"], name, self)

    def known_channel(self, channel_id: int, name: str = "") -> Channel:
        """A handle of a channel that the bot has made."""
        return Channel(self.wire, channel_id, name or str(channel_id), self)

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
        return Channel(self.wire, made["id"], name, self)


def _file(name: str, content: bytes) -> Json:
    kind = "image/png" if name.endswith(".png") else "application/octet-stream"
    return {
        "filename": name,
        "content_type": kind,
        "content": base64.b64encode(content).decode(),
    }
