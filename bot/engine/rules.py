"""The rule set of a table: one frozen value, every field of it read in one place of the engine.

What each field means stands behind it; names and values are those people type
(``--set soft_17=hit``). Fields are validated alone by their kind and together by ``validate``.
Presets are in :mod:`bot.engine.presets`. Nothing here knows cards, hands or money.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, Final, cast

from bot.engine.fields import Among, Choice, Flag, Json, Kind, Ratio, Whole
from bot.errors import RuleViolation
from bot.refusals import Refusal


class Values(Enum):
    """What cards count."""

    CASINO = "casino"
    SIEBZEHN_UND_VIER = "siebzehn_und_vier"


class Shoe(Enum):
    """Which numbers may come again."""

    CONTINUOUS = "continuous"
    ROUND = "round"
    CUT_CARD = "cut_card"


class DealerShows(Enum):
    """What the dealer lies open before the players act."""

    ONE = "one"
    ONE_AND_HIDDEN = "one_and_hidden"
    NONE = "none"


class Soft17(Enum):
    """What the dealer does on a soft seventeen."""

    STAND = "stand"
    HIT = "hit"


class DoubleOn(Enum):
    """Which two cards may be doubled."""

    ANY_TWO = "any_two"
    HARD_9_11 = "hard_9_11"


class SplitBy(Enum):
    """What makes a pair."""

    VALUE = "value"
    RANK = "rank"


class FiveCards(Enum):
    """What five cards up to 21 do."""

    WINS = "wins"
    TRICK = "trick"


class Ties(Enum):
    """Who has it when totals are equal."""

    PUSH = "push"
    BANK = "bank"


class PlayerCards(Enum):
    """Whether the players' cards lie open."""

    OPEN = "open"
    HIDDEN = "hidden"


class TurnOrder(Enum):
    """Who may act when."""

    FREE = "free"
    SEATED = "seated"


class Bank(Enum):
    """Who pays."""

    HOUSE = "house"
    ROTATES = "rotates"
    UNTIL_BROKEN = "until_broken"


class BankPlays(Enum):
    """How the bank's hand is played."""

    FIXED = "fixed"
    FREE = "free"


HIGHEST_STAKE: Final = 10**9
"""Whole units. Times seven boxes, a double and 100:1 it stays far below the ledger's cap."""


def _is(kind: Kind) -> Any:  # noqa: ANN401 - a dataclass field takes the type of its annotation
    return field(metadata={"kind": kind})


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every rule that may differ from table to table."""

    packs: int = _is(Whole(1, 8))  # with pack it fixes the range of numbers
    pack: int = _is(Among(52, 32))  # cards in a pack
    values: Values = _is(Choice(Values))
    shoe: Shoe = _is(Choice(Shoe))
    cut_card_after: int | None = _is(Whole(1, 416, optional=True))  # cards dealt before it
    seats: int = _is(Whole(1, 7))  # boxes at most
    min_stake: int = _is(Whole(1, HIGHEST_STAKE))  # whole units per box
    max_stake: int = _is(Whole(1, HIGHEST_STAKE))  # whole units per box, before the deal
    dealer_shows: DealerShows = _is(Choice(DealerShows))
    peek: bool = _is(Flag())  # under an ace or ten, before anybody acts
    soft_17: Soft17 = _is(Choice(Soft17))
    blackjack_pays: Fraction | None = _is(Ratio())  # None: no such thing as a blackjack
    triple_seven_pays: Fraction | None = _is(Ratio())
    triple_seven_after_split: bool = _is(Flag())
    double: DoubleOn | None = _is(Choice(DoubleOn, optional=True))
    double_after_split: bool = _is(Flag())
    split: SplitBy | None = _is(Choice(SplitBy, optional=True))
    max_hands: int = _is(Whole(1, 8))  # per box, after all splits
    resplit_aces: bool = _is(Flag())
    insurance: bool = _is(Flag())
    even_money: bool = _is(Flag())
    bust_pays: Fraction | None = _is(Ratio())
    backing: bool = _is(Flag())
    five_cards: FiveCards | None = _is(Choice(FiveCards, optional=True))
    ties: Ties = _is(Choice(Ties))
    two_aces_pay: Fraction | None = _is(Ratio())
    player_cards: PlayerCards = _is(Choice(PlayerCards))
    turn_order: TurnOrder = _is(Choice(TurnOrder))
    bank: Bank = _is(Choice(Bank))
    blackjack_takes_bank: bool = _is(Flag())
    bank_plays: BankPlays = _is(Choice(BankPlays))


KINDS: Final[Mapping[str, Kind]] = {each.name: each.metadata["kind"] for each in fields(RuleSet)}
"""Every field's name and kind, in the order of presets.json."""


