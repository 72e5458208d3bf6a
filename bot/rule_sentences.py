"""Rules on the command line, for operators and in English: ``--set FIELD=VALUE``, and why not.

Used by every verb that opens a table. It must not know the engine: ``bot.engine.presets.choose``
reads and refuses, this file only takes texts apart and puts words to refusals. What players read
is in ``wording``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from bot.errors import RuleViolation
from bot.refusals import Refusal


def overrides(texts: Iterable[str]) -> dict[str, str]:
    """Take ``FIELD=VALUE`` texts apart; of two for one field the last counts.

    A text without ``=`` is a field without a value, and ``choose`` says what it accepts.

    >>> overrides(["soft_17=hit", "blackjack_pays=6:5", "ties"])
    {'soft_17': 'hit', 'blackjack_pays': '6:5', 'ties': ''}
    """
    parts = (text.partition("=") for text in texts)
    return {field.strip(): value.strip() for field, _, value in parts}


def explain(violation: RuleViolation) -> str:
    """Return one sentence: the field, its value, and what is accepted.

    Only for the refusals of ``choose``; ``ValueError`` for any other is a fault of ours.

    >>> explain(RuleViolation(Refusal.PRESET_UNKNOWN, preset="vegas", known=("casino", "german")))
    "There are no rules called 'vegas'; known are casino, german."
    """
    data = violation.data
    match violation.refusal:
        case Refusal.PRESET_UNKNOWN:
            return (
                f"There are no rules called '{data['preset']}'; known are {_listed(data['known'])}."
            )
        case Refusal.RULE_UNKNOWN:
            return f"There is no rule field '{data['field']}'; known are {_listed(data['known'])}."
        case Refusal.RULE_VALUE:
            return (
                f"The field {data['field']} cannot be '{data['value']}'; "
                f"it accepts {data['accepts']}."
            )
        case Refusal.RULE_CONFLICT:
            return (
                f"The field {data['field']} cannot be {data['value']} here; "
                f"it needs {data['needs']}."
            )
        case other:
            msg = f"{other} is no refusal of rules"
            raise ValueError(msg)


def _listed(names: object) -> str:
    return ", ".join(cast(Iterable[str], names))
