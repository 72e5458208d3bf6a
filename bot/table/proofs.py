"""What is said of a draw or a round to whoever doubts it: facts, as in :mod:`bot.table.replies`.

What led to a draw, where its cards went, what a verification found. Times are UTC, ISO 8601; heads
are the first 16 hex digits of the log's hash at a position.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from bot.audit.findings import Finding
from bot.engine.cards import Card
from bot.engine.commands import By
from bot.engine.naming import snake_case
from bot.table.shuffles import NoCard


class RecordedCard(NamedTuple):
    """A number that was drawn, its card, and where the card went; face down: 0 and none."""

    number: int
    card: Card | None
    box: int  # 0: the dealer
    hand: int = 0  # 0 while the box has one hand


class Decision(Enum):
    """What can make cards necessary, as the command that was meant."""

    DEAL = "deal"
    QUICK_HAND = "quick_hand"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"  # an answer to its offer


class Led(Struct, frozen=True, kw_only=True):
    """Why a draw was due: what somebody said, or that his time was over.

    ``table`` and ``message`` are for who can link to it; nobody said anything if the message is
    empty. ``log`` is the position of what was said, or of the deadline.
    """

    by: By
    player: str  # who said it; by deadline: whose hand or stakes it was about
    decision: Decision
    table: int
    message: str = ""
    log: int


class RecordedDraw(Struct, frozen=True, kw_only=True):
    """One draw of a round: each number, its card and where the card went (box 0: the dealer)."""

    draw: int
    source: str
    serial: int | None = None  # random.org's number of the draw
    log: int
    head: str
    at: str  # UTC, ISO 8601; as it is signed, else by the machine's clock
    cards: tuple[RecordedCard, ...]
    rejected: tuple[NoCard, ...] = ()
    ticket: str | None = None  # where the source has tickets
    led: Led | None = None  # what made the cards necessary
    hidden: bool = False  # not told yet: some of it lies face down


class DrawPart(Struct, frozen=True, kw_only=True):
    """What a draw is for in one round: box after box (0: the dealer), and the cards, once drawn.

    From a shoe there may be numbers that are no cards, and of a source that gives them, spares.
    """

    table: int
    round: int
    boxes: tuple[int, ...]
    hands: tuple[int, ...] | UnsetType = UNSET  # box by box; 0 while a box has one hand
    cards: tuple[tuple[int, Card | None], ...] = ()  # number, card; face down: 0 and none
    led: Led | None = None
    spares: int = 0
    rejected: tuple[NoCard, ...] = ()
    players_bank: bool | UnsetType = UNSET  # box 0 is no dealer of the house's


class DrawRecord(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """One draw, from its announcement in the log to the cards; without ``log`` it is not drawn.

    ``void`` is the position of what undid its round before it was.
    """

    draw: int
    source: str
    highest: int  # the numbers are from 1 to it
    parts: tuple[DrawPart, ...]
    intended: int  # log position of the announcement
    intended_head: str
    ticket: str | None = None  # where the source has tickets
    next_ticket: str | None = None
    serial: int | None = None  # random.org's number of the draw
    at: str | None = None  # as it is signed, else by the machine's clock
    log: int | None = None
    head: str | None = None
    void: int | None = None
    table: int  # where it is asked for
    hidden: bool = False  # a hidden draw; until it is unveiled, some of its cards are not told
    commitment: str = ""  # of a hidden one, in hex
    unveiled: int | None = None  # log position where all of it was told
    salt: str = ""  # then, in hex
    numbers: tuple[int, ...] = ()  # then: all that were drawn


class Verified(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """The whole log was verified, for the sake of one round; what was found, those of it first."""

    round: int
    running: bool
    decisions: int  # of the round: what was said or passed, and changed it
    draws: int  # of the round
    signed: int  # of these
    settled: int  # bets of the round
    entries: int  # of the log, up to the head
    head: str  # all digits
    rounds: int  # in the whole database
    all_draws: int
    transfers: int
    found: int
    of_round: int  # of these
    pending: tuple[int, ...] = ()  # hidden draws that are not told yet
    findings: tuple[Finding, ...] = ()  # the first few
