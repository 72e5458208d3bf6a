"""What the croupier has to say, as facts: codes and data, without words.

A message's answer is the sequence of facts from the first it caused up to its ``Done``. The outbox
stores them as JSON; ``wording`` makes one post of a sequence, ``--json`` prints each on a line of
its own. Names are those of the terminal table's protocol; fields it does not know are ours: every
number in a message comes from a fact. Money is a ``Decimal``, cards are printed as ``♠8``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from bot.engine.cards import Card as CardFace
from bot.engine.commands import By
from bot.engine.events import Outcome, Reason, Rejection
from bot.engine.fields import Json
from bot.engine.naming import snake_case
from bot.engine.wants import Action
from bot.refusals import Outage, Refusal
from bot.table.banked import BankFunded, BankPassed
from bot.table.booked import Booked
from bot.table.limits import LimitAsked, LimitGranted, LimitWithdrawn
from bot.table.offers import Declined, Offered, OpenOffer
from bot.table.partied import OfParty
from bot.table.proofs import DrawRecord, RecordedDraw, Verified
from bot.table.shuffles import Reshuffled
from bot.table.tips import Edge, Tip, TipsSwitched
from bot.table.unseen_facts import OwnCards, Peeked, Unveiled

_CENT: Final = Decimal("0.01")


Datum = int | str | bool | tuple[int | str, ...] | None  # what a refusal's data may hold


def money(hundredths: int) -> Decimal:
    """Return hundredths as a fact prints them.

    >>> money(1650)
    Decimal('16.50')
    """
    return (Decimal(hundredths) / 100).quantize(_CENT)


class _Fact(Struct, frozen=True, tag_field="type", tag=snake_case):
    pass


class Opened(_Fact, frozen=True, kw_only=True):
    """A round began; ``rules`` as in presets.json."""

    round: int
    rules: dict[str, Json]
    preset: str
    bank: str
    source: str


class Staked(_Fact, frozen=True, kw_only=True):
    """A bet was placed or, with ``of``, raised."""

    round: int
    bet_id: str
    box: int
    hand: int
    player: str
    bet: str  # main, double, split; backing, backing_double; insurance, bust (on box 0)
    amount: Decimal
    asset: str
    stake: Decimal  # the whole bet now
    changed: bool = False  # in place of an earlier stake on this box
    of: str | UnsetType = UNSET  # double: the bet that it raises; insurance: that it insures
    behind: str | UnsetType = UNSET  # backing: whose box it is
    follows: bool | UnsetType = UNSET  # backing: whether it goes along with doubles and splits


class Withdrawn(_Fact, frozen=True, kw_only=True):
    """A bet was taken back."""

    round: int
    bet_id: str
    box: int
    player: str
    amount: Decimal
    asset: str


class BetsClosed(_Fact, frozen=True, kw_only=True):
    """Nothing goes any more."""

    round: int
    player: str
    by: By


class Drawn(_Fact, frozen=True, kw_only=True):
    """One number of a draw, in the order of chance."""

    round: int
    draw: int
    position: int
    number: int | UnsetType = UNSET  # of a card that lies face down: not told
    accepted: bool
    reason: Rejection | UnsetType = UNSET  # why it was not accepted
    hidden: bool | UnsetType = UNSET  # true: it names a card that lies face down
    unseen: bool | UnsetType = UNSET  # true: a hidden draw, of which serial and rest come later
    source: str
    serial: int | UnsetType = UNSET  # random.org's number of the draw
    log: int  # log position of the draw
    head: str  # the log's hash at that position, 16 hex digits


class Card(_Fact, frozen=True, kw_only=True):
    """A card was dealt, or turned up; the hand as it is after it, as far as it lies open."""

    round: int
    index: int
    to: str  # box, dealer
    box: int | UnsetType = UNSET
    hand: int | UnsetType = UNSET
    number: int | UnsetType = UNSET
    card: CardFace | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET  # true: it lies face down, without number and card
    turned: bool | UnsetType = UNSET  # true: it lay face down until now
    cards: tuple[CardFace, ...]  # the whole hand so far
    total: int
    soft: bool
    blackjack: bool
    player: str | UnsetType = UNSET  # whose it is; dealer: the player who is the bank, if one is
    stake: Decimal | UnsetType = UNSET
    asset: str | UnsetType = UNSET
    stands: bool = False  # dealer: he is done; box: five cards, where rules know them
    split: bool | UnsetType = UNSET  # true: the box has several hands


class Acted(_Fact, frozen=True, kw_only=True):
    """A move was made."""

    round: int
    box: int
    hand: int
    player: str
    action: Action
    by: By


class OpenHand(Struct, frozen=True, kw_only=True):
    """Whose turn it is, and what he may do."""

    player: str
    box: int
    hand: int
    may: tuple[Action, ...]
    split: bool | UnsetType = UNSET  # true: the box has several hands


class Wants(_Fact, frozen=True, kw_only=True):
    """What the round waits for."""

    round: int
    stakes_open: bool
    open: tuple[OpenHand, ...]
    draws: int
    offers: tuple[OpenOffer, ...] | UnsetType = UNSET  # insurance without an answer, if any
    seated: bool | UnsetType = UNSET  # true: one box after the other


class Refused(_Fact, frozen=True, kw_only=True):
    """No, and why; ``text`` is added when it is spoken. ``data`` and ``amounts``: see Refusal."""

    player: str
    code: Refusal
    amounts: dict[str, Decimal] = {}
    data: dict[str, Datum] = {}


class Settled(_Fact, frozen=True, kw_only=True):
    """A bet is over."""

    round: int
    bet_id: str
    box: int
    hand: int
    player: str
    bet: str  # main, backing, insurance, bust (on box 0, with no cards)
    asset: str
    stake: Decimal
    returned: Decimal
    net: Decimal
    outcome: Outcome
    reason: Reason
    cards: tuple[str, ...]  # ranks
    doubled: bool
    split: bool
    total: int
    dealer_total: int
    balance: Decimal | UnsetType = UNSET  # the player's, right after it; unset in a record
    bank: str | UnsetType = UNSET  # the player who is the bank, if one is


class Net(Struct, frozen=True, kw_only=True):
    """What a round brought somebody."""

    player: str
    asset: str
    net: Decimal


class Closed(_Fact, frozen=True, kw_only=True):
    """The round is over."""

    round: int
    dealer: tuple[str, ...]  # ranks
    net: tuple[Net, ...]
    cut_card: bool | UnsetType = UNSET  # true: the neutral card has come, all is shuffled now
    bank: str | UnsetType = UNSET  # the player who is the bank, if one is
    holds: Decimal | UnsetType = UNSET  # what lies in his bank still; unset where it passed on


class Balance(_Fact, frozen=True, kw_only=True):
    """What an account has, and what is bound in open bets."""

    player: str
    asset: str
    available: Decimal
    held: Decimal
    reference: str | UnsetType = UNSET  # what its owner writes on a transfer, if he asked
    bank: Decimal | UnsetType = UNSET  # how much of what is bound lies in his bank, if any


class Presence(_Fact, frozen=True, kw_only=True):
    """Somebody sits out or leaves; ``sitting_out`` or ``left``."""

    player: str
    status: str


class Rules(_Fact, frozen=True, kw_only=True):
    """What this table plays."""

    preset: str
    rules: dict[str, Json]
    source: str
    edge: Edge | UnsetType = UNSET  # where the odds know it
    tips: bool | UnsetType = UNSET  # true: the house gives tips
    after: int | UnsetType = UNSET  # the round that is still played by other rules


class Help(_Fact, frozen=True, kw_only=True):
    """The words of the house that mean something under these rules; which, ``wording`` knows."""

    player: str
    rules: dict[str, Json]
    tips: bool = False  # the house gives tips
    staff: bool = False  # the speaker is


class Numbers(_Fact, frozen=True, kw_only=True):
    """The table of numbers and cards for so many packs."""

    packs: int
    pack: int = 52


class Number(_Fact, frozen=True, kw_only=True):
    """One number, its card and all numbers of that card."""

    number: int
    card: CardFace
    first: int
    last: int


class Record(_Fact, frozen=True, kw_only=True):
    """What happened in one round."""

    round: int
    preset: str
    running: bool
    bank: str | UnsetType = UNSET  # the player who is it, if one is
    draws: tuple[RecordedDraw, ...]
    stakes: tuple[Staked, ...]
    settled: tuple[Settled, ...]


class Expired(_Fact, frozen=True, kw_only=True):
    """A turn was older than its deadline; the hand stands."""

    round: int
    box: int
    hand: int
    player: str
    hours: int


class Clock(_Fact, frozen=True, kw_only=True):
    """The table's clock was moved; ``now`` is UTC, ISO 8601."""

    now: str


