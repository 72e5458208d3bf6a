"""The record of one draw: what it was announced for, and what came of it, read from the log."""

from __future__ import annotations

import sqlite3

from msgspec import UNSET
from msgspec.structs import replace

from bot.draws import log, tickets
from bot.draws.chain import short
from bot.draws.commitment import numbers_in
from bot.draws.log import Entry
from bot.engine.banking import is_players
from bot.engine.events import HandSplit, Opened
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import history
from bot.store.codec import read_as, read_body
from bot.store.entries import Draw, Hidden, Intent, Unveiled, Voided
from bot.store.history import Stored
from bot.table.causes import led
from bot.table.dealt import Brought, brought_by_draw
from bot.table.proofs import DrawPart, DrawRecord
from bot.table.step import Step


def draw_record(step: Step, number: int) -> DrawRecord:
    """Return what is known of a draw; of another guild's, nothing is told."""
    entries = log.of_draw(step.connection, number)
    first = next(entries, None)
    if first is None:
        raise RuleViolation(Refusal.NO_SUCH_DRAW, draw=number)
    intent = read_as(Intent, first.body)
    if intent.guild != step.house.guild:
        raise RuleViolation(Refusal.DRAW_ELSEWHERE, draw=number)
    record = _announced(step, first, intent)
    for entry in entries:
        body = read_body(entry.body)
        if isinstance(body, Draw) and isinstance(body.origin, Hidden):
            return _drawn_unseen(step, record, entry, body, body.origin)
        if isinstance(body, Draw):
            return _drawn(step.connection, record, entry, body)
        if isinstance(body, Voided):
            return replace(record, void=entry.position)
    tail = tickets.intended(step.connection, first.position, intent)
    return replace(record, ticket=tail.ticket) if tail else record


def _announced(step: Step, entry: Entry, intent: Intent) -> DrawRecord:
    rounds = dict.fromkeys((slot.table, slot.round) for slot in intent.slots)
    return DrawRecord(
        draw=intent.draw,
        source=intent.source,
        highest=intent.highest,
        parts=tuple(_part(step.connection, entry, intent, *played) for played in rounds),
        intended=entry.position,
        intended_head=short(entry.hash),
        ticket=intent.ticket,
        table=step.house.table,
    )


def _part(
    connection: sqlite3.Connection, entry: Entry, intent: Intent, table: int, number: int
) -> DrawPart:
    slots = [slot for slot in intent.slots if (slot.table, slot.round) == (table, number)]
    owed = [slot for slot in slots if not slot.is_spare]
    events = list(history.events(connection, number))
    split = {
        each.body.event.box
        for each in events
        if isinstance(each.body.event, HandSplit) and each.position < entry.position
    }
    hands = tuple(slot.hand if slot.box in split else 0 for slot in owed)
    return DrawPart(
        table=table,
        round=number,
        boxes=tuple(slot.box for slot in owed),
        hands=hands if any(hands) else UNSET,
        led=led(connection, events, intent=entry.position),
        spares=len(slots) - len(owed),
        players_bank=any(map(_is_players, events)) or UNSET,
    )


def _is_players(each: Stored) -> bool:
    event = each.body.event
    return isinstance(event, Opened) and is_players(event.rules)


def _drawn(
    connection: sqlite3.Connection,
    record: DrawRecord,
    entry: Entry,
    draw: Draw,
    told: Unveiled | None = None,
) -> DrawRecord:
    signed = tickets.signed_of(draw.origin, told)
    if signed:
        record = replace(
            record,
            ticket=signed.ticket_data.ticket_id,
            next_ticket=signed.ticket_data.next_ticket_id,
            serial=signed.serial_number,
        )
    return replace(
        record,
        parts=tuple(_dealt(connection, part, entry.position) for part in record.parts),
        at=signed.completion_time if signed else draw.at,
        log=entry.position,
        head=short(entry.hash),
    )


def _drawn_unseen(
    step: Step, record: DrawRecord, entry: Entry, draw: Draw, origin: Hidden
) -> DrawRecord:
    """A hidden draw: what lies open of it, and all of it once it is told."""
    told = log.unveiled(step.connection, draw.draw)
    record = replace(
        _drawn(step.connection, record, entry, draw, told[1] if told else None),
        hidden=True,
        commitment=origin.commitment,
    )
    if told is None:
        return record
    position, body = told
    numbers = numbers_in(body.content, signed=bool(body.signature))
    return replace(record, unveiled=position, salt=body.salt, numbers=numbers)


def _dealt(connection: sqlite3.Connection, part: DrawPart, position: int) -> DrawPart:
    """Give a part its numbers: cards in the order of the announcement, and what is no card."""
    stored = list(history.events(connection, part.round))
    brought = brought_by_draw(stored).get(position, Brought())
    cards = tuple((card.number, card.card) for card in brought.cards)
    return replace(part, cards=cards, rejected=brought.rejected)
