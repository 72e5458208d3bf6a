"""What the log's entries say of parties: bodies, as those in :mod:`bot.store.entries`."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.engine.naming import snake_case

SCHEMA: Final = 1
"""As in :mod:`bot.store.entries`."""


class _Body(Struct, frozen=True, tag_field="kind", tag=snake_case):
    pass


class PartyBegun(_Body, frozen=True, kw_only=True):
    """Staff begins a party: so many rounds, with so many chips (hundredths) for everybody."""

    at: str
    table: int
    guild: int
    cause: int
    asset: str
    amount: int
    rounds: int
    v: int = SCHEMA


class PartyJoined(_Body, frozen=True, kw_only=True):
    """Somebody plays in a party, and gets his chips from outside."""

    at: str
    table: int
    guild: int
    cause: int
    account: int
    asset: str
    amount: int
    v: int = SCHEMA


class PartyEnding(_Body, frozen=True, kw_only=True):
    """Staff ends a party; the running round is its last."""

    at: str
    table: int
    guild: int
    cause: int
    v: int = SCHEMA


class PartyEnded(_Body, frozen=True, kw_only=True):
    """A party is over: who has how many chips, which go back outside; ``cause`` led to its end."""

    at: str
    table: int
    guild: int
    cause: int
    asset: str
    chips: tuple[tuple[int, int], ...]  # account, hundredths; of all who joined, in their order
    v: int = SCHEMA


OfParty = PartyBegun | PartyJoined | PartyEnding | PartyEnded
