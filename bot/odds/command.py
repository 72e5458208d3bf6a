"""``odds`` on the command line: a rule set in, its figures and strategy out.

Wrong arguments are one sentence on standard error and exit code 2. A bank of players has no odds,
for it is not the house that plays it.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.table import Table

from bot.engine.presets import choose
from bot.engine.rules import Bank, BankPlays, RuleSet, as_json
from bot.errors import CannotStart, RuleViolation
from bot.odds import strategy
from bot.odds.edges import Edges, edges
from bot.odds.strategy import LETTERS, Row
from bot.rule_sentences import explain, overrides

WRONG_ARGUMENTS: Final = 2
_KEY: Final = (
    "S stand, H hit, D double, P split; a small letter: where that is not allowed.\n"
    "Columns: the dealer's card. Continuous shoe; each hand looks at its own cards only."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments; their values are judged by ``run``, which says more than argparse."""
    parser.add_argument("--rules", required=True, metavar="NAME", help="a preset: aquatique")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="overrides",
        metavar="FIELD=VALUE",
        help="change one field of the preset; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace, _: object = None) -> int:
    """Compute and print; the exit code is 0, or 2 for wrong arguments."""
    try:
        rules = choose(arguments.rules, overrides(arguments.overrides))
        _require_house(arguments.rules, rules)
    except RuleViolation as violation:
        sys.stderr.write(explain(violation) + "\n")
        return WRONG_ARGUMENTS
    except CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return WRONG_ARGUMENTS
    found = edges(rules)
    if arguments.json:
        sys.stdout.write(json.dumps(_object(arguments.rules, rules, found)) + "\n")
    else:
        console = Console(file=sys.stdout)
        console.print(_figures(arguments, found))
        for table in _tables(rules):
            console.print(table)
        console.print(_KEY, highlight=False)
    return 0


def _require_house(preset: str, rules: RuleSet) -> None:
    if rules.bank is Bank.HOUSE:
        return
    cure = "--set bank=house"
    if rules.bank_plays is BankPlays.FREE:
        cure += " --set bank_plays=fixed"
    msg = (
        f"The rules '{preset}' have a bank of players, and odds are those of a house's; add {cure}."
    )
    raise CannotStart(msg)


def _object(preset: str, rules: RuleSet, found: Edges) -> dict[str, object]:
    return {
        "preset": preset,
        "rules": as_json(rules),
        "net_pct": _percent(found.net),
        "strategy": strategy.as_json(rules),
        "insurance_edge_pct": _percent(found.insurance),
        "bust_edge_pct": _percent(found.bust),
    }


def _percent(share: Fraction | None) -> float | None:
    return None if share is None else float(100 * share)


def _figures(arguments: Namespace, found: Edges) -> Table:
    table = Table(show_header=False)
    table.add_column(justify="left")
    table.add_column(justify="right")
    table.add_row("rules", "\n".join((arguments.rules, *arguments.overrides)))
    table.add_row("net per stake", f"{_percent(found.net):+.6f} %")
    for name, share in (("insurance", found.insurance), ("Bust bet", found.bust)):
        text = "not offered" if share is None else f"{_percent(share):.6f} %"
        table.add_row(f"house's edge, {name}", text)
    return table


def _tables(rules: RuleSet) -> Iterator[Table]:
    """Yield a table per section, but those that small letters already tell."""
    for section, rows in groupby(strategy.rows(rules), key=lambda row: row.section):
        if section.endswith("_three_or_more"):
            continue
        lines = list(rows)
        table = Table(section.replace("_", " "), *lines[0].best)
        for row in lines:
            table.add_row(row.name, *(_cell(row, shown) for shown in row.best))
        yield table


def _cell(row: Row, shown: str) -> str:
    best, otherwise = row.best[shown], row.otherwise[shown]
    return LETTERS[best] + (LETTERS[otherwise].lower() if otherwise is not best else "")
