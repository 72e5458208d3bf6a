"""``odds`` on the command line: what it prints, and what it says to wrong arguments."""

from __future__ import annotations

import json
from argparse import ArgumentParser

import pytest

from bot.engine.presets import PRESETS
from bot.engine.rules import Bank, as_json
from bot.odds.command import add_arguments, run

Captured = pytest.CaptureFixture[str]
HOUSE = [name for name, rules in PRESETS.items() if rules.bank is Bank.HOUSE]


def command(*words: str) -> int:
    parser = ArgumentParser(prog="aquatique odds")
    add_arguments(parser)
    return run(parser.parse_args(words))


@pytest.mark.parametrize("preset", HOUSE)
def test_json_is_one_object(preset: str, capsys: Captured) -> None:
    assert 0 == command("--rules", preset, "--json")

    printed = capsys.readouterr()
    body = json.loads(printed.out)
    assert "" == printed.err
    assert 1 == printed.out.count("\n")
    assert {
        "preset",
        "rules",
        "net_pct",
        "strategy",
        "insurance_edge_pct",
        "bust_edge_pct",
    } == body.keys()
    assert (preset, as_json(PRESETS[preset])) == (body["preset"], body["rules"])
    assert (PRESETS[preset].insurance, PRESETS[preset].bust_pays is not None) == (
        body["insurance_edge_pct"] is not None,
        body["bust_edge_pct"] is not None,
    )
    assert (PRESETS[preset].split is not None) is ("pairs" in body["strategy"])


def test_rules_may_be_changed(capsys: Captured) -> None:
    command("--rules", "aquatique", "--json")
    plain = json.loads(capsys.readouterr().out)
    command("--rules", "aquatique", "--set", "blackjack_pays=6:5", "--json")
    changed = json.loads(capsys.readouterr().out)

    assert "6:5" == changed["rules"]["blackjack_pays"]
    assert plain["net_pct"] > changed["net_pct"]


def test_without_json_figures_and_tables(capsys: Captured) -> None:
    assert 0 == command("--rules", "casino")

    printed = capsys.readouterr()
    assert "" == printed.err
    for text in ("-0.537244 %", "7.692308 %", "1.442503 %", "hard two cards", "pairs", "Ds", "P "):
        assert text in printed.out


def test_what_is_not_offered_is_named(capsys: Captured) -> None:
    command("--rules", "aquatique")

    assert 2 == capsys.readouterr().out.count("not offered")


def test_where_five_cards_count_three_and_four_have_tables_of_their_own(capsys: Captured) -> None:
    command("--rules", "aquatique", "--set", "five_cards=wins")

    assert "hard four cards" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--rules vegas", "no rules called 'vegas'; known are aquatique, casino, vegas_red"),
        ("--rules home52", "'home52' have a bank of players, and odds are those of a house's"),
        ("--rules classic32", "add --set bank=house --set bank_plays=fixed."),
        ("--rules casino --set bank=rotates", "'casino' have a bank of players"),
        ("--rules casino --set soft_17=maybe", "soft_17 cannot be 'maybe'; it accepts stand | hit"),
        ("--rules casino --set jokers=2", "no rule field 'jokers'; known are packs, pack"),
        ("--rules casino --set double", "double cannot be ''; it accepts any_two"),
        ("--rules casino --set max_hands=1", "max_hands cannot be 1 here"),
        ("--rules casino --set peek=true", "peek cannot be true here; it needs dealer_shows"),
        ("--rules classic32 --set bank=house", "bank_plays cannot be"),
    ],
)
def test_a_wrong_argument_is_one_sentence(words: str, sentence: str, capsys: Captured) -> None:
    assert 2 == command(*words.split(), "--json")

    printed = capsys.readouterr()
    assert "" == printed.out
    assert 1 == printed.err.count("\n")
    assert sentence in printed.err
    assert printed.err.endswith(".\n")


@pytest.mark.parametrize("preset", ["home52", "pontoon", "classic32"])
def test_the_cure_it_names_works(preset: str, capsys: Captured) -> None:
    command("--rules", preset)
    cure = capsys.readouterr().err.rsplit("add ", 1)[1].strip().removesuffix(".")

    assert 0 == command("--rules", preset, *cure.split())
