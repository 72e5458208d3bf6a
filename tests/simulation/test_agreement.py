"""What the odds say, play brings: every preset of a house's bank, played on the engine.

With a continuous shoe, for which the odds hold. A preset that tables cannot play yet is no case
here; it becomes one with the engine's next word, for nothing but ``choose`` says which they are.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

import pytest

from bot.engine.presets import PRESETS, choose
from bot.engine.rules import Bank, RuleSet
from bot.engine.wants import Action
from bot.errors import RuleViolation
from bot.odds.edges import edges
from bot.refusals import Refusal
from bot.simulation.players import basic
from bot.simulation.run import simulate
from tests.engine.script import changed, hand

CONTINUOUS: Final = {"shoe": "continuous", "cut_card_after": "null"}
HOUSE: Final = [name for name, rules in PRESETS.items() if rules.bank is Bank.HOUSE]
BOUND: Final = (Action.HIT, Action.STAND)


@cache
def served(preset: str) -> RuleSet | None:
    """The preset with a continuous shoe; None where the engine cannot play it yet."""
    try:
        return choose(preset, CONTINUOUS)
    except RuleViolation as refused:
        if refused.refusal is not Refusal.RULE_NOT_SERVED:
            raise
        return None


SERVED: Final = [preset for preset in HOUSE if served(preset)]

every_preset = pytest.mark.parametrize("preset", SERVED)


def test_the_presets_that_are_played_are_among_them() -> None:
    assert {"aquatique", "casino", "vegas_red", "casino_9_11", "german"} <= set(SERVED)


@every_preset
def test_twenty_thousand_rounds_bring_what_the_odds_say(preset: str) -> None:
    check(preset, rounds=20_000, seed=1)


@pytest.mark.slow
@every_preset
def test_a_million_rounds_bring_what_the_odds_say(preset: str) -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))

    check(preset, rounds=max(20_000, round(1_000_000 * scale)), seed=2)


def check(preset: str, *, rounds: int, seed: int) -> None:
    """Within three standard errors."""
    rules = served(preset)
    assert rules is not None

    result = simulate(rules, basic(rules), rounds=rounds, seed=seed)

    assert abs(result.net_pct - float(100 * edges(rules).net)) <= 3 * result.stderr_pct


def test_basic_knows_a_split_hand() -> None:
    """Where three sevens are a fortune, but not after a split."""
    under = changed("casino", triple_seven_pays="100:1", triple_seven_after_split="false")
    sevens, six = hand("7 7"), hand("6")[0]

    assert Action.HIT is basic(under)(sevens, six, BOUND)
    assert Action.STAND is basic(under)(sevens, six, BOUND, 4)
