"""Hands per CPU-second of ``simulate``, against other engines and against itself.

Against ``blackjack21`` both play one box with six packs and the same policy: draw to 16, stand on
17. Theirs reshuffles its shoe when three quarters are dealt. The basic strategy of ``casino``, with
its splits and offers of insurance, is measured against our own mimic. The two take turns within one
run, so that a busy machine slows both, and the median of the turns' ratios counts.
"""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Final

from blackjack21 import DEFAULT_SUITS, Deck, Table, shoe_reset_hook

from bot.engine.presets import AQUATIQUE, PRESETS
from bot.simulation.players import basic, mimic
from bot.simulation.run import simulate

TURNS: Final = 9
ROUNDS: Final = 10_000
_DRAWS_TO: Final = 16


def ratio() -> float:
    """Our hands per CPU-second, divided by theirs."""
    return median(_theirs() / _mimic(seed) for seed in range(TURNS))


def basic_ratio() -> float:
    """Our hands per CPU-second of ``casino`` by the basic strategy, divided by those of the mimic.

    The strategy is worked out before, as ``simulate`` does; each turn looks it up anew.
    """
    return median(_mimic(seed) / _basic(seed) for seed in range(TURNS))


def _basic(seed: int) -> float:
    """CPU-seconds for as many rounds of ``casino``."""
    casino = PRESETS["casino"]
    return simulate(casino, basic(casino), rounds=ROUNDS, seed=seed).cpu_seconds


def _mimic(seed: int) -> float:
    """CPU-seconds for as many rounds of ``aquatique``."""
    return simulate(AQUATIQUE, mimic, rounds=ROUNDS, seed=seed).cpu_seconds


def _theirs() -> float:
    """CPU-seconds for as many rounds."""
    began = process_time()
    deck = Deck(DEFAULT_SUITS, count=6)
    table = Table([("anna", 10)], deck, on_round_reset=shoe_reset_hook(deck))
    for _ in range(ROUNDS):
        table.start_game()
        while (hand := table.current_hand) is not None:
            if hand.total <= _DRAWS_TO:
                table.hit()
            else:
                table.stand()
    return process_time() - began
