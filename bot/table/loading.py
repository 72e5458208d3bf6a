"""A table's memory read back from the log at a start: the same that the events built up."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from msgspec.structs import replace

from bot.engine.events import BetsClosed
from bot.store import history
from bot.table.game import Game, fold


def load(connection: sqlite3.Connection, table: int, *, opened_by_staff: bool = False) -> Game:
    """Fold the table's last two rounds: the latest, and the one that says who played before it.

    A table that staff opens is closed until then.
    """
    game, closed_at = Game(), 0
    for number in reversed(history.last_rounds(connection, table, 2)):
        for position, body in history.events(connection, number):
            game = fold(game, body.event, datetime.fromisoformat(body.at))
            if isinstance(body.event, BetsClosed):
                closed_at = position
    absent = {said.account for said in history.presences(connection, table=table, after=closed_at)}
    closing = history.is_closing(connection, table)
    if closing is None:
        closing = opened_by_staff
    return replace(game, absent=frozenset(absent), closing=closing)
