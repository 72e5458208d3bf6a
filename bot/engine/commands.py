"""What may be asked of a round, by players, staff, deadlines and chance.

Players are account numbers, amounts hundredths. ``box`` is None where the speaker named none; the
round then chooses by the rules in :mod:`bot.engine.stakes` and :mod:`bot.engine.moves`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from bot.engine.naming import snake_case
from bot.engine.rules import RuleSet

UNIT: Final = 100
"""Hundredths in a whole unit of any asset (reading 1)."""


class By(Enum):
    """Who is behind a move."""

    PLAYER = "player"
    RULE = "rule"
    PLAN = "plan"
    DEADLINE = "deadline"
    STAFF = "staff"


class _Command(Struct, frozen=True, tag_field="command", tag=snake_case):
    """Stored by the log under the class's name in snake_case."""


class Open(_Command, frozen=True):
    """Begin a round; the croupier asks it when the first stake comes."""

    round: int  # numbered per database, rising
    rules: RuleSet
    preset: str
    bank: str  # ``house``, or the player who is the bank
    source: str  # where its cards come from
    out: tuple[int, ...] | UnsetType = UNSET  # as in ``Opened``
    purse: int | UnsetType = UNSET
    asset: str | UnsetType = UNSET
    circle: tuple[int, ...] | UnsetType = UNSET


class Fund(_Command, frozen=True):
    """Put money into the own bank, between rounds or before the deal."""

    player: int
    amount: int  # hundredths; whole units
    asset: str


class PassBank(_Command, frozen=True):
    """Give the own bank up, or the turn to be it; not while bets stand.

    Staff passes on for who is away; by rule the money goes back, and nobody is next.
    """

    player: int
    by: By = By.PLAYER


class LeaveBank(_Command, frozen=True):
    """A player's bank that is away plays by the fixed rule (reading 18)."""

    player: int
    by: By


class Stake(_Command, frozen=True):
    """Bet on a box; with ``replace`` a stake that stands is changed."""

    player: int
    amount: int  # hundredths; main stakes are whole units
    asset: str
    box: int | None = None
    replace: bool = False
    limit: int | UnsetType = UNSET  # hundredths; granted by staff, where the table's is too low


class Back(_Command, frozen=True):
    """Bet on somebody else's box; ``follows``: along with his doubles and splits (reading 13)."""

    player: int
    box: int
    amount: int  # hundredths; whole units
    asset: str
    follows: bool = True
    replace: bool = False


class BustBet(_Command, frozen=True):
    """Bet that the dealer busts; one per player with a stake in the round (reading 11)."""

    player: int
    amount: int  # hundredths; whole units
    asset: str
    replace: bool = False


class WithdrawBust(_Command, frozen=True):
    """Take the bust bet alone back before the deal."""

    player: int


class Withdraw(_Command, frozen=True):
    """Take a stake back before the deal, own or behind; without a box, all bets of the player.

    With an owner's stake those behind it go back, and with a player's last stake his bust bet.
    """

    player: int
    box: int | None = None


class Deal(_Command, frozen=True):
    """Close the stakes and ask for the first cards."""

    player: int
    by: By = By.PLAYER


class Insure(_Command, frozen=True):
    """Insure a stake against the dealer's blackjack; without an amount, half the stake."""

    player: int
    amount: int | None = None  # hundredths
    box: int | None = None


class EvenMoney(_Command, frozen=True):
    """Have an own blackjack paid 1:1 at once."""

    player: int
    box: int | None = None


class Decline(_Command, frozen=True):
    """No insurance; without a box, on none of the player's bets."""

    player: int
    box: int | None = None
    by: By = By.PLAYER


class Hit(_Command, frozen=True):
    """One more card."""

    player: int
    box: int | None = None
    by: By = By.PLAYER


class Stand(_Command, frozen=True):
    """No more cards."""

    player: int
    box: int | None = None
    by: By = By.PLAYER


class Double(_Command, frozen=True):
    """The same stake once more, and exactly one card."""

    player: int
    box: int | None = None
    by: By = By.PLAYER
    followers: tuple[int, ...] | UnsetType = UNSET  # backers who go along and can; unset: nobody


class Split(_Command, frozen=True):
    """Make two hands of a pair, with the same stake again."""

    player: int
    box: int | None = None
    by: By = By.PLAYER
    followers: tuple[int, ...] | UnsetType = UNSET  # as in ``Double``


class Deliver(_Command, frozen=True):
    """Chance's answer: numbers for the cards owed, in the order they were owed.

    With a continuous shoe one for each; else there may be fewer, or spare ones.
    """

    numbers: tuple[int, ...]


class Void(_Command, frozen=True):
    """Undo the round: every bet that is not settled goes back. For staff and for a restore only."""


Command = (
    Open
    | Fund
    | PassBank
    | LeaveBank
    | Stake
    | Back
    | BustBet
    | Withdraw
    | WithdrawBust
    | Deal
    | Insure
    | EvenMoney
    | Decline
    | Hit
    | Stand
    | Double
    | Split
    | Deliver
    | Void
)
Move = Hit | Stand | Double | Split
Answer = Insure | EvenMoney | Decline
"""What may be said to an offer of insurance."""
