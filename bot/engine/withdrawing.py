"""Deciding what goes back before the deal, and what must go back with it.

Behind a box without an owner nobody can stake, and who has no stake in the round has no bust bet.
"""

from __future__ import annotations

from bot.engine.backing import withdrawn
from bot.engine.commands import Withdraw
from bot.engine.events import Event, Withdrawn
from bot.engine.stakes import require_seat, require_stakes_open, withdrawn_box
from bot.engine.state import Beside, Box, Round, SideBet
from bot.errors import RuleViolation
from bot.refusals import Refusal


def withdraw(state: Round, command: Withdraw) -> tuple[Event, ...]:
    """Take one stake back, own or behind; without a box all of the player's."""
    require_stakes_open(state)
    player = command.player
    own = tuple(box for box in state.boxes_of(player) if command.box in {None, box.number})
    behind = tuple(
        side
        for side in state.beside_of(Beside.BACKING, box=command.box or 0)
        if side.player == player
    )
    if not own and not behind:
        raise _nothing(state, command.box)
    numbers = {box.number for box in own}
    orphans = (side for side in state.beside_of(Beside.BACKING) if side.box in numbers)
    back: tuple[Withdrawn, ...] = (
        *map(withdrawn_box, own),
        *map(withdrawn, behind),
        *map(withdrawn, orphans),
    )
    return (*back, *map(withdrawn, _bust_bets_without_stake(state, {each.bet for each in back})))


def _nothing(state: Round, number: int | None) -> RuleViolation:
    if number is None:
        return RuleViolation(Refusal.NO_STAKE)
    require_seat(state, number)
    box = state.box(number)
    if box is None:
        return RuleViolation(Refusal.BOX_EMPTY, box=number)
    return RuleViolation(Refusal.NOT_YOUR_BOX, box=number, owner=box.player)


def _bust_bets_without_stake(state: Round, gone: set[str]) -> tuple[SideBet, ...]:
    staying = {box.player for box in state.boxes if _bet(box) not in gone}
    staying |= {side.player for side in state.beside_of(Beside.BACKING) if side.bet not in gone}
    return tuple(side for side in state.beside_of(Beside.BUST) if side.player not in staying)


def _bet(box: Box) -> str:
    return box.hands[0].bet
