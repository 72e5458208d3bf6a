"""What a language must be able to say of odds: the house's edge, and tips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.odds.play import Play


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsSentences:
    """One language's phrases, filled in as those of ``Sentences``, of which they are a part."""

    percent: str  # number
    of_stake: str  # percent
    of_insurance: str  # percent
    of_bust: str  # percent
    edge: Callable[[list[str], list[str], bool], str]  # kept, lost; taking a continuous shoe
    tip: str  # place, best, brings, other, other_brings
    play: Callable[[Play], str]
    tips_on: str
    tips_off: str
