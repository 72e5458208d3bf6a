"""What the log says of money that staff moved: deposits, debits, and what was undone.

Amounts are hundredths, members account numbers, times UTC.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Struct, UnsetType

from bot.engine.naming import snake_case

SCHEMA: Final = 1
"""As in :mod:`bot.store.entries`."""


class _Body(Struct, frozen=True, tag_field="kind", tag=snake_case):
    pass


class Deposit(_Body, frozen=True, kw_only=True):
    """Money came in from outside to a player; ``cause`` is the position of the staff's message.

    Without one it was booked by whoever started the table.
    """

    at: str
    guild: int
    account: int
    asset: str
    amount: int
    actor: str
    reason: str
    cause: int | UnsetType = UNSET
    v: int = SCHEMA


class Debit(_Body, frozen=True, kw_only=True):
    """Staff took money from a player, to outside; ``cause`` is the position of the message."""

    at: str
    guild: int
    cause: int
    account: int
    asset: str
    amount: int
    actor: str
    reason: str
    v: int = SCHEMA


class Reversal(_Body, frozen=True, kw_only=True):
    """Staff undid a deposit or a debit, the posting of that number; ``cause`` as in a debit."""

    at: str
    guild: int
    cause: int
    posting: int
    actor: str
    reason: str
    v: int = SCHEMA
