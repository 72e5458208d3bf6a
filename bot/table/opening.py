"""Opening and closing a table: what staff asks for, within a step.

A table closes when its running round is over; that follows from the log and needs no entry of its
own. What was played and booked stays, and the table opens again under its number.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.rules import as_json
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import tables
from bot.store.entries import TableClosing, TableOpened
from bot.table import replies
from bot.table.requests import CloseTable, OpenTable
from bot.table.step import Step


def serve(step: Step, request: OpenTable | CloseTable, *, cause: int, source: str) -> None:
    """Do what staff asks; ``cause`` is the position of the message."""
    match request:
        case OpenTable():
            _open(step, request.betting_seconds, cause=cause, source=source)
        case CloseTable():
            _close(step, cause=cause)


def _open(step: Step, betting_seconds: int | None, *, cause: int, source: str) -> None:
    if not step.game.closing:
        raise RuleViolation(Refusal.TABLE_OPEN)
    if betting_seconds is not None:
        step.house = replace(step.house, betting_seconds=betting_seconds)
    house = step.house
    tables.set_betting_seconds(step.connection, house.table, house.betting_seconds)
    step.note(
        TableOpened(
            at=step.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            preset=house.preset,
            betting_seconds=house.betting_seconds,
        )
    )
    step.game = replace(step.game, closing=False)
    step.facts.append(
        replies.Welcome(
            preset=house.preset,
            rules=as_json(house.rules),
            source=source,
            betting_seconds=house.betting_seconds,
        )
    )


def _close(step: Step, *, cause: int) -> None:
    if step.game.closing:
        raise RuleViolation(Refusal.TABLE_CLOSED)
    house, state = step.house, step.game.round
    step.note(TableClosing(at=step.at, table=house.table, guild=house.guild, cause=cause))
    step.game = replace(step.game, closing=True)
    step.facts.append(replies.TableClosed(after=state.number if step.game.is_open else None))
