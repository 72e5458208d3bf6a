"""A player's bank from round to round: what a new round takes over, and who may be it. Pure.

Tables go by this rule, and auditors hold them to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from bot.audit.parties import ChipsOf, Party, next_bank, whole
from bot.engine.banking import is_players, takers
from bot.engine.commands import By, Command, Fund, Open, PassBank
from bot.engine.events import Backed, BetsClosed, Event, Funded, Staked
from bot.engine.state import NO_ROUND, Round
from bot.store.entries import LEFT, Message, Presence


def carried(before: Round, player: int, asset: str, *, left: Collection[int]) -> dict[str, Any]:
    """Return what a round of a player's bank begins with, as ``Open`` names it.

    The money that he holds stays in; the circle is that of the round before without who left.
    """
    return {
        "bank": str(player),
        "purse": before.purse if before.holder == player else 0,
        "asset": asset,
        "circle": tuple(each for each in before.circle if each not in left),
    }


@dataclass
class _Table:
    absent: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()


@dataclass
class Banks:
    """Who is away at each table, as the log says; and what is wrong with a bank."""

    tables: dict[int, _Table] = field(default_factory=dict)

    def happen(self, table: int, event: Event) -> None:
        """Who plays has come back; a deal ends that somebody sits out."""
        here = self._at(table)
        if isinstance(event, Staked | Backed | Funded):
            here.left -= {event.player}
        elif isinstance(event, BetsClosed):
            here.absent = frozenset()

    def leave(self, body: Presence) -> None:
        """Somebody sits out, or leaves."""
        here = self._at(body.table)
        here.absent |= {body.account}
        if body.status == LEFT:
            here.left |= {body.account}

    def away(self, table: int) -> Collection[int]:
        """Return who left a table, and has not come back."""
        return self._at(table).left

    def said(
        self,
        message: Message,
        before: Round,
        party: tuple[Party, ChipsOf] | None,
    ) -> Iterator[str]:
        """What a message does to a bank: who takes it, with which money, and who gives it up."""
        table, account, commands = message.table, message.account, message.commands
        opened = next((each for each in commands if isinstance(each, Open)), None)
        if opened is not None and party is not None:
            yield from self._of_party(message, before, opened, *party)
            return
        if any(isinstance(each, Fund) and each.player != account for each in commands):
            yield f"not a command of account {account}"
        for command in commands:
            if isinstance(command, PassBank):
                yield from self._passed(table, before, account, command, opened)
        if opened is not None:
            yield from self._opened(table, before, account, opened, commands)

    def _passed(
        self, table: int, before: Round, account: int, command: PassBank, opened: Open | None
    ) -> Iterator[str]:
        here = self._at(table)
        may = (before.holder, *takers(before, here.absent | here.left))
        if command.by is By.RULE:
            if opened is None or is_players(opened.rules):
                yield "a bank goes back, and no other rules are played"
        elif command.by is By.PLAYER and command.player != account:
            yield f"not a command of account {account}"
        elif command.by is By.DEADLINE or command.player not in may:
            yield f"the bank is not account {command.player}'s to give up"

    def _opened(
        self, table: int, before: Round, account: int, opened: Open, commands: Sequence[Command]
    ) -> Iterator[str]:
        here = self._at(table)
        if not is_players(opened.rules):
            if before.holder and not any(isinstance(each, PassBank) for each in commands):
                yield f"the bank of account {before.holder} is not given back"
            if {opened.purse, opened.asset, opened.circle} != {UNSET}:
                yield "the house's bank has no purse"
            return
        funds = next((each for each in commands if isinstance(each, Fund)), None)
        player = before.holder or account
        if opened.bank != str(player):
            yield f"the bank is account {player}'s, not {opened.bank}'s"
        first = takers(before, here.absent | here.left)
        if not before.holder and first and account not in first:
            yield f"account {account} takes the bank out of turn"
        if not before.holder and funds is None:
            yield "nobody has put anything into the bank"
        asset = before.asset if before.holder else str(funds and funds.asset)
        wanted = carried(before, player, asset, left=here.left)
        found = {name: getattr(opened, name) for name in wanted}
        if found != wanted:
            yield f"the round begins with {found}, it was to be {wanted}"

    def _of_party(
        self, message: Message, before: Round, opened: Open, party: Party, chips_of: ChipsOf
    ) -> Iterator[str]:
        """In a party the bank is whose turn it is, with all his chips."""
        left = self._at(message.table).left
        player = before.holder or next_bank(
            party, before, opened.rules, left=left, chips_of=chips_of
        )
        player = player or message.account
        # Undone before the first deal, a round leaves its bank to whoever held it.
        round_before = before if party.members or before.holder else NO_ROUND
        wanted = carried(round_before, player, party.asset, left=left)
        found = {name: getattr(opened, name) for name in wanted}
        if found != wanted:
            yield f"the party's round begins with {found}, it was to be {wanted}"
        chips = whole(chips_of(player) if player in party.joined else party.chips)
        funds = [each for each in message.commands if isinstance(each, Fund)]
        if funds != ([] if before.holder else [Fund(player, chips, party.asset)]):
            yield f"the bank is not {chips} of account {player}"

    def _at(self, table: int) -> _Table:
        return self.tables.setdefault(table, _Table())
