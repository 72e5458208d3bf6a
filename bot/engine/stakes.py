"""Deciding about stakes: open a round, place a bet, change it, close the stakes.

The one place that reads ``seats``, ``min_stake`` and ``max_stake``. Whether the player has the
money is the ledger's business, and whether staff granted the limit that a command carries
(reading 19) is the log's.

A granted limit belongs to who has it, on boxes of his own: up to it his stake may go, together
with those behind it (reading 13). For whoever stakes behind a box the table's limit stays, so
behind a stake above it there is no room; and a bust bet never goes above it.
"""

from __future__ import annotations

from msgspec import UnsetType

from bot.engine.banking import require_bank, require_cover, require_no_banker
from bot.engine.commands import UNIT, By, Deal, Open, Stake
from bot.engine.events import BetsClosed, Event, Opened, Reshuffled, Shuffling, Staked, Withdrawn
from bot.engine.payout import highest_odds
from bot.engine.rules import HIGHEST_STAKE
from bot.engine.shoe import is_at_cut_card, is_finite
from bot.engine.state import Beside, Box, Round, SideBet
from bot.errors import RuleViolation
from bot.refusals import Refusal


def open_round(state: Round, command: Open) -> tuple[Event, ...]:
    """Begin a round; ``round_running`` while another is not over."""
    if state.is_running:
        raise RuleViolation(Refusal.ROUND_RUNNING, round=state.number)
    require_bank(command)
    out = command.out
    if is_finite(command.rules) and isinstance(out, UnsetType):
        out = ()
    opened = Opened(
        command.round,
        command.rules,
        command.preset,
        command.bank,
        command.source,
        out,
        command.purse,
        command.asset,
        command.circle,
    )
    if isinstance(out, UnsetType) or not is_at_cut_card(out, command.rules):
        return (opened,)
    return (opened, Reshuffled(Shuffling.CUT_CARD))


def stake(state: Round, command: Stake) -> tuple[Event, ...]:
    """Place a bet, or change one: a change is a withdrawal and a new stake."""
    require_stakes_open(state)
    require_no_banker(state, command.player, command.asset)
    minimum = state.rules.min_stake * UNIT
    granted = 0 if isinstance(command.limit, UnsetType) else command.limit
    require_amount(state, command.amount, command.asset, minimum=minimum, granted=granted)
    number = _box_for(state, command)
    taken = state.box(number)
    if taken:
        require_room(state, number, command.amount, command.asset, granted=granted)
    old = (withdrawn_box(taken),) if taken else ()
    freed = taken.hands[0].stake if taken else 0
    require_cover(state, command.amount, highest_odds(state.rules), freed=freed)
    bet = f"{state.number}-{state.bets + 1}"
    return (*old, Staked(bet, number, 1, command.player, command.asset, command.amount))


def deal(state: Round, command: Deal) -> tuple[Event, ...]:
    """Close the stakes: by one who has staked, by the player who is the bank, or by staff."""
    if state.is_running and state.bets_closed:
        raise RuleViolation(Refusal.ROUND_RUNNING, round=state.number)
    if not state.is_running or not state.boxes:
        raise RuleViolation(Refusal.NOTHING_TO_DEAL)
    plays = state.has_stake(command.player) or state.banker == command.player
    if command.by is not By.STAFF and not plays:
        raise RuleViolation(Refusal.DEAL_NOT_YOURS)
    return (BetsClosed(command.player, command.by),)


def require_stakes_open(state: Round) -> None:
    """Refuse bets and their withdrawal after the deal."""
    if not state.is_running:
        raise RuleViolation(Refusal.NO_STAKE)
    if state.bets_closed:
        raise RuleViolation(Refusal.STAKES_CLOSED)


def require_amount(
    state: Round, amount: int, asset: str, *, minimum: int, granted: int | None = None
) -> None:
    """Refuse what is no amount of whole units from ``minimum`` to the limit.

    ``granted`` is None where no higher limit than ``max_stake`` can be asked for, 0 where none was
    granted.
    """
    maximum = max(state.rules.max_stake * UNIT, granted or 0)
    if amount <= 0:
        raise RuleViolation(Refusal.STAKE_NOT_POSITIVE, minimum=minimum, asset=asset)
    if amount % UNIT:
        raise RuleViolation(Refusal.STAKE_NOT_WHOLE, amount=amount, asset=asset)
    if amount < minimum:
        raise RuleViolation(
            Refusal.STAKE_BELOW_MINIMUM, amount=amount, minimum=minimum, asset=asset
        )
    if amount > maximum:
        ask = {"ask": True} if granted is not None and amount <= HIGHEST_STAKE * UNIT else {}
        raise RuleViolation(
            Refusal.STAKE_ABOVE_MAXIMUM, amount=amount, maximum=maximum, asset=asset, **ask
        )


def require_room(
    state: Round,
    number: int,
    amount: int,
    asset: str,
    *,
    without: tuple[SideBet, ...] = (),
    granted: int | None = None,
) -> None:
    """Refuse what is above the box's limit with the stakes that stay on it (reading 13).

    ``granted`` is for the owner, who changes his stake: the limit that he was granted, 0 for none.
    """
    others = sum(
        side.stake for side in state.beside_of(Beside.BACKING, box=number) if side not in without
    )
    box = state.box(number)
    owner = box.hands[0].stake if box and granted is None else 0
    left = max(0, max(state.rules.max_stake * UNIT, granted or 0) - others - owner)
    if amount > left:
        raise RuleViolation(Refusal.BOX_LIMIT, box=number, amount=amount, maximum=left, asset=asset)


def require_seat(state: Round, box: int) -> None:
    """Refuse a box that the table does not have."""
    if not 1 <= box <= state.rules.seats:
        raise RuleViolation(Refusal.NO_SUCH_BOX, box=box, seats=state.rules.seats)


def _box_for(state: Round, command: Stake) -> int:
    """Without a number: the lowest free box, or the only own one if it is to be changed."""
    if command.box is not None:
        require_seat(state, command.box)
        taken = state.box(command.box)
        if taken and taken.player != command.player:
            raise RuleViolation(Refusal.BOX_TAKEN, box=command.box, owner=taken.player)
        return command.box
    own = state.boxes_of(command.player)
    if len(own) > 1:
        raise RuleViolation(Refusal.WHICH_BOX, boxes=tuple(box.number for box in own))
    if own and not command.replace:
        amount, asset = own[0].hands[0].stake, own[0].asset
        raise RuleViolation(Refusal.ALREADY_STAKED, box=own[0].number, amount=amount, asset=asset)
    return own[0].number if own else _lowest_free(state)


def _lowest_free(state: Round) -> int:
    taken = {box.number for box in state.boxes}
    for number in range(1, state.rules.seats + 1):
        if number not in taken:
            return number
    raise RuleViolation(Refusal.NO_FREE_BOX, seats=state.rules.seats)


def withdrawn_box(box: Box) -> Withdrawn:
    """Give an owner's stake back."""
    hand = box.hands[0]
    return Withdrawn(hand.bet, box.number, box.player, box.asset, hand.stake)
