"""The house's ten games, each written as what it changes in another.

Sources are the seeds 000 … 004; why each value is what it is, the rules document says. A test
compares every field with the reference table. ``named`` is the one way from names to a rule set,
``choose`` to one that is served.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, cast

from bot.engine.rules import (
    Bank,
    BankPlays,
    DealerShows,
    DoubleOn,
    FiveCards,
    PlayerCards,
    RuleSet,
    Shoe,
    Soft17,
    SplitBy,
    Ties,
    TurnOrder,
    Values,
    read_field,
    validate,
)
from bot.errors import RuleViolation
from bot.refusals import Refusal

AQUATIQUE: Final = RuleSet(
    packs=6,
    pack=52,
    values=Values.CASINO,
    shoe=Shoe.CONTINUOUS,
    cut_card_after=None,
    seats=7,
    min_stake=10,
    max_stake=5000,
    dealer_shows=DealerShows.ONE,
    peek=False,
    soft_17=Soft17.STAND,
    blackjack_pays=Fraction(3, 2),
    triple_seven_pays=Fraction(3, 2),
    triple_seven_after_split=True,
    double=DoubleOn.ANY_TWO,
    double_after_split=False,
    split=None,
    max_hands=1,
    resplit_aces=False,
    insurance=False,
    even_money=False,
    bust_pays=None,
    backing=False,
    five_cards=None,
    ties=Ties.PUSH,
    two_aces_pay=None,
    player_cards=PlayerCards.OPEN,
    turn_order=TurnOrder.FREE,
    bank=Bank.HOUSE,
    blackjack_takes_bank=False,
    bank_plays=BankPlays.FIXED,
)
_CASINO = replace(
    AQUATIQUE,
    double_after_split=True,
    split=SplitBy.VALUE,
    max_hands=4,
    resplit_aces=True,
    insurance=True,
    even_money=True,
    bust_pays=Fraction(5, 2),
    backing=True,
    turn_order=TurnOrder.SEATED,
)
_VEGAS_RED = replace(
    AQUATIQUE,
    shoe=Shoe.CUT_CARD,
    cut_card_after=260,
    triple_seven_pays=None,
    triple_seven_after_split=False,
    insurance=True,
    turn_order=TurnOrder.SEATED,
)
_AMERICAN = replace(_CASINO, dealer_shows=DealerShows.ONE_AND_HIDDEN, peek=True)
_HOME52 = replace(
    AQUATIQUE,
    packs=1,
    shoe=Shoe.ROUND,
    seats=6,
    min_stake=1,
    max_stake=10,
    dealer_shows=DealerShows.ONE_AND_HIDDEN,
    peek=True,
    triple_seven_pays=None,
    triple_seven_after_split=False,
    split=SplitBy.RANK,
    max_hands=2,
    turn_order=TurnOrder.SEATED,
    bank=Bank.ROTATES,
)
_CLASSIC32 = replace(
    _HOME52,
    pack=32,
    values=Values.SIEBZEHN_UND_VIER,
    dealer_shows=DealerShows.NONE,
    peek=False,
    blackjack_pays=None,
    double=None,
    split=None,
    max_hands=1,
    ties=Ties.BANK,
    two_aces_pay=Fraction(1),
    player_cards=PlayerCards.HIDDEN,
    bank=Bank.UNTIL_BROKEN,
    bank_plays=BankPlays.FREE,
)

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        "aquatique": AQUATIQUE,
        "casino": _CASINO,
        "vegas_red": _VEGAS_RED,
        "american": _AMERICAN,
        "american_h17": replace(_AMERICAN, soft_17=Soft17.HIT, bust_pays=None),
        "casino_9_11": replace(_CASINO, double=DoubleOn.HARD_9_11),
        "german": replace(_CASINO, double_after_split=False, max_hands=2, resplit_aces=False),
        "home52": _HOME52,
        "classic32": _CLASSIC32,
        "pontoon": replace(_HOME52, five_cards=FiveCards.TRICK, ties=Ties.BANK),
    }
)


def choose(preset: str, overrides: Mapping[str, str]) -> RuleSet:
    """Return the rule set of ``preset`` with fields overridden by their texts.

    Raises ``RuleViolation``: preset_unknown, rule_unknown, rule_value, rule_conflict.
    """
    if preset not in PRESETS:
        raise RuleViolation(Refusal.PRESET_UNKNOWN, preset=preset, known=tuple(PRESETS))
    return with_fields(PRESETS[preset], overrides)


def with_fields(rules: RuleSet, overrides: Mapping[str, str]) -> RuleSet:
    """Return the rules with fields overridden by their texts; raises as ``choose`` does."""
    values = {name: read_field(name, text) for name, text in overrides.items()}
    changed = replace(rules, **cast(dict[str, Any], values))
    validate(changed)
    return changed
