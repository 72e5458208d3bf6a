"""What is played at each table: the rules that were announced, and rounds under others. Pure.

A table in Discord plays what staff set last, or what it was opened with; one in the terminal what
it was started with. Entries that were written before rules stood in them bind no more than they
say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UnsetType

from bot.engine.events import Opened
from bot.engine.rules import RuleSet, validate
from bot.errors import RuleViolation
from bot.store.entries import Start, TableOpened, TableRules

_TERMINAL: Final = 1
"""The table of the terminal, of which a start without rules speaks too."""


class _Announced(NamedTuple):
    preset: str
    rules: RuleSet | None  # None: the log does not say


class Played:
    """What the log says is played, by table."""

    def __init__(self) -> None:
        self._tables: dict[int, _Announced] = {}

    def start(self, body: Start) -> Iterator[str]:
        """Whoever starts a table in the terminal says what is played, whatever was before."""
        if isinstance(body.plays, UnsetType):
            self._tables.pop(_TERMINAL, None)
        else:
            plays = body.plays
            yield from _conflict("is started with", plays.rules)
            self._tables[plays.table] = _Announced(plays.preset, plays.rules)

    def set(self, body: TableRules) -> Iterator[str]:
        """Staff sets other rules."""
        yield from _conflict("is set to", body.rules)
        self._tables[body.table] = _Announced(body.preset, body.rules)

    def open(self, body: TableOpened) -> Iterator[str]:
        """A table opens with the rules that were set for it, if any were."""
        before = self._tables.get(body.table)
        rules = None if isinstance(body.rules, UnsetType) else body.rules
        if rules is not None:
            yield from _conflict("opens with", rules)
        if before is None:
            self._tables[body.table] = _Announced(body.preset, rules)
        elif _differ(before, body.preset, rules):
            yield f"opens a table of {body.preset} under other rules than were announced"

    def begin(self, table: int, event: Opened) -> Iterator[str]:
        """A round is played by the rules of its table, which do not contradict each other."""
        yield from _conflict(f"round {event.round} is played by", event.rules)
        announced = self._tables.get(table)
        if announced and _differ(announced, event.preset, event.rules):
            yield f"round {event.round} of {event.preset} has other rules than were announced"


def _conflict(what: str, rules: RuleSet) -> Iterator[str]:
    try:
        validate(rules)
    except RuleViolation as error:
        yield f"{what} rules that cannot be: {error.data['field']}"


def _differ(announced: _Announced, preset: str, rules: RuleSet | None) -> bool:
    known = announced.rules is not None and rules is not None
    return announced.preset != preset or (known and announced.rules != rules)
