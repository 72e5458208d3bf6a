"""What the log's entries say: one body for every kind of thing that must be provable.

After a *cause* (message, deadline, draw) come the events it led to, which name it, and the intent
of the draw owed now. Times are UTC, ISO 8601; amounts hundredths; players account numbers.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from bot.engine.commands import Command
from bot.engine.events import Event
from bot.engine.naming import snake_case
from bot.engine.rules import RuleSet
from bot.refusals import Refusal
from bot.store.of_money import Debit, Deposit, Reversal
from bot.store.of_parties import OfParty, PartyBegun, PartyEnding

SCHEMA: Final = 1
"""Version of these bodies; it stands in each."""


class _Body(Struct, frozen=True, tag_field="kind", tag=snake_case):
    pass


class Plays(Struct, frozen=True, kw_only=True):
    """What is played at a table."""

    table: int
    preset: str
    rules: RuleSet


class Start(_Body, frozen=True, kw_only=True):
    """The croupier started: by which version of itself, with which source of cards.

    ``plays`` is what the start of a table in the terminal says of it; others are opened by staff.
    """

    at: str
    version: str
    source: str
    plays: Plays | UnsetType = UNSET
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


class BettingOver(_Body, frozen=True, kw_only=True):
    """The stakes were open for ``seconds`` and longer, so the house deals."""

    at: str
    table: int
    guild: int
    since: str
    seconds: int
    commands: tuple[Command, ...]
    v: int = SCHEMA


class Alteration(Enum):
    """What may happen to a message after it was received."""

    EDITED = "edited"
    DELETED = "deleted"


class Altered(_Body, frozen=True, kw_only=True):
    """A message that was applied has been altered since; its text as first received binds."""

    at: str
    table: int
    guild: int
    message: str
    how: Alteration
    v: int = SCHEMA


class TableOpened(_Body, frozen=True, kw_only=True):
    """Staff opened a table, or opened it anew; ``cause`` is the position of the message."""

    at: str
    table: int
    guild: int
    cause: int
    preset: str
    rules: RuleSet | UnsetType = UNSET
    betting_seconds: int
    v: int = SCHEMA


class TableRules(_Body, frozen=True, kw_only=True):
    """Staff sets what is played at a table from its next round on."""

    at: str
    table: int
    guild: int
    cause: int
    preset: str
    rules: RuleSet
    v: int = SCHEMA


class TableTips(_Body, frozen=True, kw_only=True):
    """Staff switches the house's tips at a table on or off."""

    at: str
    table: int
    guild: int
    cause: int
    on: bool
    v: int = SCHEMA


class TableClosing(_Body, frozen=True, kw_only=True):
    """A table closes, no round begins there any more; ``cause`` is the position of the message.

    Without one nobody of the staff closed it: its channel is gone.
    """

    at: str
    table: int
    guild: int
    cause: int | UnsetType = UNSET
    v: int = SCHEMA


class Happened(_Body, frozen=True, kw_only=True):
    """An event of a round; ``cause`` is the position of the entry that led to it."""

    at: str
    table: int
    round: int
    version: int
    cause: int
    event: Event
    v: int = SCHEMA


class Slot(Struct, frozen=True, array_like=True):
    """A card owed at some table of the guild; box 0 is the dealer. Hand 0: a spare number."""

    table: int
    round: int
    box: int
    hand: int

    @classmethod
    def spare(cls, table: int, number: int) -> Slot:
        """Return the place of a number that is needed only where others are out already."""
        return cls(table, number, 0, 0)

    @property
    def is_spare(self) -> bool:
        """Whether no card is owed for it."""
        return self.hand == 0


class Intent(_Body, frozen=True, kw_only=True):
    """These cards will be drawn now, in this order; with a ticket where the source has tickets."""

    at: str
    guild: int
    draw: int
    slots: tuple[Slot, ...]
    highest: int  # the numbers are from 1 to it, each equally likely
    source: str
    ticket: str | None = None
    hidden: bool | UnsetType = UNSET  # on the hidden chain: some of it lies face down
    v: int = SCHEMA


class Tickets(_Body, frozen=True, kw_only=True):
    """A new chain of tickets begins, announced before its first use.

    ``replaces`` is the tail of the chain before, which expired unused.
    """

    at: str
    ticket: str
    created: str
    replaces: str | None
    hidden: bool | UnsetType = UNSET  # the chain of the draws whose results are not shown
    v: int = SCHEMA


