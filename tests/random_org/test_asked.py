"""Whoever asks at the table is told what random.org signed, and that it verifies."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.draws.signature import read_key
from bot.draws.signed import SignedIntegers, read_signed
from bot.store.codec import read_as
from bot.store.entries import Draw, FromRandomOrg
from bot.table.auditing import DatabaseAuditor
from bot.table.proofs import DrawRecord, Verified
from bot.table.replies import Record, Waiting
from bot.table.requests import ShowDraw, ShowRound, VerifyRound
from bot.wording.language import Language
from bot.wording.post import post
from tests.loopback.random_org.client import StandIn
from tests.random_org.houses import bot, house, play_round
from tests.tables import DEAL, Table, facts, of_kind, stake, until


async def signed(table: Table) -> list[SignedIntegers]:
    """Every signed object of the log, in order."""

    def query(connection: sqlite3.Connection) -> list[SignedIntegers]:
        rows = connection.execute("SELECT body FROM log WHERE kind = 'draw' ORDER BY draw")
        origins = [read_as(Draw, body).origin for (body,) in rows]
        return [read_signed(each.random) for each in origins if isinstance(each, FromRandomOrg)]

    return await table.database.read(query)


async def test_ticket_serial_and_time_are_those_that_were_signed(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        (record,) = of_kind(Record, await table.hear("anna", ShowRound(1)))
        proved = await signed(table)

        assert [
            (each.serial_number, each.ticket_data.ticket_id, each.completion_time)
            for each in proved
        ] == [(each.serial, each.ticket, each.at) for each in record.draws]
        for number, each in enumerate(proved, start=1):
            (shown,) = facts = of_kind(DrawRecord, await table.hear("anna", ShowDraw(number)))
            made = post(facts, Language.ENGLISH)

            assert (each.ticket_data.ticket_id, each.ticket_data.next_ticket_id) == (
                shown.ticket, shown.next_ticket
            )  # fmt: skip
            assert (each.serial_number, each.completion_time, each.max) == (
                shown.serial, shown.at, shown.highest
            )  # fmt: skip
            assert list(each.data) == [card[0] for part in shown.parts for card in part.cards]
            assert made
            time = each.completion_time.replace(" ", ", ").removesuffix("Z")
            for said in (
                f"random.org no. {each.serial_number} · {time} UTC",
                f"Ticket {each.ticket_data.ticket_id} · the next {each.ticket_data.next_ticket_id}",
                f"from 1 to {each.max}",
            ):
                assert said in made.text


async def test_a_draw_that_waits_names_the_ticket_it_will_use(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await table.hear("anna", stake(10))
        random_org.plan("http_error", method="generateSignedIntegers", times=None)
        dealing = asyncio.ensure_future(table.hear("anna", DEAL))
        await until(lambda: of_kind(Waiting, facts(table.voice.said)))
        (waiting,) = of_kind(DrawRecord, await table.hear("bert", ShowDraw(1)))
        random_org.forget_plan()
        await dealing
        (drawn,) = of_kind(DrawRecord, await table.hear("bert", ShowDraw(1)))

        assert (None, None, None) == (waiting.log, waiting.serial, waiting.next_ticket)
        assert drawn.ticket
        assert (drawn.ticket, drawn.intended) == (waiting.ticket, waiting.intended)


async def test_signatures_are_verified_with_the_auditors_key(
    tmp_path: Path, random_org: StandIn
) -> None:
    async with house(tmp_path, random_org) as table:
        await table.credit(anna=1000)
        await play_round(table)
        path, found = table.database.path, []
        for pem in (random_org.public_key, random_org.other_public_key):
            table.croupier._auditor = DatabaseAuditor(path, read_key(pem))
            found += of_kind(Verified, await table.hear("anna", VerifyRound(1)))
        right, wrong = found

        assert right.draws == right.signed >= 1
        assert (0, right.draws) == (right.found, wrong.signed)
        assert wrong.of_round >= wrong.draws
        assert "signing key" in wrong.findings[0].text


def test_the_program_verifies_with_the_key_of_its_settings(
    tmp_path: Path, random_org: StandIn
) -> None:
    arguments = ("table", "--draws", "random.org", "--json", "--credit", "anna=500")
    database = tmp_path / "table.db"
    lines = "anna: hand 20\nanna: prüfen\nanna: reste\nanna: prüfen runde 1\n"
    done = bot(random_org, *arguments, "--db", str(database), folder=tmp_path, lines=lines)
    rows: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    found = [row for row in rows if row["type"] == "verified"]
    with closing(sqlite3.connect(database)) as connection:
        heads = {row[0].hex() for row in connection.execute("SELECT hash FROM log")}

    assert (done.returncode, done.stderr) == (0, "")
    assert [0, 0] == [row["found"] for row in found]
    assert found[1]["signed"] >= 1
    assert {row["head"] for row in found} <= heads
