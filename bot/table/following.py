"""Who bets beside the owners of boxes: whose box is meant, and who goes along.

Whether a backer's account covers that he goes along, only the book knows. So the croupier names
those who do, and the engine takes them at its word; by which rule, the audit knows as well.
"""

from __future__ import annotations

import sqlite3

from msgspec import UnsetType

from bot.audit import followers as rule
from bot.engine.commands import Double, Split
from bot.engine.state import Round
from bot.errors import RuleViolation
from bot.ledger import book
from bot.refusals import Refusal
from bot.store import players
from bot.table.heard import mentioned
from bot.table.requests import StakeBehind


def box_meant(
    connection: sqlite3.Connection, guild: int, state: Round, request: StakeBehind
) -> int:
    """Return the box on which a stake is to lie behind its owner; ``RuleViolation`` if none."""
    owned = tuple(
        box
        for box in state.boxes
        if state.is_running and _is_named(connection, guild, box.player, request.owner)
    )
    own = {box.number for box in owned}
    if request.box is not None and request.box in own:
        return request.box
    if not own or request.box is not None:
        raise RuleViolation(Refusal.NOBODY_THERE, name=request.owner.removeprefix("@"))
    if len(own) > 1:
        raise RuleViolation(Refusal.WHICH_BOX, boxes=tuple(sorted(own)))
    return own.pop()


def _is_named(connection: sqlite3.Connection, guild: int, account: int, token: str) -> bool:
    """Whether a mention, or a name with or without @, means the holder of an account."""
    if member := mentioned(token):
        return players.find(connection, guild, member) == account
    name = players.name(connection, account)
    return token.removeprefix("@").casefold() == name.casefold()


def followers(
    connection: sqlite3.Connection, state: Round, move: Double | Split
) -> tuple[int, ...] | UnsetType:
    """Return the backers who go along with a double or a split, by the book; unset: nobody.

    Raises ``RuleViolation`` where the speaker has no such hand.
    """
    return rule.followers(
        state, move, lambda account, asset: book.balance(connection, account, asset)
    )
