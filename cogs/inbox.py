"""The messages of one table, in order: live, and found in the history.

Each is handed to the croupier as a task of its own, begun in order; the croupier lets those wait
that must. A message that is not applied when the process ends is found again in the channel's
history, from the table's cursor on; one that was applied is known by its id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final

import discord

from bot.table.croupier import Croupier
from bot.table.heard import Heard
from cogs.courtesy import quietly
from cogs.history import History

Read = Callable[[discord.Message, bool], Heard | None]
"""What a message says; the flag: it was found late."""
Fault = Callable[[Exception, discord.Message | None], Awaitable[None]]
"""Told of everything that goes wrong, and of the message that it went wrong with."""

_WAITS: Final = "⏳"
_FIRST_REST: Final = 1.0
_LONGEST_REST: Final = 60.0
"""Seconds after an error until cards that are owed are asked for again; doubled each time."""
MARGIN: Final = 60_000 << 22
"""How far a cursor stays behind, as a difference of ids: events may come in another order."""


class Inbox:
    """One table's ear."""

    def __init__(self, croupier: Croupier, history: History, read: Read, fault: Fault) -> None:
        self.croupier = croupier
        self._history = history
        self._read = read
        self._fault = fault
        self._tasks: set[asyncio.Task[None]] = set()
        self._pending: set[int] = set()
        self._held: list[discord.Message] | None = []  # live ones, while the history is read
        self._rest = 0.0  # seconds; after an error
        self._rests_until = 0.0  # of the loop's clock
        self._is_behind = True  # the history is yet to be read
        self._reading: asyncio.Task[None] | None = None
        self._is_closed = False

    def begin(self) -> None:
        """Go on where the last start stopped, before anything new is heard."""
        self._start(self.croupier.resume(), None)

    def catch_up(self) -> None:
        """Read what was said while nobody listened; live messages wait until then."""
        self.hold()
        self._is_behind = True
        self._reading = self._start(self._catch_up(), None)

    def hold(self) -> None:
        """Keep live messages back: the connection is lost, and what comes may have a gap."""
        if self._reading is not None:
            self._reading.cancel()
        self._held = self._held or []

    def go_on(self) -> None:
        """Listen again: Discord has told once more, in order, what was said meanwhile."""
        if self._is_behind:
            self.catch_up()
        else:
            self.release(())

    def release(self, found: Iterable[discord.Message]) -> None:
        """Take what the history held since the cursor, then what came meanwhile."""
        held, self._held = self._held or [], None
        self._is_behind = False
        missed = {message.id: message for message in found}
        for message in sorted(missed.values(), key=lambda each: each.id):
            self._take(message, late=True)
        for message in held:
            if message.id not in missed:
                self._take(message, late=False)

    @property
    def listens(self) -> bool:
        """Whether the history is caught up with: only then may deadlines pass."""
        return self._held is None

    @property
    def is_idle(self) -> bool:
        """Whether everything that was said is applied."""
        return self.listens and not self._pending

    def take(self, message: discord.Message) -> None:
        """Hear a live message."""
        if self._held is None:
            self._take(message, late=False)
        else:
            self._held.append(message)

    def tick(self) -> None:
        """Let deadlines pass that have passed, once everything said before them is heard.

        And go on with a draw that an error stopped.
        """
        if not self.is_idle or asyncio.get_running_loop().time() < self._rests_until:
            return
        if self.croupier.is_due:
            self._start(self.croupier.tick(), None)
        elif self.croupier.waits and not self._tasks:
            self._start(self.croupier.go_on(), None)

    async def close(self) -> None:
        """Stop; what is written stays, the rest is found again."""
        self._is_closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _catch_up(self) -> None:
        found: Sequence[discord.Message] = ()
        applied: frozenset[int] = frozenset()
        try:
            found = await self._history.missed(self._says_something)
            applied = await self._history.applied(found)
        except Exception:
            self.release(())
            raise
        self.release(message for message in found if message.id not in applied)
        for message in found:
            if message.id in applied and _is_marked(message):  # the last start could not do it
                await _unmark(message)
        if found and self.is_idle:
            await self._history.is_heard(found[-1].id - MARGIN)

    def _says_something(self, message: discord.Message) -> bool:
        late = True
        return self._read(message, late) is not None

    def _take(self, message: discord.Message, *, late: bool) -> None:
        if self._is_closed or message.id in self._pending:
            return
        heard = self._read(message, late)
        if heard is not None:
            self._pending.add(message.id)
            heard = heard._replace(cursor=max(1, min(self._pending) - MARGIN))
            self._start(self._hear(heard, message), message)

    async def _hear(self, heard: Heard, message: discord.Message) -> None:
        marked = None
        if self.croupier.must_wait(heard):  # beside it: an order must not wait for a courtesy
            marked = asyncio.create_task(quietly(message.add_reaction(_WAITS)))
        try:
            await self.croupier.hear(heard)
        finally:
            self._pending.discard(message.id)
        if marked is not None:
            await marked
        if marked is not None or _is_marked(message):
            await _unmark(message)

    def _start(
        self, work: Coroutine[Any, Any, None], message: discord.Message | None
    ) -> asyncio.Task[None]:
        task = asyncio.create_task(self._watched(work, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _watched(
        self, work: Coroutine[Any, Any, None], message: discord.Message | None
    ) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - told to whoever answers for it
            self._rest = min(_LONGEST_REST, self._rest * 2) or _FIRST_REST
            self._rests_until = asyncio.get_running_loop().time() + self._rest
            await self._fault(error, message)
        else:
            self._rest = 0.0


def _is_marked(message: discord.Message) -> bool:
    """Whether an earlier start left its sign there, that the message waits."""
    return any(each.me and str(each.emoji) == _WAITS for each in message.reactions)


async def _unmark(message: discord.Message) -> None:
    if message.guild is not None:
        await quietly(message.remove_reaction(_WAITS, message.guild.me))
