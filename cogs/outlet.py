"""The posts of one table: in order, each once, whatever Discord does.

A post has a nonce made of what it says and where it stands in the table's replies, so Discord
itself refuses a second one for some minutes. Where it is not known whether an earlier try
succeeded, the channel's history is looked through first, and a post of ours that is found is
adopted. What is out is recorded, and dropped from the outbox, before the next is begun.

Where a post cannot be made, for want of a permission or of a connection, it is tried again and
nothing behind it overtakes it. Where the channel is gone, what is to be said stays in the outbox.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
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


class Whisper(NamedTuple):
    """What is for one member alone, and what is said in the channel where he cannot be told."""

    member: int
    text: str
    otherwise: str


class Answer(NamedTuple):
    """A reply of the table, ready to be posted."""

    seq: int  # the number of its last fact
    rows: tuple[int, ...]  # of the outbox, by their first numbers
    message: int  # that it answers; 0: none
    text: str
    receipt: bool  # a sign on the message says it
    calls: tuple[int, ...] = ()  # members that are meant
    stored_at: datetime | None = None  # an earlier start may have posted it already
    whisper: Whisper | None = None  # before it; a second time where a start broke off


CANNOT_REPLY: Final = 160002
"""Discord's code where the history may not be read, so that no message can be answered."""
UNKNOWN_CHANNEL: Final = 10003
"""Discord's code for a channel that is gone."""

Trouble = Callable[[discord.HTTPException], Awaitable[None]]
"""Told of what Discord refuses, so that somebody can mend it."""
Tell = Callable[[int, str], Awaitable[None]]
"""Says something to a member where nobody else can read it; raises what Discord raises."""
Fault = Callable[[Exception], Awaitable[None]]
"""Told of what ends all posting."""


class Office(NamedTuple):
    """Whom an outlet turns to."""

    trouble: Trouble
    fault: Fault
    tell: Tell


class Outlet:
    """One table's mouth in Discord."""

    def __init__(
        self,
        database: Database,
        channel: discord.PartialMessageable,
        table: int,
        me: int,
        office: Office,
    ) -> None:
        self._database = database
        self._channel = channel
        self._table = table
        self._me = me
        self._trouble, self._fault, self._tell = office
        self._answers: asyncio.Queue[Answer] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._salt = b""
        self._is_gone = False  # the channel, as long as this process runs

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
            if not self._is_gone:  # else it stays in the outbox
                await self._see_to(answer)
            self._answers.task_done()

    async def _see_to(self, answer: Answer) -> None:
        """Try until it is out."""
        pause = _FIRST_PAUSE
        doubtful = answer.stored_at
        while True:
            begun = datetime.now(UTC)
            try:
                await self._post(answer, doubtful)
            except discord.HTTPException as error:
                if await self._gives_up(answer, error):
                    return
                if not _is_certain(error):
                    doubtful = doubtful or begun
            except discord.RateLimited as error:
                _LOG.warning("table %d: a post waits: %r", self._table, error)
            except (aiohttp.ClientError, OSError) as error:
                _LOG.warning("table %d: a post waits: %r", self._table, error)
                doubtful = doubtful or begun
            except CannotStart:
                raise
            except Exception:  # noqa: BLE001 - as an answer that the library does not understand
                _LOG.exception("table %d: a post waits", self._table)
                doubtful = doubtful or begun
            else:
                return
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _gives_up(self, answer: Answer, error: discord.HTTPException) -> bool:
        """Whether there is no use in another try; the owner is told of what he can mend."""
        if _is_hopeless(error):
            _LOG.error("table %d: Discord refuses a post for good", self._table, exc_info=error)
            await self._record(answer, None)
            return True
        self._is_gone = error.code == UNKNOWN_CHANNEL
        what = "the channel is gone, posts stay here" if self._is_gone else "a post waits"
        _LOG.warning("table %d: %s: %s", self._table, what, error)
        await self._trouble(error)
        return self._is_gone

    async def _post(self, answer: Answer, doubtful: datetime | None) -> None:
        if answer.whisper is not None:
            answer = await self._whispered(answer, answer.whisper)
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

    async def _whispered(self, answer: Answer, whisper: Whisper) -> Answer:
        """Tell a member what is for him alone; return what is then said in the channel."""
        try:
            await self._tell(whisper.member, whisper.text)
        except discord.HTTPException as error:
            if error.code not in _CLOSED_TO_US:
                raise
            return answer._replace(text=whisper.otherwise, receipt=False)
        return answer

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
        except discord.HTTPException as error:
            if error.code != CANNOT_REPLY or not answer.message or part:
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
    CANNOT_TELL: Final = 50007  # the member takes no direct messages from us
    REACTION_BLOCKED: Final = 90001  # the member has blocked us


_CLOSED_TO_US: Final = {_Code.CANNOT_TELL, 50278}  # the second: no server in common any more
_NO_SIGN: Final = {_Code.TOO_MANY_REACTIONS, _Code.MISSING_PERMISSIONS, _Code.REACTION_BLOCKED}


def _is_hopeless(error: discord.HTTPException) -> bool:
    """Whether the same request can never succeed: it is ours that is wrong."""
    return error.status == 400 and error.code == _Code.INVALID_FORM  # noqa: PLR2004 - bad request


def _is_certain(error: discord.HTTPException) -> bool:
    """Whether nothing came of the request; a proxy in between may say too much of requests."""
    too_many = error.status == HTTPStatus.TOO_MANY_REQUESTS
    return error.status < HTTPStatus.INTERNAL_SERVER_ERROR and not too_many


def _age(message: int) -> timedelta:
    return datetime.now(UTC) - discord.utils.snowflake_time(message)
