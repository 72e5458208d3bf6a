"""What ``regeln`` says: a table that plays otherwise is told otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.engine.presets import PRESETS, choose, with_fields
from bot.engine.rules import RuleSet, Values, as_json
from bot.errors import RuleViolation
from bot.table.replies import Rules
from bot.wording.language import Language
from tests.engine.any_rules import VALUES
from tests.wording.told import text

IDLE: dict[str, Callable[[RuleSet], bool]] = {
    "triple_seven_after_split": lambda rules: not (rules.split and rules.triple_seven_pays),
    "resplit_aces": lambda rules: rules.max_hands <= 2,  # there is no further split
    "peek": lambda rules: rules.blackjack_pays is None,  # there is nothing to look for
    "soft_17": lambda rules: rules.values is not Values.CASINO,  # nothing is soft
}
"""Where a field changes nothing that could be played, and so nothing that is said."""
UNINSURED = {"insurance": "false", "even_money": "false"}
LIMITS = {"seats": ("3", "7"), "min_stake": ("1", "2"), "max_stake": ("5000", "8000")}


def told(rules: RuleSet, language: Language) -> str:
    return text(Rules(preset="casino", rules=as_json(rules), source="local"), language=language)


RULES = {
    **PRESETS,
    "a free bank": choose("pontoon", {"bank_plays": "free"}),
    "no blackjack": choose("pontoon", {"blackjack_pays": "null"}),
    "cards of the bank last": choose("casino", {"dealer_shows": "none", **UNINSURED}),
}


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", RULES)
def test_another_rule_is_another_sentence(name: str, language: Language) -> None:
    rules = RULES[name]
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


def test_what_cannot_be_is_not_told() -> None:
    plain = told(RULES["no blackjack"], Language.GERMAN)
    last = told(RULES["cards of the bank last"], Language.GERMAN)

    assert "schlagen alles. " in plain
    assert "außer einem Blackjack" not in plain
    assert "nimmt auch, was verdoppelt oder geteilt wurde" in last
    assert "ein Ass, eine Zehn oder ein Bild, sieht" in told(PRESETS["american"], Language.GERMAN)
