"""A refusal as it is said: its code and its data, people by name, amounts as decimals."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import cast

from bot.engine.commands import UNIT
from bot.errors import CroupierError, InsufficientFunds, NotUnderstood, RuleViolation
from bot.refusals import AMOUNTS, INVITES, Refusal
from bot.table import replies
from bot.table.booking import bank_line
from bot.table.house import House
from bot.table.step import Step


def refused(error: CroupierError, step: Step, player: str) -> replies.Refused:
    """Return what is told to whom something was refused. Raises an error that is no refusal."""
    code, data = _code(error, step.house)
    if code in INVITES:
        data = {**data, **_stakes_here(step)}
    if any(down.box for down in step.game.round.face_down):
        data = {key: value for key, value in data.items() if key != "total"}  # his alone
    amounts: dict[str, Decimal] = {}
    plain: dict[str, replies.Datum] = {}
    for key, value in data.items():
        if key in AMOUNTS and isinstance(value, int):
            amounts[key] = replies.money(value)
        elif key == "owner" and isinstance(value, int):
            if value:  # else nobody
                plain[key] = step.names[value]
        else:
            plain[key] = cast(replies.Datum, value)
    return replies.Refused(player=player, code=code, amounts=amounts, data=plain)


def _code(error: CroupierError, house: House) -> tuple[Refusal, Mapping[str, object]]:
    match error:
        case RuleViolation() | NotUnderstood():
            return error.refusal, error.data
        case InsufficientFunds():
            return Refusal.INSUFFICIENT_FUNDS, {
                "missing": error.missing,
                "available": error.available,
                "asset": error.asset,
                **bank_line(error, house.bank),
            }
        case _:
            raise error


def _stakes_here(step: Step) -> Mapping[str, object]:
    """Return what may be staked on a box, so that the house names an amount that it takes."""
    rules, party = step.house.rules, step.game.party
    return {
        "minimum": rules.min_stake * UNIT,
        "maximum": rules.max_stake * UNIT,
        "asset": party.asset if party else step.house.asset,
    }
