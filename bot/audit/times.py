"""Times as an auditor reads them: what is none is no exception, but a finding. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from bot.draws.signed import read_time
from bot.engine.state import Round
from bot.engine.turns import BANK, Turns

LONG_AGO: Final = datetime(1, 1, 2, tzinfo=UTC)
FAR_FUTURE: Final = datetime(9999, 12, 30, tzinfo=UTC)


def logged(text: str) -> datetime | None:
    """Read a time of the log; None for what is none, or has no zone to compare with."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo is not None else None


def between(since: str, until: str) -> timedelta | None:
    """Return the span between two times of the log; None where one of them is none."""
    began, ended = logged(since), logged(until)
    return ended - began if began and ended else None


def signed(text: str) -> datetime:
    """Read a time that random.org wrote; one that is none counts as long ago."""
    try:
        return read_time(text)
    except ValueError:
        return LONG_AGO


def turn_began(state: Round, turns: Turns, box_number: int) -> str:
    """Return since when the open hand of a box waits, 0 the bank's; empty where none does."""
    began = None
    if state.offers:
        began = turns.offered_at
    elif box_number == 0:
        began = turns.since.get(BANK)
    else:
        box = state.box(box_number)
        hand = next((each for each in box.hands if each.is_open), None) if box else None
        began = turns.since.get((box_number, hand.number)) if hand else None
    return began.isoformat(timespec="milliseconds") if began else ""
