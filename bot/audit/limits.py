"""Limits that staff grants above a table's own (reading 19): who has one, and until when. Pure.

The last word of the staff counts: a limit takes the place of any that the player had before. One
for one round ends with the next deal for a box of his, whatever he staked there. Tables go by
this, and auditors hold them to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, UnsetType

from bot.engine.commands import UNIT, Stake
from bot.engine.events import BetsClosed, Event
from bot.engine.rules import HIGHEST_STAKE
from bot.engine.state import Round
from bot.ledger import accounts
from bot.store.entries import Body, Message, StakeLimit


class Limit(Struct, frozen=True):
    """A limit of a player's own, in hundredths."""

    amount: int
    one_round: bool


Limits = Mapping[int, Limit]
"""The limits that stand at a table, by account."""


def after_word(limits: Limits, body: StakeLimit) -> Limits:
    """Return what stands after staff has granted or withdrawn a limit."""
    others = {account: limit for account, limit in limits.items() if account != body.account}
    if not body.amount:
        return others
    return {**others, body.account: Limit(body.amount, body.one_round)}


def after_deal(limits: Limits, state: Round) -> Limits:
    """Return what stands after a round was dealt: limits for it alone are used up."""
    owners = {box.player for box in state.boxes}
    return {
        account: limit
        for account, limit in limits.items()
        if not (limit.one_round and account in owners)
    }


class GrantedLimits:
    """What the log says of limits at every table, and what is wrong with it."""

    def __init__(self) -> None:
        self._tables: dict[int, Limits] = {}
        self._spent = 0  # the last message that granted or withdrew

    def say(self, body: StakeLimit, last: tuple[int, Body] | None) -> list[str]:
        """Staff grants or withdraws; ``last`` is the cause before this entry."""
        self._tables[body.table] = after_word(self._tables.get(body.table, {}), body)
        found = []
        if not 0 <= body.amount <= HIGHEST_STAKE * UNIT or body.amount % UNIT:
            found.append(f"{body.amount} hundredths are no limit")
        said, message = last or (0, None)
        if said != body.cause or not isinstance(message, Message) or said == self._spent:
            return [*found, "follows from no message"]
        self._spent = said
        if message.refused or message.commands:
            found.append("follows from a message that was refused, or played")
        actor = accounts.player(message.account)
        spoken = (actor, message.table, message.guild, message.at)
        if (body.actor, body.table, body.guild, body.at) != spoken:
            found.append(f"is not what {actor} said at table {message.table} at {message.at}")
        return found

    def happen(self, table: int, before: Round, event: Event) -> None:
        """An event may use limits up; ``before``: the round before it."""
        if isinstance(event, BetsClosed):
            self._tables[table] = after_deal(self._tables.get(table, {}), before)

    def stakes(self, body: Message) -> Iterator[str]:
        """A stake names the limit that stands for this player at this table, or none."""
        standing = self._tables.get(body.table, {})
        for command in body.commands:
            if not isinstance(command, Stake) or isinstance(command.limit, UnsetType):
                continue
            limit = standing.get(command.player)
            if limit is None or limit.amount != command.limit:
                yield f"stakes by a limit of {command.limit}, the log has granted {limit}"
