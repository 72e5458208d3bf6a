"""The presets that tables serve, for tests that hold for each of them.

A preset with a shoe that is not served yet is served with a continuous one. Nothing but ``choose``
says which they are, so that a preset is tried the day it is served.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.presets import PRESETS, choose
from bot.engine.rules import RuleSet
from bot.errors import RuleViolation
from bot.refusals import Refusal

CONTINUOUS: Final = {"shoe": "continuous", "cut_card_after": "null"}


def served(preset: str, overrides: Mapping[str, str]) -> RuleSet | None:
    """The preset with these fields; None where the engine cannot play it yet."""
    try:
        return choose(preset, overrides)
    except RuleViolation as refused:
        if refused.refusal is not Refusal.RULE_NOT_SERVED:
            raise
        return None


SERVED: Final = {
    preset: rules
    for preset in PRESETS
    if (rules := served(preset, {}) or served(preset, CONTINUOUS)) is not None
}
"""Each by its name."""
