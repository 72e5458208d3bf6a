"""What happened in a round: facts, folded by ``evolve`` and stored as the log's bodies.

Players are account numbers, amounts hundredths. An event carries all its consequences, so folding
it reads no rules. Names are past participles; a bet's id is unique per database: ``12-3`` is the
third bet of round twelve.
"""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, Struct, UnsetType

from bot.engine.cards import Card
from bot.engine.commands import By
from bot.engine.naming import snake_case
from bot.engine.rules import RuleSet


class Outcome(Enum):
    """What became of a bet."""

    WON = "won"
    LOST = "lost"
    PUSH = "push"
    VOID = "void"


class Reason(Enum):
    """Why."""

    BLACKJACK = "blackjack"
    TRIPLE_SEVEN = "triple_seven"
    HIGHER = "higher"
    LOWER = "lower"
    EQUAL = "equal"
    PLAYER_BUST = "player_bust"
    DEALER_BUST = "dealer_bust"
    DEALER_BLACKJACK = "dealer_blackjack"
    EVEN_MONEY = "even_money"  # a blackjack that was paid before the dealer's second card
    INSURANCE = "insurance"  # won or lost with the dealer's blackjack
    BUST_BET = "bust_bet"  # won or lost with the dealer's bust
    FIVE_CARDS = "five_cards"  # the player's, up to 21
    DEALER_FIVE_CARDS = "dealer_five_cards"  # the bank's, up to 21
    TWO_ACES = "two_aces"  # two aces won
    VOID = "void"


class _Event(Struct, frozen=True, tag_field="event", tag=snake_case):
    """Stored by the log under the class's name in snake_case."""


class Opened(_Event, frozen=True):
    """A round began, under these rules, whatever the table's rules become later."""

    round: int
    rules: RuleSet
    preset: str
    bank: str
    source: str
    out: tuple[int, ...] | UnsetType = UNSET  # in a shoe: numbers dealt since it was shuffled
    purse: int | UnsetType = UNSET  # what a player's bank holds
    asset: str | UnsetType = UNSET  # of the purse
    circle: tuple[int, ...] | UnsetType = UNSET  # who may be the bank, in their order to the left


class Funded(_Event, frozen=True):
    """The player who is the bank put more money into it."""

    player: int
    asset: str
    amount: int


class Passing(Enum):
    """Why a bank goes from a player."""

    GIVEN_UP = "given_up"
    ROTATES = "rotates"
    BROKEN = "broken"
    BLACKJACK = "blackjack"  # of the player who takes it
    RETURNED = "returned"  # there is no such bank here any more


class BankPassed(_Event, frozen=True):
    """The bank goes from a player, with what it held; ``to`` may take it now, 0: anybody."""

    player: int
    asset: str
    amount: int
    to: int
    reason: Passing


class BankAway(_Event, frozen=True):
    """A player's bank does not play by itself any more: by the fixed rule, for this round."""

    player: int
    by: By


class Shuffling(Enum):
    """Why a shoe is shuffled."""

    CUT_CARD = "cut_card"
    RAN_OUT = "ran_out"


class Reshuffled(_Event, frozen=True):
    """All numbers may come again."""

    reason: Shuffling


class Rejection(Enum):
    """Why a drawn number names no card."""

    DUPLICATE = "duplicate"  # it is out already
    UNUSED = "unused"  # a spare one


class Rejected(_Event, frozen=True):
    """A drawn number is no card; forced by rule, never a choice (reading 2)."""

    number: int
    reason: Rejection


class Redraw(_Event, frozen=True):
    """So many cards are still owed for numbers that were rejected."""

    cards: int


class Staked(_Event, frozen=True):
    """A bet was placed on a box."""

    bet: str
    box: int
    hand: int
    player: int
    asset: str
    amount: int


class Withdrawn(_Event, frozen=True):
    """A bet was taken back before the deal."""

    bet: str
    box: int
    player: int
    asset: str
    amount: int


