"""Players whose results are known: the mimic, the one who never busts, and the basic strategy.

A player sees the hand, the dealer's open card, the moves that are allowed and how many hands the
box has, and names a move; before the first, he answers the offer of insurance. The definitions are
those of the reference tables (``odds.json``, ``simple_player_definitions``); the basic strategy is
what :mod:`bot.odds` finds best under the rules. Nothing here knows rounds, money or chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, Protocol

from bot.engine.cards import Card
from bot.engine.hand import Cards, is_soft, total
from bot.engine.rules import RuleSet
from bot.engine.wants import Action
from bot.odds.solution import solve
from bot.odds.strategy import best_move


class Answer(Enum):
    """What may be said to an offer of insurance, by its plain name."""

    DECLINE = "decline"
    INSURE = "insure"  # as much as there may be
    EVEN_MONEY = "even_money"


class Player(Protocol):
    """Decides about an open hand, and before that about its insurance."""

    def __call__(
        self, cards: Cards, dealer: Card, may: tuple[Action, ...], hands: int = 1, /
    ) -> Action:
        """Return one of the moves that a hand ``may`` make, in a box of so many hands."""

    def answer(self, cards: Cards, dealer: Card, may: tuple[Answer, ...], /) -> Answer:
        """Return one of the answers that are allowed."""


_DRAWS_TO: Final = 16
_NEVER_BUSTS_TO: Final = 11  # hard; one more card can bust 12
_SOFT_DRAWS_TO: Final = 17


class Simple:
    """A player who looks at the hand's total alone, and never insures."""

    def __init__(self, draws: Callable[[Cards], bool]) -> None:
        self._draws: Final = draws

    def __call__(self, cards: Cards, _: Card, __: tuple[Action, ...], ___: int = 1, /) -> Action:
        """Draw or stand."""
        return Action.HIT if self._draws(cards) else Action.STAND

    def answer(self, _: Cards, __: Card, ___: tuple[Answer, ...], /) -> Answer:
        """Decline."""
        return Answer.DECLINE


def _below_seventeen(cards: Cards) -> bool:
    """Play like the dealer: draw to 16, stand on 17 and more, soft 17 too."""
    return total(cards) <= _DRAWS_TO


def _without_danger(cards: Cards) -> bool:
    """Never draw on hard 12 or more; draw on soft 17 or less."""
    return total(cards) <= (_SOFT_DRAWS_TO if is_soft(cards) else _NEVER_BUSTS_TO)


mimic: Final = Simple(_below_seventeen)
never_bust: Final = Simple(_without_danger)


class _Basic:
    """Knows the best strategy there is; each situation is looked up in it once."""

    __slots__ = ("_answers", "_kind", "_kinds", "_moves", "_rules")

    def __init__(self, rules: RuleSet) -> None:
        solution = solve(rules)
        solution.net()
        self._rules: Final = rules
        self._kind: Final = solution.shoe.kind
        self._kinds: Final = solution.shoe.kinds
        self._moves: Final[dict[tuple[object, ...], Action]] = {}
        self._answers: Final[dict[tuple[object, ...], Answer]] = {}

    def __call__(
        self, cards: Cards, dealer: Card, may: tuple[Action, ...], hands: int = 1, /
    ) -> Action:
        """Return the best move."""
        situation = (*self._kinds(cards), self._kind(dealer), may, hands)
        known = self._moves.get(situation)
        if known is None:
            known = self._moves[situation] = best_move(self._rules, cards, dealer, may, hands=hands)
        return known

    def answer(self, cards: Cards, ace: Card, may: tuple[Answer, ...], /) -> Answer:
        """Return the best answer to the dealer's ace."""
        situation = (*self._kinds(cards), may)
        known = self._answers.get(situation)
        if known is None:
            known = self._answers[situation] = best_move(self._rules, cards, ace, may)
        return known


def basic(rules: RuleSet) -> Player:
    """Return the player of the best strategy, which is worked out before he sits down."""
    return _Basic(rules)


PLAYERS: Final[Mapping[str, Callable[[RuleSet], Player]]] = MappingProxyType(
    {"mimic": lambda _: mimic, "never_bust": lambda _: never_bust, "basic": basic}
)
"""Each by its name, seated at a table with these rules."""
