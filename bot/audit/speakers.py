"""What a message can mean, and who is written down for what follows from a cause. Pure."""

from __future__ import annotations

from typing import assert_never

from bot.engine.commands import (
    Back,
    BustBet,
    By,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    EvenMoney,
    Fund,
    Hit,
    Insure,
    LeaveBank,
    Open,
    PassBank,
    Split,
    Stake,
    Stand,
    Void,
    Withdraw,
    WithdrawBust,
)
from bot.ledger import accounts
from bot.store.entries import BettingOver, Cause, Deadline, Draw, Message, Voided


def may_say(account: int, command: Command) -> bool:
    """Whether a player's message can mean this: moves of his own, by himself; staff may deal."""
    match command:
        case Open():
            return True
        case Stake() | Back() | BustBet() | Withdraw() | WithdrawBust() | Insure() | EvenMoney():
            return command.player == account
        case Fund() | PassBank():
            return command.player == account
        case LeaveBank():
            return False
        case Deal():
            return command.player == account and command.by in {By.PLAYER, By.STAFF}
        case Decline() if command.by is By.STAFF:
            return True
        case Hit() | Stand() | Double() | Split() | Decline():
            return command.player == account and command.by is By.PLAYER
        case Deliver() | Void():
            return False
        case _:
            assert_never(command)


def actor_of(cause: Cause) -> str:
    """Return who is written down for what follows from a cause."""
    match cause:
        case Message():
            return accounts.player(cause.account)
        case Deadline() | BettingOver():
            return "deadline"
        case Voided():
            return cause.actor
        case Draw():
            return "croupier"
