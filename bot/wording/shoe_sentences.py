"""What a language must be able to say of shoes: shuffles, and numbers that name no card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.events import Rejection, Shuffling
from bot.engine.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSentences:
    """One language's phrases, filled in as those of ``Sentences``, of which they are a part."""

    packs: Callable[[int, int], str]  # how many, of how many cards
    welcome: Callable[[RuleSet], str]  # the packs, and when they are shuffled
    rule: Callable[[RuleSet], str]
    drawn_again: Callable[[Sequence[int]], str]
    shuffled: Callable[[Shuffling, int], str]  # why, how many cards there are
    last_round: str  # the neutral card has come
    rejected: str  # number, why
    without_card: str  # number, why: in a list of numbers
    why_rejected: Callable[[Rejection], str]
