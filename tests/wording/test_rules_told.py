"""What ``regeln`` says: a table that plays otherwise is told otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.engine.presets import PRESETS, with_fields
from bot.engine.rules import RuleSet, Values, as_json
from bot.errors import RuleViolation
from bot.table.replies import Rules
from bot.wording.language import Language
from tests.engine.any_rules import VALUES
from tests.wording.told import text

IDLE: dict[str, Callable[[RuleSet], bool]] = {
    "triple_seven_after_split": lambda rules: not (rules.split and rules.triple_seven_pays),
    "resplit_aces": lambda rules: rules.max_hands <= 2,  # there is no further split
    "soft_17": lambda rules: rules.values is not Values.CASINO,  # nothing is soft
}
"""Where a field changes nothing that could be played, and so nothing that is said."""
LIMITS = {"seats": ("3", "7"), "min_stake": ("1", "2"), "max_stake": ("5000", "8000")}


def told(rules: RuleSet, language: Language) -> str:
    return text(Rules(preset="casino", rules=as_json(rules), source="local"), language=language)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("preset", PRESETS)
def test_another_rule_is_another_sentence(preset: str, language: Language) -> None:
    rules = PRESETS[preset]
    before = told(rules, language)
    unsaid = set()
    for field, values in {**VALUES, **LIMITS}.items():
        for value in () if field in IDLE and IDLE[field](rules) else values:
            try:
                changed = with_fields(rules, {field: value})
            except RuleViolation:
                continue
            if changed != rules and told(changed, language) == before:
                unsaid.add(f"{field}={value}")

    assert unsaid == set()
