"""Hands per CPU-second of ``simulate --player mimic`` against the engine of ``blackjack21``.

Both play one box with six packs and the same policy: draw to 16, stand on 17. Theirs reshuffles
its shoe when three quarters are dealt. The two take turns within one run, so that a busy machine
slows both, and the median of the turns' ratios counts.
"""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Final

from blackjack21 import DEFAULT_SUITS, Deck, Table, shoe_reset_hook

from bot.engine.presets import AQUATIQUE
from bot.simulation.players import mimic
from bot.simulation.run import simulate

TURNS: Final = 9
ROUNDS: Final = 10_000
_DRAWS_TO: Final = 16


def ratio() -> float:
    """Our hands per CPU-second, divided by theirs."""
    ratios = []
    for seed in range(TURNS):
        ours = simulate(AQUATIQUE, mimic, rounds=ROUNDS, seed=seed).cpu_seconds
        ratios.append(_theirs() / ours)
    return median(ratios)


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
