"""Since when a hand waits for its owner: folded from events with their times. Pure.

A turn begins with the hand's last card, or when what came before it is done: another hand of the
box, in seated order one of any box, insurance. While the table waits for a card, it stands still:
when the card comes, every turn begins later by as long as the wait was. So nobody is timed out by
chance. A player's bank that plays freely is box 0, and its turn begins with its last card, which
comes when the others are done. No clock is read here; times are handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import (
    BetsClosed,
    BoxDealt,
    CardAsked,
    CardHidden,
    CardRevealed,
    DealerDealt,
    Declined,
    Doubled,
    Event,
    HandSplit,
    Insured,
    Offered,
    Opened,
    Reason,
    Settled,
    Stood,
)
from bot.engine.rules import TurnOrder

BANK: Final = (0, 1)
"""Where the bank's hand lies."""
_NONE: Mapping[tuple[int, int], datetime] = MappingProxyType({})


class Turns(Struct, frozen=True):
    """When each hand's turn began, by box and hand, and since when a card is waited for."""

    since: Mapping[tuple[int, int], datetime] = _NONE
    waiting_since: datetime | None = None
    offered_at: datetime | None = None  # insurance, to everybody at once
    seated: bool = False  # one box after the other
    bank: bool = False  # a player is it


def fold(turns: Turns, event: Event, at: datetime) -> Turns:
    """Return the turns after an event that happened ``at``."""
    match event:
        case Opened():
            seated = event.rules.turn_order is TurnOrder.SEATED
            return Turns(seated=seated, bank=event.bank.isdecimal())
        case DealerDealt() | CardRevealed(box=0) if turns.bank:
            since = {**turns.since, BANK: at}
            return replace(turns, since=since, waiting_since=None)
        case BetsClosed() | CardAsked() | Doubled() | HandSplit():
            return replace(turns, waiting_since=at)
        case CardHidden(box=0):
            return turns
        case BoxDealt() | CardHidden():
            wait = at - turns.waiting_since if turns.waiting_since else None
            since = (
                {hand: began + wait for hand, began in turns.since.items()}
                if wait
                else {**turns.since}
            )
            since[event.box, event.hand] = at
            return replace(turns, since=since, waiting_since=None)
        case Offered():
            return replace(turns, offered_at=at)
        case Insured() | Declined():
            return _passed(turns, at)
        case Settled() if event.reason is Reason.EVEN_MONEY:
            return _passed(turns, at)
        case Stood() | Settled():
            return _passed(turns, at, box=None if turns.seated else event.box)
        case _:
            return turns


def _passed(turns: Turns, at: datetime, *, box: int | None = None) -> Turns:
    """Something is done: the turns after it, of one box or of all, begin now."""
    since = {
        place: at if box in {None, place[0]} else began for place, began in turns.since.items()
    }
    return replace(turns, since=since)
