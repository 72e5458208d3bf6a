"""A table's memory read back from the log at a start: the same that the events built up."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from bot.engine.events import BetsClosed
from bot.engine.round import replay
from bot.store import history
from bot.store.entries import Happened
from bot.store.history import Stored
from bot.table.game import Game, fold, remember

LOOKED_BACK: Final = 200
"""Rounds that are looked through for a deal: one that is undone, or given up, may have none."""


def load(connection: sqlite3.Connection, table: int, *, opened_by_staff: bool = False) -> Game:
    """Fold the table's last rounds: the latest, and the one that says who played before it.

    A table that staff opens is closed until then.
    """
    game = _folded(connection, table)
    closed_at = _last_deal(connection, table)
    absent = {said.account for said in history.presences(connection, table=table, after=closed_at)}
    closing = history.is_closing(connection, table)
    if closing is None:
        closing = opened_by_staff
    return replace(game, absent=frozenset(absent), closing=closing)


def _folded(connection: sqlite3.Connection, table: int) -> Game:
    """Fold the latest round and those before it, back to one that was played and the party's first.

    And what was said in between: who left, and who joined the party.
    """
    party = history.of_parties(connection, table=table)
    begun = party[0][0] if party else None
    stored: list[Stored] = []
    for place, number in enumerate(history.last_rounds(connection, table, LOOKED_BACK)):
        found = list(history.events(connection, number))
        stored = [*found, *stored]
        is_played = bool(replay(each.body.event for each in found).boxes)
        if place and is_played and (begun is None or found[0].position < begun):
            break
    first = stored[0].position if stored else 0
    said = history.placed_presences(connection, table=table, after=first)
    noted = sorted([*party, *said, *stored], key=lambda each: each[0])
    game = Game()
    for _, body in noted:
        if isinstance(body, Happened):
            game = fold(game, body.event, datetime.fromisoformat(body.at))
        else:
            game = remember(game, body)
    return game


def _last_deal(connection: sqlite3.Connection, table: int) -> int:
    """Return where stakes were closed last: who sat out before has sat out since."""
    for number in history.last_rounds(connection, table, LOOKED_BACK):
        for position, body in history.events(connection, number):
            if isinstance(body.event, BetsClosed):
                return position
    return 0
