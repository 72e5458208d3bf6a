"""Work in a thread beside the table, which plays on; a process that ends does not wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import NoReturn, TypeVar

T = TypeVar("T")


class GivenUpError(Exception):
    """Raised by work for which nobody waits any more."""


async def in_a_thread(work: Callable[[], T], *, name: str) -> T:
    """Run ``work`` in a thread that does not keep the process alive."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Callable[[], T]] = loop.create_future()

    def run() -> None:
        outcome = _outcome(work)
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits
            loop.call_soon_threadsafe(settle, outcome)

    def settle(outcome: Callable[[], T] | None) -> None:
        if outcome is None:
            done.cancel()
        elif not done.done():
            done.set_result(outcome)

    threading.Thread(target=run, name=name, daemon=True).start()
    return (await done)()


def _outcome(work: Callable[[], T]) -> Callable[[], T] | None:
    """Return what gives the result or raises what went wrong; None where work was given up."""
    try:
        result = work()
    except GivenUpError:
        return None
    except Exception as error:  # noqa: BLE001 - raised where it is waited for
        return partial(_raise, error)
    return lambda: result


def _raise(error: Exception) -> NoReturn:
    raise error