class Backed(_Event, frozen=True):
    """A bet was placed behind a box's hand: before the deal, or with a split that it follows."""

    bet: str
    box: int
    hand: int
    player: int
    asset: str
    amount: int
    follows: bool


class BustStaked(_Event, frozen=True):
    """A bet was placed on the dealer's bust."""

    bet: str
    player: int
    asset: str
    amount: int


class BetsClosed(_Event, frozen=True):
    """Nothing goes any more; the first cards are owed."""

    player: int
    by: By


class BoxDealt(_Event, frozen=True):
    """A box's hand received a card; ``index`` counts the round's cards from 1."""

    index: int
    box: int
    hand: int
    number: int
    card: Card
    hidden: bool | UnsetType = UNSET  # true: face down; outside this process it is ``CardHidden``


class DealerDealt(_Event, frozen=True):
    """The dealer received a card."""

    index: int
    number: int
    card: Card
    hidden: bool | UnsetType = UNSET  # as in ``BoxDealt``


class CardHidden(_Event, frozen=True):
    """A card was dealt face down: what the log says instead of the card. Box 0 is the dealer."""

    index: int
    box: int
    hand: int


class CardRevealed(_Event, frozen=True):
    """A card was turned up."""

    index: int
    box: int
    hand: int
    number: int
    card: Card


class Peeked(_Event, frozen=True):
    """The dealer looked under his ace or ten, and has no blackjack."""


class Offered(_Event, frozen=True):
    """The dealer shows an ace; insurance is offered on each of these bets."""

    bets: tuple[str, ...]


class Insured(_Event, frozen=True):
    """A bet was insured, by a bet of its own."""

    bet: str
    box: int
    hand: int
    player: int
    asset: str
    amount: int
    of: str  # the bet that is insured


class Declined(_Event, frozen=True):
    """A bet stays without insurance."""

    bet: str
    box: int
    player: int
    by: By


class CardAsked(_Event, frozen=True):
    """A hand wants one more card."""

    box: int
    hand: int
    player: int
    by: By


class Stood(_Event, frozen=True):
    """A hand is played; ``by`` rule on 21 and after a double's card."""

    box: int
    hand: int
    player: int
    by: By


class Doubled(_Event, frozen=True):
    """A hand's bet was raised by ``amount``; exactly one card is owed to it."""

    box: int
    hand: int
    player: int
    by: By
    bet: str
    asset: str
    amount: int


class Followed(_Event, frozen=True):
    """A backer's bet was raised by ``amount``, with the double that came before."""

    bet: str
    box: int
    hand: int
    player: int
    asset: str
    amount: int


class HandSplit(_Event, frozen=True):
    """A hand gave its second card to a new one at its right, with a bet of its own.

    A card is owed to both.
    """

    box: int
    hand: int
    new: int  # the new hand's number
    player: int
    by: By
    bet: str  # the new hand's
    asset: str
    amount: int


class Settled(_Event, frozen=True):
    """A bet is over: ``returned`` of the whole ``stake`` (doubles included) goes to the player.

    A bust bet lies on no box: its box and hand are 0.
    """

    bet: str
    box: int
    hand: int
    player: int
    asset: str
    stake: int
    returned: int
    outcome: Outcome
    reason: Reason


class Closed(_Event, frozen=True):
    """Every bet is settled; the round is over."""


Event = (
    Opened
    | Funded
    | BankPassed
    | BankAway
    | Reshuffled
    | Rejected
    | Redraw
    | Staked
    | Backed
    | BustStaked
    | Withdrawn
    | BetsClosed
    | BoxDealt
    | DealerDealt
    | CardHidden
    | CardRevealed
    | Peeked
    | Offered
    | Insured
    | Declined
    | CardAsked
    | Stood
    | Doubled
    | Followed
    | HandSplit
    | Settled
    | Closed
)
