"""The process: ``python -m tests.loopback.discord --port 0``.

When it listens it prints one line of JSON with its addresses. It ends on SIGTERM, on SIGINT and at
the end of standard input, so that it never outlives the test that holds the other end.

How to read the stand-in: ``client``, ``handles`` and ``channels`` start it and drive it;
``server`` receives requests, ``call`` reads them, ``rest_*`` answer them; ``gateway`` and
``sessions`` tell the bot what happens; ``posting``, ``places`` and ``interactions`` change the
``world``; ``permissions``, ``mentions`` and ``forms`` are Discord's rules; ``payloads`` and
``message_payload`` its objects; ``faults``, ``event_faults``, ``buckets`` and ``record`` are the
test's hold on it; ``control`` and ``driving`` let a test look and steer. It knows nothing of the
bot: no module of ``bot`` may be imported here.

This folder has no ``__init__``: pytest would take it for the package ``discord`` itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import sys
import threading
from typing import Any, Final

from aiohttp import web

from tests.loopback.discord import rest_messages, rest_places
from tests.loopback.discord.buckets import Buckets
from tests.loopback.discord.control import Control
from tests.loopback.discord.driving import Driving
from tests.loopback.discord.faults import Plan
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.interactions import Interactions
from tests.loopback.discord.record import Record
from tests.loopback.discord.rest_interactions import InteractionRoutes
from tests.loopback.discord.server import BASE, Server
from tests.loopback.discord.sessions import Sessions
from tests.loopback.discord.world import World

HOST: Final = "127.0.0.1"
KEPT_ALIVE: Final = 3_600.0  # seconds: no test waits longer between two questions
LARGEST: Final = 32 * 1024 * 1024  # bytes of a body


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.loopback.discord")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument(
        "--demo", action="store_true", help="a guild with a channel, anna, bert and saalchef"
    )
    return parser.parse_args()


def build(world: World, driving: Driving, interactions: Interactions) -> web.Application:
    """Put the parts together."""
    table = {
        **rest_messages.ROUTES,
        **rest_places.ROUTES,
        **InteractionRoutes(interactions).routes(),
    }
    sessions, buckets, record = Sessions(world), Buckets(), Record()
    plan = Plan({route for _, route in table})
    control = Control(world, sessions, plan, buckets, record, driving)
    app = web.Application(client_max_size=LARGEST)
    gateway = Gateway(world, sessions, record)
    app.add_routes(
        [
            web.post("/control/{verb}", control.handle),
            web.get("/gw", gateway.connect),
            web.get("/gw/", gateway.connect),
            *Server(world, plan, buckets, record).routes(table),
        ]
    )
    return app


async def serve(given: argparse.Namespace) -> None:
    """Listen until somebody says stop."""
    listener = socket.create_server((HOST, given.port))
    address = f"http://{HOST}:{listener.getsockname()[1]}"
    world = World(address)
    interactions = Interactions(world)
    driving = Driving(world, interactions)
    runner = web.AppRunner(
        build(world, driving, interactions),
        access_log=None,
        handler_cancellation=True,
        shutdown_timeout=0.1,
        keepalive_timeout=KEPT_ALIVE,
    )
    await runner.setup()
    await web.SockSite(runner, listener).start()
    stop = _stopped()
    gateway = address.replace("http", "ws", 1) + "/gw"
    said: dict[str, Any] = {
        "address": address,
        "api_base": address + BASE,
        "gateway": gateway,
        "token": world.bot.token,
        "application_id": world.application_id,
    }
    said |= demo(driving) if given.demo else {}
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()
    await stop.wait()
    await runner.cleanup()


def demo(driving: Driving) -> dict[str, Any]:
    """Something to play with by hand."""
    guild = driving.guild("Aquatique", "saalchef")["id"]
    channel = driving.channel(guild, "tisch-1", "text")["id"]
    people = {name: driving.member(guild, name, []) for name in ("anna", "bert", "saalchef")}
    return {"guild_id": guild, "channel_id": channel, "users": people}


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


if __name__ == "__main__":
    asyncio.run(serve(arguments()))
