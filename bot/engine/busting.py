"""Deciding about bets on the dealer's bust (reading 11).

One per player with a stake in the round, from one unit to ``max_stake``, outside the box limit.
The one place that reads whether ``bust_pays`` offers it.
"""

from __future__ import annotations

from bot.engine.backing import withdrawn
from bot.engine.banking import require_cover, require_no_banker
from bot.engine.commands import UNIT, BustBet, WithdrawBust
from bot.engine.events import BustStaked, Event
from bot.engine.payout import highest_beside
from bot.engine.stakes import require_amount, require_stakes_open
from bot.engine.state import Beside, Round, SideBet
from bot.errors import RuleViolation
from bot.refusals import Refusal


def bust_bet(state: Round, command: BustBet) -> tuple[Event, ...]:
    """Place the bet, or change it: a change is a withdrawal and a new bet."""
    require_stakes_open(state)
    if state.rules.bust_pays is None:
        raise RuleViolation(Refusal.BUST_NOT_OFFERED)
    if not state.has_stake(command.player):
        raise RuleViolation(Refusal.NO_STAKE)
    require_amount(state, command.amount, command.asset, minimum=UNIT)
    require_no_banker(state, command.player, command.asset)
    old = _own(state, command.player)
    if old and not command.replace:
        raise RuleViolation(Refusal.ALREADY_ON_BUST, amount=old[0].stake, asset=old[0].asset)
    freed = sum(side.stake for side in old)
    require_cover(state, command.amount, highest_beside(Beside.BUST, state.rules), freed=freed)
    bet = f"{state.number}-{state.bets + 1}"
    placed = BustStaked(bet, command.player, command.asset, command.amount)
    return (*map(withdrawn, old), placed)


def may_bet_on_bust(state: Round, player: int) -> bool:
    """Whether he may place a first bet on the bust now."""
    offered = state.rules.bust_pays is not None and not state.bets_closed
    return offered and state.has_stake(player) and not _own(state, player)


def withdraw_bust(state: Round, command: WithdrawBust) -> tuple[Event, ...]:
    """Take it back, and nothing else."""
    require_stakes_open(state)
    own = _own(state, command.player)
    if not own:
        raise RuleViolation(Refusal.NO_BUST_BET)
    return tuple(map(withdrawn, own))


def _own(state: Round, player: int) -> tuple[SideBet, ...]:
    return tuple(side for side in state.beside_of(Beside.BUST) if side.player == player)
