"""What is said of a player's bank: facts, as those in :mod:`bot.table.replies`."""

from __future__ import annotations

from decimal import Decimal

from msgspec import UNSET, Struct, UnsetType

from bot.engine.events import Passing


class BankFunded(Struct, frozen=True, kw_only=True, tag_field="type", tag="bank_funded"):
    """A player put money into his bank."""

    round: int
    player: str
    asset: str
    amount: Decimal
    holds: Decimal  # the whole bank now
    taken: bool  # with this he took it


class BankPassed(Struct, frozen=True, kw_only=True, tag_field="type", tag="bank_passed"):
    """A player's bank passed on, and what it held went back to him."""

    round: int
    player: str
    asset: str
    amount: Decimal
    reason: Passing
    to: str | UnsetType = UNSET  # whose turn it is to take it; unset: anybody's
    by_itself: bool | UnsetType = UNSET  # true: it goes there without a word
