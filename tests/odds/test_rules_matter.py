"""Every rule field either changes some odds or is known not to; options are worth something."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

import pytest

from bot.engine.presets import choose
from bot.engine.rules import KINDS
from bot.odds.edges import Edges, edges
from bot.odds.solution import solve
from tests.engine.script import hand


class Pair(NamedTuple):
    """A field with two values; the first is at least as good for the player's main stake."""

    field: str
    better: str
    worse: str
    preset: str = "aquatique"  # which is solved in a third of the time of a game with splits
    besides: str = ""  # what both have, "field=value field=value"


PAIRS: Final = (
    Pair("pack", "32", "52"),
    Pair("values", "casino", "siebzehn_und_vier"),
    Pair("dealer_shows", "one", "none"),
    Pair("peek", "true", "false", "american"),
    Pair("soft_17", "stand", "hit"),
    Pair("blackjack_pays", "2:1", "3:2"),
    Pair("blackjack_pays", "3:2", "6:5"),
    Pair("blackjack_pays", "null", "1:1"),  # the dealer has none either
    Pair("triple_seven_pays", "2:1", "3:2"),
    Pair("triple_seven_pays", "1:1", "null"),
    Pair("triple_seven_after_split", "true", "false", "casino"),
    Pair("double", "any_two", "hard_9_11"),
    Pair("double", "hard_9_11", "null"),
    Pair("double_after_split", "true", "false", "casino"),
    Pair("split", "value", "rank", "casino", "pack=32"),  # nobody splits tens where they are few
    Pair("max_hands", "4", "3", "casino"),
    Pair("max_hands", "3", "2", "casino"),
    Pair("resplit_aces", "true", "false", "casino"),
    Pair("insurance", "true", "false", besides="pack=32 even_money=false"),
    Pair("even_money", "true", "false", besides="insurance=true blackjack_pays=6:5"),
    Pair("five_cards", "wins", "trick"),
    Pair("five_cards", "wins", "null"),
    Pair("five_cards", "trick", "null", besides="ties=bank"),
    Pair("ties", "push", "bank"),
    Pair("two_aces_pay", "2:1", "1:1", "aquatique", "values=siebzehn_und_vier pack=32"),
    Pair("two_aces_pay", "1:1", "null", "aquatique", "values=siebzehn_und_vier pack=32"),
)
"""What the main stake is worth depends on these."""

ONLY_BESIDE: Final = {"bust_pays"}
"""Worth something to those who bet on it, and no part of the main stake."""

NOTHING_TO_ODDS: Final = {
    # A continuous shoe is taken, in which packs are all alike.
    "packs": "1",
    "shoe": "round",
    "cut_card_after": "200",
    # How much, how many and when.
    "seats": "3",
    "min_stake": "20",
    "max_stake": "100",
    "backing": "true",
    "turn_order": "seated",
    "player_cards": "hidden",
    # Who the bank is; one that plays freely is refused.
    "bank": "rotates",
    "blackjack_takes_bank": "true",
    "bank_plays": "fixed",
}

every_pair = pytest.mark.parametrize(
    "pair", PAIRS, ids=lambda pair: f"{pair.field} {pair.better} or {pair.worse}"
)


def found(preset: str, besides: str, field: str, value: str) -> Edges:
    changed = dict(text.split("=") for text in besides.split())
    return edges(choose(preset, {**changed, field: value}))


def test_every_field_is_in_one_list() -> None:
    lists = [*{pair.field for pair in PAIRS}, *ONLY_BESIDE, *NOTHING_TO_ODDS]

    assert sorted(KINDS) == sorted(lists)


@every_pair
def test_the_field_matters_and_an_option_never_hurts(pair: Pair) -> None:
    better, worse = (
        found(pair.preset, pair.besides, pair.field, value) for value in (pair.better, pair.worse)
    )

    assert better.net > worse.net


@pytest.mark.parametrize("preset", ["casino", "german"])
def test_no_split_at_all_is_worth_less(preset: str) -> None:
    without = {"split": "null", "max_hands": "1", "resplit_aces": "false"}
    changed = {**without, "double_after_split": "false"}

    assert edges(choose(preset, {})).net > edges(choose(preset, changed)).net


@pytest.mark.parametrize("field", NOTHING_TO_ODDS)
def test_the_field_is_nothing_to_odds(field: str) -> None:
    needs = {
        "shoe": {},
        "cut_card_after": {"shoe": "cut_card"},
        "blackjack_takes_bank": {"bank": "rotates"},
    }
    changed = choose("aquatique", {**needs.get(field, {}), field: NOTHING_TO_ODDS[field]})

    assert edges(choose("aquatique", {})) == edges(changed)


def test_a_bust_bet_is_worth_what_it_pays() -> None:
    shares = [found("casino", "", "bust_pays", ratio).bust for ratio in ("3:1", "5:2", "2:1")]

    assert shares == sorted(shares, key=lambda share: share or 0)
    assert shares[0] is not None
    assert shares[0] < 0  # three to one would favour the player
    assert found("casino", "", "bust_pays", "null").bust is None


def test_insurance_is_a_thirteenth() -> None:
    """Seed 000: about 1/13; exactly that with a continuous shoe."""
    assert Fraction(1, 13) == edges(choose("casino", {})).insurance
    assert edges(choose("aquatique", {})).insurance is None


def test_with_32_cards_insurance_is_a_gift() -> None:
    """Four of eight ranks count ten: it wins every other time and is paid 2:1."""
    assert Fraction(-1, 2) == found("casino", "", "pack", "32").insurance


def test_two_aces_of_eleven_are_bust_before_the_dealer_peeks() -> None:
    """One deal in 169, whatever he shows; insurance is no help, for one card in 13 is a ten."""
    besides = {"split": "null", "max_hands": "1", "resplit_aces": "false"}
    rules = choose(
        "american", {"values": "siebzehn_und_vier", "double_after_split": "false", **besides}
    )

    assert {Fraction(-1)} == {each.dealt(hand("A A")) for each in solve(rules).columns}
    assert Fraction(10, 13) == edges(rules).insurance
