"""Who bets beside the owners of boxes: whose box is meant, and who goes along.

Whether a backer goes along he said when he staked (reading 13); whether his account covers it now,
only the book knows. So the croupier names those who do, and the engine takes them at its word.
"""

from __future__ import annotations

import re
import sqlite3
from typing import Final

from msgspec import UNSET, UnsetType

from bot.engine.backing import may_go_along
from bot.engine.state import Box, Round
from bot.errors import RuleViolation
from bot.ledger import accounts, book
from bot.refusals import Refusal
from bot.store import players
from bot.table.requests import StakeBehind

_MENTION: Final = re.compile(r"<@!?(?P<id>[0-9]+)>")


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
    if mention := _MENTION.fullmatch(token):
        return players.find(connection, guild, mention["id"]) == account
    name = players.name(connection, account)
    return token.removeprefix("@").casefold() == name.casefold()


def followers(
    connection: sqlite3.Connection, state: Round, player: int, box: int | None
) -> tuple[int, ...] | UnsetType:
    """Return the backers who go along with a double or a split, and can; unset: nobody."""
    found = _hand_at_turn(state, player, box)
    if found is None:
        return UNSET  # the round refuses the move, or asks which box
    behind = may_go_along(state, found, next(hand for hand in found.hands if hand.is_open))
    able = tuple(
        side.player
        for side in behind
        if book.balance(connection, accounts.player(side.player), side.asset) >= side.stake
    )
    return able or UNSET


def _hand_at_turn(state: Round, player: int, number: int | None) -> Box | None:
    open_boxes = [
        box
        for box in (state.boxes_of(player) if state.is_running else ())
        if number in {None, box.number} and any(hand.is_open for hand in box.hands)
    ]
    return open_boxes[0] if len(open_boxes) == 1 else None
