"""What a test holds of channels and messages: what was said there, and waiting for more of it.

Each call is a short request but those that wait.
"""

from __future__ import annotations

import time
from bisect import bisect_right, insort
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from tests.loopback.discord.wire import Wire

Json = dict[str, Any]

T = TypeVar("T")
POLL: Final = 5.0  # seconds that one question may wait at the stand-in
SHOWN: Final = 30  # messages in an error


class Somebody(Protocol):
    """A member or a role."""

    @property
    def id(self) -> int:
        """Its id."""


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
    guild_id: int | None = None
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
        self, wanted: Wanted, *, after: Message | None = None, timeout: float = 20.0
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
        self, test: Callable[[list[Message]], object], *, timeout: float = 20.0
    ) -> list[Message]:
        """All messages, as soon as they fit."""
        return self._until(lambda all_: all_ if test(all_) else None, timeout, f"{test!r}")

    def wait_for_reply(self, to: Message, *, timeout: float = 20.0) -> Message:
        """The first message that refers to another."""
        return self.wait_for(lambda one: one.reply_to == to.id, after=to, timeout=timeout)

    def wait_for_reaction(
        self, message: Message, emoji: str | None = None, *, timeout: float = 20.0
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

    def delete_messages(self, *messages: Message) -> None:
        """Let somebody take several messages away at once."""
        ids = [message.id for message in messages]
        self.wire.ask("delete_together", channel=self.id, messages=ids)

    def change(self, **changes: object) -> None:
        """``name``, ``topic``, ``archived``, ``locked``, ``auto_archive_duration``."""
        self.wire.ask("change_channel", channel=self.id, changes=changes)

    def deny(self, *names: str, to: Somebody | None = None) -> None:
        """Take permissions away here, from the bot unless somebody else is named."""
        self._overwrite([], list(names), to)

    def allow(self, *names: str, to: Somebody | None = None) -> None:
        """Give permissions here, to the bot unless somebody else is named."""
        self._overwrite(list(names), [], to)

    def undo(self, to: Somebody | None = None) -> None:
        """Say nothing special about the bot, or somebody else, any more."""
        self.wire.ask("undo_overwrite", channel=self.id, who=self._who(to))

    def _overwrite(self, allow: list[str], deny: list[str], to: Somebody | None) -> None:
        self.wire.ask("overwrite", channel=self.id, who=self._who(to), allow=allow, deny=deny)

    def _who(self, to: Somebody | None) -> int:
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
