"""What there is: users, guilds, channels, messages; plain data, who may do what is told elsewhere.

Deleted messages and channels stay here, marked, so that a test can still look at them.
"""

from __future__ import annotations

import base64
import secrets
import time
from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.loopback.discord.bell import Bell
from tests.loopback.discord.refusals import Refused, Trouble
from tests.loopback.discord.snowflakes import Snowflakes

Json = dict[str, Any]

TEXT, DIRECT, FORUM = 0, 1, 15
PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
THREADS: Final = frozenset({10, PUBLIC_THREAD, PRIVATE_THREAD})
PRIVILEGES: Final = ("presences", "members", "message_content")


@dataclass(slots=True, eq=False)
class User:
    """An account, of a person or of a bot."""

    id: int
    name: str
    token: str
    bot: bool = False
    takes_directs: bool = True


@dataclass(slots=True, eq=False)
class Role:
    """A role; the one with the guild's id is everybody's."""

    id: int
    name: str
    permissions: int
    position: int = 0
    mentionable: bool = False
    managed: bool = False


@dataclass(slots=True, eq=False)
class Member:
    """A user in a guild."""

    user: User
    roles: list[int]
    joined_at: int  # milliseconds since 1970
    nick: str | None = None


@dataclass(slots=True, eq=False)
class Overwrite:
    """What a channel changes for a role (type 0) or a member (type 1)."""

    type: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)  # threads too


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    content_type: str
    content: bytes
    description: str | None = None


@dataclass(slots=True, eq=False)
class Message:
    """A message; ``mentions`` are named in it, ``pinged`` are all whose client rings."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    type: int = 0
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: list[int] = field(default_factory=list)
    allowed_mentions: Json | None = None
    reference: Json | None = None  # type, message_id, channel_id, guild_id
    snapshots: list[Json] = field(default_factory=list)
    nonce: str | int | None = None
    flags: int = 0
    pinned: bool = False
    webhook: bool = False
    interaction_id: int | None = None
    thread: Channel | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict)
    edited_at: int | None = None  # milliseconds since 1970
    deleted: bool = False
    posted_at: float = 0.0  # seconds of the system's monotonic clock


@dataclass(slots=True, eq=False)
class Channel:
    """Where messages are; a thread is a channel with a parent."""

    id: int
    type: int
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[int] = field(default_factory=list)  # of a direct channel, both
    owner_id: int | None = None  # of a thread
    archived: bool = False
    locked: bool = False
    archived_at: int = 0  # milliseconds since 1970
    auto_archive_duration: int = 1_440  # minutes
    messages: dict[int, Message] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)  # ids, rising
    changed: dict[int, int] = field(default_factory=dict)  # message id to count, last is newest
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Something for the gateway: who is told is up to ``intent``, ``guild`` and ``channel``."""

    name: str
    intent: int
    data: Callable[[User, bool], Json]  # for a viewer, who may or may not read contents
    guild: Guild | None = None
    channel: Channel | None = None
    only: User | None = None


class World:
    """All of it, and the bell that rings when a channel has changed."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.snowflakes = Snowflakes()
        self.bell = Bell()
        self.count = 0  # of changes
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.commands: dict[int | None, list[Json]] = {}  # by guild; None: everywhere
        self.privileges = set(PRIVILEGES)
        self.nonces: dict[tuple[int, str], Message] = {}  # by author
        self.nonce_seconds = 120.0
        self.answer_seconds = 3.0  # that an interaction waits for its first answer
        self.token_seconds = 900.0  # that further answers may take
        self.listeners: list[Callable[[Event], None]] = []
        self.bot = self.user("croupier", bot=True)
        self.discord = self.user("discord")  # who deleted or system messages may be from

    @property
    def application_id(self) -> int:
        """The application of the bot under test has the id of its user."""
        return self.bot.id

    def user(self, name: str, *, bot: bool = False) -> User:
        """The user of this name, who is created if there is none."""
        for user in self.users.values():
            if user.name == name:
                return user
        user_id = self.snowflakes.now()
        user = User(user_id, name, _token(user_id), bot=bot)
        self.users[user.id] = user
        return user

    def holder(self, token: str) -> User | None:
        """Whose token it is."""
        return next((user for user in self.users.values() if user.token == token), None)

    def new_token(self, user: User) -> str:
        """Let somebody's old token be worth nothing."""
        user.token = _token(user.id)
        return user.token

    def channel(self, channel_id: int | str) -> Channel:
        """A channel that is still there."""
        channel = self.channels.get(_number(channel_id))
        if channel is None or channel.deleted:
            raise Refused(10003)
        return channel

    def guild(self, guild_id: int | str) -> Guild:
        """A guild that exists."""
        guild = self.guilds.get(_number(guild_id))
        if guild is None:
            raise Refused(10004)
        return guild

    def someone(self, user_id: int) -> User:
        """A user that a test speaks of."""
        if user_id not in self.users:
            msg = f"there is no user {user_id}"
            raise Trouble(msg)
        return self.users[user_id]

    def keep(self, message: Message) -> None:
        """Put a new message where it belongs."""
        channel = message.channel
        message.posted_at = time.monotonic()
        channel.messages[message.id] = message
        insort(channel.order, message.id)
        if message.nonce is not None:
            self.nonces[message.author.id, str(message.nonce)] = message
        self.touch(message)

    def touch(self, message: Message) -> None:
        """Whoever waits for this channel looks again; an ephemeral message is in none."""
        self.bell.ring()
        if message.id not in message.channel.messages:
            return
        self.count += 1
        changed = message.channel.changed
        changed.pop(message.id, None)
        changed[message.id] = self.count

    def announce(self, event: Event) -> None:
        """Tell the gateway."""
        for listener in self.listeners:
            listener(event)


def find(channel: Channel, message_id: int | str) -> Message:
    """A message that is still there."""
    message = channel.messages.get(_number(message_id))
    if message is None or message.deleted:
        raise Refused(10008)
    return message


def _number(text: int | str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refused(50035) from None


def _token(user_id: int) -> str:
    """Three parts, as tokens have: the id, a time, a secret."""
    first = base64.urlsafe_b64encode(str(user_id).encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
