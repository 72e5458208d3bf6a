"""The terminal table by pipe: plain lines or objects, flushed one by one, no timers."""

from __future__ import annotations

import asyncio
import sys

from bot.table.croupier import Croupier
from bot.terminal.command import TableArguments
from bot.terminal.opening import open_table
from bot.terminal.session import Session


async def run_pipe(
    croupier: Croupier, session: Session, arguments: TableArguments, source: str
) -> int:
    """Play standard input to its end, then say all balances."""
    await open_table(croupier, arguments, source, print)
    stdin = sys.stdin.buffer
    number = 0
    while line := await asyncio.to_thread(stdin.readline):
        number += 1
        await session.take(number, line.decode("utf-8", "replace"))
    await session.balances()
    return 0
