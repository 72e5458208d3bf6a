"""What the house keeps: of the stake under optimal play, and of the two side bets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bot.engine.rules import RuleSet
from bot.odds.solution import solve


@dataclass(frozen=True, slots=True)
class Edges:
    """Exact shares of a stake; each bet's own."""

    net: Fraction  # what the player gains by optimal play, insurance included; mostly negative
    insurance: Fraction | None  # the house's share of it; None: not offered
    bust: Fraction | None  # the same of the Bust bet


def edges(rules: RuleSet) -> Edges:
    """Return what a round is worth under the rules, with a continuous shoe.

    The Bust bet stands on its own and is no part of ``net``, however good it may be. The bank is
    taken to play as the rules fix it; a player's bank that plays freely has no edge of its own.
    """
    solution = solve(rules)
    offered = [each.insurance for each in solution.columns if each.insurance is not None]
    bust = None
    if rules.bust_pays is not None:
        bust = 1 - (1 + rules.bust_pays) * solution.dealer.finals(()).get("bust", 0)
    return Edges(solution.net(), -offered[0] if offered else None, bust)
