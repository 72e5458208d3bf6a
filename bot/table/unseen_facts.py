"""What is said of cards that lie face down: facts, as in :mod:`bot.table.replies`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from bot.engine.cards import Card as CardFace
from bot.engine.naming import snake_case
from bot.engine.wants import Action


class Unveiled(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """What a hidden draw was, told when nothing of its round lies face down any more."""

    round: int
    draw: int
    source: str
    numbers: tuple[int, ...]  # all of them, in the order of chance
    serial: int | UnsetType = UNSET  # random.org's number of the draw
    log: int
    head: str


class Peeked(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """The dealer, or a player's bank, looked under his open card, and has no blackjack."""

    round: int
    card: CardFace  # the open one
    bank: str | UnsetType = UNSET  # the player who is the bank, if one is


class OwnHand(Struct, frozen=True, kw_only=True):
    """A hand whose cards its owner alone may see."""

    box: int
    hand: int
    cards: tuple[CardFace, ...]
    total: int
    soft: bool
    may: tuple[Action, ...]  # what he may do with it now


class OwnCards(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """A player's own cards that lie face down: for him alone."""

    player: str
    member: str  # his id in the community
    hands: tuple[OwnHand, ...]
