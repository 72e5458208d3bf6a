"""Print every measurement as a ratio within one run, and the ratio that is aimed at."""

from __future__ import annotations

from tests.bench import draws, hands, replies, stakes


def main() -> None:
    """Measure one after the other."""
    print(f"{'measured':<62} {'figure':>6}   aim")
    _show("hands per CPU-second, simulate mimic / blackjack21", hands.ratio(), "≥ 0.20")
    _show(
        "hands per CPU-second, casino by basic / aquatique by mimic", hands.basic_ratio(), "≥ 0.50"
    )
    _show("durable stakes per second, croupier / plain sqlite3 loop", stakes.ratio(), "≥ 0.35")
    requests, overhead, audited = draws.figures()
    _show("requests to random.org per hand, mimic, one box", requests, "")
    _show("time of a draw with all it brings / the stand-in's bare answer", overhead, "")
    _show("verified draws per second, whole audit / bare RSA", audited, "≥ 0.25")
    answered = replies.figures()
    _show("Discord: message to balance, house / bare echo bot", answered.balance, "≤ 2.50")
    _show("Discord: message to the sign on a stake, house / echo", answered.stake, "≤ 2.50")
    _show("Discord: message to card, random.org undelayed, house / echo", answered.card, "")
    _show("Discord: posts per hand, one box, draws to sixteen", answered.posts, "≤ 2.60")


def _show(name: str, figure: float, aim: str) -> None:
    print(f"{name:<62} {figure:>6.2f}   {aim}", flush=True)


if __name__ == "__main__":
    main()
