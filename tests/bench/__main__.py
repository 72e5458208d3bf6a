"""Print every measurement as a ratio within one run, and the ratio that is aimed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.bench import hands, stakes

MEASUREMENTS: Final[tuple[tuple[str, Callable[[], float], float], ...]] = (
    ("hands per CPU-second, simulate mimic / blackjack21", hands.ratio, 0.2),
    ("durable stakes per second, croupier / plain sqlite3 loop", stakes.ratio, 0.35),
)


def main() -> None:
    """Measure one after the other."""
    print(f"{'measured':<60} {'ratio':>6} {'aim':>6}")
    for name, ratio, aim in MEASUREMENTS:
        print(f"{name:<60} {ratio():>6.2f} {aim:>6.2f}")


if __name__ == "__main__":
    main()
