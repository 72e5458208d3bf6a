"""What may be asked of a round, by players, staff, deadlines and chance.

Players are account numbers, amounts hundredths. ``box`` is None where the speaker named none; the
round then chooses by the rules in :mod:`bot.engine.stakes` and :mod:`bot.engine.moves`.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from bot.engine.naming import snake_case
from bot.engine.rules import RuleSet


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


class Stake(_Command, frozen=True):
    """Bet on a box; with ``replace`` a stake that stands is changed."""

    player: int
    amount: int  # hundredths; main stakes are whole units
    asset: str
    box: int | None = None
    replace: bool = False


class Withdraw(_Command, frozen=True):
    """Take a stake back before the deal; without a box, all of them."""

    player: int
    box: int | None = None


class Deal(_Command, frozen=True):
    """Close the stakes and ask for the first cards."""

    player: int
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


class Deliver(_Command, frozen=True):
    """Chance's answer: one number for every card owed, in the order they were owed."""

    numbers: tuple[int, ...]


class Void(_Command, frozen=True):
    """Undo the round: every bet that is not settled goes back. For staff and for a restore only."""


Command = Open | Stake | Withdraw | Deal | Hit | Stand | Double | Deliver | Void
Move = Hit | Stand | Double
