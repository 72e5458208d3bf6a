"""What is said of a shoe: facts, as in :mod:`bot.table.replies`. Pure."""

from __future__ import annotations

from msgspec import Struct

from bot.engine.events import Rejection, Shuffling
from bot.engine.naming import snake_case


class Reshuffled(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """All cards of the shoe, ``cards`` of them, may come again."""

    round: int
    reason: Shuffling
    cards: int


class NoCard(Struct, frozen=True, kw_only=True):
    """A number that is no card, and why; ``place`` counts from 1 among those of its round."""

    place: int
    number: int
    reason: Rejection
