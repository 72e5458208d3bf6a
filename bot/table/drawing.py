"""Drawing: cards that tables wait for, one request at a time, and what follows from each.

1. One transaction: the intent, which names every card that waits at one guild's tables. 2. The
source is asked, outside any transaction, as often as it takes; the tables say that they wait. 3.
One transaction: the answer and everything it brings at those tables. 4. They speak.

An intent that was written is always finished, after a restart too: with the same ticket, so with
the same numbers. There is one of these per database, for one key draws one at a time.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Container, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Any, TypeVar

from msgspec import UNSET

from bot.draws import asked, log, tickets
from bot.draws.chance import Answer, Question, Source, Tail
from bot.draws.log import OpenIntent
from bot.draws.quota import bits_of_draw
from bot.draws.sealing import seal
from bot.engine import shoe
from bot.engine.hole import is_drawn_unseen
from bot.engine.rules import RuleSet
from bot.engine.wants import wants
from bot.errors import CannotStart
from bot.store.database import Database
from bot.store.entries import Draw, Intent, Tickets
from bot.table import replies, unseen
from bot.table.clock import Clock, in_milliseconds, stamp
from bot.table.delivery import Delivery
from bot.table.house import TERMINAL
from bot.table.patience import Patience
from bot.table.seat import Seat
from bot.table.uninterrupted import uninterrupted
from bot.table.unseen import Seal
from bot.table.waiters import Waiters

T = TypeVar("T")


class Drawing:
    """The queue of tables that wait for cards, and the one request under way."""

    def __init__(
        self,
        database: Database,
        source: Source,
        clock: Clock,
        patience: Patience = Patience(),  # noqa: B008 - a value, never changed
        *,
        attended: bool = False,
        seal: Seal = seal,
    ) -> None:
        """With ``attended`` somebody sits there who can mend what will not pass by itself."""
        self._seal = seal
        self.source = source
        self._database = database
        self._clock = clock
        self._seats: dict[int, Seat] = {}  # open tables
        self._waiting = Waiters(clock, patience, attended=attended)
        self._turn = asyncio.Lock()

    def requests_left(self, table: int) -> int | None:
        """Return how many draws are left today beside what other tables need to be played out.

        None where nobody counts.
        """
        left = self.left_today()
        if left is None:
            return None
        others = (seat for number, seat in self._seats.items() if number != table)
        return left - sum(seat.house.reserve * _boxes_in_play(seat) for seat in others)

    def left_today(self) -> int | None:
        """Return how many draws are left today, each as dear as the dearest at an open table."""
        rules = [each for seat in self._seats.values() for each in _played(seat)]
        return self.source.requests_left(max(map(bits_of_draw, rules), default=1))

    def suffices(self, seat: Seat, boxes: int) -> bool:
        """Whether so many boxes that are dealt in now can be played out today."""
        left = self.requests_left(seat.house.table)
        return left is None or left >= boxes * seat.house.reserve

    def register(self, seat: Seat) -> None:
        """Know an open table: an intent of an earlier start may name it."""
        self._seats[seat.house.table] = seat

    async def require_seats(self, *coming: int) -> None:
        """Raise ``CannotStart`` if an open intent names a table that is neither here nor coming."""
        found = await self._database.read(log.open_intent)
        if found:
            self._require_seats(found.body, {*self._seats, *coming})

    async def serve(self, seat: Seat) -> None:
        """Return when the seat has all cards that are owed to it.

        Raises ``CannotStart`` where only an operator can help; the cards stay owed.
        """
        async with self._waiting.joined(seat), self._turn:
            while wants(seat.game.round).draws:
                await self._draw()

    async def _draw(self) -> None:
        """Make one draw for all that waits at the guild whose turn it is."""
        found = await self._database.read(log.open_intent)
        if found:
            self._require_source(found.body)
            seats = self._named(found.body)
        else:
            seats = self._batch()
            hidden = is_drawn_unseen(seats[0].game.round)
            ready = await self._waiting.patiently(lambda: self._ready(hidden=hidden))
            seats = self._batch()  # more may have come to wait
            if is_drawn_unseen(seats[0].game.round) is not hidden:
                return  # whose ticket that was waits no more
            found = await self._database.transaction(
                lambda connection: self._intend(connection, seats, ready)
            )
        answer = await self._waiting.patiently(lambda: self._ask(found, seats))
        await uninterrupted(self._hand_out(found, seats, answer))

    async def _hand_out(self, found: OpenIntent, seats: Sequence[Seat], answer: Answer) -> None:
        async with AsyncExitStack() as turns:
            for seat in sorted(seats, key=lambda seat: seat.house.table):
                await turns.enter_async_context(seat.turn)
            delivered = await self._database.transaction(
                lambda connection: self._deliver(connection, found, seats, answer)
            )
            for seat, what in delivered:
                seat.accept(what)
            said = await asyncio.gather(
                *(seat.say(what) for seat, what in delivered), return_exceptions=True
            )
        for failed in said:
            if isinstance(failed, BaseException):
                raise failed

    def _require_source(self, intent: Intent) -> None:
        """Refuse to answer an intent from another source than it names."""
        if intent.source != self.source.name:
            msg = (
                f"draw {intent.draw} waits for cards from the source '{intent.source}' and not "
                f"'{self.source.name}', and a draw never changes its source: start with that one"
            )
            raise CannotStart(msg)

    # ── who is served ────────────────────────────────────────────────────────────────────────────

    def _batch(self) -> list[Seat]:
        """Return the tables of the guild that waits longest, with numbers of the same range.

        A hidden draw is for one table.
        """
        owed = [seat for seat in self._waiting.seats if wants(seat.game.round).draws]
        if is_drawn_unseen(owed[0].game.round):
            return owed[:1]
        first = (owed[0].house.guild, _highest(owed[0]))
        return [
            seat
            for seat in owed
            if (seat.house.guild, _highest(seat)) == first and not is_drawn_unseen(seat.game.round)
        ]

    def _named(self, intent: Intent) -> list[Seat]:
        """Return the tables that an intent of an earlier start names, in its order."""
        self._require_seats(intent, self._seats)
        return [self._seats[table] for table in dict.fromkeys(slot.table for slot in intent.slots)]

    def _require_seats(self, intent: Intent, present: Container[int]) -> None:
        """A draw that is intended comes before any other, and only its tables can finish it."""
        missing = [slot.table for slot in intent.slots if slot.table not in present]
        if not missing:
            return
        if intent.guild == TERMINAL:
            where = "in the terminal"
            what = f"let it be drawn with `python -m bot table --db {self._database.path}`"
        else:
            where, what = "in Discord", "let it be drawn by the house there, with `python -m bot`"
        msg = (
            f"draw {intent.draw} of this database is not finished, table {missing[0]} {where} "
            f"waits for it: {what}, then start again"
        )
        raise CannotStart(msg)

    # ── the source ───────────────────────────────────────────────────────────────────────────────

    async def _ready(self, *, hidden: bool) -> Tail | None:
        """Return the ticket for the next draw, announcing new chains where they are needed.

        Both chains, whichever is drawn on: a backup can be followed only from heads that it knows.
        None where there are none; nor is the log searched for one then, which would be all of it.
        """
        if not self.source.has_tickets:
            return None
        tails = await self._database.read(tickets.tails)
        ready: dict[bool, Tail] = {}
        begun: list[Tickets] = []
        try:
            for each in (False, True):
                ready[each] = await self._renewed(tails.get(each), begun, hidden=each)
        finally:
            await self._tell(begun)
        return ready[hidden]

    async def _ask(self, found: OpenIntent, seats: Sequence[Seat]) -> Answer:
        position, head, intent = found
        hidden, state = intent.hidden is True, seats[0].game.round
        tail = await self._database.read(
            lambda connection: tickets.intended(connection, position, intent)
        )
        last = None
        if tail is not None:
            tail = await self._replaced(tail, hidden=hidden)
            last = await self._database.read(tickets.last_signed)
        question = Question(
            draw=intent.draw,
            count=unseen.count(state) if hidden else len(intent.slots),
            highest=intent.highest,
            head=head.hex(),
            ticket=tail.ticket if tail else "",
            after_key=last.hashed_api_key if last else "",
            after_serial=last.serial_number if last else 0,
            not_before=tail.created if tail else "",
            out=state.out if hidden else None,
        )
        return await self.source.draw(question)

    async def _replaced(self, tail: Tail, *, hidden: bool) -> Tail:
        """Return the ticket of an open intent, or the new head if it expired unused."""
        begun: list[Tickets] = []
        ready = await self._renewed(tail, begun, intended=True, hidden=hidden)
        await self._tell(begun)
        return ready

    async def _renewed(
        self, tail: Tail | None, begun: list[Tickets], *, intended: bool = False, hidden: bool
    ) -> Tail:
        """Return the tail, or a new head in its place, which is written and joins ``begun``."""
        new = await self.source.renew(tail, intended=intended, hidden=hidden)
        if new is None:
            if tail is None:
                raise LookupError(hidden)
            return tail
        entry = Tickets(
            at=stamp(self._now()),
            ticket=new.ticket,
            created=new.created,
            replaces=tail.ticket if tail else None,
            hidden=hidden or UNSET,
        )
        await self._database.transaction(lambda connection: log.append(connection, entry))
        begun.append(entry)
        return new

    async def _tell(self, begun: Sequence[Tickets]) -> None:
        """Say which chains have begun: both in one remark."""
        if not begun:
            return
        first = begun[0]
        fact = replies.Chain(
            ticket=first.ticket,
            replaces=first.replaces,
            hidden=first.hidden,
            beside=begun[1].ticket if len(begun) > 1 else UNSET,
        )
        for seat in tuple(self._waiting.seats):  # more may come to wait meanwhile
            await seat.notice(fact)

    # ── what is written ──────────────────────────────────────────────────────────────────────────

    def _intend(
        self, connection: sqlite3.Connection, seats: Sequence[Seat], tail: Tail | None
    ) -> OpenIntent:
        rounds = {seat.house.table: seat.game.round for seat in seats}
        slots = asked.slots(rounds, spares=self.source.gives_spares)
        intent = Intent(
            at=stamp(self._now()),
            guild=seats[0].house.guild,
            draw=log.next_draw(connection),
            slots=slots,
            highest=_highest(seats[0]),
            source=self.source.name,
            ticket=tail.ticket if tail else None,
            hidden=is_drawn_unseen(seats[0].game.round) or UNSET,
        )
        entry = log.append(connection, intent)
        return OpenIntent(entry.position, entry.hash, intent)

    def _deliver(
        self,
        connection: sqlite3.Connection,
        found: OpenIntent,
        seats: Sequence[Seat],
        answer: Answer,
    ) -> list[tuple[Seat, Any]]:
        intent, now = found.body, self._now()
        if intent.hidden is True:
            return [self._deliver_unseen(connection, found, seats[0], answer)]
        entry = log.append(
            connection,
            Draw(
                at=stamp(now),
                guild=intent.guild,
                draw=intent.draw,
                intent=found.position,
                numbers=answer.numbers,
                origin=answer.origin,
            ),
        )
        delivered, first = [], 0
        for seat in seats:
            count = sum(slot.table == seat.house.table for slot in intent.slots)
            part = Delivery(
                entry,
                now,
                intent.draw,
                answer.numbers[first : first + count],
                first + 1,
                intent.source,
                tickets.serial_of(answer.origin),
            )
            delivered.append((seat, seat.deliver(connection, part)))
            first += count
        return delivered

    def _deliver_unseen(
        self, connection: sqlite3.Connection, found: OpenIntent, seat: Seat, answer: Answer
    ) -> tuple[Seat, Any]:
        state, now, sealed = seat.game.round, self._now(), self._seal(answer)
        dealt = unseen.written(connection, found, state, sealed, answer, now)
        return seat, seat.deliver(connection, dealt)

    def _now(self) -> datetime:
        return in_milliseconds(self._clock.now())


def _boxes_in_play(seat: Seat) -> int:
    state = seat.game.round
    return len(state.boxes) if state.is_running and state.bets_closed else 0


def _played(seat: Seat) -> tuple[RuleSet, ...]:
    """Return by which rules cards may be drawn: those of the round, and of the next one."""
    if not seat.game.is_open:
        return ()
    running = seat.game.round.is_running
    return (seat.house.rules, seat.game.round.rules) if running else (seat.house.rules,)


def _highest(seat: Seat) -> int:
    return shoe.highest(seat.game.round.rules)
