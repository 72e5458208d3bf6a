"""A table's memory read back from the log at a start: the same that the events built up."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from bot.audit.limits import Limits, after_deal, after_word
from bot.engine.cards import card_of
from bot.engine.events import BetsClosed, BoxDealt, CardHidden, DealerDealt, Event
from bot.engine.round import evolve, replay
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.errors import IntegrityBroken
from bot.store import history, secrets
from bot.store.entries import Happened
from bot.store.history import Stored
from bot.table.game import Game, fold, remember

LOOKED_BACK: Final = 200
"""Rounds that are looked through for a deal: one that is undone, or given up, may have none.

A party's are looked through besides, all of them.
"""


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
    limits = _limits(connection, table)
    return replace(game, absent=frozenset(absent), closing=closing, limits=limits)


def _limits(connection: sqlite3.Connection, table: int) -> Limits:
    """Return the limits that stand: the last word about each player, unless it is used up."""
    last = {body.account: (position, body) for position, body in history.limits(connection, table)}
    limits: Limits = {}
    for _, body in last.values():
        limits = after_word(limits, body)
    said = {account: position for account, (position, _) in last.items()}
    passing = [said[account] for account, limit in limits.items() if limit.one_round]
    for number in history.rounds_since(connection, table, min(passing)) if passing else ():
        position, state = _dealt(connection, number)
        stood = {account: limit for account, limit in limits.items() if said[account] < position}
        used = stood.keys() - after_deal(stood, state).keys()
        limits = {account: limit for account, limit in limits.items() if account not in used}
    return limits


def _dealt(connection: sqlite3.Connection, number: int) -> tuple[int, Round]:
    """Return a round as it was when its stakes were closed, and where the log says so; else 0."""
    state = NO_ROUND
    for position, body in history.events(connection, number):
        if isinstance(body.event, BetsClosed):
            return position, state
        state = evolve(state, body.event)
    return 0, state


def _folded(connection: sqlite3.Connection, table: int) -> Game:
    """Fold the latest round and those before it, back to one that was played and the party's first.

    And what was said in between: who left, and who joined the party.
    """
    party = history.of_parties(connection, table=table)
    begun = party[0][0] if party else None
    its_rounds = len(history.rounds_since(connection, table, begun)) if begun else 0
    rounds: list[list[Stored]] = []  # newest first
    numbers = history.last_rounds(connection, table, its_rounds + LOOKED_BACK)
    for place, number in enumerate(numbers):
        found = list(history.events(connection, number))
        rounds.append(found)
        is_played = bool(replay(each.body.event for each in found).boxes)
        if place and is_played and (begun is None or found[0].position < begun):
            break
    stored = [event for found in reversed(rounds) for event in found]
    first = stored[0].position if stored else 0
    said = history.placed_presences(connection, table=table, after=first)
    noted = sorted([*party, *said, *stored], key=lambda each: each[0])
    game = Game()
    for position, body in noted:
        if isinstance(body, Happened):
            event = _known(connection, Stored(position, body), game.round.rules)
            game = fold(game, event, datetime.fromisoformat(body.at))
        else:
            game = remember(game, body)
    return game


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
