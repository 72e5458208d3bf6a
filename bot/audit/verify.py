"""Verify records: chain, bodies, replay, postings, balances. A function of the records alone.

A cleanly cut tail is a valid older export; it is found with the head that a reader saw posted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest

import msgspec
from msgspec import UNSET

from bot.audit.bookings import Booked
from bot.audit.findings import Code, Finding, Report
from bot.audit.records import BalanceRow, BookedRow, Records
from bot.audit.replay import Replay
from bot.draws.chain import START, link
from bot.draws.signature import SigningKey, pinned
from bot.ledger import accounts
from bot.store.codec import canonical, read_body

Progress = Callable[[int], None]
"""Told the position of each entry that was read."""


def verify(
    records: Records,
    *,
    head: str | None = None,
    key: SigningKey | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return everything that is wrong with the records.

    ``head``: 16 to 64 hex digits that some entry's hash must begin with. ``key``: who must have
    signed the draws, if not the pinned key.
    """
    key = key or pinned()
    replay = Replay(key, records.unveiled())
    last, seen = START, head is None
    for position, whole, body in _chained(records, replay.findings, progress):
        last = whole
        seen = seen or (head is not None and whole.hex().startswith(head.lower()))
        _take(replay, position, whole, body)
    replay.finish()
    findings = replay.findings
    if not seen:
        findings.append(Finding(Code.HEAD, "log", f"no entry's hash begins with {head}"))
    transfers = _books(records, replay.booked, findings)
    findings = [*records.own_findings(key), *findings]
    return Report(
        ok=not findings,
        rounds=replay.rounds,
        draws=replay.draws.count,
        transfers=transfers,
        head=last.hex(),
        findings=tuple(findings),
        pending=replay.draws.unseen.pending or UNSET,
    )


def _books(records: Records, booked: list[Booked], findings: list[Finding]) -> int:
    """Check postings and balances; return how many transfers there are."""
    sums: Counter[tuple[str, str]] = Counter()
    transfers = 0
    for row in _booked(records, booked, findings):
        transfers += len(row.transfers)
        for moved in row.transfers:
            sums[moved.source, moved.asset] -= moved.amount
            sums[moved.target, moved.asset] += moved.amount
            if sums[moved.source, moved.asset] < 0 and not accounts.may_owe(moved.source):
                where = f"posting {row.number}"
                text = f"{moved.source} has less than nothing of {moved.asset} then"
                findings.append(Finding(Code.BALANCE, where, text))
    findings.extend(_balances(records, sums))
    return transfers


def _chained(
    records: Records, findings: list[Finding], progress: Progress | None
) -> Iterator[tuple[int, bytes, bytes]]:
    previous = START
    for number, entry in enumerate(records.entries(), start=1):
        if entry.position != number:
            findings.append(
                Finding(Code.CHAIN, f"entry {entry.position}", f"stands where {number} should")
            )
        if entry.hash != link(previous, entry.body):
            findings.append(
                Finding(Code.CHAIN, f"entry {entry.position}", "is not linked to the one before")
            )
        previous = entry.hash
        if progress:
            progress(entry.position)
        yield entry.position, entry.hash, entry.body


def _take(replay: Replay, position: int, whole: bytes, content: bytes) -> None:
    try:
        body = read_body(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        replay.findings.append(Finding(Code.BODY, f"entry {position}", f"unreadable: {error}"))
        return
    if canonical(body) != content:
        replay.findings.append(Finding(Code.BODY, f"entry {position}", "is not canonical JSON"))
    replay.take(position, whole, body)


def _booked(
    records: Records, expected: list[Booked], findings: list[Finding]
) -> Iterator[BookedRow]:
    """Yield the stored postings, comparing each with what follows from the log."""
    rows = records.postings()
    for number, (stored, wanted) in enumerate(zip_longest(rows, expected), start=1):
        where = f"posting {number}"
        if stored is None:
            text = f"{wanted.posting.key} is missing, from entry {wanted.entry}"
            findings.append(Finding(Code.POSTING, where, text))
            continue
        if wanted is None:
            findings.append(Finding(Code.POSTING, where, f"{stored.key} follows from no entry"))
        elif stored != _as_row(number, wanted):
            text = f"{stored.key} is not what follows from entry {wanted.entry}"
            findings.append(Finding(Code.POSTING, where, text))
        yield stored


def _as_row(number: int, booked: Booked) -> BookedRow:
    posting = booked.posting
    return BookedRow(
        number=number,
        key=posting.key,
        request=hashlib.sha256(canonical(posting)).hexdigest(),
        entry=booked.entry,
        reason=posting.reason,
        actor=booked.actor,
        at=booked.at,
        transfers=posting.transfers,
    )


def _balances(records: Records, sums: Counter[tuple[str, str]]) -> Iterator[Finding]:
    wanted = [BalanceRow(account, asset, sums[account, asset]) for account, asset in sorted(sums)]
    for stored, right in zip_longest(records.balances(), wanted):
        if stored != right:
            where = stored or right
            amounts = stored and stored.amount, right and right.amount
            text = f"is stored as {amounts[0]}, the transfers say {amounts[1]}"
            yield Finding(Code.BALANCE, f"{where.account} {where.asset}", text)
