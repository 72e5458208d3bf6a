"""The database: one writer, one queue, ``transaction()``; a second connection that only reads.

A transaction is one plain function of a ``sqlite3.Connection``, run whole in the writer's thread.
So there is no await inside it, nothing of another task can slip into it, and it costs one hop
between threads instead of one per statement (measured: 2.5 times as many transactions a second).
The thread's queue is the lock: transactions run in the order they were asked for, and a caller who
is cancelled does not cancel his.

Every setting that durability rests on is read back; see :mod:`bot.store.opening` for the rest of
what is checked before a database is used.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import aiosqlite

from bot.store import opening
from bot.store.opening import ProcessLock

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

_ENOUGH: Final = 64  # rows fetched per hop by aiosqlite's own iteration; unused here


class _Thread(aiosqlite.Connection):
    """aiosqlite's connection and thread, handed a whole function at a time.

    ``_execute`` is the door through which all of aiosqlite's own methods go.
    """

    async def run(self, work: Work[T]) -> T:
        connection = cast(Any, self)
        return cast(T, await connection._execute(work, connection._conn))  # noqa: SLF001


async def _start(connect: Callable[[], sqlite3.Connection]) -> _Thread:
    thread = _Thread(connect, _ENOUGH)
    await thread
    return thread


class Database:
    """An open database file; make one with ``Database.open``, and always ``close`` it."""

    def __init__(self, path: Path, lock: ProcessLock, writer: _Thread, reader: _Thread) -> None:
        self.path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Check, migrate and open the file, creating it if there is none.

        Raises ``CannotStart`` for a database that is newer, damaged, foreign, locked or read-only.
        """
        path = path.resolve()  # noqa: ASYNC240 - before anything else runs
        lock = ProcessLock.take(path)
        try:
            with opening.one_sentence(path):
                opening.prepare(path)
                writer = await _start(lambda: opening.connect_writer(path))
                try:
                    reader = await _start(lambda: opening.connect_reader(path))
                except BaseException:
                    await writer.close()
                    raise
        except BaseException:
            lock.undo()
            raise
        return cls(path, lock, writer, reader)

    async def transaction(self, work: Work[T]) -> T:
        """Run ``work`` in one transaction: all of it is durable afterwards, or nothing of it is.

        Raises what ``work`` raises, and ``CannotStart`` when the disk is full or fails.
        """
        with opening.one_sentence(self.path):
            return await self._writer.run(lambda connection: _atomic(connection, work))

    async def read(self, work: Work[T]) -> T:
        """Run ``work`` on the reading connection, which cannot write."""
        with opening.one_sentence(self.path):
            return await self._reader.run(work)

    async def close(self) -> None:
        """Drain and close both connections, then let others in."""
        await self._reader.close()
        await self._writer.close()
        self._lock.release()


def _atomic(connection: sqlite3.Connection, work: Work[T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    try:
        connection.execute("COMMIT")
    except sqlite3.Error:
        # A commit that fails for want of space leaves the transaction open: undo it, so that the
        # next one finds the state that was last acknowledged.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def savepoint(connection: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run ``work`` so that its writes are undone if it raises, and the transaction goes on."""
    connection.execute("SAVEPOINT attempt")
    try:
        result = work()
    except BaseException:
        # A trigger's RAISE(ABORT) undoes one statement only; the savepoint undoes the rest. A disk
        # that is full has undone the whole transaction by itself, savepoints and all.
        if connection.in_transaction:
            connection.execute("ROLLBACK TO attempt")
            connection.execute("RELEASE attempt")
        raise
    connection.execute("RELEASE attempt")
    return result
