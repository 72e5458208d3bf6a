"""Players whose results are known: the mimic, the one who never busts, and the basic strategy.

A player sees the hand, the dealer's open card, the moves that are allowed and how many hands the
box has, and names a move. The definitions are those of the reference tables (``odds.json``,
``simple_player_definitions``); the basic strategy is what :mod:`bot.odds` finds best under the
rules. Nothing here knows rounds, money or chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from bot.engine.cards import Card
from bot.engine.hand import Cards, is_soft, total
from bot.engine.rules import RuleSet
from bot.engine.wants import Action
from bot.odds.solution import solve
from bot.odds.strategy import best_move


class Player(Protocol):
    """Decides about an open hand."""

    def __call__(
        self, cards: Cards, dealer: Card, may: tuple[Action, ...], hands: int = 1, /
    ) -> Action:
        """Return one of the moves that a hand ``may`` make, in a box of so many hands."""


_DRAWS_TO: Final = 16
_NEVER_BUSTS_TO: Final = 11  # hard; one more card can bust 12
_SOFT_DRAWS_TO: Final = 17


def mimic(cards: Cards, _: Card, __: tuple[Action, ...], ___: int = 1) -> Action:
    """Play like the dealer: draw to 16, stand on 17 and more, soft 17 too."""
    return Action.HIT if total(cards) <= _DRAWS_TO else Action.STAND


def never_bust(cards: Cards, _: Card, __: tuple[Action, ...], ___: int = 1) -> Action:
    """Never draw on hard 12 or more; draw on soft 17 or less."""
    draws_to = _SOFT_DRAWS_TO if is_soft(cards) else _NEVER_BUSTS_TO
    return Action.HIT if total(cards) <= draws_to else Action.STAND


def basic(rules: RuleSet) -> Player:
    """Return the player of the best strategy there is, which is worked out before he sits down.

    Each situation is looked up in it once.
    """
    solution = solve(rules)
    solution.net()
    shoe = solution.shoe
    known: dict[tuple[object, ...], Action] = {}

    def play(cards: Cards, dealer: Card, may: tuple[Action, ...], hands: int = 1) -> Action:
        situation = (*shoe.kinds(cards), shoe.kind(dealer), may, hands)
        if situation not in known:
            known[situation] = best_move(rules, cards, dealer, may, hands=hands)
        return known[situation]

    return play


PLAYERS: Final[Mapping[str, Callable[[RuleSet], Player]]] = MappingProxyType(
    {"mimic": lambda _: mimic, "never_bust": lambda _: never_bust, "basic": basic}
)
"""Each by its name, seated at a table with these rules."""
