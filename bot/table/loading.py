"""A table's memory read back from the log at a start: the same that the events built up."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from bot.engine.events import BetsClosed
from bot.engine.round import replay
from bot.store import history
from bot.store.entries import LEFT
from bot.store.history import Stored
from bot.table.game import Game, fold

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
    """Fold the latest round and those before it to one that was played; and who left then."""
    stored: list[Stored] = []
    for place, number in enumerate(history.last_rounds(connection, table, LOOKED_BACK)):
        found = list(history.events(connection, number))
        stored = [*found, *stored]
        if place and replay(each.body.event for each in found).boxes:
            break
    first = stored[0].position if stored else 0
    leaving = [
        (position, said)
        for position, said in history.placed_presences(connection, table=table, after=first)
        if said.status == LEFT
    ]
    game = Game()
    for position, body in stored:
        while leaving and leaving[0][0] < position:
            game = replace(game, left=game.left | {leaving.pop(0)[1].account})
        game = fold(game, body.event, datetime.fromisoformat(body.at))
    return replace(game, left=game.left | {said.account for _, said in leaving})


def _last_deal(connection: sqlite3.Connection, table: int) -> int:
    """Return where stakes were closed last: who sat out before has sat out since."""
    for number in history.last_rounds(connection, table, LOOKED_BACK):
        for position, body in history.events(connection, number):
            if isinstance(body.event, BetsClosed):
                return position
    return 0
