"""Finite shoes from random.org: spare numbers in one request, and what an auditor sees of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.audit.findings import Code, Finding
from bot.audit.records import FromDatabase
from bot.audit.replay import Replay
from bot.audit.verify import verify
from bot.draws import log
from bot.draws.signature import read_key
from bot.engine.cards import card_of
from bot.engine.events import BoxDealt, DealerDealt, Rejected, Rejection, Reshuffled
from bot.engine.rules import RuleSet
from bot.store.codec import read_body
from bot.store.database import Database
from bot.store.entries import Body, Draw, Happened, Intent
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.replies import Drawn
from bot.table.voice import Recorder
from tests.engine.script import changed
from tests.loopback.random_org.client import StandIn
from tests.random_org.houses import (
    ItsClock,
    audited,
    bot,
    draws_at,
    draws_of,
    play_round,
    source_at,
)
from tests.random_org.test_table import table as by_pipe
from tests.tables import DEAL, HOUSE, Table, facts, of_kind, open_table, stake

VEGAS: Final = changed("vegas_red", insurance="false")
TIGHT: Final = changed("vegas_red", packs="1", cut_card_after="44", insurance="false")
EVENING: Final = "".join(
    f"anna: {word}\n"
    for word in ("50 MM", "20 MM auf Box 2", "geben", *["keine versicherung", "reste"] * 2)
)


def house_of(rules: RuleSet, table: int = 1) -> House:
    return replace(HOUSE, rules=rules, preset="vegas_red", table=table)


@asynccontextmanager
async def shoe_house(folder: Path, random_org: StandIn, rules: RuleSet) -> AsyncIterator[Table]:
    source, clock = source_at(random_org), ItsClock(random_org)
    try:
        async with open_table(folder, source=source, clock=clock, house=house_of(rules)) as table:
            yield table
    finally:
        await source.close()


async def bodies(table: Table) -> list[object]:
    return [read_body(entry.body) for entry in await table.entries()]


def test_an_evening_at_vegas_red_is_served_and_verifies(
    tmp_path: Path, random_org: StandIn
) -> None:
    rows = by_pipe(random_org, tmp_path, EVENING, "--rules", "vegas_red", "--credit", "anna=500")
    drawn = [row for row in rows if row["type"] == "drawn"]
    cards = [row["number"] for row in rows if row["type"] == "card"]

    assert [row["number"] for row in drawn] == [
        number for _, numbers, _ in draws_at(random_org) for number in numbers
    ]
    assert cards == [row["number"] for row in drawn if row["accepted"]]
    assert {row["reason"] for row in drawn if not row["accepted"]} <= {"duplicate", "unused"}
    assert "unused" in {row.get("reason") for row in drawn}
    database, export = str(tmp_path / "table.db"), str(tmp_path / "export")
    written = bot(random_org, "audit", "export", "--db", database, "--out", export, folder=tmp_path)
    verified = bot(random_org, "audit", "verify", export, "--json", "--online", folder=tmp_path)

    assert written.returncode == 0
    assert json.loads(verified.stdout)["findings"] == []


async def test_spares_make_one_request_do_and_nothing_is_chosen(
    tmp_path: Path, random_org: StandIn
) -> None:
    """One pack is dealt to its end, where nearly every number is out already."""
    async with shoe_house(tmp_path, random_org, TIGHT) as table:
        await table.credit(anna=10_000)
        for _ in range(12):
            await play_round(table)
        found = await bodies(table)
        report = await audited(table, random_org)

        assert report.findings == ()
        assert draws_at(random_org) == await draws_of(table.database)
    out: set[int] = set()
    for body in found:
        if not isinstance(body, Happened):
            continue
        match body.event:
            case Reshuffled():
                out.clear()
            case BoxDealt() | DealerDealt():
                assert body.event.number not in out
                out.add(body.event.number)
            case Rejected(number, Rejection.DUPLICATE):
                assert number in out
            case _:
                pass
    intents = [body for body in found if isinstance(body, Intent)]
    draws = [body for body in found if isinstance(body, Draw)]
    assert [len(intent.slots) for intent in intents] == [len(draw.numbers) for draw in draws]
    assert max(sum(slot.is_spare for slot in intent.slots) for intent in intents) > 10
    assert any(isinstance(each.event, Reshuffled) for each in found if isinstance(each, Happened))


async def test_tables_that_share_a_request_have_their_own_spare_numbers(
    tmp_path: Path, random_org: StandIn
) -> None:
    source, voices = source_at(random_org), [Recorder() for _ in range(3)]
    database = await Database.open(tmp_path / "table.db")
    try:
        clock = ItsClock(random_org)
        drawing = Drawing(database, source, clock)
        tables = [
            Croupier(database, drawing, clock, voice, house_of(VEGAS, table))
            for table, voice in enumerate(voices, start=1)
        ]
        for number, table in enumerate(tables):
            await table.open()
            await table.deposit("anna", 10_000, actor="cashier", reason="deposit")
            await table.hear(Heard(f"stake {number}", "anna", "", stake(10)))
        deals = [Heard(f"deal {number}", "anna", "", DEAL) for number in range(3)]
        random_org.plan("late", milliseconds=500, method="generateSignedIntegers")
        first = asyncio.ensure_future(tables[0].hear(deals[0]))
        await asyncio.sleep(0.2)  # the others wait meanwhile
        await asyncio.gather(first, tables[1].hear(deals[1]), tables[2].hear(deals[2]))
        intents = await database.read(
            lambda connection: [
                body
                for entry in log.read(connection)
                for body in (read_body(entry.body),)
                if isinstance(body, Intent)
            ]
        )
        key = read_key(random_org.public_key)
        report = await database.read(lambda c: verify(FromDatabase(c), key=key))
    finally:
        await database.close()
        await source.close()

    assert report.findings == ()
    (shared,) = [intent for intent in intents if {2, 3} <= {slot.table for slot in intent.slots}]
    for voice in voices:
        drawn = of_kind(Drawn, facts(voice.said))
        assert 3 <= sum(each.accepted for each in drawn)
        assert 0 < sum(each.reason is Rejection.UNUSED for each in drawn)
    places = [slot.table for slot in shared.slots]
    assert sorted(places, key=places.index) == places


async def test_an_answer_that_falls_short_is_followed_by_one_for_the_rest(
    tmp_path: Path, random_org: StandIn
) -> None:
    """So many rounds near the end of the pack that some answer lacks a card."""
    short = 0
    async with shoe_house(tmp_path, random_org, TIGHT) as table:
        await table.credit(anna=100_000)
        for _ in range(40):
            await play_round(table)
            if short:
                break
            short = sum(
                isinstance(body, Happened) and type(body.event).__name__ == "Redraw"
                for body in await bodies(table)
            )
        report = await audited(table, random_org)

        assert report.findings == ()
    assert short


async def test_a_spare_number_used_out_of_order_is_found(
    tmp_path: Path, random_org: StandIn
) -> None:
    """The card is the number's that was drawn, and it was not its turn."""
    entries = await played(tmp_path, random_org)
    place, dealt = next(
        (place, body)
        for place, (_, _, body) in enumerate(entries)
        if isinstance(body, Happened) and isinstance(body.event, BoxDealt)
    )
    event = dealt.event
    assert isinstance(event, BoxDealt)
    spare = next(
        body.event.number
        for _, _, body in entries
        if isinstance(body, Happened)
        and isinstance(body.event, Rejected)
        and body.event.reason is Rejection.UNUSED
        and body.event.number != event.number
    )
    card = card_of(spare, packs=6)
    forged = replace(dealt, event=replace(event, number=spare, card=card))

    assert () == found(entries, random_org)
    assert Code.EVENT in {
        each.code for each in found(changed_at(entries, place, forged), random_org)
    }


