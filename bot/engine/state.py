"""The round as a value: what the events so far add up to.

Frozen structs without garbage collection, for a simulated evening makes millions of them and they
hold no cycles. Everything here is derived from
events alone; what may happen next is :mod:`bot.engine.wants`' business.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from bot.engine.cards import Card
from bot.engine.presets import AQUATIQUE
from bot.engine.rules import RuleSet


class Beside(Enum):
    """What kind of bet lies beside the owners' bets."""

    BACKING = "backing"  # on somebody else's hand
    INSURANCE = "insurance"  # against the dealer's blackjack
    BUST = "bust"  # on the dealer's bust


class SideBet(Struct, frozen=True, gc=False):
    """A bet beside the owners' bets on their hands; box and hand are 0 where it lies on none."""

    kind: Beside
    bet: str
    box: int
    hand: int
    player: int
    asset: str
    stake: int  # hundredths, doubles included
    follows: bool = False  # backing: along with doubles and splits
    returned: int | None = None  # hundredths; None until settled


class Hand(Struct, frozen=True, gc=False):
    """The cards of a box, and the bet on them."""

    number: int
    bet: str
    stake: int  # hundredths, doubles included
    cards: tuple[Card, ...] = ()
    doubled: bool = False
    card_owed: bool = False  # asked for a card that has not come yet
    stood: bool = False
    returned: int | None = None  # hundredths; None until settled
    split: bool = False  # came out of a split: ten and ace are no blackjack

    @property
    def is_open(self) -> bool:
        """Whether its owner may still act, now or after the card that is owed."""
        return not self.stood and self.returned is None

    @property
    def is_live(self) -> bool:
        """Whether it waits for the dealer."""
        return self.stood and self.returned is None


class FaceDown(Struct, frozen=True, gc=False):
    """A card that lies face down; ``card`` is None for those who only know that it does."""

    index: int
    box: int  # 0: the dealer
    hand: int
    number: int = 0
    card: Card | None = None
    shuffled: bool = False  # the shoe was shuffled since: its number may come again


class Box(Struct, frozen=True, gc=False):
    """A betting position; its owner alone decides."""

    number: int
    player: int
    asset: str
    hands: tuple[Hand, ...]


class Round(Struct, frozen=True, gc=False):
    """From the first stake to the settlement; number 0 is the table before its first round."""

    number: int = 0
    rules: RuleSet = AQUATIQUE
    preset: str = ""
    bank: str = "house"
    source: str = ""
    bets: int = 0  # bet ids given so far
    boxes: tuple[Box, ...] = ()  # ascending
    bets_closed: bool = False
    dealer: tuple[Card, ...] = ()
    cards: int = 0  # dealt so far, to boxes and dealer
    closed: bool = False
    beside: tuple[SideBet, ...] = ()  # in the order they were placed
    offers: tuple[str, ...] = ()  # bets whose insurance is offered and not answered
    out: tuple[int, ...] | None = None  # numbers dealt from a shoe; None: it is continuous
    redraws: int = 0  # cards still owed for numbers that were rejected
    face_down: tuple[FaceDown, ...] = ()
    peeked: bool = False  # the dealer looked, and has no blackjack
    bank_asked: bool = False  # a player's bank that plays freely wants a card
    bank_stood: bool = False  # it is done
    bank_away: bool = False  # it plays by the fixed rule
    purse: int = 0  # hundredths that a player's bank holds now
    asset: str = ""  # of the purse
    circle: tuple[int, ...] = ()  # who may be the bank, in their order to the left
    heir: int = 0  # who may take the bank next; 0: anybody
    bank_free: bool = False  # a player's bank passed on, and nobody has taken it yet

    @property
    def is_running(self) -> bool:
        """Whether it was opened and is not over."""
        return self.number > 0 and not self.closed

    @property
    def banker(self) -> int:
        """The player who is the bank; 0 where it is the house."""
        return int(self.bank) if self.bank.isdecimal() else 0

    @property
    def holder(self) -> int:
        """The player who holds the bank, in a round or between two; 0: nobody."""
        return 0 if self.bank_free else self.banker

    @property
    def hole(self) -> FaceDown | None:
        """The dealer's card that lies face down, if one does."""
        for card in self.face_down:
            if card.box == 0:
                return card
        return None

    def box(self, number: int) -> Box | None:
        """Return the box of that number, if somebody has staked on it."""
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def boxes_of(self, player: int) -> tuple[Box, ...]:
        """Return the boxes that ``player`` owns, ascending."""
        return tuple(box for box in self.boxes if box.player == player)

    def beside_of(self, kind: Beside, *, box: int = 0, hand: int = 0) -> tuple[SideBet, ...]:
        """Return the bets of a kind, of one box or one hand of it if named."""
        return tuple(
            side
            for side in self.beside
            if side.kind is kind and box in {0, side.box} and hand in {0, side.hand}
        )

    @property
    def bettors(self) -> frozenset[int]:
        """Everybody who has a box, or a stake behind one."""
        behind = (side.player for side in self.beside_of(Beside.BACKING))
        return frozenset((*(box.player for box in self.boxes), *behind))

    def has_stake(self, player: int) -> bool:
        """Whether a box is his, or a stake behind one."""
        return player in self.bettors


NO_ROUND = Round()
"""The table before its first round."""
