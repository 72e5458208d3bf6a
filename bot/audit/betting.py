"""The betting time: how long stakes stay open, and whom they wait for. Pure; time is passed in.

With several boxes the house waits, so that one player cannot deal the others out, unless everybody
who played the last round has staked or said that he sits out. Tables go by this rule, and auditors
hold them to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.audit import times
from bot.engine.commands import By, Command, Deal, Stake
from bot.engine.events import BetsClosed, Closed, Event, Staked
from bot.engine.state import NO_ROUND, Round
from bot.store.entries import BettingOver, Message, Presence, TableOpened


def seconds_to_go(opened_at: datetime | None, *, now: datetime, minimum: int) -> int:
    """Return how much is left of the betting time, which begins with the first stake."""
    if opened_at is None:
        return 0
    return max(0, minimum - int((now - opened_at).total_seconds()))


def is_waited_for(state: Round, *, previous: Collection[int], absent: Collection[int]) -> bool:
    """Whether somebody may still come; ``previous``: who played before, if only behind a box."""
    missing = set(previous) - state.bettors - set(absent)
    return bool(missing) or not (previous or len(state.boxes) == 1)


@dataclass
class _Table:
    seconds: int | None = None  # the betting time; None: the log does not say
    opened: str | None = None  # since when stakes stand
    previous: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()


class BettingTimes:
    """What the log says of every table's betting time, and what is wrong with a deal."""

    def __init__(self) -> None:
        self._tables: dict[int, _Table] = {}

    def announce(self, body: TableOpened) -> None:
        """Staff opens a table, and says how long stakes stay open there."""
        self._at(body.table).seconds = body.betting_seconds

    def happen(self, number: int, before: Round, event: Event, at: str) -> None:
        """An event changes whom a table waits for, and since when; ``before``: its round."""
        table = self._at(number)
        match event:
            case Staked() if not before.boxes:
                table.opened = at
            case BetsClosed():
                table.absent = frozenset()
            case Closed() if before.boxes:
                table.previous = before.bettors | ({before.banker} - {0})
            case _:
                pass

    def leave(self, body: Presence) -> None:
        """Somebody need not be waited for."""
        table = self._at(body.table)
        table.absent |= {body.account}

    def over(self, body: BettingOver) -> Iterator[str]:
        """The house deals by itself, but not before the betting time is over."""
        table = self._at(body.table)
        if any(not isinstance(each, Deal) or each.by is not By.DEADLINE for each in body.commands):
            yield "the end of betting does nothing but deal"
        if table.seconds not in {None, body.seconds}:
            yield f"stakes are open for {table.seconds} seconds here, not for {body.seconds}"
        waited = times.between(body.since, body.at)
        if table.opened != body.since or not waited or waited.total_seconds() < body.seconds:
            yield f"stakes were open since {table.opened}, the time is over at {body.at}"

    def deal(self, body: Message, state: Round) -> Iterator[str]:
        """A player deals; not too early, or when nobody else has a stake. Staff may always."""
        table = self._at(body.table)
        if not table.seconds or not any(map(_deals, body.commands)):
            return
        state = state if state.is_running else NO_ROUND
        if any(isinstance(each, Stake) for each in body.commands):
            if state.bettors - {body.account}:
                yield "stakes and deals at once, and others have staked"
            return
        began, now = times.logged(table.opened or ""), times.logged(body.at)
        absent = table.absent | {state.banker}
        waits = is_waited_for(state, previous=table.previous, absent=absent)
        left = seconds_to_go(began, now=now, minimum=table.seconds) if now else 0
        if waits and left:
            yield f"deals {left} seconds before the betting time is over"

    def _at(self, number: int) -> _Table:
        return self._tables.setdefault(number, _Table())


def _deals(command: Command) -> bool:
    return isinstance(command, Deal) and command.by is By.PLAYER
