"""Which numbers may still come: the shoe, as the numbers that are out of it.

A continuous shoe has nothing out, every number may always come again. In the others a number that
is out names no card and is drawn again (reading 2); when none is left, all are shuffled and dealing
goes on (reading 17). The one place that reads ``shoe`` and ``cut_card_after``, and
that says how many numbers ``packs`` and ``pack`` make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import ceil
from typing import Final

from msgspec import UNSET, UnsetType

from bot.engine.rules import RuleSet, Shoe
from bot.engine.state import Round

_SPARE: Final = 2
"""Numbers asked beyond those that are expected to do: one request in hundreds falls short."""


def highest(rules: RuleSet) -> int:
    """Return how many numbers there are: they run from 1 to it."""
    return rules.packs * rules.pack


def is_finite(rules: RuleSet) -> bool:
    """Whether a number that was dealt may not come again."""
    return rules.shoe is not Shoe.CONTINUOUS


def carried(before: Round, rules: RuleSet) -> tuple[int, ...] | None:
    """Return the numbers that are out when a round begins after ``before``; None: continuous.

    A shoe that is shuffled every round begins with none, and so does one of other packs.
    """
    if not is_finite(rules):
        return None
    old = before.rules
    goes_on = rules.shoe is Shoe.CUT_CARD is old.shoe
    if not goes_on or (old.packs, old.pack) != (rules.packs, rules.pack) or before.out is None:
        return ()
    return before.out


def opened_with(before: Round, rules: RuleSet) -> tuple[int, ...] | UnsetType:
    """Return what ``Open`` says is out: :func:`carried`, unset for a continuous shoe."""
    out = carried(before, rules)
    return UNSET if out is None else out


def is_at_cut_card(out: Collection[int], rules: RuleSet) -> bool:
    """Whether the neutral card has come: after this round all is shuffled."""
    return rules.cut_card_after is not None and len(out) >= rules.cut_card_after


def accepted(numbers: Iterable[int], out: Collection[int], owed: int) -> tuple[int, ...]:
    """Return the first ``owed`` numbers that are not out, nor came before: those name cards.

    >>> accepted((5, 7, 5, 9, 2), {7}, 2)
    (5, 9)
    """
    taken: list[int] = []
    for number in numbers:
        if len(taken) < owed and number not in out and number not in taken:
            taken.append(number)
    return tuple(taken)


def exclusive(state: Round, owed: int) -> int:
    """Return how many different numbers to ask for, so that one draw suffices (reading 22).

    As many as are out and owed together, for those that are out may all be among them; no more
    than there are, and then all are shuffled in between (reading 17).
    """
    return min(len(state.out or ()) + owed, highest(state.rules))


def spares(state: Round, owed: int) -> int:
    """Return how many numbers more than cards owed to ask of a source that gives spare ones.

    A fixed function of the shoe, so that nobody can choose: as many as it takes on average, and
    a few.
    """
    if state.out is None or not owed:
        return 0
    numbers = highest(state.rules)
    left = numbers - len(state.out) - owed // 2
    if left <= 0:
        return owed + _SPARE
    return ceil(owed * numbers / left) - owed + _SPARE
