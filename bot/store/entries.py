"""What the log's entries say: one body for every kind of thing that must be provable.

A *cause* (message, deadline, draw) is followed by the events it led to, which name it, and by the
intent of the draw that is owed now. So anybody can decide every round again from the causes alone
and compare. Times are UTC, ISO 8601; amounts are hundredths; players are account numbers.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.engine.commands import Command
from bot.engine.events import Event
from bot.engine.naming import snake_case
from bot.refusals import Refusal

SCHEMA: Final = 1
"""Version of these bodies; it stands in each."""


class _Body(Struct, frozen=True, tag_field="kind", tag=snake_case):
    pass


class Start(_Body, frozen=True, kw_only=True):
    """The croupier started: by which version of itself, with which source of cards."""

    at: str
    version: str
    source: str
    v: int = SCHEMA


class Deposit(_Body, frozen=True, kw_only=True):
    """Money came in from outside to a player."""

    at: str
    guild: int
    account: int
    asset: str
    amount: int
    actor: str
    reason: str
    v: int = SCHEMA


class Message(_Body, frozen=True, kw_only=True):
    """A player's message as the commands it meant, or why it was refused.

    ``text`` is the SHA-256 of the message's salt and its text; the salt is no part of the log.
    """

    at: str
    table: int
    guild: int
    message: str
    account: int
    commands: tuple[Command, ...]
    refused: Refusal | None
    text: str
    v: int = SCHEMA


class Deadline(_Body, frozen=True, kw_only=True):
    """A turn was older than ``hours``, so the default was played."""

    at: str
    table: int
    guild: int
    since: str
    hours: int
    commands: tuple[Command, ...]
    v: int = SCHEMA


class Happened(_Body, frozen=True, kw_only=True):
    """An event of a round; ``cause`` is the position of the entry that led to it."""

    at: str
    round: int
    version: int
    cause: int
    event: Event
    v: int = SCHEMA


class Intent(_Body, frozen=True, kw_only=True):
    """These cards will be drawn now, each for a box and hand (box 0: the dealer)."""

    at: str
    table: int
    round: int
    draw: int
    slots: tuple[tuple[int, int], ...]
    source: str
    cause: int
    v: int = SCHEMA


class FromScript(Struct, frozen=True, tag_field="source", tag="scripted"):
    """Numbers of a given list, named by its SHA-256, from ``offset`` on."""

    list: str
    offset: int


class FromMachine(Struct, frozen=True, tag_field="source", tag="local"):
    """Numbers of this machine's own generator: nobody else can check them."""


Origin = FromScript | FromMachine
"""Where numbers came from and what proves it; signed draws join here."""


def source_of(origin: Origin) -> str:
    """Return the source's name, as intents and posts call it."""
    return str(origin.__struct_config__.tag)


class Draw(_Body, frozen=True, kw_only=True):
    """The answer to an intent: the numbers, in its slots' order, and where they came from."""

    at: str
    table: int
    guild: int
    draw: int
    intent: int
    numbers: tuple[int, ...]
    origin: Origin
    v: int = SCHEMA


class Clock(_Body, frozen=True, kw_only=True):
    """The table's clock was moved; ``offset`` seconds ahead of the machine's from now on."""

    at: str
    table: int
    offset: int
    v: int = SCHEMA


class Presence(_Body, frozen=True, kw_only=True):
    """Somebody sits the next round out, or leaves."""

    at: str
    table: int
    account: int
    status: str
    cause: int
    v: int = SCHEMA


Body = Start | Deposit | Message | Deadline | Happened | Intent | Draw | Clock | Presence
Cause = Message | Deadline | Draw
