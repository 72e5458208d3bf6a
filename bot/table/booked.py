"""A booking of staff's, as a fact: what was moved, why, and by whom."""

from __future__ import annotations

from decimal import Decimal

from msgspec import UNSET, Struct, UnsetType

from bot.engine.naming import snake_case
from bot.table.requests import Booking


class Booked(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """Staff booked something on a member's account."""

    kind: Booking
    number: int  # of the booking
    reverses: int | UnsetType = UNSET  # reversal: the number of the booking that it undoes
    player: str
    member: str  # the player's id in the community
    asset: str
    amount: Decimal
    net: Decimal  # what it changed for the player
    balance: Decimal  # available after it
    reason: str
    actor: str
