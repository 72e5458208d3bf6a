"""``python -m bot …``: argv in, the verb's function out.

Exit codes: 0; 2 for wrong arguments and everything an operator must mend, with one sentence; 1 for
a fault of ours, and for an audit with findings.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from bot import __version__, app, config, service
from bot.audit import command as audit
from bot.errors import CannotStart, IntegrityBroken
from bot.odds import command as odds
from bot.redaction import Redaction, log_to_stderr
from bot.simulation import command as simulation
from bot.terminal import command as terminal

MUST_MEND: Final = 2
OUR_FAULT: Final = 1
INTERRUPTED: Final = 130


class _Parser(argparse.ArgumentParser):
    """One sentence for what is wrong, instead of usage and message."""

    def error(self, message: str) -> NoReturn:
        msg = f"{message}; `{self.prog} --help` shows what may be given"
        raise CannotStart(msg)


def parser() -> argparse.ArgumentParser:
    """Declare every verb; README shows them and a test compares."""
    top = _Parser(
        prog="python -m bot",
        description="The Aquatique croupier. Without a verb: open the house in Discord.",
    )
    top.add_argument("--version", action="version", version=__version__)
    top.set_defaults(run=_discord)
    verbs = top.add_subparsers(dest="verb", metavar="VERB")
    table = verbs.add_parser("table", help="play in the terminal, or drive a table by pipe")
    terminal.add_arguments(table)
    table.set_defaults(run=_table)
    playing = verbs.add_parser("simulate", help="play many rounds and print what they bring")
    simulation.add_arguments(playing)
    playing.set_defaults(run=simulation.run)
    counting = verbs.add_parser(
        "odds", help="what a rule set is worth, exactly, and how to play it"
    )
    odds.add_arguments(counting)
    counting.set_defaults(run=odds.run)
    auditing = verbs.add_parser("audit", help="export the records, or verify them")
    audit.add_arguments(auditing)
    examining = verbs.add_parser(
        "doctor", help="look at settings, database, clock, key, and what Discord allows"
    )
    examining.add_argument(
        "--db", type=Path, metavar="PATH", help="the database, if it is not the setting's"
    )
    examining.set_defaults(run=_doctor)
    restoring = verbs.add_parser("restore", help="make a database from a backup honest again")
    restoring.add_argument("--db", type=Path, metavar="PATH", required=True, help="the database")
    restoring.set_defaults(run=_restore)
    serving = verbs.add_parser("service", help="a unit for systemd, so that the house stays open")
    serving.add_argument("--print", action="store_true", help="on standard output")
    serving.set_defaults(run=_service)
    return top


def _discord(_: argparse.Namespace, settings: config.Settings) -> int:
    return asyncio.run(app.run_discord(settings))


def _table(parsed: argparse.Namespace, settings: config.Settings) -> int:
    arguments = terminal.arguments_of(parsed, settings.language)
    return asyncio.run(app.run_table(arguments, settings, interactive=sys.stdin.isatty()))


def _doctor(parsed: argparse.Namespace, settings: config.Settings) -> int:
    return asyncio.run(app.run_doctor(parsed.db, settings))


def _restore(parsed: argparse.Namespace, settings: config.Settings) -> int:
    return asyncio.run(app.run_restore(parsed.db, settings))


def _service(parsed: argparse.Namespace, _: config.Settings) -> int:
    service.require_print(wanted=parsed.print)
    checkout = Path(__file__).parents[1]
    print(service.unit(python=Path(sys.executable), checkout=checkout), end="")
    return 0


def _given(verb: str, settings: config.Settings) -> object:
    """Return what a verb is given besides its arguments."""
    if verb == "audit":
        return audit.Service(app.signing_key(settings), settings.url)
    return settings


def _require_streams() -> None:
    if sys.stdin is None or sys.stdout is None:
        msg = "standard input and output must be open"
        raise CannotStart(msg)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb and return the exit code."""
    redaction = Redaction()
    try:
        _require_streams()
        settings = config.load()
        redaction = Redaction(*settings.secrets)
        log_to_stderr(redaction, debug=settings.debug)
        parsed = parser().parse_args(argv)
        code: int = parsed.run(parsed, _given(parsed.verb, settings))
    except CannotStart as error:
        print(redaction.text(str(error)), file=sys.stderr)
        return MUST_MEND
    except IntegrityBroken as error:
        print(f"The records contradict themselves, nothing is played: {error}", file=sys.stderr)
        return OUR_FAULT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us is gone; there is nobody left to tell, and no traceback to leave behind.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUR_FAULT
    except Exception as error:  # noqa: BLE001 - a fault of ours: one sentence, never a traceback
        logging.getLogger(__name__).debug(redaction.text(traceback.format_exc()))
        print(
            f"A fault of ours ({type(error).__name__}); nothing that was acknowledged is lost. "
            f"Start again; {config.NAMES['debug']}=1 shows where it happened.",
            file=sys.stderr,
        )
        return OUR_FAULT
    return code


if __name__ == "__main__":
    sys.exit(main())
