"""What is said of a party: facts, as those in :mod:`bot.table.replies`. Pure."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from bot.engine.naming import snake_case


class _Fact(Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    pass


class PartyBegun(_Fact, frozen=True, kw_only=True):
    """A party begins: so many rounds, with so many chips for everybody."""

    rounds: int
    asset: str
    amount: Decimal


class PartyJoined(_Fact, frozen=True, kw_only=True):
    """Somebody plays in it, and gets his chips."""

    player: str
    asset: str
    amount: Decimal


class PartyAgreed(_Fact, frozen=True, kw_only=True):
    """The first deal closed its circle: each is the bank so often, which makes so many rounds."""

    players: tuple[str, ...]
    turns: int
    rounds: int
    asked: int  # rounds


class PartyRound(_Fact, frozen=True, kw_only=True):
    """So many of its rounds are played."""

    played: int
    rounds: int


class PartyEnding(_Fact, frozen=True, kw_only=True):
    """The round of that number is its last."""

    after: int


class Standing(Struct, frozen=True, kw_only=True):
    """One line of the ranking; who has the same shares a place."""

    place: int
    player: str
    amount: Decimal


class PartyEnded(_Fact, frozen=True, kw_only=True):
    """It is over; the most chips first."""

    asset: str
    standings: tuple[Standing, ...]


OfParty = PartyBegun | PartyJoined | PartyAgreed | PartyRound | PartyEnding | PartyEnded
