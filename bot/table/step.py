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
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from bot.audit import parties
from bot.audit.parties import Party
from bot.draws import log
from bot.draws.chain import short
from bot.draws.commitment import numbers_in
from bot.draws.log import Entry
from bot.draws.signed import read_signed
from bot.engine.banking import HOUSE, returned
from bot.engine.commands import Command, Deliver
from bot.engine.events import (
    BankPassed,
    BoxDealt,
    CardRevealed,
    Closed,
    DealerDealt,
    Event,
    Opened,
    Rejected,
)
from bot.engine.hole import public_event, public_view, public_wants
from bot.engine.round import decide
from bot.engine.wants import wants
from bot.ledger import accounts, book, postings
from bot.ledger.money import MM
from bot.ledger.postings import Posting
from bot.store import history, messages, players, secrets
from bot.store.entries import Body, Happened, Unveiled
from bot.store.of_parties import PartyEnded
from bot.table import banked, partied, replies, unseen_facts
from bot.table.card_facts import Names
from bot.table.clock import stamp
from bot.table.delivery import Delivery
from bot.table.game import Game, fold
from bot.table.house import House
from bot.table.narration import narrate, wanting
from bot.table.ranking import agreed, ranking
from bot.table.replies import Fact, money

OfNumbers = BoxDealt | DealerDealt | Rejected
OF_NUMBERS: Final = (BoxDealt, DealerDealt, Rejected)
"""What becomes of a drawn number, in the order of chance."""


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
            self._happen_all(decide(self.game.round, command), cause=cause, actor=actor)
        self._tidy_up(cause=cause, actor=actor)

    def _tidy_up(self, *, cause: int, actor: str) -> None:
        """Tell what was hidden, give back what is played no more, end the party that is over."""
        if self._turned_up and not self.game.round.face_down:
            self._unveil()
        game = self.game
        if parties.returns_bank(game.party, game.round, closing=game.closing):
            self.return_bank(cause=cause, actor=actor)
        self._end_party(cause)

    def return_bank(self, *, cause: int, actor: str) -> None:
        """Give a player's bank back in which nothing is bound: it is played here no more."""
        for command in returned(self.game.round):
            for event in decide(self.game.round, command):
                self._happen(event, cause=cause, actor=actor)

    def chips_of(self, account: int) -> int:
        """Return how many chips of the party somebody has."""
        return self.balance_of(account, self.game.party.asset) if self.game.party else 0

    def _end_party(self, cause: int) -> None:
        """Where a party is over, say the ranking, and take the chips out of the world."""
        game, house = self.game, self.house
        party, left, closing = game.party, game.left, game.closing
        if party is None or not parties.is_over(
            party, game.round, left=left, chips_of=self.chips_of, closing=closing
        ):
            return
        chips = tuple((each, self.chips_of(each)) for each in party.joined)
        body = PartyEnded(
            at=self.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            asset=party.asset,
            chips=chips,
        )
        entry = self.note(body).position
        posting = postings.of_party(
            key=f"party:{entry}", guild=house.guild, asset=party.asset, chips=chips
        )
        if posting.transfers:
            self.post(posting, entry=entry, actor=HOUSE)
        self.game = replace(game, party=None)
        self.facts.append(ranking(party, dict(chips), self.names))

    def deliver(self, delivery: Delivery) -> None:
        """Write what this table's part of a draw brings."""
        brought = decide(self.game.round, Deliver(delivery.numbers))
        named = (each for each in brought if isinstance(each, OF_NUMBERS))
        for place, event in enumerate(named, start=delivery.first):
            self.facts.append(
                replies.Drawn(
                    round=self.game.round.number,
                    draw=delivery.draw,
                    position=place,
                    number=UNSET if is_hidden(event) else event.number,
                    hidden=is_hidden(event) or UNSET,
                    accepted=not isinstance(event, Rejected),
                    reason=event.reason if isinstance(event, Rejected) else UNSET,
                    source=delivery.source,
                    serial=UNSET if delivery.serial is None else delivery.serial,
                    unseen=delivery.hidden or UNSET,
                    log=delivery.entry.position,
                    head=short(delivery.entry.hash),
                )
            )
        cause, self._draw = delivery.entry.position, delivery.draw
        self._happen_all(brought, cause=cause, actor="croupier")
        self._tidy_up(cause=cause, actor="croupier")
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

    def has(self, account: int, asset: str) -> bool:
        """Whether a player has anything of an asset, free or bound."""
        name = accounts.player(account)
        return self.balance_of(account, asset) > 0 or book.held(self.connection, name, asset) > 0

    def balance_fact(self, account: int, asset: str, *, asks: bool = False) -> replies.Balance:
        """Return what a player has and what is bound in his open bets; ``asks``: himself."""
        name = accounts.player(account)
        banked = book.banked(self.connection, name, asset)
        return replies.Balance(
            player=self.names[account],
            asset=asset,
            available=money(book.balance(self.connection, name, asset)),
            held=money(book.held(self.connection, name, asset)),
            bank=money(banked) if banked else UNSET,
            reference=accounts.reference(account) if asks and asset == MM else UNSET,
        )

    def _happen_all(self, events: tuple[Event, ...], *, cause: int, actor: str) -> None:
        for event in events:
            self._happen(event, cause=cause, actor=actor)

    def _happen(self, event: Event, *, cause: int, actor: str) -> None:
        before = self.game
        self.game = fold(before, event, self.now)
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
        if before.party:
            self._tell_party(before.party, event)
        if isinstance(event, Closed) and self.game.closing and state.boxes:
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

    def _tell_party(self, before: Party, event: Event) -> None:
        """Say how the party goes on, with a first deal and with each turn of the bank."""
        game = self.game
        party, last = game.party or before, self.facts[-1] if self.facts else None
        if party.members and not before.members:
            self.facts.append(agreed(party, self.names))
        if isinstance(event, BankPassed) and isinstance(last, banked.BankPassed):
            to = parties.next_bank(
                party, game.round, game.round.rules, left=game.left, chips_of=self.chips_of
            )
            name = self.names[to] if to and not party.is_played else UNSET
            self.facts[-1] = replace(last, to=name, by_itself=bool(party.members) or UNSET)
        if len(party.banks) > len(before.banks):
            played = len(party.banks)
            self.facts.append(partied.PartyRound(played=played, rounds=party.agreed))


def is_hidden(event: OfNumbers) -> bool:
    """Whether a number names a card that lies face down."""
    return not isinstance(event, Rejected) and event.hidden is True


def salted(text: str) -> tuple[bytes, str]:
    """Return a new salt and the hash of it with a text: it proves the text, and betrays nothing."""
    salt = token_bytes(16)
    return salt, hashlib.sha256(salt + text.encode("utf-8", "surrogatepass")).hexdigest()
