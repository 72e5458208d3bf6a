"""What is said of insurance: facts, as in :mod:`bot.table.replies`. Pure."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from bot.engine.commands import By
from bot.engine.naming import snake_case


class OpenOffer(Struct, frozen=True, kw_only=True):
    """A bet that may be insured, by up to ``most``; or be paid 1:1 at once."""

    player: str
    box: int
    bet_id: str
    asset: str
    stake: Decimal
    most: Decimal
    even_money: bool


class Offered(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """The dealer shows an ace; who is bettor says whether he insures, before play begins."""

    round: int
    offers: tuple[OpenOffer, ...]


class Declined(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """A bet stays without insurance."""

    round: int
    bet_id: str
    box: int
    player: str
    by: By
