"""The posts of one table: in order, each once, whatever Discord does.

A post has a nonce made of what it says and where it stands in the table's replies, so Discord
itself refuses a second one for some minutes. Where it is not known whether an earlier try
succeeded, the channel's history is looked through first, and a post of ours that is found is
adopted. What is out is recorded, and dropped from the outbox, before the next is begun.

Where a post cannot be made, for want of a permission or of a connection, it is tried again and
nothing behind it overtakes it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import aiohttp
import discord

from bot.errors import CannotStart
from bot.store import outbox, posts
from bot.store.database import Database
from cogs.cutting import pieces

_LOG: Final = logging.getLogger(__name__)
_DONE: Final = "✅"
_LATE: Final = timedelta(minutes=1)
"""An answer that is later than this calls its player."""
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 60.0
_LOOKED_THROUGH: Final = 5000  # messages of the history
_CLOCKS: Final = timedelta(minutes=5)  # by which this machine's may be ahead of Discord's


class Answer(NamedTuple):
    """A reply of the table, ready to be posted."""

    seq: int  # the number of its last fact
    rows: tuple[int, ...]  # of the outbox, by their first numbers
    message: int  # that it answers; 0: none
    text: str
    receipt: bool  # a sign on the message says it
    calls: tuple[int, ...] = ()  # members that are meant
    stored_at: datetime | None = None  # an earlier start may have posted it already


CANNOT_REPLY: Final = 160002
"""Discord's code where the history may not be read, so that no message can be answered."""

Trouble = Callable[[discord.HTTPException], Awaitable[None]]
"""Told of what Discord refuses, so that somebody can mend it."""
Fault = Callable[[Exception], Awaitable[None]]
"""Told of what ends all posting."""


