"""The process: ``python -m tests.loopback.random_org --state DIR``.

When it listens it prints one line of JSON with its addresses. It ends on SIGTERM, on SIGINT and at
the end of standard input, so that it never outlives the test that holds the other end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import signal
import sys
import threading
from pathlib import Path
from typing import Final

from aiohttp import web

from tests.loopback.random_org.accounts import Accounts
from tests.loopback.random_org.chance import Chance
from tests.loopback.random_org.clock import Clock
from tests.loopback.random_org.control import Control
from tests.loopback.random_org.draws import Draws
from tests.loopback.random_org.faults import Plan
from tests.loopback.random_org.record import Record
from tests.loopback.random_org.server import PATH, Server, application, unknown
from tests.loopback.random_org.service import Service
from tests.loopback.random_org.signing import Signer, signing_key
from tests.loopback.random_org.state import State
from tests.loopback.random_org.tickets import Tickets

HOST: Final = "127.0.0.1"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.loopback.random_org")
    parser.add_argument("--state", type=Path, required=True, help="folder, kept over a restart")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--key", type=Path, help="PEM of an RSA-4096 private key")
    first = parser.add_argument_group("for a new state only")
    first.add_argument("--api-key", action="append", default=[], help="a key that exists")
    first.add_argument("--seed", type=int, help="of the numbers")
    first.add_argument("--numbers", type=_numbers, default=[], help="of the first signed draws")
    return parser.parse_args()


def build(given: argparse.Namespace, state: State) -> web.Application:
    """Put the parts together."""
    clock = Clock(state)
    accounts, tickets, chance = Accounts(state, clock), Tickets(state, clock), Chance(state)
    if state.is_new():
        seed = given.seed
        if seed is None and not given.numbers:
            seed = secrets.randbits(32)
        with state.transaction():
            state.set("seed", seed)
            chance.append(given.numbers)
            for key in given.api_key:
                accounts.register(key)
    signer = Signer(given.key or signing_key(given.state))
    service = Service(Draws(state, clock, accounts, tickets, chance, signer))
    plan, record = Plan(state), Record(state, clock)
    app = application(Server(service, plan, record), record)
    app.add_routes(Control(service, plan, record).routes())
    app.router.add_route("*", "/{path:.*}", unknown)
    return app


async def serve(given: argparse.Namespace) -> None:
    """Listen until somebody says stop."""
    state = State(given.state)
    runner = web.AppRunner(
        build(given, state), access_log=None, handler_cancellation=True, shutdown_timeout=0.1
    )
    await runner.setup()
    await web.TCPSite(runner, HOST, given.port).start()
    stop = _stopped()
    address = f"http://{HOST}:{runner.addresses[0][1]}"
    addresses = {"address": address, "service": address + PATH, "control": f"{address}/control"}
    sys.stdout.write(json.dumps(addresses) + "\n")
    sys.stdout.flush()
    await stop.wait()
    await runner.cleanup()
    state.close()


def _stopped() -> asyncio.Event:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)

    def until_the_input_ends() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=until_the_input_ends, daemon=True).start()
    return stop


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    asyncio.run(serve(arguments()))
