"""The command line's ``audit export`` and ``audit verify``; English, for auditors and operators."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress as Bar

from bot.audit.export import FILES, MANIFEST, FromExport, export
from bot.audit.findings import Finding, Report
from bot.audit.online import walk
from bot.audit.records import FromDatabase, Records
from bot.audit.verify import Progress, verify
from bot.draws.rpc import Rpc
from bot.draws.signature import SigningKey
from bot.errors import CannotStart
from bot.store import opening
from bot.store.codec import canonical


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare both verbs."""
    verbs = parser.add_subparsers(dest="audit_verb", required=True)
    writing = verbs.add_parser("export", help="write the records of a database to a folder")
    writing.add_argument("--db", type=Path, required=True, help="the database")
    writing.add_argument("--out", type=Path, required=True, help="a new or empty folder")
    writing.set_defaults(run=run_export)
    checking = verbs.add_parser("verify", help="check everything that an export or database says")
    checking.add_argument("folder", type=Path, nargs="?", help="an export's folder")
    checking.add_argument("--db", type=Path, help="a database instead of an export")
    checking.add_argument("--head", help="16 to 64 hex digits of a head that you saw posted")
    checking.add_argument("--json", action="store_true", help="print one JSON object")
    checking.add_argument(
        "--online", action="store_true", help="also follow the ticket chain at random.org"
    )
    checking.set_defaults(run=run_verify)


class Service(NamedTuple):
    """What verifying needs of the settings: who must have signed, and where random.org is."""

    key: SigningKey
    url: str


def run_export(arguments: argparse.Namespace, service: Service) -> int:
    """Export; prints the head, so that it can be compared with what was posted."""
    with opening.reading(arguments.db) as connection:
        manifest = export(FromDatabase(connection), arguments.out, key=service.key)
    print(f"{manifest.entries} entries exported to {arguments.out}, head {manifest.head}")  # noqa: T201
    return 0


def run_verify(arguments: argparse.Namespace, service: Service) -> int:
    """Verify; exit code 1 when there is a finding."""
    head = arguments.head
    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{16,64}", head):
        msg = "--head: 16 to 64 hexadecimal digits, as they stand under a post"
        raise CannotStart(msg)
    if (arguments.folder is None) == (arguments.db is None):
        msg = "audit verify: name an export's folder, or a database with --db"
        raise CannotStart(msg)
    with _records(arguments) as records:
        report = _report(records, head, service, online=arguments.online)
    if arguments.json:
        print(canonical(report).decode())  # noqa: T201
    else:
        _print(report)
    return 0 if report.ok else 1


def _report(records: Records, head: str | None, service: Service, *, online: bool) -> Report:
    with _progress() as progress:
        report = verify(records, head=head, key=service.key, progress=progress)
    if not online:
        return report
    findings = (*report.findings, *asyncio.run(_walk(records, service.url)))
    return replace(report, ok=not findings, findings=findings)


async def _walk(records: Records, url: str) -> list[Finding]:
    rpc = Rpc(url)
    try:
        return await walk(records, rpc)
    finally:
        await rpc.close()


@contextmanager
def _records(arguments: argparse.Namespace) -> Iterator[Records]:
    if arguments.db is not None:
        with opening.reading(arguments.db) as connection:
            yield FromDatabase(connection)
        return
    if not arguments.folder.is_dir():
        msg = f"{arguments.folder}: is no folder; name the folder that `audit export` wrote"
        raise CannotStart(msg)
    if not any((arguments.folder / name).exists() for name in (MANIFEST, *FILES)):
        msg = f"{arguments.folder}: holds no export; name the folder that `audit export` wrote"
        raise CannotStart(msg)
    yield FromExport(arguments.folder)


@contextmanager
def _progress() -> Iterator[Progress]:
    """Show on a terminal how far the log was read."""
    with Bar(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("entries", total=None)
        yield lambda position: bar.update(task, completed=position) if position % 256 == 0 else None


def _print(report: Report) -> None:
    for finding in report.findings:
        print(f"{finding.code.value}: {finding.where}: {finding.text}")  # noqa: T201
    counted = (
        f"{_count(report.rounds, 'round')}, {_count(report.draws, 'draw')}, "
        f"{_count(report.transfers, 'transfer')}, head {report.head}"
    )
    if report.pending:
        draws = ", ".join(map(str, report.pending))
        print(f"pending: what draws {draws} brought lies face down still, and is told later")  # noqa: T201
    verdict = "verified" if report.ok else _count(len(report.findings), "finding")
    print(f"{verdict}: {counted}")  # noqa: T201


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
