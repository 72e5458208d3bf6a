"""Three players whose results are known, on the same engine that serves the table.

The figures are those of ``odds.json`` for a continuous shoe, computed elsewhere. Seeds are fixed.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.engine.cards import DECK
from bot.engine.presets import AQUATIQUE, PRESETS
from bot.engine.wants import Action
from bot.simulation.players import PLAYERS, basic, mimic, never_bust
from bot.simulation.run import Result, play, simulate
from tests.engine.script import changed, hand, rules

ODDS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "odds.json").read_text(encoding="utf-8")
)
DISTRIBUTIONS: Final = {
    name.replace("neverbust", "never_bust"): each["net_in_stakes"]
    for name, each in ODDS["aquatique_outcome_distribution_continuous"].items()
}
FREE: Final = (Action.HIT, Action.STAND, Action.DOUBLE)
BOUND: Final = (Action.HIT, Action.STAND)

every_player = pytest.mark.parametrize("player", PLAYERS)


# ── against the figures ──────────────────────────────────────────────────────────────────────────


@every_player
def test_thirty_thousand_rounds_agree_with_the_figures(player: str) -> None:
    """The slow lane plays a million."""
    check(player, simulate(AQUATIQUE, PLAYERS[player](AQUATIQUE), rounds=30_000, seed=1))


@pytest.mark.slow
@every_player
def test_a_million_rounds_agree_with_the_figures(player: str) -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))
    rounds = max(20_000, round(1_000_000 * scale))

    check(player, simulate(AQUATIQUE, PLAYERS[player](AQUATIQUE), rounds=rounds, seed=2))


def check(player: str, result: Result) -> None:
    """The mean within three standard errors, every share within four of its own."""
    expected = ODDS["aquatique_simple_players_continuous"][player]["i_pct"]
    shares = {f"{float(net):g}": share for net, share in DISTRIBUTIONS[player].items()}

    assert abs(result.net_pct - expected) <= 3 * result.stderr_pct
    assert list(shares) == list(result.outcomes)
    for net, share in shares.items():
        assert abs(result.outcomes[net] - share) <= 4 * sqrt(share * (1 - share) / result.rounds)


def test_the_standard_error_is_that_of_the_known_spread() -> None:
    """``odds.json``: one round of the basic strategy has a standard deviation of 1.0924 stakes."""
    spread = ODDS["aquatique_outcome_distribution_continuous"]["basic"]["sd"]

    result = simulate(AQUATIQUE, basic(AQUATIQUE), rounds=20_000, seed=3)

    assert 100 * spread / sqrt(20_000) == pytest.approx(result.stderr_pct, rel=0.02)


# ── the run ──────────────────────────────────────────────────────────────────────────────────────


def test_the_same_seed_gives_the_same_evening() -> None:
    one, again, other = (
        simulate(AQUATIQUE, basic(AQUATIQUE), rounds=2_000, seed=s) for s in (5, 5, 6)
    )

    assert (one.net_pct, one.stderr_pct, one.outcomes) == (
        again.net_pct,
        again.stderr_pct,
        again.outcomes,
    )
    assert one.outcomes != other.outcomes


@pytest.mark.parametrize("rounds", [1, 999, 1_000, 2_500])
def test_every_round_is_played_and_reported(rounds: int) -> None:
    reported: list[int] = []

    result = simulate(AQUATIQUE, mimic, rounds=rounds, seed=1, progress=reported.append)

    assert rounds == result.rounds == reported[-1]
    assert sorted(set(reported)) == reported
    assert 1 == pytest.approx(sum(result.outcomes.values()))
    assert 0 < result.cpu_seconds


def test_the_mean_is_that_of_the_outcomes() -> None:
    result = simulate(AQUATIQUE, basic(AQUATIQUE), rounds=5_000, seed=4)

    mean = sum(float(net) * share for net, share in result.outcomes.items())
    assert 100 * mean == pytest.approx(result.net_pct)


@pytest.mark.parametrize(
    ("field", "text", "better"),
    [("blackjack_pays", "2:1", True), ("triple_seven_pays", "1:1", False), ("ties", "bank", False)],
)
def test_the_rules_are_those_of_the_table(field: str, text: str, better: bool) -> None:
    """The same cards, other rules: what the field says is what the player gets."""
    plain = simulate(AQUATIQUE, mimic, rounds=5_000, seed=1)
    changed = simulate(rules(**{field: text}), mimic, rounds=5_000, seed=1)

    assert better is (changed.net_pct > plain.net_pct)
    assert changed.net_pct != plain.net_pct


def test_one_round_has_one_outcome() -> None:
    result = simulate(AQUATIQUE, mimic, rounds=1, seed=1)

    assert [1.0] == list(result.outcomes.values())
    assert 0 == result.stderr_pct


# ── the players ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("letters", "action"),
    [("10 6", Action.HIT), ("10 7", Action.STAND), ("A 5", Action.HIT), ("A 6", Action.STAND)],
)
def test_the_mimic_plays_like_the_dealer(letters: str, action: Action) -> None:
    assert action is mimic(hand(letters), DECK[0], FREE)


@pytest.mark.parametrize(
    ("letters", "action"),
    [
        ("6 5", Action.HIT),
        ("10 2", Action.STAND),
        ("A 6", Action.HIT),
        ("A 7", Action.STAND),
        ("A 5 10", Action.STAND),
    ],
)
def test_never_bust_draws_only_what_cannot_bust(letters: str, action: Action) -> None:
    assert action is never_bust(hand(letters), DECK[0], FREE)


@pytest.mark.parametrize(
    ("letters", "dealer", "action"),
    [
        ("5 4", "2", Action.HIT),
        ("5 4", "3", Action.DOUBLE),
        ("2 2 5", "3", Action.HIT),
        ("6 5", "9", Action.DOUBLE),
        ("6 5", "10", Action.HIT),
        ("10 2", "3", Action.HIT),
        ("10 2", "4", Action.STAND),
        ("10 6", "A", Action.HIT),
        ("7 7", "6", Action.STAND),
        ("7 7", "7", Action.HIT),
        ("A 7", "2", Action.STAND),
        ("A 7", "6", Action.DOUBLE),
        ("A 7", "9", Action.HIT),
        ("A 2 5", "6", Action.STAND),
        ("A A", "6", Action.HIT),
        ("10 K", "A", Action.STAND),
    ],
)
def test_basic_plays_the_table(letters: str, dealer: str, action: Action) -> None:
    cards = hand(letters)

    assert action is basic(AQUATIQUE)(cards, hand(dealer)[0], FREE if len(cards) == 2 else BOUND)


@pytest.mark.parametrize(
    ("letters", "dealer", "action"),
    [("6 5", "6", Action.HIT), ("A 7", "6", Action.STAND), ("A 6", "6", Action.HIT)],
)
def test_where_a_double_is_not_allowed_basic_plays_as_with_three_cards(
    letters: str, dealer: str, action: Action
) -> None:
    assert action is basic(AQUATIQUE)(hand(letters), hand(dealer)[0], BOUND)


def test_basic_plays_the_best_strategy_of_the_rules_at_the_table() -> None:
    """Where the bank wins ties, a hard 17 against an ace is no hand to stand on."""
    seventeen, ace = hand("10 7"), hand("A")[0]

    assert Action.STAND is basic(AQUATIQUE)(seventeen, ace, FREE)
    assert Action.HIT is basic(rules(ties="bank"))(seventeen, ace, FREE)


def test_simple_players_never_insure() -> None:
    """Not even where it is a gift: no net is that of a stake and a half."""
    under = changed("casino", pack="32")
    for player in (mimic, never_bust):
        nets = simulate(under, player, rounds=500, seed=1).outcomes

        assert {"-1", "0", "1", "1.5"} == nets.keys()


# ── finite shoes ─────────────────────────────────────────────────────────────────────────────────


def test_a_cut_card_shoe_goes_on_and_deals_no_number_twice_between_shuffles() -> None:
    under = changed("vegas_red", packs="2", cut_card_after="70")
    before: tuple[int, ...] = ()
    shuffles = 0
    for over in islice(play(under, mimic, Random(3)), 400):
        out = over.out
        assert out is not None
        assert len(out) == len(set(out))
        if len(before) < 70:
            assert out[: len(before)] == before
        else:
            shuffles += 1
            assert len(out) == over.cards
        before = out

    assert shuffles > 15


def test_a_pack_that_is_shuffled_every_round_begins_with_all_its_cards() -> None:
    under = changed("aquatique", packs="1", shoe="round")
    for over in islice(play(under, mimic, Random(3)), 400):
        assert over.out is not None
        assert over.cards == len(over.out) == len(set(over.out))


def test_without_replacement_a_pack_gives_the_cards_that_it_has() -> None:
    """Every number comes as often as any other: none is chosen by being drawn again."""
    under = changed("aquatique", packs="1", shoe="round")
    counts = Counter(
        number
        for over in islice(play(under, mimic, Random(5)), 10_000)
        for number in over.out or ()
    )
    mean = counts.total() / 52

    assert len(counts) == 52
    assert max(abs(count - mean) for count in counts.values()) < 4 * sqrt(mean)


def test_a_finite_shoe_has_the_same_evening_for_the_same_seed() -> None:
    vegas = PRESETS["vegas_red"]
    one, other = (simulate(vegas, mimic, rounds=500, seed=4) for _ in range(2))

    assert one.outcomes == other.outcomes


def test_a_players_bank_plays_as_the_houses_does() -> None:
    """Whoever sits at it meets the same fixed rule (reading 18)."""
    house, players = rules(), rules(bank="until_broken")
    one, other = (simulate(each, mimic, rounds=500, seed=3) for each in (house, players))

    assert (one.net_pct, one.outcomes) == (other.net_pct, other.outcomes)
