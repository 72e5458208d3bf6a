"""Print every measurement as a ratio within one run, and the ratio that is aimed at."""

from __future__ import annotations

from tests.bench import draws, hands, stakes


def main() -> None:
    """Measure one after the other."""
    print(f"{'measured':<62} {'figure':>6}   aim")
    _show("hands per CPU-second, simulate mimic / blackjack21", hands.ratio(), "≥ 0.20")
    _show("durable stakes per second, croupier / plain sqlite3 loop", stakes.ratio(), "≥ 0.35")
    requests, overhead, audited = draws.figures()
    _show("requests to random.org per hand, mimic, one box", requests, "")
    _show("time of a draw with all it brings / the stand-in's bare answer", overhead, "")
    _show("verified draws per second, whole audit / bare RSA", audited, "≥ 0.25")


def _show(name: str, figure: float, aim: str) -> None:
    print(f"{name:<62} {figure:>6.2f}   {aim}", flush=True)


if __name__ == "__main__":
    main()
