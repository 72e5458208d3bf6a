"""Causes: which commands a message may mean, and who is behind what follows from an entry. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from bot.engine.banking import HOUSE
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
from bot.store.entries import (
    BettingOver,
    Cause,
    Deadline,
    Draw,
    Message,
    TableClosing,
    TableRules,
    Voided,
)
from bot.store.of_parties import PartyBegun, PartyEnding


def not_said(body: Message) -> Iterator[str]:
    """Say what a message cannot mean: its commands are its speaker's, and none if it is refused."""
    if body.refused and body.commands:
        yield "a refused message has commands"
    for command in body.commands:
        if not may_say(body.account, command):
            yield f"not a command of account {body.account}"


def may_say(account: int, command: Command) -> bool:
    """Whether a player's message can mean this: moves of his own, by himself; staff may deal."""
    match command:
        case Open():
            return True
        case Stake() | Back() | BustBet() | Withdraw() | WithdrawBust() | Insure() | EvenMoney():
            return command.player == account
        case Fund() | PassBank():
            return True  # :mod:`bot.audit.banks` knows whose it is
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
    """Return who books what follows from an entry."""
    match cause:
        case Message():
            return accounts.player(cause.account)
        case Deadline() | BettingOver():
            return "deadline"
        case Voided():
            return cause.actor
        case TableRules() | TableClosing() | PartyBegun() | PartyEnding():
            return HOUSE
        case Draw():
            return "croupier"