class FromScript(Struct, frozen=True, tag_field="source", tag="scripted"):
    """Numbers of a given list, named by its SHA-256, from ``offset`` on."""

    list: str
    offset: int


class FromMachine(Struct, frozen=True, tag_field="source", tag="local"):
    """Numbers of this machine's own generator: nobody else can check them."""


RANDOM_ORG: Final = "random.org"
"""The one source whose draws others can check."""


class FromRandomOrg(Struct, frozen=True, tag_field="source", tag=RANDOM_ORG):
    """Numbers signed by random.org.

    ``random`` is the signed object as the exact text that was signed, ``signature`` is base64, and
    ``key`` the SHA-256 of the signing key.
    """

    random: str
    signature: str
    key: str


class Hidden(Struct, frozen=True, tag_field="source", tag="hidden"):
    """Numbers of which some are not told yet, 0 in their places: what proves them later.

    ``of`` is the source, ``key`` the SHA-256 of its signing key or list, empty where it has
    neither. ``commitment`` is in hex; see :mod:`bot.draws.sealing`.
    """

    of: str
    key: str
    commitment: str


Origin = FromScript | FromMachine | FromRandomOrg | Hidden
"""Where numbers came from, and what proves it."""


def source_of(origin: Origin) -> str:
    """Return the source's name, as intents and posts call it."""
    if isinstance(origin, Hidden):
        return origin.of
    return str(origin.__struct_config__.tag)


class Draw(_Body, frozen=True, kw_only=True):
    """The answer to an intent: the numbers, in its slots' order, and where they came from."""

    at: str
    guild: int
    draw: int
    intent: int
    numbers: tuple[int, ...]
    origin: Origin
    v: int = SCHEMA


class Unveiled(_Body, frozen=True, kw_only=True):
    """What a hidden draw was: written when nothing of its round lies face down any more.

    ``content`` is the signed object as the exact text, or the numbers as JSON where nobody signs;
    ``salt`` is in hex. With them anybody can compute the draw's commitment.
    """

    at: str
    guild: int
    draw: int
    content: str
    signature: str  # base64; empty where nobody signs
    salt: str
    v: int = SCHEMA


class Lost(_Body, frozen=True, kw_only=True):
    """A draw that a restored backup does not know; found by following the ticket chain."""

    at: str
    ticket: str
    random: str
    signature: str
    key: str
    hidden: bool | UnsetType = UNSET  # it was on the hidden chain
    v: int = SCHEMA


class Voided(_Body, frozen=True, kw_only=True):
    """A round was undone by staff or a restore; with ``draw``, that intent is never answered."""

    at: str
    table: int
    guild: int
    actor: str
    reason: str
    draw: int | None
    commands: tuple[Command, ...]
    v: int = SCHEMA


class Clock(_Body, frozen=True, kw_only=True):
    """The table's clock was moved; ``offset`` seconds ahead of the machine's from now on."""

    at: str
    table: int
    offset: int
    v: int = SCHEMA


SITTING_OUT: Final = "sitting_out"
LEFT: Final = "left"


class Presence(_Body, frozen=True, kw_only=True):
    """Somebody sits the next round out, or leaves."""

    at: str
    table: int
    account: int
    status: str
    cause: int
    v: int = SCHEMA


class StakeLimit(_Body, frozen=True, kw_only=True):
    """Staff grants a player a limit of his own at a table, in place of any before (reading 19).

    ``cause`` is the position of the message. ``amount`` is in hundredths of whatever is staked, as
    the table's own limit is; 0: he has none any more. ``one_round``: it ends with the next deal
    for a box of his; else it lasts until it is withdrawn.
    """

    at: str
    table: int
    guild: int
    cause: int
    actor: str
    account: int
    amount: int
    one_round: bool
    v: int = SCHEMA


Body = (
    Start
    | Deposit
    | Debit
    | Reversal
    | Message
    | Deadline
    | BettingOver
    | Altered
    | TableOpened
    | TableRules
    | TableClosing
    | Happened
    | Intent
    | Tickets
    | Draw
    | Lost
    | Voided
    | Clock
    | Presence
    | StakeLimit
    | TableTips
    | OfParty
    | Unveiled
)
Cause = (
    Message
    | Deadline
    | BettingOver
    | Draw
    | Voided
    | TableRules
    | TableClosing
    | PartyBegun
    | PartyEnding
)