@pytest.mark.parametrize("more", [-1, 1])
async def test_more_or_fewer_spare_numbers_than_the_shoe_asks_for_are_found(
    tmp_path: Path, random_org: StandIn, more: int
) -> None:
    entries = await played(tmp_path, random_org)
    place, intent = next(
        (place, body) for place, (_, _, body) in enumerate(entries) if isinstance(body, Intent)
    )
    slots = intent.slots[:-1] if more < 0 else (*intent.slots, intent.slots[-1])
    wrong = found(changed_at(entries, place, replace(intent, slots=slots)), random_org)

    assert intent.slots[-1].is_spare
    assert "other cards are owed than intended" in {each.text for each in wrong}


Entries = list[tuple[int, bytes, Body]]


async def played(folder: Path, random_org: StandIn) -> Entries:
    """The log of two rounds."""
    async with shoe_house(folder, random_org, VEGAS) as table:
        await table.credit(anna=1000)
        await play_round(table)
        await play_round(table)
        return [(each.position, each.hash, read_body(each.body)) for each in await table.entries()]


def changed_at(entries: Entries, place: int, body: Body) -> Entries:
    position, whole, _ = entries[place]
    return [*entries[:place], (position, whole, body), *entries[place + 1 :]]


def found(entries: Entries, random_org: StandIn) -> tuple[Finding, ...]:
    """What a replay says of entries whose hashes are beyond doubt."""
    replay = Replay(read_key(random_org.public_key))
    for position, whole, body in entries:
        replay.take(position, whole, body)
    replay.finish()
    return tuple(replay.findings)
