"""The log: what is appended is linked, and found again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.draws import log
from bot.draws.chain import START
from bot.draws.log import Entry
from bot.engine.commands import By
from bot.engine.events import BetsClosed
from bot.errors import IntegrityBroken
from bot.store import opening
from bot.store.codec import canonical
from bot.store.entries import (
    Clock,
    Draw,
    FromMachine,
    FromRandomOrg,
    FromScript,
    Happened,
    Intent,
    Message,
    Origin,
    Slot,
    Start,
    Tickets,
)

SCRIPT = "5c21"


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opening.prepare(tmp_path / "table.db")
    with closing(opening.connect_writer(tmp_path / "table.db")) as opened:
        yield opened


def started() -> Start:
    return Start(at="now", version="0", source="local")


def said(message: str = "m1") -> Message:
    return Message(
        at="now",
        table=1,
        guild=1,
        message=message,
        account=1,
        commands=(),
        refused=None,
        text="",
    )


def intended(draw: int) -> Intent:
    return Intent(
        at="now", guild=1, draw=draw, slots=(Slot(1, 1, 1, 1),), highest=312, source="scripted"
    )


def drawn(draw: int, *numbers: int, origin: Origin | None = None) -> Draw:
    return Draw(
        at="now",
        guild=1,
        draw=draw,
        intent=1,
        numbers=numbers,
        origin=origin or FromScript(SCRIPT, 0),
    )


# ── append and read ──────────────────────────────────────────────────────────────────────────────


def test_an_empty_log_has_the_start_as_head(connection: sqlite3.Connection) -> None:
    assert (0, START) == log.head(connection)
    assert [] == list(log.read(connection))


def test_an_entry_is_linked_to_the_one_before(connection: sqlite3.Connection) -> None:
    first, second = log.append(connection, started()), log.append(connection, said())

    content = canonical(said())
    linked = hashlib.sha256(first.hash + hashlib.sha256(content).digest()).digest()
    assert Entry(2, linked, content) == second
    assert (2, linked) == log.head(connection)


def test_what_is_read_is_what_was_written(connection: sqlite3.Connection) -> None:
    written = [log.append(connection, body) for body in (started(), said(), intended(1))]

    assert written == list(log.read(connection))
    assert written[1:] == list(log.read(connection, after=1))
    assert written[1] == log.entry_at(connection, 2)
    assert said() == log.body_at(connection, 2)


def test_events_and_draws_can_be_found(connection: sqlite3.Connection) -> None:
    event = BetsClosed(1, By.PLAYER)
    log.append(connection, Happened(at="now", table=1, round=7, version=3, cause=1, event=event))
    log.append(connection, intended(5))
    log.append(connection, drawn(5, 12))
    log.append(connection, Clock(at="now", table=1, offset=60))

    rows = connection.execute("SELECT kind, round, version, draw FROM log ORDER BY position")
    assert [
        ("happened", 7, 3, None),
        ("intent", None, None, 5),
        ("draw", None, None, 5),
        ("clock", None, None, None),
    ] == rows.fetchall()


# ── draws ────────────────────────────────────────────────────────────────────────────────────────


def test_draws_are_counted_from_one(connection: sqlite3.Connection) -> None:
    assert 1 == log.next_draw(connection)
    log.append(connection, intended(1))
    assert 2 == log.next_draw(connection)
    log.append(connection, drawn(1, 12))
    assert 2 == log.next_draw(connection)


def test_an_intent_is_open_until_its_draw(connection: sqlite3.Connection) -> None:
    assert log.open_intent(connection) is None
    log.append(connection, started())
    first = log.append(connection, intended(1))
    log.append(connection, said())
    assert (2, first.hash, intended(1)) == log.open_intent(connection)
    log.append(connection, drawn(1, 12))
    assert log.open_intent(connection) is None
    second = log.append(connection, intended(2))
    assert (5, second.hash, intended(2)) == log.open_intent(connection)


def test_the_last_signed_draw_has_the_highest_number(
    connection: sqlite3.Connection,
) -> None:
    signed = FromRandomOrg("{}", "", "")
    assert log.last_signed_draw(connection) is None
    log.append(connection, drawn(1, 12, origin=signed))
    log.append(connection, drawn(2, 13, origin=signed))
    log.append(connection, drawn(3, 14))
    log.append(connection, intended(4))

    assert (2, drawn(2, 13, origin=signed)) == log.last_signed_draw(connection)


def test_the_last_announced_tickets_are_found(connection: sqlite3.Connection) -> None:
    def announced(ticket: str, replaces: str | None) -> Tickets:
        return Tickets(at="now", ticket=ticket, created="then", replaces=replaces)

    assert log.last_tickets(connection) is None
    log.append(connection, announced("one", None))
    log.append(connection, started())
    assert (1, announced("one", None)) == log.last_tickets(connection)
    log.append(connection, announced("two", "one"))
    assert (3, announced("two", "one")) == log.last_tickets(connection)


def test_used_numbers_are_those_of_that_list(connection: sqlite3.Connection) -> None:
    assert 0 == log.numbers_used(connection, SCRIPT)
    log.append(connection, drawn(1, 12, 13, 14))
    log.append(connection, drawn(2, 12, origin=FromScript("another", 0)))
    log.append(connection, drawn(3, 12, 13, origin=FromMachine()))
    log.append(connection, drawn(4, 15, origin=FromScript(SCRIPT, 3)))

    assert 4 == log.numbers_used(connection, SCRIPT)
    assert 1 == log.numbers_used(connection, "another")
    assert 0 == log.numbers_used(connection, "a third")


def test_another_kind_where_an_intent_should_stand_breaks_integrity(
    connection: sqlite3.Connection,
) -> None:
    connection.execute(
        "INSERT INTO log (position, hash, kind, draw, body) VALUES (1, ?, 'intent', 1, ?)",
        (bytes(32), canonical(said()).decode()),
    )

    with pytest.raises(IntegrityBroken, match="where Intent should stand"):
        log.open_intent(connection)
