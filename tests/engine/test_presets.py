"""Rule sets: the reference table is the authority, and what contradicts itself is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from bot.engine.presets import AQUATIQUE, PRESETS, choose
from bot.engine.rules import KINDS, RuleSet, as_json, from_json, read_field, validate
from bot.errors import RuleViolation
from bot.refusals import Refusal

REFERENCE: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "presets.json").read_text(encoding="utf-8")
)


def refused(preset: str, **overrides: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(RuleViolation) as caught:
        choose(preset, overrides)
    return caught.value.refusal.value, caught.value.data


# ── the reference table ──────────────────────────────────────────────────────────────────────────


def test_fields_are_those_of_the_reference_in_its_order() -> None:
    assert list(REFERENCE["fields"]) == list(KINDS)


def test_there_are_ten_presets() -> None:
    assert list(REFERENCE["presets"]) == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_the_values_of_the_reference(preset: str) -> None:
    assert REFERENCE["presets"][preset] == as_json(PRESETS[preset])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_valid_and_survives_json(preset: str) -> None:
    rules = PRESETS[preset]

    validate(rules)
    assert rules == from_json(json.loads(json.dumps(as_json(rules))))


# ── what can be chosen now ───────────────────────────────────────────────────────────────────────


def test_aquatique_is_served_as_it_stands() -> None:
    assert AQUATIQUE == choose("aquatique", {})


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("packs", "1", 1),
        ("packs", "8", 8),
        ("pack", "32", 32),
        ("shoe", "round", "round"),
        ("seats", "3", 3),
        ("min_stake", "1", 1),
        ("max_stake", "1000000000", 10**9),
        ("soft_17", "hit", "hit"),
        ("blackjack_pays", "6:5", "6:5"),
        ("blackjack_pays", "null", None),
        ("triple_seven_pays", "2:1", "2:1"),
        ("triple_seven_pays", "null", None),
        ("double", "hard_9_11", "hard_9_11"),
        ("double", "null", None),
        ("ties", "bank", "bank"),
        ("turn_order", "seated", "seated"),
        ("insurance", "true", True),
        ("bust_pays", "5:2", "5:2"),
        ("backing", "true", True),
        ("five_cards", "wins", "wins"),
        ("values", "siebzehn_und_vier", "siebzehn_und_vier"),
        ("dealer_shows", "none", "none"),
        ("two_aces_pay", "2:1", "2:1"),
        ("bank", "rotates", "rotates"),
        ("bank", "until_broken", "until_broken"),
    ],
)
def test_a_field_may_be_overridden(field: str, text: str, value: object) -> None:
    changed = choose("aquatique", {field: text})

    assert {**as_json(AQUATIQUE), field: value} == as_json(changed)
    assert changed == from_json(as_json(changed))


def test_a_ratio_is_kept_in_lowest_terms() -> None:
    assert "3:2" == as_json(choose("aquatique", {"blackjack_pays": "6:4"}))["blackjack_pays"]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_may_be_chosen(preset: str) -> None:
    assert choose(preset, {}) == PRESETS[preset]


def test_another_preset_with_the_values_of_aquatique_is_aquatique() -> None:
    """What counts is the rule set, not the name it was reached by."""
    back = {
        "double_after_split": "false",
        "split": "null",
        "max_hands": "1",
        "resplit_aces": "false",
        "insurance": "false",
        "even_money": "false",
        "bust_pays": "null",
        "backing": "false",
        "turn_order": "free",
    }

    assert AQUATIQUE == choose("casino", back)


# ── what is no rule set ──────────────────────────────────────────────────────────────────────────


def test_an_unknown_preset_names_the_known_ones() -> None:
    expected = ("preset_unknown", {"preset": "monte_carlo", "known": tuple(PRESETS)})
    assert expected == refused("monte_carlo")


def test_an_unknown_field_names_the_known_ones() -> None:
    expected = ("rule_unknown", {"field": "hole_card", "known": tuple(KINDS)})
    assert expected == refused("aquatique", hole_card="true")


@pytest.mark.parametrize(
    ("field", "text", "accepts"),
    [
        ("packs", "0", "1 … 8"),
        ("packs", "9", "1 … 8"),
        ("packs", "-1", "1 … 8"),
        ("packs", "6.0", "1 … 8"),
        ("packs", "６", "1 … 8"),
        ("packs", " 6", "1 … 8"),
        ("packs", "1_0", "1 … 8"),
        ("packs", "null", "1 … 8"),
        ("packs", "", "1 … 8"),
        ("pack", "51", "52 | 32"),
        ("seats", "8", "1 … 7"),
        ("min_stake", "0", "1 … 1000000000"),
        ("max_stake", "9" * 400, "1 … 1000000000"),
        ("cut_card_after", "417", "1 … 416 | null"),
        ("peek", "True", "true | false"),
        ("soft_17", "HIT", "stand | hit"),
        ("soft_17", "null", "stand | hit"),
        ("double", "any", "any_two | hard_9_11 | null"),
        ("ties", "player", "push | bank"),
        ("blackjack_pays", "1.5", "3:2 | 1:1 | … | null"),
        ("blackjack_pays", "3/2", "3:2 | 1:1 | … | null"),
        ("blackjack_pays", "0:1", "3:2 | 1:1 | … | null"),
        ("blackjack_pays", "3:0", "3:2 | 1:1 | … | null"),
        ("blackjack_pays", "101:1", "3:2 | 1:1 | … | null"),
        ("triple_seven_pays", "-3:2", "3:2 | 1:1 | … | null"),
    ],
)
def test_a_value_out_of_range_names_what_is_accepted(field: str, text: str, accepts: str) -> None:
    expected = ("rule_value", {"field": field, "value": text, "accepts": accepts})
    assert expected == refused("aquatique", **{field: text})


@pytest.mark.parametrize(
    ("field", "overrides"),
    [
        ("max_stake", {"min_stake": "20", "max_stake": "19"}),
        ("max_stake", {"min_stake": "5001"}),
        ("cut_card_after", {"cut_card_after": "100"}),
        ("cut_card_after", {"shoe": "cut_card"}),
        ("cut_card_after", {"shoe": "cut_card", "cut_card_after": "52", "packs": "1"}),
        ("peek", {"peek": "true"}),
        ("peek", {"peek": "true", "dealer_shows": "none"}),
        ("max_hands", {"max_hands": "2"}),
        ("max_hands", {"split": "value"}),
        ("resplit_aces", {"resplit_aces": "true"}),
        ("double_after_split", {"double_after_split": "true"}),
        (
            "double_after_split",
            {"split": "rank", "max_hands": "2", "double": "null", "double_after_split": "true"},
        ),
        ("insurance", {"insurance": "true", "blackjack_pays": "null"}),
        ("insurance", {"insurance": "true", "dealer_shows": "none"}),
        ("even_money", {"even_money": "true"}),
        ("blackjack_takes_bank", {"blackjack_takes_bank": "true"}),
        ("bank_plays", {"bank_plays": "free"}),
    ],
)
def test_values_are_validated_together(field: str, overrides: dict[str, str]) -> None:
    code, data = refused("aquatique", **overrides)

    assert ("rule_conflict", field) == (code, data["field"])
    assert data["needs"]


def test_limits_may_be_equal() -> None:
    rules = choose("aquatique", {"min_stake": "50", "max_stake": "50"})

    assert (50, 50) == (rules.min_stake, rules.max_stake)


@pytest.mark.parametrize("field", KINDS)
def test_what_is_dumped_is_what_is_read(field: str) -> None:
    """All values of the reference, field by field."""
    for preset in REFERENCE["presets"].values():
        text = json.dumps(preset[field]).strip('"')

        assert preset[field] == KINDS[field].dump(read_field(field, text))


def test_a_stored_rule_set_must_have_every_field() -> None:
    body = as_json(AQUATIQUE)
    del body["ties"]

    with pytest.raises(RuleViolation) as caught:
        from_json(body)

    assert (Refusal.RULE_UNKNOWN, "ties") == (caught.value.refusal, caught.value.data["field"])


def test_a_stored_rule_set_has_no_other_field() -> None:
    with pytest.raises(RuleViolation) as caught:
        from_json({**as_json(AQUATIQUE), "jokers": True})

    assert (Refusal.RULE_UNKNOWN, "jokers") == (caught.value.refusal, caught.value.data["field"])


def test_a_rule_set_is_a_value() -> None:
    again = RuleSet(**{name: getattr(AQUATIQUE, name) for name in KINDS})

    assert AQUATIQUE == again
    assert hash(AQUATIQUE) == hash(again)
