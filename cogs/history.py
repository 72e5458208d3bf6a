"""What was said at a table while nobody listened: its channel's history, from the cursor on.

It is read as often as it takes: what is not found now is not found later, for the cursor moves on
with what is said next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

import aiohttp
import discord

from bot.table.floor import Floor
from bot.table.house import House

_LOG: Final = logging.getLogger(__name__)
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 15.0  # seconds: the table is deaf meanwhile

Trouble = Callable[[discord.HTTPException], Awaitable[None]]
"""Told of what Discord refuses, so that somebody can mend it."""
Wanted = Callable[[discord.Message], bool]
"""Whether a message says something to the house."""


class History:
    """One table's channel as far as it was not heard yet."""

    def __init__(
        self,
        floor: Floor,
        house: House,
        channel: discord.PartialMessageable,
        trouble: Trouble,
    ) -> None:
        self._floor = floor
        self._house = house
        self._channel = channel
        self._trouble = trouble

    async def missed(self, wanted: Wanted) -> Sequence[discord.Message]:
        """Return what was said, oldest first; nothing where it may not be read.

        Who says what is ``wanted``, and whom he means, are members there as in a live message.
        """
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._read(wanted)
            except (discord.Forbidden, discord.NotFound) as error:
                await self._trouble(error)
                return ()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                table = self._house.table
                _LOG.warning("table %d: the history is waited for: %r", table, error)
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def applied(self, messages: Iterable[discord.Message]) -> frozenset[int]:
        """Return which of them were applied at the table before."""
        ids = [message.id for message in messages]
        return await self._floor.applied(self._house.table, ids)

    async def is_heard(self, cursor: int) -> None:
        """Record that everything up to a message was heard, or was conversation."""
        await self._floor.has_heard(self._house.table, cursor)

    async def _read(self, wanted: Wanted) -> Sequence[discord.Message]:
        after = discord.Object(await self._floor.cursor(self._house.place))
        history = self._channel.history(limit=None, after=after, oldest_first=True)
        found = [message async for message in history]
        members: dict[int, discord.User | discord.Member] = {}
        for message in found:
            if message.guild is not None and wanted(message):
                for each in (message.author, *message.mentions):
                    if each.id not in members:
                        members[each.id] = await _member(message.guild, each)
                message.author = members[message.author.id]
                message.mentions = [members[each.id] for each in message.mentions]
        return found


async def _member(
    guild: discord.Guild, somebody: discord.User | discord.Member
) -> discord.User | discord.Member:
    """The history does not say what somebody is called in the guild, or which roles he has."""
    try:
        return await guild.fetch_member(somebody.id)
    except discord.NotFound:  # he has left
        return somebody
