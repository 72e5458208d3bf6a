"""Since when a hand waits for its owner: folded from events with their times. Pure.

A turn begins with the hand's last card. While the table waits for a card, it stands still: when
the card comes, every turn begins later by as long as the wait was. So nobody is timed out by
chance. No clock is read here; times are handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import BetsClosed, BoxDealt, CardAsked, Doubled, Event, Opened

_NONE: Mapping[tuple[int, int], datetime] = MappingProxyType({})


class Turns(Struct, frozen=True):
    """When each hand's turn began, by box and hand, and since when a card is waited for."""

    since: Mapping[tuple[int, int], datetime] = _NONE
    waiting_since: datetime | None = None


def fold(turns: Turns, event: Event, at: datetime) -> Turns:
    """Return the turns after an event that happened ``at``."""
    match event:
        case Opened():
            return Turns()
        case BetsClosed() | CardAsked() | Doubled():
            return replace(turns, waiting_since=at)
        case BoxDealt():
            wait = at - turns.waiting_since if turns.waiting_since else None
            since = (
                {hand: began + wait for hand, began in turns.since.items()}
                if wait
                else {**turns.since}
            )
            return Turns({**since, (event.box, event.hand): at})
        case _:
            return turns
