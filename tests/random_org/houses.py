"""Tables that draw from the stand-in, and what must be true of them whatever goes wrong."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import httpx

from bot.audit.findings import Report
from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.draws import log
from bot.draws.random_org import RandomOrg
from bot.draws.rpc import Rpc
from bot.draws.signature import read_key
from bot.draws.signed import read_signed, read_time
from bot.engine.hand import total
from bot.engine.wants import wants
from bot.store.database import Database
from bot.store.entries import Draw, FromRandomOrg
from bot.table.clock import SetClock
from bot.table.replies import Waiting
from tests.loopback.random_org.client import StandIn
from tests.tables import DEAL, HIT, STAND, Table, facts, of_kind, open_table, stake

TIMEOUT: Final = httpx.Timeout(1.0)
PATIENCE: Final = 20.0  # seconds for anything that should take one


def source_at(stand_in: StandIn, *, own_key: bool = True, now: Any = None) -> RandomOrg:
    """A source on the stand-in, with its key pinned unless told otherwise."""
    rpc = Rpc(stand_in.url, default_delay=0.0, timeout=TIMEOUT)
    key = read_key(stand_in.public_key if own_key else stand_in.other_public_key)
    return RandomOrg(rpc, stand_in.api_key, key, now or (lambda: time_of(stand_in)))


def time_of(stand_in: StandIn) -> datetime:
    """What time the stand-in has."""
    return read_time(stand_in.now())


class ItsClock(SetClock):
    """The stand-in's clock: a house and random.org agree on the time."""

    def __init__(self, stand_in: StandIn) -> None:
        super().__init__(time_of(stand_in))
        self._stand_in = stand_in

    def now(self) -> datetime:
        return time_of(self._stand_in)


@asynccontextmanager
async def house(
    folder: Path, stand_in: StandIn, *, killed: bool = False, own_key: bool = True
) -> AsyncIterator[Table]:
    """An open table that draws from the stand-in; anna has plenty."""
    source = source_at(stand_in, own_key=own_key)
    try:
        clock = ItsClock(stand_in)
        async with open_table(folder, source=source, killed=killed, clock=clock) as table:
            yield table
    finally:
        await source.close()


async def play_round(table: Table, player: str = "anna") -> None:
    """Stake, deal, draw to sixteen, stand; whatever is already open is finished."""
    state = table.croupier.game.round
    if not state.is_running:
        await table.hear(player, stake(10))
        await table.hear(player, DEAL)
    await finish_round(table, player)


async def finish_round(table: Table, player: str = "anna") -> None:
    """Draw to sixteen and stand."""
    while turns := wants(table.croupier.game.round).turns:
        box = table.croupier.game.round.box(turns[0].box)
        assert box
        await table.hear(player, HIT if total(box.hands[0].cards) < 17 else STAND)


async def draws_of(database: Database) -> list[tuple[int, tuple[int, ...], str]]:
    """Serial, numbers and ticket of every draw in the log."""

    def query(connection: Any) -> list[tuple[int, tuple[int, ...], str]]:
        found = []
        for entry in log.read(connection):
            body = log.body_at(connection, entry.position)
            if isinstance(body, Draw) and isinstance(body.origin, FromRandomOrg):
                signed = read_signed(body.origin.random)
                ticket = signed.ticket_data.ticket_id
                found.append((signed.serial_number, body.numbers, ticket))
        return found

    return await database.read(query)


def draws_at(stand_in: StandIn) -> list[tuple[int, tuple[int, ...], str]]:
    """The same, as the stand-in remembers it."""
    tail = f"…{stand_in.api_key[-4:]}"
    return [
        (draw["serial"], tuple(draw["data"]), draw["ticket_id"])
        for draw in stand_in.draws()
        if draw["api_key"] == tail
    ]


async def audited(table: Table, stand_in: StandIn) -> Report:
    """Verify the log with the stand-in's key."""
    key = read_key(stand_in.public_key)
    return await table.database.read(lambda connection: verify(FromDatabase(connection), key=key))


async def die_while_dealing(folder: Path, stand_in: StandIn, after: float) -> None:
    """Anna stakes and has the cards dealt; the house dies so many seconds into the request."""
    async with house(folder, stand_in, killed=True) as table:
        await table.credit(anna=1000)
        await table.hear("anna", stake(10))
        dealing = asyncio.ensure_future(table.hear("anna", DEAL))
        await asyncio.sleep(after)
        dealing.cancel()
        with suppress(asyncio.CancelledError):
            await dealing


async def until_it_waits(table: Table, message: Any) -> list[Waiting]:
    """Let a message wait for its cards a while; what was said of that. The message is given up."""
    task = asyncio.ensure_future(message)
    waited = []
    until = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.02)
        waited = of_kind(Waiting, facts(table.voice.said))
        if task.done() or any(fact.outage.value != "slow" for fact in waited):
            break
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return waited


def bot(
    stand_in: StandIn, *arguments: str, folder: Path, lines: str = "", debug: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run the program against the stand-in, as an operator would."""
    key = folder / "signing_key.pem"
    key.write_bytes(stand_in.public_key)
    settings = {
        "RANDOM_ORG_API_KEY": stand_in.api_key,
        "RANDOM_ORG_URL": stand_in.url,
        "RANDOM_ORG_SIGNING_KEY": str(key),
        "AQUATIQUE_DEBUG": "1" if debug else "0",
    }
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **settings},
    )