class Waiting(_Fact, frozen=True, kw_only=True):
    """A card is owed and cannot be had now; said at once, before the answer it delays."""

    outage: Outage
    until: str | None = None  # UTC, ISO 8601


class Chain(_Fact, frozen=True, kw_only=True):
    """A new chain of random.org tickets begins; anybody can follow it from here."""

    ticket: str
    replaces: str | None = None  # the tail before, which expired unused
    hidden: bool | UnsetType = UNSET  # true: the chain of hidden draws, whose results it tells not
    beside: str | UnsetType = UNSET  # first ticket of the hidden chain, which begins with this one


class HandsLeft(_Fact, frozen=True, kw_only=True):
    """So many hands of one box, about, can still be dealt today; said when they are few."""

    hands: int


class Welcome(_Fact, frozen=True, kw_only=True):
    """The table is open; ``betting_seconds`` 0: stakes stay open until somebody asks for cards."""

    preset: str
    rules: dict[str, Json]
    source: str
    betting_seconds: int


class TableClosed(_Fact, frozen=True, kw_only=True):
    """The table is closed; or will be ``after`` the round of that number."""

    after: int | None = None


class Hint(_Fact, frozen=True, kw_only=True):
    """It was no word of the house: one line, where a person types at a prompt."""


class Done(_Fact, frozen=True, kw_only=True):
    """Everything a message caused is in the database; the last fact of every message."""

    repeated: bool | UnsetType = UNSET


Fact = (
    OfParty
    | Opened
    | BankFunded
    | BankPassed
    | Staked
    | Withdrawn
    | BetsClosed
    | Drawn
    | Unveiled
    | Card
    | Peeked
    | OwnCards
    | Acted
    | Offered
    | Declined
    | Wants
    | Refused
    | Settled
    | Closed
    | Balance
    | Booked
    | Presence
    | Rules
    | Help
    | Numbers
    | Number
    | Record
    | DrawRecord
    | Verified
    | Expired
    | Clock
    | Waiting
    | Chain
    | HandsLeft
    | Welcome
    | TableClosed
    | Hint
    | LimitAsked
    | LimitGranted
    | LimitWithdrawn
    | Done
    | Tip
    | TipsSwitched
    | Reshuffled
)