def read_field(name: str, text: str) -> object:
    """Parse ``name=text``; ``RuleViolation`` (rule_unknown, rule_value) names what is accepted."""
    kind = KINDS.get(name)
    if kind is None:
        raise RuleViolation(Refusal.RULE_UNKNOWN, field=name, known=tuple(KINDS))
    try:
        return kind.read(text)
    except ValueError:
        raise RuleViolation(
            Refusal.RULE_VALUE, field=name, value=text, accepts=kind.accepts
        ) from None


def as_json(rules: RuleSet) -> dict[str, Json]:
    """Return all fields and values exactly as presets.json has them."""
    return {name: kind.dump(getattr(rules, name)) for name, kind in KINDS.items()}


def from_json(body: Mapping[str, Json]) -> RuleSet:
    """Read what ``as_json`` wrote; ``RuleViolation`` for anything else."""
    values = {name: read_field(name, _text(value)) for name, value in body.items()}
    missing = sorted(KINDS.keys() - values.keys())
    if missing:
        raise RuleViolation(Refusal.RULE_UNKNOWN, field=missing[0], known=tuple(body))
    return RuleSet(**cast(dict[str, Any], values))


def _text(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def validate(rules: RuleSet) -> None:
    """Refuse values that contradict each other (``rule_conflict`` names field and need)."""
    player_bank = rules.bank is not Bank.HOUSE
    hidden = rules.dealer_shows is DealerShows.ONE_AND_HIDDEN
    needs = (
        ("max_stake", rules.max_stake >= rules.min_stake, f"max_stake ≥ {rules.min_stake}"),
        ("cut_card_after", _cut_card_fits(rules), _cut_card_needs(rules)),
        ("peek", hidden or not rules.peek, "dealer_shows=one_and_hidden"),
        ("max_hands", (rules.max_hands > 1) == (rules.split is not None), "split, max_hands > 1"),
        ("resplit_aces", bool(rules.split) or not rules.resplit_aces, "split"),
        (
            "double_after_split",
            _doubles_split(rules) or not rules.double_after_split,
            "split, double",
        ),
        (
            "insurance",
            _insurable(rules) or not rules.insurance,
            "blackjack_pays, dealer_shows≠none",
        ),
        ("even_money", rules.insurance or not rules.even_money, "insurance=true"),
        (
            "blackjack_takes_bank",
            (player_bank and rules.blackjack_pays is not None) or not rules.blackjack_takes_bank,
            "bank≠house, blackjack_pays",
        ),
        ("bank_plays", player_bank or rules.bank_plays is BankPlays.FIXED, "bank≠house"),
    )
    for name, holds, need in needs:
        if not holds:
            value = as_json(rules)[name]
            typed = "null" if value is None else str(value).lower()  # as it is typed: true, 3:2
            raise RuleViolation(Refusal.RULE_CONFLICT, field=name, value=typed, needs=need)


def _cut_card_fits(rules: RuleSet) -> bool:
    if rules.shoe is not Shoe.CUT_CARD:
        return rules.cut_card_after is None
    cards = rules.packs * rules.pack
    return rules.cut_card_after is not None and rules.cut_card_after < cards


def _cut_card_needs(rules: RuleSet) -> str:
    if rules.shoe is not Shoe.CUT_CARD:
        return "shoe=cut_card"
    return f"cut_card_after < {rules.packs * rules.pack}"


def _insurable(rules: RuleSet) -> bool:
    """There is a blackjack to insure against, and an ace to show."""
    return rules.blackjack_pays is not None and rules.dealer_shows is not DealerShows.NONE


def _doubles_split(rules: RuleSet) -> bool:
    return rules.split is not None and rules.double is not None
