"""Players whose results are known: the mimic, the one who never busts, and the basic strategy.

A player sees the hand, the dealer's open card and the moves that are allowed, and names one. The
definitions are those of the reference tables (``odds.json``, ``simple_player_definitions``); the
strategy is data, ``aquatique_basic.json``. Nothing here knows rounds, money or chance.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from bot.engine.cards import Card, Rank
from bot.engine.hand import Cards, is_soft, total
from bot.engine.wants import Action

Player = Callable[[Cards, Card, tuple[Action, ...]], Action]
"""An open hand, the dealer's card and what is allowed, to a move."""

_DRAWS_TO: Final = 16
_NEVER_BUSTS_TO: Final = 11  # hard; one more card can bust 12
_SOFT_DRAWS_TO: Final = 17

_LETTERS: Final = {"H": Action.HIT, "S": Action.STAND, "D": Action.DOUBLE}
_PAIR: Final = "pair_7_7_unsplit"

Strategy = Mapping[tuple[str, int, int], Action]
"""Section of the table, total of the hand, worth of the dealer's card (ace 1), to a move."""


def mimic(cards: Cards, _: Card, __: tuple[Action, ...]) -> Action:
    """Play like the dealer: draw to 16, stand on 17 and more, soft 17 too."""
    return Action.HIT if total(cards) <= _DRAWS_TO else Action.STAND


def never_bust(cards: Cards, _: Card, __: tuple[Action, ...]) -> Action:
    """Never draw on hard 12 or more; draw on soft 17 or less."""
    draws_to = _SOFT_DRAWS_TO if is_soft(cards) else _NEVER_BUSTS_TO
    return Action.HIT if total(cards) <= draws_to else Action.STAND


def basic(cards: Cards, dealer: Card, may: tuple[Action, ...]) -> Action:
    """Play the strategy table; where it doubles and the rules do not, as with three cards."""
    strategy, points = aquatique_basic(), total(cards)
    advice = strategy[_section(cards), points, dealer.points]
    if advice in may:
        return advice
    return strategy[_without_double(cards), points, dealer.points]


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {"mimic": mimic, "never_bust": never_bust, "basic": basic}
)


@cache
def aquatique_basic() -> Strategy:
    """Return the strategy table, flat."""
    text = files(__package__).joinpath("aquatique_basic.json").read_text(encoding="utf-8")
    sections = json.loads(text)
    rows = {(_PAIR, "14"): sections[_PAIR]}
    for section in ("hard_two_cards", "hard_three_or_more", "soft_two_cards", "soft_three_or_more"):
        rows |= {(section, points): row for points, row in sections[section].items()}
    return {
        (section, int(points), 1 if worth == Rank.ACE.value else int(worth)): _LETTERS[letter]
        for (section, points), row in rows.items()
        for worth, letter in row.items()
    }


def _section(cards: Cards) -> str:
    if len(cards) != 2:  # noqa: PLR2004 - two cards may be doubled and have rows of their own
        return _without_double(cards)
    if all(card.rank is Rank.SEVEN for card in cards):
        return _PAIR
    return "soft_two_cards" if is_soft(cards) else "hard_two_cards"


def _without_double(cards: Cards) -> str:
    return "soft_three_or_more" if is_soft(cards) else "hard_three_or_more"