class Outlet:
    """One table's mouth in Discord."""

    def __init__(
        self,
        database: Database,
        channel: discord.PartialMessageable,
        table: int,
        me: int,
        trouble: Trouble,
        fault: Fault,
    ) -> None:
        self._database = database
        self._channel = channel
        self._table = table
        self._me = me
        self._trouble = trouble
        self._fault = fault
        self._answers: asyncio.Queue[Answer] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._salt = b""

    def put(self, answer: Answer) -> None:
        """Post it, after everything before it."""
        self._answers.put_nowait(answer)

    def begin(self) -> None:
        """Start to post."""
        self._task = asyncio.create_task(self._watched())

    async def close(self, *, within: float) -> None:
        """Post what can be posted in a moment; the rest stays in the outbox."""
        try:
            await asyncio.wait_for(self._answers.join(), within)
        except TimeoutError:
            _LOG.warning("table %d: posts wait in the outbox", self._table)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watched(self) -> None:
        try:
            await self._work()
        except Exception as error:  # noqa: BLE001 - told to whoever answers for it
            await self._fault(error)

    async def _work(self) -> None:
        self._salt = await self._database.read(posts.salt)
        while True:
            answer = await self._answers.get()
            await self._see_to(answer)
            self._answers.task_done()

    async def _see_to(self, answer: Answer) -> None:
        """Try until it is out."""
        pause = _FIRST_PAUSE
        doubtful = answer.stored_at
        while True:
            try:
                await self._post(answer, doubtful)
            except discord.HTTPException as error:
                if _is_hopeless(error):
                    _LOG.exception("table %d: Discord refuses a post for good", self._table)
                    await self._record(answer, None)
                    return
                _LOG.warning("table %d: a post waits: %s", self._table, error)
                await self._trouble(error)
            except (aiohttp.ClientError, OSError, discord.RateLimited) as error:
                _LOG.warning("table %d: a post waits: %r", self._table, error)
            except CannotStart:
                raise
            except Exception:  # noqa: BLE001 - as an answer that the library does not understand
                _LOG.exception("table %d: a post waits", self._table)
            else:
                return
            doubtful = doubtful or datetime.now(UTC)
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _post(self, answer: Answer, doubtful: datetime | None) -> None:
        if answer.receipt and await self._has_signed(answer):
            await self._record(answer, None)
            return
        known = await self._database.read(lambda c: posts.parts(c, self._table, answer.seq))
        texts = pieces(answer.text)
        for part, text in enumerate(texts):
            if part in known:
                continue
            place = await self._found(answer, part, text, doubtful) if doubtful else None
            if place is None:
                place = (await self._send(answer, part, text)).id
            await self._record(answer, (part, place), whole=part == len(texts) - 1)
        if not texts or len(texts) - 1 in known:
            await self._record(answer, None)

    async def _has_signed(self, answer: Answer) -> bool:
        """Put the sign on the message; False where it may not be, and words must do."""
        try:
            await self._channel.get_partial_message(answer.message).add_reaction(_DONE)
        except discord.HTTPException as error:
            if error.code == _Code.UNKNOWN_MESSAGE:  # it was deleted: there is nothing to sign
                return True
            if error.code in _NO_SIGN:
                return False
            raise
        return True

    async def _send(self, answer: Answer, part: int, text: str) -> discord.Message:
        try:
            return await self._say(answer, part, text, reference=self._reference(answer, part))
        except discord.Forbidden as error:
            if error.code not in _NO_REFERENCE or not answer.message or part:
                raise
            # To answer a message one must read the history; to say something one need not.
            said = await self._say(answer, part, text, reference=None)
            await self._trouble(error)
            return said

    async def _say(
        self,
        answer: Answer,
        part: int,
        text: str,
        reference: discord.MessageReference | None,
    ) -> discord.Message:
        late = answer.message and _age(answer.message) > _LATE
        mentions = discord.AllowedMentions(
            everyone=False,
            roles=False,
            users=[discord.Object(each) for each in answer.calls],
            replied_user=bool(late),
        )
        nonce = self._nonce(answer, part)
        if reference is None:
            return await self._channel.send(
                text, nonce=nonce, allowed_mentions=mentions, suppress_embeds=True
            )
        return await self._channel.send(
            text,
            nonce=nonce,
            allowed_mentions=mentions,
            suppress_embeds=True,
            reference=reference,
        )

    def _reference(self, answer: Answer, part: int) -> discord.MessageReference | None:
        if not answer.message or part:
            return None
        return discord.MessageReference(
            message_id=answer.message, channel_id=self._channel.id, fail_if_not_exists=False
        )

    def _nonce(self, answer: Answer, part: int) -> str:
        """Return what is the same for the same post after a crash, and for no other."""
        said = f"{self._table} {answer.seq} {part} {answer.text}".encode()
        return hashlib.sha256(self._salt + said).hexdigest()[:25]

    async def _found(self, answer: Answer, part: int, text: str, since: datetime) -> int | None:
        """Look for the post in the history; None where it is not, or may not be read.

        It is none of those that are recorded, and came after them all.
        """
        last = await self._database.read(lambda c: posts.last(c, self._table))
        first = discord.utils.time_snowflake(since - _CLOCKS)
        after = discord.Object(max(first, int(last)))
        answered, seen = answer.message if not part else 0, False
        async for message in self._channel.history(
            limit=_LOOKED_THROUGH, after=after, oldest_first=True
        ):
            seen = True
            said = message.reference.message_id if message.reference else 0
            ours = message.author.id == self._me
            if ours and message.content == text and said in {answered, 0}:
                return message.id
        if not seen and not await self._shows_anything():
            _LOG.warning("table %d: the history cannot be read; a post may come twice", self._table)
        return None

    async def _shows_anything(self) -> bool:
        """Where the history may not be read, Discord says that there is none."""
        return bool([message async for message in self._channel.history(limit=1)])

    async def _record(
        self, answer: Answer, place: tuple[int, int] | None, *, whole: bool = True
    ) -> None:
        """Write where a part stands, and forget the reply once it is whole."""

        def write(connection: sqlite3.Connection) -> None:
            if place is not None:
                posts.add(connection, self._table, answer.seq, place[0], str(place[1]))
            if whole:
                outbox.drop(connection, table=self._table, first_seqs=answer.rows)

        await self._database.transaction(write)


class _Code:
    """What Discord's errors are called."""

    UNKNOWN_MESSAGE: Final = 10008
    TOO_MANY_REACTIONS: Final = 30010  # twenty different ones: anybody can put them there
    MISSING_PERMISSIONS: Final = 50013
    INVALID_FORM: Final = 50035
    REACTION_BLOCKED: Final = 90001  # the member has blocked us


_NO_SIGN: Final = {_Code.TOO_MANY_REACTIONS, _Code.MISSING_PERMISSIONS, _Code.REACTION_BLOCKED}
_NO_REFERENCE: Final = {_Code.MISSING_PERMISSIONS, CANNOT_REPLY}


def _is_hopeless(error: discord.HTTPException) -> bool:
    """Whether the same request can never succeed: it is ours that is wrong."""
    return error.status == 400 and error.code == _Code.INVALID_FORM  # noqa: PLR2004 - bad request


def _age(message: int) -> timedelta:
    return datetime.now(UTC) - discord.utils.snowflake_time(message)
