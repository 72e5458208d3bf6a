"""A table's memory read back from the log at a start: the same that the events built up."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from msgspec.structs import replace

from bot.draws import log
from bot.engine.events import BetsClosed
from bot.engine.wants import wants
from bot.store import history
from bot.store.entries import Draw, Message
from bot.table.game import Game, fold


def load(connection: sqlite3.Connection, table: int) -> Game:
    """Fold the table's last two rounds: the latest, and the one that says who played before it."""
    game, closed_at = Game(), 0
    for number in reversed(history.last_rounds(connection, table, 2)):
        for position, body in history.events(connection, number):
            game = fold(game, body.event, datetime.fromisoformat(body.at))
            if isinstance(body.event, BetsClosed):
                closed_at = position
    absent = {said.account for said in history.presences(connection, table=table, after=closed_at)}
    return replace(game, absent=frozenset(absent))


def waiting_message(connection: sqlite3.Connection, game: Game) -> Message | None:
    """Return the message whose answer waits for cards, if cards are owed and a message did it.

    Behind the last events may stand draws that the same message made necessary.
    """
    if not wants(game.round).draws:
        return None
    stored = list(history.events(connection, game.round.number))
    for cause in dict.fromkeys(body.cause for _, body in reversed(stored)):
        body = log.body_at(connection, cause)
        if not isinstance(body, Draw):
            return body if isinstance(body, Message) else None
    return None
