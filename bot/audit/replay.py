"""Decide every round again from the log's causes, and compare. Pure.

A cause (message, deadline, draw) is decided on the state so far; the events stored behind it must
be exactly those. What draws must be, :mod:`bot.audit.draws` knows. On the way the postings that
must be in the book are gathered.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final, assert_never

from msgspec import UnsetType

from bot.audit import owing, times
from bot.audit.banks import Banks
from bot.audit.betting import BettingTimes
from bot.audit.bookings import Booked, Booking, Bookings
from bot.audit.causes import actor_of, not_said
from bot.audit.clocks import Clocks
from bot.audit.draws import Draws
from bot.audit.findings import Code, Finding
from bot.audit.followers import Followers
from bot.audit.limits import GrantedLimits
from bot.audit.opaque import Opaque
from bot.audit.parties import returns_bank
from bot.audit.party_records import Parties
from bot.audit.playing import Played
from bot.audit.unseen import Due
from bot.draws.signature import SigningKey
from bot.engine import banking, hole
from bot.engine.commands import By, Command, Decline, Deliver, LeaveBank, Open, Stand, Void
from bot.engine.events import CardHidden, Closed, Event, Opened
from bot.engine.round import decide, evolve, wants
from bot.engine.state import NO_ROUND, Round
from bot.errors import RuleViolation
from bot.ledger import accounts, postings
from bot.store.entries import (
    RANDOM_ORG,
    Altered,
    BettingOver,
    Body,
    Cause,
    Clock,
    Deadline,
    Draw,
    Happened,
    Hidden,
    Intent,
    Lost,
    Message,
    Presence,
    StakeLimit,
    Start,
    TableClosing,
    TableOpened,
    TableRules,
    TableTips,
    Tickets,
    Unveiled,
    Voided,
    source_of,
)
from bot.store.of_money import Debit, Deposit, Reversal
from bot.store.of_parties import OfParty, PartyBegun, PartyEnded, PartyEnding, PartyJoined

SHORTEST_DEADLINE: Final = timedelta(hours=24)


class Replay:
    """Takes the entries one by one, in order; ``finish`` when there are no more."""

    def __init__(self, key: SigningKey, told: Iterable[Unveiled] = ()) -> None:
        """``told``: what the log tells of hidden draws, wherever it does."""
        self.findings: list[Finding] = []
        self.booked: list[Booked] = []
        self.rounds = 0
        self.draws = Draws(key, told)
        self._bookings = Bookings()
        self._states: dict[int, Round] = {}  # by table
        self._versions: dict[int, int] = {}
        self._clocks = Clocks()
        self._betting = BettingTimes()
        self._limits = GrantedLimits()
        self._followers = Followers(self.booked)
        self._played = Played()
        self._banks = Banks()
        self._parties = Parties()
        self._closing: set[int] = set()  # tables where no round may begin
        self._messages: set[tuple[int, str]] = set()
        self._cause: tuple[int, Cause] | None = None
        self._expected: list[tuple[int, Event]] = []  # with their tables
        self._opaque = Opaque()

    def take(  # noqa: C901, PLR0912, PLR0915 - an arm per kind of entry
        self, position: int, whole: bytes, body: Body
    ) -> None:
        """Check the next entry against everything before it; ``whole`` is its hash."""
        self._followers.read(position)
        if not isinstance(body, Happened | Presence | PartyJoined | PartyEnded | Unveiled):
            self._require_all_events()
        match body:
            case Happened():
                self._event(position, body)
            case Message():
                self._message(position, body)
            case Deadline():
                self._deadline(position, body)
            case BettingOver():
                self._betting_over(position, body)
            case TableOpened():
                self._require_message(position, body.cause)
                self._find_all(position, self._played.open(body), Code.CAUSE)
                self._closing.discard(body.table)
                self._betting.announce(body)
            case TableRules():
                self._require_message(position, body.cause)
                self._find_all(position, self._played.set(body), Code.CAUSE)
                self._cause = position, body
                if not banking.is_players(body.rules):
                    self._return_bank(body.table)
            case TableTips():
                self._require_message(position, body.cause)
            case TableClosing():
                if not isinstance(body.cause, UnsetType):
                    self._require_message(position, body.cause)
                self._closing.add(body.table)
                self._cause = position, body
                self._decide(position, body.table, ())
            case PartyBegun() | PartyEnding() | PartyJoined() | PartyEnded():
                self._party(position, body)
            case Intent():
                self._intend(position, whole, body)
            case Unveiled():
                self._find_all(position, self.draws.unseen.unveil(body, self._states))
            case Draw():
                self._draw(position, body)
            case Tickets():
                self._find_all(position, self.draws.announce(body))
            case Lost():
                self._find_all(position, self.draws.lose(body))
            case Voided():
                self._voided(position, body)
            case Deposit() | Debit() | Reversal():
                self._book(position, body)
            case Clock():
                self._clocks.move(body)
                self._pass_to(position, body.table, body.at)
            case Presence():
                self._betting.leave(body)
                self._banks.leave(body)
                cause = self._cause[1] if self._cause else None
                said = cause.account if isinstance(cause, Message) else None
                if (said, self._cause and self._cause[0]) != (body.account, body.cause):
                    self._find(Code.CAUSE, position, "follows from no message")
            case Altered():
                if (body.table, body.message) not in self._messages:
                    self._find(Code.CAUSE, position, "no such message was applied")
            case StakeLimit():
                self._find_all(position, self._limits.say(body, self._cause), Code.CAUSE)
            case Start():
                self._find_all(position, self._played.start(body), Code.CAUSE)
            case _:
                assert_never(body)

    def finish(self) -> None:
        """The last step must be whole; an intent may wait for its draw."""
        self._require_all_events()

    # ── causes ───────────────────────────────────────────────────────────────────────────────────

    def _message(self, position: int, body: Message) -> None:
        self._cause = position, body
        self._find_all(position, not_said(body), Code.CAUSE)
        if (body.table, body.message) in self._messages:
            self._find(Code.CAUSE, position, "the message was applied before")
        self._messages.add((body.table, body.message))
        self._pass_to(position, body.table, body.at)
        state = self._states.get(body.table, NO_ROUND)
        self._find_all(position, self._betting.deal(body, state), Code.DEADLINE)
        self._find_all(position, self._limits.stakes(body), Code.CAUSE)
        self._find_all(
            position, self._banks.said(body, state, self._parties.at(body.table)), Code.CAUSE
        )
        going = self._followers.said(body, state, opaque=body.table in self._opaque.tables)
        self._find_all(position, going, Code.CAUSE)
        self._decide(position, body.table, body.commands)

    def _deadline(self, position: int, body: Deadline) -> None:
        self._cause = position, body
        self._pass_to(position, body.table, body.at)
        for command in body.commands:
            defaults = Stand | Decline | LeaveBank
            if not isinstance(command, defaults) or command.by is not By.DEADLINE:
                self._find(Code.DEADLINE, position, "a deadline does nothing but stand or decline")
                continue
            box = 0 if isinstance(command, LeaveBank) else command.box or 0
            state = self._states.get(body.table, NO_ROUND)
            began = self._clocks.turn_began(body.table, state, box)
            waited = times.between(body.since, body.at)
            if began != body.since or waited is None or waited <= SHORTEST_DEADLINE:
                text = f"the hand's turn began at {began or '?'}, the deadline is at {body.at}"
                self._find(Code.DEADLINE, position, text)
        self._decide(position, body.table, body.commands)

    def _betting_over(self, position: int, body: BettingOver) -> None:
        self._cause = position, body
        self._pass_to(position, body.table, body.at)
        self._find_all(position, self._betting.over(body), Code.DEADLINE)
        self._decide(position, body.table, body.commands)

    def _voided(self, position: int, body: Voided) -> None:
        self._cause = position, body
        self._find_all(position, self.draws.abandon(body))
        if body.commands != (Void(),):
            self._find(Code.CAUSE, position, "undoes more than a round")
        self._decide(position, body.table, body.commands)

    def _draw(self, position: int, body: Draw) -> None:
        intended = self.draws.open
        if isinstance(body.origin, Hidden) and intended:
            self._unseen(position, body, intended.body.slots[0].table if intended.body.slots else 0)
            return
        self._find_all(position, self.draws.answer(body))
        self._cause = position, body
        first, slots = 0, intended.body.slots if intended else ()
        for table in dict.fromkeys(slot.table for slot in slots):
            count = sum(slot.table == table for slot in slots)
            numbers = body.numbers[first : first + count]
            self._require_source(position, table, source_of(body.origin))
            self._decide(position, table, (Deliver(numbers),))
            first += count

    def _unseen(self, position: int, body: Draw, table: int) -> None:
        """A hidden draw: its true numbers, if they are told; else any that look the same."""
        state = self._states.get(table, NO_ROUND)
        due = Due.of(table, state, sure=table not in self._opaque.tables)
        self._find_all(position, self.draws.answer(body, due))
        self._require_source(position, table, source_of(body.origin))
        self._cause = position, body
        numbers = self.draws.unseen.dealt(body, due)
        if numbers is None and any(slot.hidden and slot.box for slot in wants(state).draws):
            self._opaque.tables.add(table)
        elif numbers is not None:
            self._decide(position, table, (Deliver(numbers),))
        else:
            witness = hole.witness(state)
            seen = tuple(number or witness for number in body.numbers)
            self._decide(position, table, (Deliver(seen),))
            self._expected = [(at, hole.without_number(event)) for at, event in self._expected]

    def _intend(self, position: int, whole: bytes, body: Intent) -> None:
        owed, hidden = owing.expected(self._states, body, self._opaque.tables)
        given = position, whole, body, owed, owing.highest(self._states, body)
        self._find_all(position, self.draws.intend(*given, hidden=hidden))

    def _require_source(self, position: int, table: int, source: str) -> None:
        """A round that began with random.org ends with it, and no other turns to it."""
        began = self._states.get(table, NO_ROUND).source
        if source != began and RANDOM_ORG in {source, began}:
            self._find(Code.DRAW, position, f"a card from {source} in a round of {began}")

    def _book(self, position: int, body: Booking) -> None:
        number = len(self.booked) + 1
        posting, wrong = self._bookings.judge(position, body, self._cause, number)
        self._find_all(position, wrong, Code.CAUSE)
        if posting:
            self.booked.append(Booked(position, body.actor, body.at, posting))

    def _decide(self, position: int, table: int, commands: tuple[Command, ...]) -> None:
        """Work out the events that must follow; what the rules refuse is a finding."""
        state = self._states.get(table, NO_ROUND)
        if table in self._opaque.tables:
            return  # what the cards decide cannot be known
        for command in commands:
            if isinstance(command, Open):
                opening = owing.opened(command, state, after=self.rounds)
                self._find_all(position, opening, Code.CAUSE)
            try:
                decided = decide(state, command)
            except (RuleViolation, ValueError, LookupError) as refused:
                self._find(Code.CAUSE, position, f"not allowed: {refused}")
                return
            for event in decided:
                state = evolve(state, event)
                self._expected.append((table, event))
        party = self._parties.at(table)
        if returns_bank(party and party[0], state, closing=table in self._closing):
            self._return_bank(table, state)

    def _party(self, position: int, body: OfParty) -> None:
        """A party begins and ends by staff's word, and is joined by a player's."""
        over = self._is_over(body.table)
        judged = self._parties.take(position, body, self._cause, over=over)
        self._find_all(position, judged.findings, Code.CAUSE)
        if judged.posting:
            self.booked.append(Booked(position, judged.actor, body.at, judged.posting))
            self._parties.booked(judged.posting)
        if isinstance(body, PartyBegun | PartyEnding):
            self._require_message(position, body.cause)
            self._cause = position, body
            self._decide(position, body.table, ())

    def _is_over(self, table: int) -> bool:
        state, left = self._states.get(table, NO_ROUND), self._banks.away(table)
        return self._parties.is_over(table, state, left=left, closing=table in self._closing)

    def _return_bank(self, table: int, state: Round | None = None) -> None:
        """A bank in which nothing is bound goes back where it is played no more."""
        state = self._states.get(table, NO_ROUND) if state is None else state
        for command in banking.returned(state):
            self._expected.extend((table, event) for event in decide(state, command))

    # ── what follows from them ───────────────────────────────────────────────────────────────────

    def _event(self, position: int, body: Happened) -> None:
        if self._cause is None:
            self._find(Code.EVENT, position, "an event without a cause")
            return
        cause, origin = self._cause
        at = self._clocks.event_time(origin, body.table)
        true = body.event
        if body.table in self._opaque.tables:
            if (body.cause, body.at) != (cause, at):
                self._find(Code.EVENT, position, f"does not follow from entry {cause}")
            before = self._states[body.table]
            self._find_all(position, self._opaque.judge(before, true, origin), Code.EVENT)
        else:
            expected = self._expected.pop(0) if self._expected else (None, None)
            told = hole.public_event(expected[1]) if expected[1] else None
            if (body.table, body.event, body.cause, body.at) != (expected[0], told, cause, at):
                self._find(Code.EVENT, position, f"{told} was to follow from entry {cause}")
            elif expected[1]:
                true = expected[1]
            if isinstance(true, CardHidden):
                self._opaque.tables.add(body.table)
        self._fold(position, body, true)
        state = self._states.get(body.table, NO_ROUND)
        bank = accounts.bank(body.table, state.banker) if state.banker else ""
        key = f"{body.round}-{body.version}"
        posting = postings.of_event(body.event, guild=origin.guild, bank=bank, key=key)
        if posting:
            self.booked.append(Booked(position, actor_of(origin), body.at, posting))
            self._parties.booked(posting)

    def _fold(self, position: int, body: Happened, true: Event) -> None:
        """``true``: the event with the face of a card that lies face down, where it is known."""
        event, table = body.event, body.table
        version = self._versions.get(table, 0) + 1
        if isinstance(event, Opened):
            self.rounds, version = event.round, 1
            if table in self._closing:
                self._find(Code.CAUSE, position, "a round begins at a table that closes")
            self._find_all(position, self._played.begin(table, event), Code.CAUSE)
        before = self._states.get(table, NO_ROUND)
        self._betting.happen(table, before, event, body.at)
        self._limits.happen(table, before, event)
        self._banks.happen(table, event)
        state = evolve(before, true)
        if isinstance(event, Closed):
            self._opaque.tables.discard(table)
        self._states[table], self._versions[table] = state, version
        self._parties.happen(table, state, event)
        if (body.round, body.version) != (state.number, version):
            text = f"is number {version} of round {state.number}"
            self._find(Code.EVENT, position, text)
        self._clocks.happen(table, event, body.at)

    def _pass_to(self, position: int, table: int, text: str) -> None:
        self._find_all(position, self._clocks.pass_to(table, text), Code.TIME)

    def _require_message(self, position: int, cause: int) -> None:
        """What staff does follows from a message, the last entry but for what came of it."""
        found, body = self._cause or (0, None)
        if found != cause or not isinstance(body, Message):
            self._find(Code.CAUSE, position, "follows from no message")

    def _require_all_events(self) -> None:
        """Before the next entry: every event that the last cause leads to must have been stored."""
        if self._expected and self._cause is not None:
            text = f"{len(self._expected)} events are missing, the first: {self._expected[0][1]}"
            self._find(Code.EVENT, self._cause[0], text)
            self._expected.clear()
        for table in self._states:
            if self._cause is not None and self._is_over(table):
                self._find(Code.CAUSE, self._cause[0], "a party that is over goes on")
        if self._cause is not None:
            self._find_all(self._cause[0], self.draws.unseen.overdue(self._states))

    def _find_all(self, position: int, texts: Iterable[str], code: Code = Code.DRAW) -> None:
        for text in texts:
            self._find(code, position, text)

    def _find(self, code: Code, position: int, text: str) -> None:
        self.findings.append(Finding(code, f"entry {position}", text))
