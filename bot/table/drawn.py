"""The record of one draw: what it was announced for, and what came of it, read from the log."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from msgspec.structs import replace

from bot.draws import log, tickets
from bot.draws.chain import short
from bot.draws.commitment import numbers_in
from bot.draws.log import Entry
from bot.engine.cards import card_of, pack_of
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import history
from bot.store.codec import read_as, read_body
from bot.store.entries import Draw, Hidden, Intent, Unveiled, Voided
from bot.table.causes import led
from bot.table.dealt import dealt_by_draw
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
            return _drawn(record, entry, body)
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
    events = list(history.events(connection, number))
    return DrawPart(
        table=table,
        round=number,
        boxes=tuple(slot.box for slot in slots),
        led=led(connection, events, intent=entry.position),
    )


def _drawn(
    record: DrawRecord, entry: Entry, draw: Draw, told: Unveiled | None = None
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
        parts=record.parts if isinstance(draw.origin, Hidden) else _dealt(record, draw.numbers),
        at=signed.completion_time if signed else draw.at,
        log=entry.position,
        head=short(entry.hash),
    )


def _drawn_unseen(
    step: Step, record: DrawRecord, entry: Entry, draw: Draw, origin: Hidden
) -> DrawRecord:
    """A hidden draw: what lies open of it, and all of it once it is told."""
    told = log.unveiled(step.connection, draw.draw)
    part = record.parts[0]
    dealt = dealt_by_draw(list(history.events(step.connection, part.round)))
    cards = tuple((number, card) for number, card, _ in dealt.get(entry.position, ()))
    record = replace(
        _drawn(record, entry, draw, told[1] if told else None),
        parts=(replace(part, cards=cards),),
        hidden=True,
        commitment=origin.commitment,
    )
    if told is None:
        return record
    position, body = told
    numbers = numbers_in(body.content, signed=bool(body.signature))
    return replace(record, unveiled=position, salt=body.salt, numbers=numbers)


def _dealt(record: DrawRecord, numbers: Sequence[int]) -> tuple[DrawPart, ...]:
    """Give each part its numbers: they come in the order of the announcement."""
    pack, first, parts = pack_of(record.highest), 0, []
    packs = record.highest // pack
    for part in record.parts:
        given = numbers[first : first + len(part.boxes)]
        cards = tuple((number, card_of(number, packs=packs, pack=pack)) for number in given)
        parts.append(replace(part, cards=cards))
        first += len(part.boxes)
    return tuple(parts)
