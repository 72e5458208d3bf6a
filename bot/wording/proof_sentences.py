"""What a language must be able to say of draws and verifications; as in ``sentences``.

Heads, tickets and times come in printed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.audit.findings import Finding
from bot.table.proofs import Led, Verified


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofSentences:
    """Beside a field stands what its template takes."""

    led: Callable[[Led], str]

    # one draw
    exact_time: str  # for strftime
    draw_title: str  # draw, source, state
    not_drawn: str
    undone: str  # log
    numbers: Callable[[int, int], str]  # how many, the highest
    part: str  # round, cards
    part_elsewhere: str  # round, table, cards
    cards_for: str  # places
    ticket: str  # ticket
    next_ticket: str  # ticket, next
    intended: str  # log, head
    drawn: str  # log, head
    check: str  # round
    check_ticket: str
    check_unsigned: str

    # one verification
    verified_title: str  # round
    checked: Callable[[Verified], tuple[str, ...]]  # what was gone through
    verdict: Callable[[Verified], str]
    rest: Callable[[Verified], str]  # what else the log holds
    finding: Callable[[Finding], str]
    more: str
    verified_head: str  # log, head
