"""The croupier: the only stateful service, and the order of effects at one table.

1. Hear a message, decide. 2. One transaction: log entries, transfers, the reply for the outbox,
the message's id. 3. Commit. 4. Speak. 5. While cards are owed: ask chance, outside any
transaction, and go to 2 with the answer: :mod:`bot.table.drawing`. First write, then speak; a
message is applied once.

Messages that may change the round are taken one after the other, and wait while it waits for cards.
Whoever asks for an answer only, gets it meanwhile, and else behind the orders that came first: no
lock is held over the network.

A crash at any point leaves a state from which ``open`` goes on: what was written and not said is
said, cards that are owed are drawn.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.draws import log
from bot.engine.wants import wants
from bot.errors import CannotStart
from bot.ledger import accounts, book
from bot.store import history, messages, outbox, players, tables
from bot.store.codec import canonical
from bot.store.database import Database
from bot.store.entries import RANDOM_ORG, Alteration, Lost
from bot.table import betting, deadlines, duties, opening, replies
from bot.table.advising import Adviser
from bot.table.auditing import Auditor, DatabaseAuditor, examined
from bot.table.booking import purses
from bot.table.clock import Clock, in_milliseconds, stamp
from bot.table.delivery import Delivery
from bot.table.drawing import Drawing
from bot.table.game import Game
from bot.table.heard import NOBODY, Heard
from bot.table.hearing import Hearing
from bot.table.house import House
from bot.table.loading import load
from bot.table.precedence import Precedence
from bot.table.replies import Fact
from bot.table.requests import is_play
from bot.table.step import Step
from bot.table.uninterrupted import uninterrupted
from bot.table.unsaid import FACTS, who_waits
from bot.table.voice import Utterance, Voice

LOOKED_BACK: Final = 200
"""Entries whose links are checked at a start; ``audit verify`` checks them all."""


class Spoken(NamedTuple):
    """What a transaction wrote, to be taken over and said after the commit."""

    step: Step
    utterance: Utterance


class Croupier:
    """One table. ``open`` it, let it ``hear``, ``close`` it."""

    def __init__(
        self,
        database: Database,
        drawing: Drawing,
        clock: Clock,
        voice: Voice,
        house: House,
        auditor: Auditor | None = None,
    ) -> None:
        self.house = house
        self.game = Game()
        self._database = database
        self._drawing = drawing
        self._source = drawing.source
        self._clock = clock
        self._voice = voice
        self._auditor = auditor or DatabaseAuditor(database.path)
        self._adviser = Adviser()
        self._offset = timedelta()
        self._names: dict[int, str] = {}
        self._next_seq = 1
        self._said = 0  # everything up to it may be forgotten
        self._unsaid: list[Utterance] = []  # what the voice still owes, in order
        self._answering = NOBODY  # whose message waits for cards
        self._disowned: set[str] = set()  # messages that failed, and must not be applied later
        self.turn = asyncio.Lock()  # one step at a time
        self._precedence = Precedence()
        self._order = asyncio.Lock()  # what may change the round waits for its cards here

    @property
    def now(self) -> datetime:
        """The table's time, UTC."""
        return in_milliseconds(self._clock.now() + self._offset)

    def account_of(self, name: str) -> int | None:
        """Return a player's account number, if he has one."""
        return next((number for number, known in self._names.items() if known == name), None)

    @property
    def waits(self) -> bool:
        """Whether chance owes the table cards: moves and stakes are taken when they are there."""
        return bool(wants(self.game.round).draws)

    @property
    def is_due(self) -> bool:
        """Whether a deadline has passed; ``tick`` sees to it."""
        if deadlines.expired(self.game, self.now):
            return True
        state, told = self.game.round, self.game.short_of_draws
        may_deal = self._drawing.suffices(self, len(state.boxes)) or told != state.number
        return may_deal and self._betting_is_over(self.game, self.now)

    def must_wait(self, heard: Heard) -> bool:
        """Whether a message will be taken only when the cards are there."""
        return self.waits and is_play(heard.request)

    async def load(self) -> None:
        """Read what the table knows from the database, and log the start."""
        async with self.turn:
            await self._database.transaction(self._begin)
            self._drawing.register(self)

    async def open(self) -> None:
        """Go on where the last start stopped: say what was not said, draw what is owed."""
        await self.load()
        await self.resume()

    async def resume(self) -> None:
        """Go on after ``load``, once every table that an open intent may name is loaded."""
        async with self._order:
            async with self.turn:
                table = self.house.table
                for row in await self._database.read(lambda c: list(outbox.unsaid(c, table))):
                    facts = FACTS.decode(row.facts)
                    said = Utterance(row.first_seq, row.message, row.speaker, facts, row.at)
                    await self._say(said)
            await self._draw_what_is_owed()

    async def hear(self, heard: Heard) -> None:
        """Apply a message, once, and say what comes of it.

        Returns when the cards it makes necessary are dealt, however long chance keeps them. Raises
        ``CannotStart`` where only an operator can help: what was written stays, and goes on later.
        """
        if is_play(heard.request):
            self._precedence.enter(heard.id)
            try:
                await self._play(heard, lambda step: Hearing(step, heard, self._drawing).apply())
            finally:
                self._precedence.leave(heard.id)
        else:
            await self._precedence.behind(unless=lambda: self.waits)
            found = await examined(self._auditor, self._database, self.house.table, heard)
            odds = await self._adviser.odds(self.house, self.game, heard)
            await self._step(heard, lambda s: Hearing(s, heard, self._drawing, found, odds).apply())

    async def move_clock(self, heard: Heard, seconds: int) -> None:
        """Move the table's clock, and let every deadline pass that lies behind it then."""
        await self._play(heard, lambda step: self._move_clock(step, heard, seconds))

    async def tick(self) -> None:
        """Let the deadlines pass that have passed; a timer may call it at any time."""
        async with self._order:
            if self.is_due:  # still, when it is its turn
                # An id of its own, so that what follows from it is said as one.
                timer = Heard(f"deadline {stamp(self.now)}", "", "")
                await self._step(timer, self._pass_deadlines)
                await self._draw_what_is_owed()

    async def note_alteration(self, message: str, how: Alteration) -> bool:
        """Note that a message which was applied has been edited or deleted; whether it was noted.

        The text as first received binds.
        """
        noted = False

        def note(step: Step) -> bool:
            nonlocal noted
            noted = duties.note_alteration(step, message, how)
            return False

        await self._step(NOBODY, note)
        return noted

    async def disown(self, message: str) -> bool:
        """Let a message that failed never be applied, for it will be said again; whether it was.

        A message that is applied stays so. What cannot be written now is with the next step.
        """
        async with self.turn:
            table = self.house.table
            if await self._database.read(lambda c: messages.knows(c, table, message)):
                return True
            self._disowned.add(message)
        await self._step(NOBODY, lambda _: False)
        return False

    async def lose_place(self) -> None:
        """Close the table: its channel is gone. What is dealt is played out, by deadlines."""
        async with self._order:
            await self._step(NOBODY, opening.lose_place)

    async def go_on(self) -> None:
        """Draw the cards that are owed, where an error stopped it."""
        async with self._order:
            await self._draw_what_is_owed()

    async def deposit(self, name: str, amount: int, *, actor: str, reason: str) -> None:
        """Book money that came in for a player, who is given an account if he has none."""
        await self._step(
            Heard("", name, ""),
            lambda step: duties.deposit(step, name, amount, actor=actor, reason=reason),
        )

    async def show_round(self) -> None:
        """Say how the round that runs stands, and who is to act."""
        await self._step(NOBODY, duties.show_round)

    async def show_balances(self) -> None:
        """Say every account's balance, the house's and the world's included."""
        await self._step(NOBODY, duties.show_balances)

    async def purses(self) -> tuple[Mapping[int, str], dict[str, Decimal]]:
        """Return all names, and what each player can dispose of; for display."""
        names, asset = self._names, self.house.asset
        return names, await self._database.read(lambda c: purses(c, names, asset))

    async def close(self) -> None:
        """Record what was said."""
        async with self.turn:
            table, said = self.house.table, self._said
            await self._database.transaction(lambda c: outbox.mark(c, table=table, said=said))

    # ── a seat, as drawing sees it ───────────────────────────────────────────────────────────────

    def deliver(self, connection: sqlite3.Connection, delivery: Delivery) -> Spoken:
        """Write what a draw brings at this table, within the draw's transaction."""
        step = self._begin_step(connection, delivery.at + self._offset)
        step.deliver(delivery)
        return self._finish_step(step, self._answering, complete=not step.waits)

    def accept(self, delivered: Spoken) -> None:
        """Take it over after the commit."""
        self._take_over(delivered, self._answering)

    async def say(self, delivered: Spoken) -> None:
        """Say it."""
        await self._say(delivered.utterance)

    def undo(
        self, connection: sqlite3.Connection, lost: tuple[Lost, ...], *, actor: str, reason: str
    ) -> Spoken:
        """Write down lost draws and undo the round that runs, within a transaction of a restore."""
        step = self._begin_step(connection, self.now)
        # Whose message waits for cards hears that none will come.
        complete = duties.undo(step, lost, actor=actor, reason=reason)
        return self._finish_step(step, self._answering, complete=complete)

    async def notice(self, fact: Fact) -> None:
        """Say something that belongs to no answer; the message that waits goes on waiting."""

        def remark(step: Step) -> bool:
            step.facts.append(fact)
            return False

        await self._step(NOBODY, remark)

    # ── one transaction, then speak ──────────────────────────────────────────────────────────────

    async def _play(self, heard: Heard, work: Callable[[Step], bool]) -> None:
        """Take a step that may change the round, and see to the cards that are owed then."""
        async with self._order:
            await self._step(heard, work)
            self._precedence.leave(heard.id)
            await self._draw_what_is_owed()

    async def _step(self, heard: Heard, work: Callable[[Step], bool]) -> None:
        """Run ``work`` in one transaction, and speak; it tells whether the answer is complete."""
        await uninterrupted(self._take_step(heard, work))

    async def _take_step(self, heard: Heard, work: Callable[[Step], bool]) -> None:
        async with self.turn:
            now = self.now

            def transact(connection: sqlite3.Connection) -> Spoken:
                step = self._begin_step(connection, now)
                for each in self._disowned:
                    step.remember(each, entry=None, salt=None)
                complete = work(step)
                return self._finish_step(step, heard, complete=complete and not step.repeated)

            spoken = await self._database.transaction(transact)
            self._disowned.clear()
            self._offset += spoken.step.now - now
            self._take_over(spoken, heard)
            await self._say(spoken.utterance)

    def _begin_step(self, connection: sqlite3.Connection, now: datetime) -> Step:
        return Step(connection, self.house, self.game, self._names, now)

    def _finish_step(self, step: Step, heard: Heard, *, complete: bool) -> Spoken:
        """Store the reply, if there is one; a complete answer ends with ``Done``."""
        if complete and heard.id:
            step.facts.append(replies.Done())
        utterance = Utterance(self._next_seq, heard.id, heard.called, tuple(step.facts))
        facts = utterance.facts
        if facts:  # else it has no number, and the next reply takes the one it would have had
            content, table = canonical(facts), self.house.table
            row = outbox.Row(utterance.first_seq, heard.id, heard.called, content, step.at)
            outbox.add(step.connection, row, table=table, count=len(facts), said=self._said)
            if heard.cursor:
                tables.move_cursor(step.connection, table, heard.cursor)
        return Spoken(step, utterance)

    def _take_over(self, spoken: Spoken, heard: Heard) -> None:
        step, utterance = spoken
        waited, self.game = self.waits, step.game
        self.house = step.house
        self._names |= step.added
        if not step.waits:
            self._answering = NOBODY
        elif not waited:  # else cards are owed to an earlier message still
            self._answering = heard
        self._next_seq = utterance.last_seq + 1

    async def _say(self, utterance: Utterance) -> None:
        """Say it, after whatever could not be said before it."""
        if utterance.facts:
            self._unsaid.append(utterance)
        while self._unsaid:
            is_out = await self._voice.say(self._unsaid[0])
            said = self._unsaid.pop(0)
            if is_out and not self.waits:  # else the answer goes on, and a post is made of it all
                self._said = said.last_seq

    async def _draw_what_is_owed(self) -> None:
        if self.waits:
            await self._drawing.serve(self)

    # ── what the steps write ─────────────────────────────────────────────────────────────────────

    def _begin(self, connection: sqlite3.Connection) -> None:
        guild, table = self.house.guild, self.house.table
        for name in (accounts.outside(guild), accounts.house(guild)):
            book.open_account(connection, name, guild=guild)
        self._offset = timedelta(seconds=history.clock_offset(connection, table))
        started = opening.started(self.house, at=stamp(self.now), source=self._source.name)
        log.append(connection, started)
        log.require_linked(connection, last=LOOKED_BACK)
        self._names = players.names(connection, guild)
        self.game = load(connection, table, opened_by_staff=self.house.opened_by_staff)
        if history.gives_tips(connection, table):
            self.house = replace(self.house, tips=True)
        self._next_seq, self._said = outbox.position(connection, table)
        self._require_source()
        if self.waits:
            self._answering = who_waits(outbox.unsaid(connection, table))

    def _require_source(self) -> None:
        """A round that draws from random.org does so to its end, and no other turns to it."""
        state = self.game.round
        sources = {state.source, self._source.name}
        if state.is_running and len(sources) == 2 and RANDOM_ORG in sources:  # noqa: PLR2004
            msg = (
                f"round {state.number} draws its cards from '{state.source}' and not from "
                f"'{self._source.name}'; finish it with that source"
            )
            raise CannotStart(msg)

    def _move_clock(self, step: Step, heard: Heard, seconds: int) -> bool:
        if not Hearing(step, heard, self._drawing).is_new():
            return True
        duties.move_clock(step, seconds)
        return self._pass_deadlines(step)

    def _pass_deadlines(self, step: Step) -> bool:
        """Let everything pass that is due at the step's time."""
        duties.pass_deadlines(step)
        if self._betting_is_over(step.game, step.now):
            duties.end_betting(step, self._drawing.requests_left(step.house.table))
        return not step.waits

    def _betting_is_over(self, game: Game, now: datetime) -> bool:
        return betting.is_over(game, now=now, minimum=self.house.betting_seconds)
