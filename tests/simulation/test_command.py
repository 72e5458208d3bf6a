"""``simulate`` on the command line: what it prints, and what it says to wrong arguments."""

from __future__ import annotations

import doctest
import json
from argparse import ArgumentParser

import pytest

from bot import rule_sentences
from bot.engine.presets import AQUATIQUE
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.rule_sentences import explain
from bot.simulation.command import add_arguments, run
from bot.simulation.players import basic
from bot.simulation.run import simulate

RIGHT = {"--rules": "aquatique", "--player": "basic", "--rounds": "300", "--seed": "7"}

Captured = pytest.CaptureFixture[str]


def command(*more: str, **changed: str) -> int:
    """Run the verb with arguments that are right but for those changed."""
    parser = ArgumentParser(prog="aquatique simulate")
    add_arguments(parser)
    arguments = RIGHT | {f"--{name}": text for name, text in changed.items()}
    words = [word for pair in arguments.items() for word in pair]
    return run(parser.parse_args([*words, *more]))


# ── what it prints ───────────────────────────────────────────────────────────────────────────────


def test_json_is_one_object(capsys: Captured) -> None:
    assert 0 == command("--json")

    printed = capsys.readouterr()
    assert "" == printed.err
    assert ["rounds", "net_pct", "stderr_pct", "outcomes", "cpu_seconds"] == list(
        json.loads(printed.out)
    )


def test_json_is_the_result(capsys: Captured) -> None:
    expected = simulate(AQUATIQUE, basic(AQUATIQUE), rounds=300, seed=7)

    command("--json")

    printed = json.loads(capsys.readouterr().out)
    assert (expected.rounds, expected.net_pct, expected.outcomes) == (
        printed["rounds"],
        printed["net_pct"],
        printed["outcomes"],
    )


def test_without_json_a_table(capsys: Captured) -> None:
    assert 0 == command("--set", "soft_17=hit", rounds="2000")

    printed = capsys.readouterr()
    assert "" == printed.err
    for text in ("aquatique", "soft_17=hit", "basic", "2,000", "net per stake", "1.5 × stake"):
        assert text in printed.out


def test_rules_may_be_changed(capsys: Captured) -> None:
    assert 0 == command("--json", "--set", "blackjack_pays=2:1", "--set", "double=null")

    outcomes = json.loads(capsys.readouterr().out)["outcomes"]
    assert {"-1", "0", "1", "1.5", "2"} >= outcomes.keys()
    assert "2" in outcomes


# ── what it refuses ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("player", "oracle", "no player 'oracle'; known are mimic, never_bust, basic."),
        ("rounds", "0", "--rounds cannot be '0'; it accepts 1 … 1000000000."),
        ("rounds", "-5", "--rounds cannot be '-5'"),
        ("rounds", "1e3", "--rounds cannot be '1e3'"),
        ("rounds", "１００", "--rounds cannot be '１００'"),
        ("rounds", "9" * 400, "--rounds cannot be '999"),
        ("seed", "lucky", "--seed cannot be 'lucky'; it accepts 0 … 999999999999."),
        ("rules", "vegas", "no rules called 'vegas'; known are aquatique, casino, vegas_red"),
        ("set", "dealer_shows=none", "the players go by the dealer's open card"),
        ("set", "soft_17=maybe", "soft_17 cannot be 'maybe'; it accepts stand | hit."),
        ("set", "packs=9", "packs cannot be '9'; it accepts 1 … 8."),
        ("set", "packs", "packs cannot be ''; it accepts 1 … 8."),
        ("set", "=6", "no rule field ''; known are packs, pack"),
        ("set", "jokers=2", "no rule field 'jokers'; known are packs, pack"),
        ("set", "peek=true", "peek cannot be true here; it needs dealer_shows=one_and_hidden."),
        ("set", "min_stake=6000", "max_stake cannot be 5000 here; it needs max_stake ≥ 6000."),
    ],
)
def test_a_wrong_argument_is_one_sentence(
    name: str, text: str, sentence: str, capsys: Captured
) -> None:
    assert 2 == command(**{name: text})

    printed = capsys.readouterr()
    assert "" == printed.out
    assert 1 == printed.err.count("\n")
    assert sentence in printed.err
    assert printed.err.endswith(".\n")


@pytest.mark.parametrize("missing", RIGHT)
def test_a_missing_argument_ends_with_two(missing: str, capsys: Captured) -> None:
    parser = ArgumentParser(prog="aquatique simulate")
    add_arguments(parser)
    words = [word for pair in RIGHT.items() if pair[0] != missing for word in pair]

    with pytest.raises(SystemExit) as left:
        parser.parse_args(words)

    assert 2 == left.value.code
    assert missing in capsys.readouterr().err


def test_only_refusals_of_rules_have_a_sentence_here() -> None:
    with pytest.raises(ValueError, match="no refusal of rules"):
        explain(RuleViolation(Refusal.BOX_TAKEN, box=1, owner=2))


def test_doctests() -> None:
    result = doctest.testmod(rule_sentences)

    assert (0, True) == (result.failed, result.attempted > 0)
