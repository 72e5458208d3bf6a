"""Decide every round again from the log's causes, and compare. Pure.

A cause (message, deadline, draw) is decided on the state so far; the events stored behind it must
be exactly those. Cards owed must be intended, an intent answered once, and numbers of a script taken
without a gap. On the way the postings that must be in the book are gathered.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.audit.findings import Code, Finding
from bot.engine.commands import By, Command, Deliver, Open, Stand
from bot.engine.events import BoxDealt, Event, Opened
from bot.engine.round import decide, evolve, wants
from bot.engine.state import NO_ROUND, Round
from bot.errors import RuleViolation
from bot.ledger import accounts, postings
from bot.ledger.postings import Posting
from bot.store.entries import (
    Body,
    Cause,
    Clock,
    Deadline,
    Deposit,
    Draw,
    FromScript,
    Happened,
    Intent,
    Message,
    Presence,
    Start,
    source_of,
)

SHORTEST_DEADLINE: Final = timedelta(hours=24)


class Booked(NamedTuple):
    """A posting that follows from an entry."""

    entry: int
    actor: str
    at: str
    posting: Posting


class Replay:
    """Takes the entries one by one, in order; ``finish`` when there are no more."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.booked: list[Booked] = []
        self.rounds = 0
        self.draws = 0
        self._states: dict[int, Round] = {}
        self._versions: dict[int, int] = {}
        self._dealt_at: dict[tuple[int, int, int], str] = {}
        self._cause: tuple[int, Cause] | None = None
        self._expected: list[Event] = []
        self._intents: dict[int, tuple[int, Intent]] = {}  # open ones, by table
        self._draws_intended = 0
        self._script: dict[str, int] = {}

    def take(self, position: int, body: Body) -> None:
        """Check the next entry against everything before it."""
        match body:
            case Happened():
                self._event(position, body)
            case Intent():
                self._intended(position, body)
            case Message():
                self._message(position, body)
            case Deadline():
                self._deadline(position, body)
            case Draw():
                self._draw(position, body)
            case Deposit():
                self._settle_accounts_with_cause()
                self._deposit(position, body)
            case Start() | Clock():
                self._settle_accounts_with_cause()
            case Presence():
                pass

    def finish(self) -> None:
        """The last step must be whole; an intent may wait for its draw."""
        self._settle_accounts_with_cause()

    # ── causes ───────────────────────────────────────────────────────────────────────────────────

    def _message(self, position: int, body: Message) -> None:
        self._settle_accounts_with_cause()
        self._cause = position, body
        if body.refused and body.commands:
            self._find(Code.CAUSE, position, "a refused message has commands")
        for command in body.commands:
            player = getattr(command, "player", body.account)
            if player != body.account or isinstance(command, Deliver):
                self._find(Code.CAUSE, position, f"not a command of account {body.account}")
        self._decide(position, body.table, body.commands)

    def _deadline(self, position: int, body: Deadline) -> None:
        self._settle_accounts_with_cause()
        self._cause = position, body
        for command in body.commands:
            if not isinstance(command, Stand) or command.by is not By.DEADLINE:
                self._find(Code.DEADLINE, position, "a deadline does nothing but stand")
                continue
            since = self._dealt_at.get((body.table, command.box or 0, 1), "")
            waited = _between(body.since, body.at)
            if since != body.since or waited is None or waited <= SHORTEST_DEADLINE:
                text = f"the hand's last card came at {since or '?'}, the deadline at {body.at}"
                self._find(Code.DEADLINE, position, text)
        self._decide(position, body.table, body.commands)

    def _draw(self, position: int, body: Draw) -> None:
        self._settle_accounts_with_cause(intent_expected=False)
        self._cause = position, body
        intent = self._intents.pop(body.table, None)
        if intent is None or intent[0] != body.intent or intent[1].draw != body.draw:
            self._find(Code.DRAW, position, f"draw {body.draw} was not intended just before")
        elif source_of(body.origin) != intent[1].source:
            self._find(Code.DRAW, position, f"draw {body.draw} has another source than intended")
        if isinstance(body.origin, FromScript):
            used = self._script.get(body.origin.list, 0)
            if used != body.origin.offset:
                self._find(Code.DRAW, position, f"numbers {used + 1} … of the list were left out")
            self._script[body.origin.list] = body.origin.offset + len(body.numbers)
        self.draws += 1
        self._decide(position, body.table, (Deliver(body.numbers),))

    def _deposit(self, position: int, body: Deposit) -> None:
        if body.amount <= 0:
            self._find(Code.CAUSE, position, "a deposit of nothing")
            return
        posting = postings.of_deposit(
            key=f"deposit:{position}",
            guild=body.guild,
            account=body.account,
            asset=body.asset,
            amount=body.amount,
        )
        self.booked.append(Booked(position, body.actor, body.at, posting))

    def _decide(self, position: int, table: int, commands: tuple[Command, ...]) -> None:
        """Work out the events that must follow; what the rules refuse is a finding."""
        state = self._states.get(table, NO_ROUND)
        for command in commands:
            if isinstance(command, Open) and command.round != self.rounds + 1:
                text = f"round {command.round} follows round {self.rounds}"
                self._find(Code.CAUSE, position, text)
            try:
                decided = decide(state, command)
            except (RuleViolation, ValueError) as refused:
                self._find(Code.CAUSE, position, f"not allowed: {refused}")
                return
            for event in decided:
                state = evolve(state, event)
                self._expected.append(event)

    # ── what follows from them ───────────────────────────────────────────────────────────────────

    def _event(self, position: int, body: Happened) -> None:
        if self._cause is None:
            self._find(Code.EVENT, position, "an event without a cause")
            return
        cause, origin = self._cause
        expected = self._expected.pop(0) if self._expected else None
        if body.event != expected or body.cause != cause:
            self._find(Code.EVENT, position, f"{expected} was to follow from entry {cause}")
        event, table = body.event, origin.table
        version = self._versions.get(table, 0) + 1
        if isinstance(event, Opened):
            self.rounds, version = event.round, 1
        state = evolve(self._states.get(table, NO_ROUND), event)
        self._states[table], self._versions[table] = state, version
        if (body.round, body.version) != (state.number, version):
            text = f"is number {version} of round {state.number}"
            self._find(Code.EVENT, position, text)
        if isinstance(event, BoxDealt):
            self._dealt_at[table, event.box, event.hand] = body.at
        posting = postings.of_event(event, guild=origin.guild)
        if posting:
            self.booked.append(Booked(position, _actor(origin), body.at, posting))

    def _intended(self, position: int, body: Intent) -> None:
        self._settle_accounts_with_cause(intent_expected=False)
        slots = wants(self._states.get(body.table, NO_ROUND)).draws
        if body.table in self._intents:
            self._find(Code.DRAW, position, "the draw before is not answered yet")
        if body.draw != self._draws_intended + 1:
            text = f"draw {body.draw} follows draw {self._draws_intended}"
            self._find(Code.DRAW, position, text)
        if body.slots != tuple((slot.box, slot.hand) for slot in slots):
            self._find(Code.DRAW, position, "other cards are owed than intended")
        if self._cause is None or body.cause != self._cause[0]:
            self._find(Code.DRAW, position, "the intent does not name its cause")
        self._draws_intended = body.draw
        self._intents[body.table] = position, body

    def _settle_accounts_with_cause(self, *, intent_expected: bool = True) -> None:
        """Before the next cause: everything that the last one leads to must have been stored."""
        if self._cause is None:
            return
        position, body = self._cause
        if self._expected:
            text = f"{len(self._expected)} events are missing, the first: {self._expected[0]}"
            self._find(Code.EVENT, position, text)
            self._expected.clear()
        owed = wants(self._states.get(body.table, NO_ROUND)).draws
        if intent_expected and owed and body.table not in self._intents:
            self._find(Code.DRAW, position, f"{len(owed)} cards are owed and not intended")

    def _find(self, code: Code, position: int, text: str) -> None:
        self.findings.append(Finding(code, f"entry {position}", text))


def _actor(cause: Cause) -> str:
    match cause:
        case Message():
            return accounts.player(cause.account)
        case Deadline():
            return "deadline"
        case Draw():
            return "croupier"


def _between(since: str, until: str) -> timedelta | None:
    try:
        return datetime.fromisoformat(until) - datetime.fromisoformat(since)
    except (ValueError, TypeError):
        return None
