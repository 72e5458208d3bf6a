"""``simulate`` on the command line: arguments in, a table or one JSON object out.

Wrong arguments are one sentence on standard error and exit code 2. It must not know how rounds
are played; :mod:`bot.simulation.run` does.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass
from typing import Final, cast

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.engine.fields import Whole
from bot.engine.presets import choose
from bot.engine.rules import DealerShows, RuleSet, Values
from bot.errors import CannotStart, RuleViolation
from bot.rule_sentences import explain, overrides
from bot.simulation.players import PLAYERS, Player
from bot.simulation.run import Result, simulate

WRONG_ARGUMENTS: Final = 2
_ROUNDS: Final = Whole(1, 10**9)
_SEEDS: Final = Whole(0, 10**12 - 1)


@dataclass(frozen=True, slots=True)
class _Task:
    """The arguments, read."""

    rules: RuleSet
    player: Player
    rounds: int
    seed: int


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
    parser.add_argument("--player", required=True, metavar="NAME", help=", ".join(PLAYERS))
    parser.add_argument("--rounds", required=True, metavar="N", help=_ROUNDS.accepts)
    parser.add_argument(
        "--seed", required=True, metavar="S", help=f"{_SEEDS.accepts}; same seed, same result"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace, _: object = None) -> int:
    """Simulate and print; the exit code is 0, or 2 for wrong arguments."""
    try:
        task = _task(arguments)
    except RuleViolation as violation:
        sys.stderr.write(explain(violation) + "\n")
        return WRONG_ARGUMENTS
    except CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return WRONG_ARGUMENTS
    result = _with_progress(task)
    if arguments.json:
        sys.stdout.write(json.dumps(asdict(result)) + "\n")
    else:
        Console(file=sys.stdout).print(_table(arguments, result))
    return 0


def _task(arguments: Namespace) -> _Task:
    rules = choose(arguments.rules, overrides(arguments.overrides))
    if rules.dealer_shows is DealerShows.NONE or rules.values is not Values.CASINO:
        msg = (
            f"Nobody simulates '{arguments.rules}' with these rules yet: the players go by the "
            "dealer's open card, and by the values of the casino."
        )
        raise CannotStart(msg)
    seat = PLAYERS.get(arguments.player)
    if seat is None:
        msg = f"There is no player '{arguments.player}'; known are {', '.join(PLAYERS)}."
        raise CannotStart(msg)
    rounds = _whole("--rounds", arguments.rounds, _ROUNDS)
    return _Task(rules, seat(rules), rounds, _whole("--seed", arguments.seed, _SEEDS))


def _whole(name: str, text: str, kind: Whole) -> int:
    try:
        return cast(int, kind.read(text))
    except ValueError:
        msg = f"The argument {name} cannot be '{text}'; it accepts {kind.accepts}."
        raise CannotStart(msg) from None


def _with_progress(task: _Task) -> Result:
    """Simulate, with a bar on standard error while that is a terminal."""
    console = Console(file=sys.stderr)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        line = bar.add_task("rounds", total=task.rounds)
        return simulate(
            task.rules,
            task.player,
            rounds=task.rounds,
            seed=task.seed,
            progress=lambda done: bar.update(line, completed=done),
        )


def _table(arguments: Namespace, result: Result) -> Table:
    table = Table(show_header=False)
    table.add_column(justify="left")
    table.add_column(justify="right")
    table.add_row("rules", "\n".join((arguments.rules, *arguments.overrides)))
    table.add_row("player", arguments.player)
    table.add_row("rounds", f"{result.rounds:,}")
    table.add_row("net per stake", f"{result.net_pct:+.4f} %")
    table.add_row("standard error", f"{result.stderr_pct:.4f} %")
    for net, share in result.outcomes.items():
        table.add_row(f"{net} × stake", f"{100 * share:.3f} %")
    table.add_row("CPU seconds", f"{result.cpu_seconds:.2f}")
    return table
