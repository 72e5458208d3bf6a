"""The odds against figures that were computed elsewhere: every one of a continuous shoe."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import Any, Final

import pytest

from bot.engine.cards import parse
from bot.engine.presets import AQUATIQUE, PRESETS, choose
from bot.engine.rules import Bank
from bot.odds.edges import edges
from bot.odds.solution import Solution, solve
from bot.odds.strategy import as_json
from bot.simulation.players import PLAYERS
from tests.engine.script import rules
from tests.odds.boxes import distribution, split_box, spread

ODDS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "odds.json").read_text(encoding="utf-8")
)
VALUES: Final = ODDS["ev_pct_continuous"]
DISTRIBUTIONS: Final = ODDS["aquatique_outcome_distribution_continuous"]
HOUSE: Final = [name for name, rules in PRESETS.items() if rules.bank is Bank.HOUSE]


# ── optimal play ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("figure", ["optimal_pct", "basic_table_pct"])
@pytest.mark.parametrize(("preset", "within"), [("aquatique", 1e-9), ("casino", 1e-6)])
def test_the_value_of_optimal_play(preset: str, within: float, figure: str) -> None:
    assert VALUES[preset][figure] == pytest.approx(
        float(100 * edges(PRESETS[preset]).net), abs=within, rel=0
    )


def test_the_strategy_of_aquatique() -> None:
    assert ODDS["aquatique_strategy_continuous"] == as_json(AQUATIQUE)


@pytest.mark.parametrize("preset", HOUSE)
def test_a_preset_takes_less_than_five_seconds(preset: str) -> None:
    began = process_time()
    solve.cache_clear()

    edges(PRESETS[preset])
    as_json(PRESETS[preset])

    assert process_time() - began < 5


# ── side bets ────────────────────────────────────────────────────────────────────────────────────


def test_the_edge_of_insurance() -> None:
    expected = ODDS["insurance_house_edge_pct"]["continuous"]

    assert expected == pytest.approx(_percent(edges(PRESETS["casino"]).insurance), abs=1e-9)


def test_the_edge_of_a_bust_bet() -> None:
    expected = ODDS["bust_5to2_house_edge_pct"]["continuous_S17"]

    assert expected == pytest.approx(_percent(edges(PRESETS["casino"]).bust), abs=1e-9)


def test_a_bust_bet_on_a_dealer_who_hits_soft_17_would_all_but_favour_the_player() -> None:
    found = _percent(edges(choose("american_h17", {"bust_pays": "5:2"})).bust)

    assert 0.1033783285 == pytest.approx(found, abs=1e-9)


def _percent(share: Any) -> float:
    return float(100 * share)


# ── the dealer ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("up", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "all"])
@pytest.mark.parametrize(
    ("model", "soft_17"), [("continuous_S17", "stand"), ("continuous_H17", "hit")]
)
def test_the_finals_of_the_dealer(model: str, soft_17: str, up: str) -> None:
    solution = solve(rules(soft_17=soft_17))
    cards = () if up == "all" else (parse("♠" + up),)
    chances = solution.dealer.finals(cards)

    expected = ODDS["dealer_final"][model][up]
    assert 1 == sum(chances.values())
    assert expected == pytest.approx({name: float(chances.get(name, 0)) for name in expected})


def test_the_finals_of_a_bank_with_32_cards() -> None:
    """Reading 16: it draws to 16, its own two aces are 21 too."""
    expected = ODDS["classic32_bank_draws_to_16"]["i_with_replacement"]
    chances = solve(PRESETS["classic32"]).dealer.finals(())

    assert expected == pytest.approx({name: float(share) for name, share in chances.items()})


# ── ways to play, counted in another way ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("player", PLAYERS)
def test_the_outcomes_of_simple_players(player: str) -> None:
    known = DISTRIBUTIONS[player.replace("_", "")]
    nets = distribution(AQUATIQUE, PLAYERS[player](AQUATIQUE))
    mean, deviation = spread(nets)

    assert known["net_in_stakes"] == pytest.approx({str(net): nets[net] for net in sorted(nets)})
    assert (known["ev_pct"], known["sd"]) == pytest.approx((100 * mean, deviation), abs=1e-9)
    assert known["p_win"] == pytest.approx(sum(s for net, s in nets.items() if net > 0))
    assert known["p_lose"] == pytest.approx(sum(s for net, s in nets.items() if net < 0))
    assert known["p_push"] == pytest.approx(nets[0])
    simple = ODDS["aquatique_simple_players_continuous"][player]["i_pct"]
    assert simple == pytest.approx(100 * mean, abs=1e-9)


def test_the_advice_earns_what_optimal_play_is_worth() -> None:
    mean, deviation = split_box(PRESETS["casino"])

    assert float(edges(PRESETS["casino"]).net) == pytest.approx(mean, abs=1e-12)
    assert VALUES["casino"]["sd_per_round"] == pytest.approx(deviation, abs=1e-4)


def test_a_solution_is_worked_out_once() -> None:
    assert solve(AQUATIQUE) is solve(AQUATIQUE)
    assert isinstance(solve(AQUATIQUE), Solution)
