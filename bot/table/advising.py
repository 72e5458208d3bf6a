"""What an answer needs of the odds, known before the step begins that writes it.

The odds of a rule set take half a second of arithmetic: too long for the writer's thread. So they
are worked out in a thread beside, once for each rule set, and nobody waits but who asked.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.engine.rules import RuleSet
from bot.errors import RuleViolation
from bot.odds.edges import edges
from bot.odds.solution import solve
from bot.table import opening
from bot.table.aside import in_a_thread
from bot.table.game import Game
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.requests import SetRules, ShowRules, ShowTip
from bot.table.tips import Odds, has_odds


class Adviser:
    """Works out odds, one rule set after the other."""

    def __init__(self) -> None:
        self._turn: Final = asyncio.Lock()  # who asks for the same meanwhile, finds it worked out

    async def odds(self, house: House, game: Game, heard: Heard) -> Odds | None:
        """Return what a message's answer needs; None where it needs none, or there are none."""
        rules = _asked_about(house, game, heard) if heard.speaker else None
        if rules is None or not has_odds(rules):
            return None
        async with self._turn:
            return await in_a_thread(lambda: worked_out(rules), name="odds")


def worked_out(rules: RuleSet) -> Odds:
    """Return the odds of a rule set, so far that every answer is near at hand."""
    return Odds(rules, solve(rules), edges(rules))


def _asked_about(house: House, game: Game, heard: Heard) -> RuleSet | None:
    match heard.request:
        case ShowRules():
            return house.rules
        case SetRules() if heard.staff:
            try:
                return opening.chosen(house, heard.request.text)[1]
            except RuleViolation:
                return None
        case ShowTip() if house.tips and game.round.is_running:
            return game.round.rules
        case _:
            return None
