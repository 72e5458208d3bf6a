"""One step of a table: everything that one transaction writes, and what is said of it.

A step appends a *cause* to the log, the events it leads to and the transfers they imply, and
gathers the facts. It runs whole in the writer's thread. Nothing of it is
kept outside until the transaction is committed: then the croupier takes ``game`` and speaks.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import ChainMap
from datetime import datetime
from secrets import token_bytes

from msgspec import UNSET
from msgspec.structs import replace

from bot.draws import log
from bot.draws.chain import short
from bot.draws.commitment import numbers_in
from bot.draws.log import Entry
from bot.draws.signed import read_signed
from bot.engine.commands import Command, Deliver
from bot.engine.events import BoxDealt, CardRevealed, Closed, DealerDealt, Event, Opened
from bot.engine.hole import public_event, public_view, public_wants
from bot.engine.round import decide
from bot.engine.wants import wants
from bot.ledger import accounts, book, postings
from bot.ledger.money import MM
from bot.ledger.postings import Posting
from bot.store import history, messages, players, secrets
from bot.store.entries import Body, Happened, Unveiled
from bot.table import replies, unseen_facts
from bot.table.clock import stamp
from bot.table.delivery import Delivery
from bot.table.game import Game, fold
from bot.table.house import House
from bot.table.narration import Names, narrate, wanting
from bot.table.replies import Fact, money


class Step:
    """What is written and said in one transaction."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        house: House,
        game: Game,
        names: dict[int, str],
        at: datetime,
    ) -> None:
        self.connection = connection
        self.house = house
        self.game = game
        self.now = at
        self.facts: list[Fact] = []
        self.added: dict[int, str] = {}  # accounts opened in this step
        self.names: Names = ChainMap(self.added, names)
        self._last: Entry | None = None  # of this step's entries
        self.repeated = False  # whether the message was known before
        self._draw = 0  # that this step delivers
        self._turned_up = False  # whether a card was turned up that lay face down

    @property
    def at(self) -> str:
        """The time of everything in this step, as it is written."""
        return stamp(self.now)

    def account_of(self, member: str, name: str) -> int:
        """Return the account number of a member, opening an account for a new one."""
        guild = self.house.guild
        number = players.find(self.connection, guild, member)
        if number is None:
            number = players.add(self.connection, guild, member, name)
            book.open_account(self.connection, accounts.player(number), guild=guild)
        if self.names.get(number) != name:  # new, renamed, or known from another table
            players.rename(self.connection, number, name)
            self.added[number] = name
        return number

    def knows(self, message: str) -> bool:
        """Whether a message of that id was applied at this table before."""
        return messages.knows(self.connection, self.house.table, message)

    def remember(self, message: str, *, entry: int | None, salt: bytes | None) -> None:
        """Record that a message is applied with this step."""
        messages.add(self.connection, self.house.table, message, entry=entry, salt=salt)

    def note(self, body: Body) -> Entry:
        """Append an entry to the log."""
        self._last = log.append(self.connection, body, self._last)
        return self._last

    def forget(self, added: dict[int, str]) -> None:
        """A savepoint was undone: look the last entry up again; only ``added`` stay of accounts."""
        self._last = None
        self._turned_up = False
        self.added.clear()
        self.added |= added

    def run(self, commands: tuple[Command, ...], *, cause: int, actor: str) -> None:
        """Decide each command on the state that the one before left, and write what happens."""
        for command in commands:
            for event in decide(self.game.round, command):
                self._happen(event, cause=cause, actor=actor)
        if self._turned_up and not self.game.round.face_down:
            self._unveil()

    def deliver(self, delivery: Delivery) -> None:
        """Write what this table's part of a draw brings."""
        slots = wants(self.game.round).draws
        for place, (slot, number) in enumerate(zip(slots, delivery.numbers, strict=False)):
            self.facts.append(
                replies.Drawn(
                    round=self.game.round.number,
                    draw=delivery.draw,
                    position=delivery.first + place,
                    number=UNSET if slot.hidden else number,
                    hidden=slot.hidden or UNSET,
                    accepted=True,
                    source=delivery.source,
                    serial=UNSET if delivery.serial is None else delivery.serial,
                    unseen=delivery.hidden or UNSET,
                    log=delivery.entry.position,
                    head=short(delivery.entry.hash),
                )
            )
        cause, self._draw = delivery.entry.position, delivery.draw
        self.run((Deliver(delivery.numbers),), cause=cause, actor="croupier")
        self.say_wants()

    @property
    def waits(self) -> bool:
        """Whether chance owes the table cards."""
        return bool(wants(self.game.round).draws)

    def say_wants(self) -> None:
        """Say what the round waits for now."""
        state = self.game.round
        self.facts.append(wanting(public_view(state), public_wants(state), self.names))

    def post(self, posting: Posting, *, entry: int, actor: str) -> int:
        """Book money; return the posting's number."""
        return book.post(
            self.connection, posting, guild=self.house.guild, entry=entry, actor=actor, at=self.at
        )

    def balance_of(self, account: int, asset: str) -> int:
        """Return a player's balance after everything booked so far."""
        return book.balance(self.connection, accounts.player(account), asset)

    def balance_fact(self, account: int, asset: str, *, asks: bool = False) -> replies.Balance:
        """Return what a player has and what is bound in his open bets; ``asks``: himself."""
        name = accounts.player(account)
        return replies.Balance(
            player=self.names[account],
            asset=asset,
            available=money(book.balance(self.connection, name, asset)),
            held=money(book.held(self.connection, name, asset)),
            reference=accounts.reference(account) if asks and asset == MM else UNSET,
        )

    def _happen(self, event: Event, *, cause: int, actor: str) -> None:
        self.game = fold(self.game, event, self.now)
        state, told = self.game.round, public_event(event)
        self._turned_up |= isinstance(event, CardRevealed)
        entry = self.note(
            Happened(
                at=self.at,
                table=self.house.table,
                round=state.number,
                version=self.game.version,
                cause=cause,
                event=told,
            )
        )
        if told is not event and isinstance(event, BoxDealt | DealerDealt):
            secrets.add_card(self.connection, entry.position, draw=self._draw, number=event.number)
        if isinstance(event, Opened):
            table = self.house.table
            history.add_round(self.connection, event.round, table=table, opened=entry.position)
        bank = accounts.bank(self.house.table, state.banker) if state.banker else ""
        key = f"{state.number}-{self.game.version}"
        posting = postings.of_event(event, guild=self.house.guild, bank=bank, key=key)
        if posting:
            self.post(posting, entry=entry.position, actor=actor)
        for fact in narrate(told, public_view(state), self.names, self.balance_of):
            last = self.facts[-1] if self.facts else None
            changed = isinstance(last, replies.Withdrawn) and isinstance(fact, replies.Staked)
            self.facts.append(replace(fact, changed=True) if changed else fact)
        if isinstance(event, Closed) and self.game.closing:
            self.facts.append(replies.TableClosed())

    def _unveil(self) -> None:
        """Nothing of the round lies face down any more: tell all of its hidden draws."""
        state = self.game.round
        for draw, sealed in secrets.sealed(self.connection, state.number):
            entry = self.note(
                Unveiled(
                    at=self.at,
                    guild=self.house.guild,
                    draw=draw,
                    content=sealed.content,
                    signature=sealed.signature,
                    salt=sealed.salt.hex(),
                )
            )
            serial = read_signed(sealed.content).serial_number if sealed.signature else None
            self.facts.append(
                unseen_facts.Unveiled(
                    round=state.number,
                    draw=draw,
                    source=state.source,
                    numbers=numbers_in(sealed.content, signed=bool(sealed.signature)),
                    serial=UNSET if serial is None else serial,
                    log=entry.position,
                    head=short(entry.hash),
                )
            )
        self._turned_up = False


def salted(text: str) -> tuple[bytes, str]:
    """Return a new salt and the hash of it with a text: it proves the text, and betrays nothing."""
    salt = token_bytes(16)
    return salt, hashlib.sha256(salt + text.encode("utf-8", "surrogatepass")).hexdigest()
