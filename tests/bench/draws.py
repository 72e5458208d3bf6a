"""What draws from random.org cost: requests per hand, the croupier's part of a draw, an audit.

Against the stand-in, which answers without delay and signs with a real RSA-4096 key. Each figure
is a ratio within one run; requests per hand are counted.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bot.audit.records import FromDatabase, SignedLine, signed_draws
from bot.audit.verify import verify
from bot.draws.random_org import RandomOrg
from bot.draws.rpc import Rpc
from bot.draws.signature import SigningKey, read_key
from bot.engine.hand import total
from bot.engine.presets import AQUATIQUE
from bot.engine.wants import Action, wants
from bot.store.database import Database
from bot.table.clock import MachineClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.requests import MakeMove, QuickHand
from bot.table.voice import Recorder
from tests.loopback.random_org.client import StandIn, standing_in

HANDS: Final = 150
TURNS: Final = 3
_STANDS_ON: Final = 17


def figures() -> tuple[float, float, float]:
    """Requests per hand, a draw's time against the bare answer, and audit against bare RSA."""
    with (
        TemporaryDirectory() as folder,
        standing_in(Path(folder) / "stand-in", seed=1) as stand_in,
    ):
        stand_in.settings(advisory_delay=0)
        stand_in.set_quota(requests=10**6, bits=10**9)
        return asyncio.run(_measure(Path(folder), stand_in))


async def _measure(folder: Path, stand_in: StandIn) -> tuple[float, float, float]:
    async with _playing(folder / "table.db", stand_in) as (croupier, database):
        began = perf_counter()
        for number in range(HANDS):
            await _hand(croupier, number)
        played = perf_counter() - began
        draws = stand_in.record()["draws"]
        bare = _bare(stand_in, len(draws))
        key = read_key(stand_in.public_key)
        ratio = await database.read(lambda connection: _audit(FromDatabase(connection), key))
    return len(draws) / HANDS, (played / len(draws)) / bare, ratio


@asynccontextmanager
async def _playing(path: Path, stand_in: StandIn) -> AsyncIterator[tuple[Croupier, Database]]:
    clock, voice = MachineClock(), Recorder()
    key = read_key(stand_in.public_key)
    source = RandomOrg(Rpc(stand_in.url, default_delay=0), stand_in.api_key, key, clock.now)
    database = await Database.open(path)
    house = House(rules=AQUATIQUE, preset="aquatique")
    croupier = Croupier(database, Drawing(database, source, clock), clock, voice, house)
    try:
        await croupier.open()
        await croupier.deposit("anna", 10**12, actor="bench", reason="bench")
        yield croupier, database
        await croupier.close()
    finally:
        await database.close()
        await source.close()


async def _hand(croupier: Croupier, number: int) -> None:
    """One box, played as the dealer plays."""
    await croupier.hear(Heard(f"{number}", "anna", "", QuickHand(1000, "MM")))
    move = 0
    while turns := wants(croupier.game.round).turns:
        box = croupier.game.round.box(turns[0].box)
        assert box is not None
        draws = total(box.hands[0].cards) < _STANDS_ON
        action = MakeMove(Action.HIT if draws else Action.STAND)
        move += 1
        await croupier.hear(Heard(f"{number}.{move}", "anna", "", action))


def _bare(stand_in: StandIn, count: int) -> float:
    """Seconds that one signed draw takes a bare client."""
    ticket = stand_in.call("createTickets", n=1, showResult=True)["result"][0]["ticketId"]
    began = perf_counter()
    for _ in range(count):
        given = {"n": 1, "min": 1, "max": 312, "ticketId": ticket}
        answer = stand_in.call("generateSignedIntegers", **given)
        ticket = answer["result"]["random"]["ticketData"]["nextTicketId"]
    return (perf_counter() - began) / count


def _audit(records: FromDatabase, key: SigningKey) -> float:
    """Verified draws per second, everything included, against bare verifications of the same."""
    lines = list(signed_draws(records))
    ratios = []
    for _ in range(TURNS):
        began = perf_counter()
        report = verify(records, key=key)
        whole = perf_counter() - began
        if not report.ok:
            raise AssertionError(json.dumps([finding.text for finding in report.findings]))
        ratios.append(_bare_rsa(lines, key) / whole)
    return median(ratios)


def _bare_rsa(lines: list[SignedLine], key: SigningKey) -> float:
    began = perf_counter()
    for line in lines:
        if not key.signed(line.random.encode(), line.signature):
            raise AssertionError(line.draw)
    return perf_counter() - began
