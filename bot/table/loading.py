"""A table's memory read back from the log at a start: the same that the events built up."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from bot.engine.cards import card_of
from bot.engine.events import BetsClosed, BoxDealt, CardHidden, DealerDealt, Event
from bot.engine.rules import RuleSet
from bot.errors import IntegrityBroken
from bot.store import history, secrets
from bot.store.history import Stored
from bot.table.game import Game, fold

LOOKED_BACK: Final = 200
"""Rounds that are looked through for a deal: one that is undone may have none."""


def load(connection: sqlite3.Connection, table: int, *, opened_by_staff: bool = False) -> Game:
    """Fold the table's last two rounds: the latest, and the one that says who played before it.

    A table that staff opens is closed until then.
    """
    game = Game()
    for number in reversed(history.last_rounds(connection, table, 2)):
        for stored in history.events(connection, number):
            event = _known(connection, stored, game.round.rules)
            game = fold(game, event, datetime.fromisoformat(stored.body.at))
    closed_at = _last_deal(connection, table)
    absent = {said.account for said in history.presences(connection, table=table, after=closed_at)}
    closing = history.is_closing(connection, table)
    if closing is None:
        closing = opened_by_staff
    return replace(game, absent=frozenset(absent), closing=closing)


def _known(connection: sqlite3.Connection, stored: Stored, rules: RuleSet) -> Event:
    """Return an event as the table knew it: with the face of a card that lies face down."""
    event = stored.body.event
    if not isinstance(event, CardHidden):
        return event
    number = secrets.card(connection, stored.position)
    if number is None:
        msg = f"entry {stored.position} of the log deals a card face down; which, is not stored"
        raise IntegrityBroken(msg)
    card = card_of(number, packs=rules.packs, pack=rules.pack)
    if event.box:
        return BoxDealt(event.index, event.box, event.hand, number, card, hidden=True)
    return DealerDealt(event.index, number, card, hidden=True)


def _last_deal(connection: sqlite3.Connection, table: int) -> int:
    """Return where stakes were closed last: who sat out before has sat out since."""
    for number in history.last_rounds(connection, table, LOOKED_BACK):
        for position, body in history.events(connection, number):
            if isinstance(body.event, BetsClosed):
                return position
    return 0
