"""How long a draw is waited for, and what there is no use in waiting for."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.refusals import Outage

PASSING: Final = frozenset({Outage.SLOW, Outage.UNREACHABLE, Outage.QUOTA})
"""What passes by itself; for the rest an operator is needed."""


class Patience(NamedTuple):
    """How long is waited for random.org, in seconds."""

    silence: float = 1.5  # without an answer, until the tables say that they wait
    first_pause: float = 0.5  # between two attempts; doubled each time
    longest_pause: float = 60.0
