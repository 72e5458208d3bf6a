"""Which form somebody may have meant: likeness of spelling, of the first word and of the whole."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from bot.wording.forms import fold

NEAR: Final = 0.7
"""How alike the first word or the whole must be, from 0 to 1, to be near."""


class Likeness:
    """How alike one text is to others; spellings that count as alike are equal."""

    def __init__(self, text: str) -> None:
        folded = fold(text)
        self._matcher = SequenceMatcher(None, "", folded)
        self._beginning = f"{folded} "

    def to(self, other: str, *, over: float = -1.0) -> float:
        """Return 0 for nothing in common to 1 for the same; what only goes on is near to 1.

        Where it is not ``over``, a bound is returned: most forms cannot win, and that is cheap.
        """
        folded = fold(other)
        self._matcher.set_seq1(folded)
        if folded.startswith(self._beginning):
            return (3 + self._matcher.ratio()) / 4
        for bound in (self._matcher.real_quick_ratio(), self._matcher.quick_ratio()):
            if bound <= over:
                return bound
        return self._matcher.ratio()


def nearest(said: str, forms: Iterable[tuple[str, float]]) -> str | None:
    """Return the form most like ``said``, if one is near; each comes with its advantage."""
    whole, first = Likeness(said), cache(Likeness(said.partition(" ")[0]).to)
    best, best_rank, best_likeness = None, 0.0, 0.0
    for form, advantage in forms:
        of_first = first(form.partition(" ")[0])
        of_whole = whole.to(form, over=best_rank - of_first - advantage)
        rank = of_first + of_whole + advantage
        if rank > best_rank:
            best, best_rank, best_likeness = form, rank, max(of_first, of_whole)
    return best if best_likeness >= NEAR else None
