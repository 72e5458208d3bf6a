"""Times in the log: each table's clock, its order, and since when its hands wait. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.audit import times
from bot.draws.signed import CLOCKS_DIFFER
from bot.engine.events import Event
from bot.engine.state import Round
from bot.engine.turns import Turns, fold
from bot.store.entries import Cause, Clock, Draw


class Clocks:
    """What the log says of the time, table by table."""

    def __init__(self) -> None:
        self._offsets: dict[int, int] = {}  # seconds by which a table's clock was moved
        self._turns: dict[int, Turns] = {}  # since when hands wait
        self._latest: dict[int, datetime] = {}  # the latest time seen

    def move(self, body: Clock) -> None:
        """A table's clock was moved."""
        self._offsets[body.table] = body.offset

    def pass_to(self, table: int, text: str) -> Iterator[str]:
        """A table's time does not run backwards, but for what a machine's clock is set right by."""
        at = times.logged(text)
        latest = self._latest.get(table)
        if at is None or (latest is not None and at < latest - CLOCKS_DIFFER):
            yield f"{text} after {latest}"
        elif latest is None or at > latest:
            self._latest[table] = at

    def event_time(self, cause: Cause, table: int) -> str:
        """An event's time is its cause's; a draw has the machine's time, a table its own."""
        offset = self._offsets.get(table, 0)
        if not isinstance(cause, Draw) or not offset:
            return cause.at
        try:
            at = datetime.fromisoformat(cause.at) + timedelta(seconds=offset)
        except (ValueError, OverflowError):
            return cause.at
        return at.isoformat(timespec="milliseconds")

    def happen(self, table: int, event: Event, text: str) -> None:
        """Something happened at a table then."""
        at = times.logged(text)
        if at is not None:
            self._turns[table] = fold(self._turns.get(table, Turns()), event, at)

    def turn_began(self, table: int, state: Round, box: int) -> str:
        """Return since when the hand at turn in a box waits; empty where none does."""
        return times.turn_began(state, self._turns.get(table, Turns()), box)
