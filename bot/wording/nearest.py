"""Which form somebody may have meant: likeness of spelling, of the first word and of the whole."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from bot.wording.forms import fold

NEAR: Final = 0.7
"""How alike the first word or the whole must be, from 0 to 1, to be near."""


class Likeness:
    """How alike one text is to others; spellings that count as alike are equal."""

    def __init__(self, text: str) -> None:
        self._matcher = SequenceMatcher(None, "", fold(text))

    def to(self, other: str) -> float:
        """Return 0 for nothing in common to 1 for the same."""
        self._matcher.set_seq1(fold(other))
        return self._matcher.ratio()


def nearest(said: str, forms: Iterable[tuple[str, float]]) -> str | None:
    """Return the form most like ``said``, if one is near; each comes with its advantage."""
    whole, first = Likeness(said), Likeness(said.partition(" ")[0])
    best, best_rank, best_likeness = None, 0.0, 0.0
    for form, advantage in forms:
        of_first, of_whole = first.to(form.partition(" ")[0]), whole.to(form)
        rank = of_first + of_whole + advantage
        if rank > best_rank:
            best, best_rank, best_likeness = form, rank, max(of_first, of_whole)
    return best if best_likeness >= NEAR else None
