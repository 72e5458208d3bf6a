"""What led to a draw: the last decision of its round before it was announced, from the log.

The dealer's next card follows from a draw, which followed from something itself: what counts is
the last entry that was no draw. Of a message the log keeps the commands, not the words.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import assert_never

from bot.draws import log
from bot.engine.commands import (
    Answer,
    By,
    Command,
    Deal,
    Decline,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Move,
    Split,
    Stake,
    Stand,
)
from bot.store import players
from bot.store.entries import BettingOver, Deadline, Message
from bot.store.history import Stored
from bot.table.proofs import Decision, Led


def led(connection: sqlite3.Connection, events: Sequence[Stored], *, intent: int) -> Led | None:
    """Return what led to the draw announced at ``intent``; ``events`` are those of its round.

    None only where the log is not what the croupier writes.
    """
    causes = (each.body.cause for each in reversed(events) if each.position < intent)
    for cause in dict.fromkeys(causes):
        body = log.body_at(connection, cause)
        if isinstance(body, Message | Deadline | BettingOver):
            found = _led(connection, body, cause)
            if found:
                return found
    return None


def _led(
    connection: sqlite3.Connection, body: Message | Deadline | BettingOver, position: int
) -> Led | None:
    asked = [command for command in body.commands if isinstance(command, Deal | Move | Answer)]
    if not asked:
        return None
    last = asked[-1]
    by = By.PLAYER if isinstance(last, Insure | EvenMoney) else last.by
    account, message = last.player, ""
    if isinstance(body, Message):
        account, message = body.account, body.message
    return Led(
        by=by,
        player=players.name(connection, account),
        decision=_decision(last, body.commands),
        table=body.table,
        message=message,
        log=position,
    )


def _decision(asked: Deal | Move | Answer, commands: Sequence[Command]) -> Decision:
    match asked:
        case Deal():
            staked = any(isinstance(command, Stake) for command in commands)
            return Decision.QUICK_HAND if staked else Decision.DEAL
        case Hit():
            return Decision.HIT
        case Stand():
            return Decision.STAND
        case Double():
            return Decision.DOUBLE
        case Split():
            return Decision.SPLIT
        case Insure() | EvenMoney() | Decline():
            return Decision.INSURANCE
        case _:
            assert_never(asked)
