"""What is said of limits above a table's own: facts, as in :mod:`bot.table.replies`. Pure.

``mention`` is how staff names the player in the word that grants or withdraws it.
"""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from bot.engine.naming import snake_case


class LimitAsked(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """A player asks the staff whether he may stake up to ``amount`` per box."""

    player: str
    mention: str
    amount: Decimal
    asset: str


class LimitGranted(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """Staff lets a player stake up to ``amount`` per box, for one round or until withdrawn."""

    player: str
    member: str  # the player's id in the community
    mention: str
    amount: Decimal
    asset: str
    one_round: bool


class LimitWithdrawn(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """A player has no limit of his own any more; ``amount`` is the table's."""

    player: str
    member: str  # the player's id in the community
    amount: Decimal
    asset: str
