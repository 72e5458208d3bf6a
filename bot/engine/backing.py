"""Deciding about stakes behind somebody else's box, and who goes along with its owner.

Reading 13: from one unit, with the owner's stake within the box's limit. Who goes along said so
when he staked; whether his account covers it the croupier knows, who names those in the command.
The one place that reads ``backing``.
"""

from __future__ import annotations

from msgspec import UnsetType

from bot.engine.banking import require_cover, require_no_banker
from bot.engine.commands import UNIT, Back
from bot.engine.events import Backed, Event, Withdrawn
from bot.engine.payout import highest_odds
from bot.engine.stakes import require_amount, require_room, require_seat, require_stakes_open
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.errors import RuleViolation
from bot.refusals import Refusal


def back(state: Round, command: Back) -> tuple[Event, ...]:
    """Place a bet behind a box, or change one: a change is a withdrawal and a new bet."""
    require_stakes_open(state)
    if not state.rules.backing:
        raise RuleViolation(Refusal.BACKING_NOT_OFFERED)
    require_seat(state, command.box)
    box = state.box(command.box)
    if box is None:
        raise RuleViolation(Refusal.BOX_EMPTY, box=command.box)
    if box.player == command.player:
        raise RuleViolation(Refusal.BACKING_OWN_BOX, box=box.number)
    require_amount(state, command.amount, command.asset, minimum=UNIT)
    require_no_banker(state, command.player, command.asset)
    old = _own(state, command)
    require_room(state, box.number, command.amount, command.asset, without=old)
    freed = sum(side.stake for side in old)
    require_cover(state, command.amount, highest_odds(state.rules), freed=freed)
    bet = f"{state.number}-{state.bets + 1}"
    placed = Backed(
        bet, box.number, 1, command.player, command.asset, command.amount, command.follows
    )
    return (*map(withdrawn, old), placed)


def may_back(state: Round, player: int | None) -> bool:
    """Whether there is somebody else's box behind which he may stake now, for the first time."""
    behind = {side.box for side in state.beside_of(Beside.BACKING) if side.player == player}
    others = (box for box in state.boxes if box.player != player and box.number not in behind)
    return state.rules.backing and not state.bets_closed and any(others)


def going_along(
    state: Round, box: Box, hand: Hand, named: tuple[int, ...] | UnsetType
) -> tuple[SideBet, ...]:
    """Return the bets of the backers that a double or a split names; each must have said so."""
    said = may_go_along(state, box, hand)
    players = () if isinstance(named, UnsetType) else named
    for player in players:
        if all(side.player != player for side in said):
            raise RuleViolation(Refusal.NOT_FOLLOWING, owner=player)
    return tuple(side for side in said if side.player in players)


def may_go_along(state: Round, box: Box, hand: Hand) -> tuple[SideBet, ...]:
    """Return the bets behind a hand whose owners go along with doubles and splits."""
    behind = state.beside_of(Beside.BACKING, box=box.number, hand=hand.number)
    return tuple(side for side in behind if side.follows)


def withdrawn(side: SideBet) -> Withdrawn:
    """Give a bet beside the owners' back."""
    return Withdrawn(side.bet, side.box, side.player, side.asset, side.stake)


def _own(state: Round, command: Back) -> tuple[SideBet, ...]:
    """Return the bet that stands, if it is to be changed."""
    own = tuple(
        side
        for side in state.beside_of(Beside.BACKING, box=command.box)
        if side.player == command.player
    )
    if own and not command.replace:
        raise RuleViolation(
            Refusal.ALREADY_BACKED, box=command.box, amount=own[0].stake, asset=own[0].asset
        )
    return own
