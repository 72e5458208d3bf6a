"""The croupier: the only stateful service, and the order of effects at one table.

1. Hear a message, decide. 2. One transaction: log entries, transfers, the reply for the outbox,
the message's id. 3. Commit. 4. Speak. 5. While cards are owed: ask chance, outside any
transaction, and go to 2 with the answer. First write, then speak; a message is applied once.

A crash at any point leaves a state from which ``open`` goes on: what was written and not said is
said, cards that are owed are drawn.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from bot import __version__
from bot.draws import log
from bot.draws.chance import Answer, Question, Source
from bot.engine.cards import DECK
from bot.engine.commands import By, Stand
from bot.ledger import accounts, book, postings
from bot.store import history, outbox, players
from bot.store.codec import canonical, read_special
from bot.store.database import Database
from bot.store.entries import Clock as ClockMoved
from bot.store.entries import Deadline, Deposit, Intent, Start
from bot.table import deadlines, replies
from bot.table.clock import Clock, stamp
from bot.table.game import Game
from bot.table.hearing import Heard, Hearing
from bot.table.house import House
from bot.table.loading import load
from bot.table.replies import Fact, money
from bot.table.step import Step
from bot.table.voice import Utterance, Voice

_FACTS = msgspec.json.Decoder(tuple[Fact, ...], dec_hook=read_special)


class Owed(NamedTuple):
    """Cards that chance owes, and whose message waits for them."""

    position: int
    intent: Intent
    heard: Heard


class Croupier:
    """One table. ``open`` it, let it ``hear``, ``close`` it."""

    def __init__(
        self, database: Database, source: Source, clock: Clock, voice: Voice, house: House
    ) -> None:
        self.house = house
        self.game = Game()
        self._database = database
        self._source = source
        self._clock = clock
        self._voice = voice
        self._offset = timedelta()
        self._names: dict[int, str] = {}
        self._next_seq = 1
        self._said = 0
        self._owed: Owed | None = None
        self._turn = asyncio.Lock()

    @property
    def now(self) -> datetime:
        """The table's time, UTC."""
        return self._clock.now() + self._offset

    async def open(self) -> None:
        """Go on where the last start stopped: say what was not said, draw what is owed."""
        async with self._turn:
            await self._database.transaction(self._begin)
            for row in await self._database.read(
                lambda connection: list(outbox.unsaid(connection, self.house.table))
            ):
                facts = _FACTS.decode(row.facts)
                await self._say(Utterance(row.first_seq, row.message, row.speaker, facts))
            await self._draw_what_is_owed()

    async def hear(self, heard: Heard) -> None:
        """Apply a message, once, and say what comes of it.

        Raises ``ChanceUnavailable`` when a card is owed and cannot be had: the message is applied,
        and the card is drawn when the table goes on.
        """
        async with self._turn:
            await self._step(heard, lambda step: Hearing(step, heard, self._source.name).apply())
            await self._draw_what_is_owed()

    async def move_clock(self, heard: Heard, seconds: int) -> None:
        """Move the table's clock, and let every deadline pass that lies behind it then."""
        async with self._turn:
            await self._step(heard, lambda step: self._move_clock(step, heard, seconds))
            await self._draw_what_is_owed()

    async def tick(self) -> None:
        """Let the deadlines pass that have passed; a timer may call it at any time."""
        async with self._turn:
            if deadlines.expired(self.game, self.now):
                nobody = Heard("", "", "")
                await self._step(nobody, self._pass_deadlines)
                await self._draw_what_is_owed()

    async def deposit(self, name: str, amount: int, *, actor: str, reason: str) -> None:
        """Book money that came in for a player, who is given an account if he has none."""
        async with self._turn:
            await self._step(
                Heard("", name, ""),
                lambda step: self._deposit(step, name, amount, actor=actor, reason=reason),
            )

    async def show_balances(self) -> None:
        """Say every account's balance, the house's and the world's included."""
        async with self._turn:
            await self._step(Heard("", "", ""), self._show_balances)

    async def close(self) -> None:
        """Record what was said."""
        async with self._turn:
            table, said = self.house.table, self._said
            await self._database.transaction(
                lambda connection: outbox.mark(connection, table=table, said=said)
            )

    # ── one transaction, then speak ──────────────────────────────────────────────────────────────

    async def _step(self, heard: Heard, work: Callable[[Step], bool]) -> None:
        """Run ``work`` in one transaction; it tells whether the answer is complete."""
        now, offset = self.now, self._offset

        def transact(connection: sqlite3.Connection) -> tuple[Step, Utterance]:
            step = Step(connection, self.house, self.game, self._names, now)
            if work(step) and heard.id and not step.repeated:
                step.facts.append(replies.Done())
            return step, self._keep(step, heard)

        step, utterance = await self._database.transaction(transact)
        self.game, self._offset = step.game, offset + (step.now - now)
        self._names |= step.added
        if step.owed or step.answered:
            self._owed = Owed(*step.owed, heard) if step.owed else None
        self._next_seq = utterance.last_seq + 1
        await self._say(utterance)

    def _keep(self, step: Step, heard: Heard) -> Utterance:
        utterance = Utterance(self._next_seq, heard.id, heard.speaker, tuple(step.facts))
        row = outbox.Row(utterance.first_seq, heard.id, heard.speaker, canonical(utterance.facts))
        outbox.add(
            step.connection,
            row,
            table=self.house.table,
            count=len(utterance.facts),
            said=self._said,
        )
        return utterance

    async def _say(self, utterance: Utterance) -> None:
        await self._voice.say(utterance)
        self._said = utterance.last_seq

    async def _draw_what_is_owed(self) -> None:
        while self._owed is not None:
            position, intent, heard = self._owed
            highest = self.game.round.rules.packs * len(DECK)
            question = Question(intent.draw, len(intent.slots), highest)
            answer = await self._source.draw(question)
            await self._step(heard, self._delivery(position, intent, answer))

    def _delivery(self, position: int, intent: Intent, answer: Answer) -> Callable[[Step], bool]:
        return lambda step: not step.deliver(position, intent, answer, source=self._source.name)

    # ── what the steps write ─────────────────────────────────────────────────────────────────────

    def _begin(self, connection: sqlite3.Connection) -> None:
        guild, table = self.house.guild, self.house.table
        for name in (accounts.outside(guild), accounts.house(guild)):
            book.open_account(connection, name, guild=guild)
        self._offset = timedelta(seconds=history.clock_offset(connection, table))
        log.append(
            connection,
            Start(at=stamp(self.now), version=__version__, source=self._source.name),
        )
        self._names = players.names(connection)
        self.game = load(connection, table)
        self._next_seq, self._said = outbox.position(connection, table)
        found = log.open_intent(connection)
        if found:
            message = log.message_of(connection, found[1].cause)
            heard = Heard("", "", "")
            if message:
                heard = Heard(message.message, self._names[message.account], "")
            self._owed = Owed(*found, heard)

    def _move_clock(self, step: Step, heard: Heard, seconds: int) -> bool:
        if not Hearing(step, heard, self._source.name).is_new():
            return True
        table = self.house.table
        step.now += timedelta(seconds=seconds)
        offset = history.clock_offset(step.connection, table) + seconds
        step.note(ClockMoved(at=step.at, table=table, offset=offset))
        history.set_clock_offset(step.connection, table, offset)
        step.facts.append(replies.Clock(now=step.at))
        return self._pass_deadlines(step)

    def _pass_deadlines(self, step: Step) -> bool:
        cause = 0
        for due in deadlines.expired(step.game, step.now):
            turn = due.turn
            stand = (Stand(turn.player, turn.box, By.DEADLINE),)
            entry = step.note(
                Deadline(
                    at=step.at,
                    table=self.house.table,
                    guild=self.house.guild,
                    since=stamp(due.since),
                    hours=deadlines.HOURS,
                    commands=stand,
                )
            )
            cause = entry.position
            step.facts.append(
                replies.Expired(
                    round=step.game.round.number,
                    box=turn.box,
                    hand=turn.hand,
                    player=step.names[turn.player],
                    hours=deadlines.HOURS,
                )
            )
            step.run(stand, cause=cause, actor="deadline")
        if not cause:
            return True
        owed = step.owe(cause=cause, source=self._source.name)
        step.say_wants()
        return not owed

    def _deposit(self, step: Step, name: str, amount: int, *, actor: str, reason: str) -> bool:
        guild, asset = self.house.guild, self.house.asset
        account = step.account_of(name)
        entry = step.note(
            Deposit(
                at=step.at,
                guild=guild,
                account=account,
                asset=asset,
                amount=amount,
                actor=actor,
                reason=reason,
            )
        )
        key = f"deposit:{entry.position}"
        posting = postings.of_deposit(
            key=key, guild=guild, account=account, asset=asset, amount=amount
        )
        step.post(posting, entry=entry.position, actor=actor)
        step.facts.append(step.balance_fact(account, asset))
        return True

    def _show_balances(self, step: Step) -> bool:
        guild = self.house.guild
        for funds in book.all_funds(step.connection, guild, accounts.ASSETS):
            kind, _, number = funds.account.partition(":")
            name = step.names[int(number)] if kind == "player" else kind
            step.facts.append(
                replies.Balance(
                    player=name,
                    asset=funds.asset,
                    available=money(funds.available),
                    held=money(funds.held),
                )
            )
        return True
