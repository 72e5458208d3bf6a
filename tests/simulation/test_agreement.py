"""What the odds say, play brings: every preset of a house's bank, played on the engine.

With a continuous shoe, for which the odds hold.
"""

from __future__ import annotations

import os
from typing import Final

import pytest

from bot.engine.presets import PRESETS, choose
from bot.engine.rules import Bank
from bot.engine.wants import Action
from bot.odds.edges import edges
from bot.simulation.players import Answer, basic
from bot.simulation.run import simulate
from tests.engine.script import changed, hand

BOUND: Final = (Action.HIT, Action.STAND)
CONTINUOUS: Final = {"shoe": "continuous", "cut_card_after": "null"}
HOUSES: Final = {
    preset: choose(preset, CONTINUOUS)
    for preset, rules in PRESETS.items()
    if rules.bank is Bank.HOUSE
}
INSURED: Final = {
    "casino pack=32": choose("casino", {"pack": "32"}),  # insurance wins every other time
    "casino blackjack_pays=6:5": choose("casino", {"blackjack_pays": "6:5"}),  # even money
    "american pack=32": choose("american", {"pack": "32"}),  # before the peek
}
RULES: Final = {**HOUSES, **INSURED}

every_preset = pytest.mark.parametrize("preset", RULES)


def test_all_that_the_house_pays_is_among_them() -> None:
    games = {"aquatique", "casino", "vegas_red", "casino_9_11", "german"}
    assert games | {"american", "american_h17"} == HOUSES.keys()


@every_preset
def test_twenty_thousand_rounds_bring_what_the_odds_say(preset: str) -> None:
    """The slow lane plays a million."""
    check(preset, rounds=20_000, seed=1)


@pytest.mark.slow
@every_preset
def test_a_million_rounds_bring_what_the_odds_say(preset: str) -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))

    check(preset, rounds=max(20_000, round(1_000_000 * scale)), seed=2)


def check(preset: str, *, rounds: int, seed: int) -> None:
    """Within three standard errors."""
    rules = RULES[preset]

    result = simulate(rules, basic(rules), rounds=rounds, seed=seed)

    assert abs(result.net_pct - float(100 * edges(rules).net)) <= 3 * result.stderr_pct


def test_basic_insures_where_it_pays() -> None:
    """With 32 cards 2:1 is a gift; a blackjack paid 6:5 is better paid 1:1 at once."""
    short, six_to_five = INSURED["casino pack=32"], INSURED["casino blackjack_pays=6:5"]
    eighteen, natural, ace = hand("10 8"), hand("A 10"), hand("A")[0]
    offered = (Answer.DECLINE, Answer.INSURE)

    assert Answer.INSURE is basic(short).answer(eighteen, ace, offered)
    assert Answer.DECLINE is basic(six_to_five).answer(eighteen, ace, offered)
    assert Answer.EVEN_MONEY is basic(six_to_five).answer(
        natural, ace, (*offered, Answer.EVEN_MONEY)
    )


def test_basic_knows_a_split_hand() -> None:
    """Where three sevens are a fortune, but not after a split."""
    under = changed("casino", triple_seven_pays="100:1", triple_seven_after_split="false")
    sevens, six = hand("7 7"), hand("6")[0]

    assert Action.HIT is basic(under)(sevens, six, BOUND)
    assert Action.STAND is basic(under)(sevens, six, BOUND, 4)
