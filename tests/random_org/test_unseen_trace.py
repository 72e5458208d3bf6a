"""What random.org shows to the world and what the house tells: the same, whatever lies face down.

Two houses in two worlds that are alike but for the hidden number: clock, tickets, signing key and
salts are given. Compared are the log byte for byte, all facts, and what ``getTicket`` says of every
ticket, before the card is turned up.
"""

from __future__ import annotations

from dataclasses import replace as with_rules
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.draws.chance import Answer
from bot.draws.sealing import seal
from bot.engine.presets import PRESETS
from bot.engine.rules import RuleSet, Shoe
from bot.store.codec import canonical, read_body
from bot.store.database import Database
from bot.store.entries import Hidden, Intent
from bot.store.secrets import Sealed
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.replies import Fact
from bot.table.requests import Request, ShowDraw, ShowRound
from bot.table.voice import Recorder
from tests.loopback.random_org.client import StandIn, standing_in
from tests.random_org.houses import ItsClock, source_at
from tests.tables import DEAL, HIT, HOUSE, PATIENCE, Table, stake

AMERICAN: Final = PRESETS["american"]
ONE_PACK: Final = with_rules(AMERICAN, packs=1, shoe=Shoe.ROUND)
SAID: Final[tuple[Request, ...]] = (stake(10), DEAL, ShowDraw(2), HIT, ShowRound(), ShowDraw(3))


def sealed_alike(answer: Answer) -> tuple[Hidden, Sealed]:
    """A commitment that is the same whatever it binds: as any other, it looks like chance."""
    hidden, sealed = seal(answer)
    return replace(hidden, commitment="0" * 64), sealed


@pytest.fixture(autouse=True)
def _salted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.step.token_bytes", bytes)


async def trace(folder: Path, stand_in: StandIn, rules: RuleSet, numbers: list[int]) -> list[str]:
    """Everything that the world can see of a round that runs."""
    stand_in.set_clock("2026-11-29 20:00:00Z", frozen=True)
    stand_in.add_numbers(*numbers)
    source, database = source_at(stand_in), await Database.open(folder / "table.db")
    try:
        clock, voice = ItsClock(stand_in), Recorder()
        drawing = Drawing(database, source, clock, PATIENCE, seal=sealed_alike)
        house = replace(HOUSE, rules=rules, preset="american")
        croupier = Croupier(database, drawing, clock, voice, house)
        await croupier.open()
        table, facts = Table(croupier, database, voice, clock), list[Fact]()
        await table.credit(anna=100)
        for number, request in enumerate(SAID):
            facts += await table.hear("anna", request, message=f"said {number}")
        entries = await table.entries()

        assert croupier.game.round.face_down
    finally:
        await database.close()
        await source.close()
    intents = [read_body(entry.body) for entry in entries]
    tickets = [body.ticket for body in intents if isinstance(body, Intent) and body.ticket]
    seen = [str(stand_in.call("getTicket", ticketId=ticket)) for ticket in tickets]
    told = [f"{entry.position} {entry.hash.hex()} {entry.body!r}" for entry in entries]
    return [*told, canonical(facts).decode(), *seen]


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        (AMERICAN, [49, 25, 7], [13]),
        # In the shoe all that is out comes again, the hidden card too, and one that is new.
        (ONE_PACK, [9, 5, 2], [9, 5, 2, 0, 3]),
    ],
    ids=["continuous", "shoe"],
)
async def test_the_world_sees_the_same(
    tmp_path: Path, random_org_key: Path, rules: RuleSet, before: list[int], after: list[int]
) -> None:
    traces = []
    for hidden in (20, 33, 52):
        folder = tmp_path / f"{hidden}"
        out = before if rules is ONE_PACK else []
        numbers = [*before, *out, hidden, *(number or hidden for number in after)]
        with standing_in(folder, seed=5, key=random_org_key) as stand_in:
            traces.append(await trace(folder, stand_in, rules, numbers))

    assert len(traces[0]) > 20
    assert traces[0] == traces[1] == traces[2]
