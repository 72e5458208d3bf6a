"""Staff books: credits, debits and their reversals; and how members get at money themselves.

A booking follows from a message of staff and stands in the log with its actor and its reason. All
of it runs within a step; what is refused here is undone with the message's savepoint.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from msgspec import UNSET, UnsetType

from bot.errors import InsufficientFunds, LedgerError, RuleViolation
from bot.ledger import accounts, book, postings
from bot.ledger.money import CAP, MM
from bot.ledger.postings import Posting
from bot.refusals import Refusal
from bot.store import players
from bot.store.of_money import Debit, Deposit, Reversal
from bot.table import replies
from bot.table.booked import Booked
from bot.table.heard import Heard, Member, mentioned
from bot.table.house import Bank
from bot.table.replies import money
from bot.table.requests import Book, Booking, Reverse
from bot.table.step import Step

_REVERSIBLE: Final = ("deposit:", "debit:")  # how the keys of what may be reversed begin
_EVERYBODY: Final = frozenset({"@everyone", "@here"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bookkeeper:
    """Books what one message of staff asks for.

    ``account`` is the speaker's, ``cause`` the position of the message in the log.
    """

    step: Step
    heard: Heard
    account: int
    cause: int

    def book(self, request: Book | Reverse) -> None:
        """Do it, and say so."""
        if not self.heard.staff:
            raise RuleViolation(Refusal.STAFF_ONLY)
        if isinstance(request, Book):
            self._book(request)
        else:
            self._reverse(request)

    def _book(self, request: Book) -> None:
        if not request.member or request.amount is None:
            raise RuleViolation(Refusal.BOOKING_INCOMPLETE, usage=request.usage)
        _require_reason(request)
        if not 0 < request.amount <= CAP:
            raise RuleViolation(Refusal.BOOKING_AMOUNT, maximum=CAP, asset=request.asset)
        member = member_meant(request.member, self.heard.meant)
        step, asset, amount = self.step, request.asset, request.amount
        guild, owner = step.house.guild, step.account_of(member.id, member.name)
        is_credit = request.kind is Booking.CREDIT
        body = (Deposit if is_credit else Debit)(
            at=step.at,
            guild=guild,
            cause=self.cause,
            account=owner,
            asset=asset,
            amount=amount,
            actor=self._actor,
            reason=request.reason,
        )
        entry = step.note(body).position
        key = f"{'deposit' if is_credit else 'debit'}:{entry}"
        work = postings.of_deposit if is_credit else postings.of_debit
        posting = work(key=key, guild=guild, account=owner, asset=asset, amount=amount)
        self._post(posting, entry, request.kind, request.reason)

    def _reverse(self, request: Reverse) -> None:
        number, step = request.booking, self.step
        if number is None:
            raise RuleViolation(Refusal.BOOKING_INCOMPLETE, usage=request.usage)
        _require_reason(request)
        written = book.written(step.connection, number)
        if written is None or written.guild != step.house.guild:
            raise RuleViolation(Refusal.NO_SUCH_BOOKING, booking=number)
        if not written.key.startswith(_REVERSIBLE):
            raise RuleViolation(Refusal.NOT_REVERSIBLE, booking=number)
        later = book.number_of(step.connection, postings.reversal_key(number))
        if later is not None:
            raise RuleViolation(Refusal.ALREADY_REVERSED, booking=number, later=later)
        body = Reversal(
            at=step.at,
            guild=step.house.guild,
            cause=self.cause,
            posting=number,
            actor=self._actor,
            reason=request.reason,
        )
        posting = postings.of_reversal(number, written.transfers)
        entry = step.note(body).position
        self._post(posting, entry, Booking.REVERSAL, request.reason, reverses=number)

    def _post(
        self,
        posting: Posting,
        entry: int,
        kind: Booking,
        reason: str,
        reverses: int | UnsetType = UNSET,
    ) -> None:
        """Book one transfer between outside and a player, and say so."""
        step, (moved,) = self.step, posting.transfers
        owner = accounts.number_of(moved.target) or accounts.number_of(moved.source) or 0
        player = players.name(step.connection, owner)
        number = self._write(posting, entry, player)
        net = moved.amount if moved.target == accounts.player(owner) else -moved.amount
        step.facts.append(
            Booked(
                kind=kind,
                number=number,
                reverses=reverses,
                player=player,
                member=players.member(step.connection, owner),
                asset=moved.asset,
                amount=money(moved.amount),
                net=money(net),
                balance=money(step.balance_of(owner, moved.asset)),
                reason=reason,
                actor=self.heard.called,
            )
        )

    def _write(self, posting: Posting, entry: int, player: str) -> int:
        """Write the posting and return its number; what is refused is not the speaker's want."""
        try:
            return self.step.post(posting, entry=entry, actor=self._actor)
        except InsufficientFunds as error:
            raise RuleViolation(
                Refusal.ACCOUNT_TOO_LOW,
                player=player,
                missing=error.missing,
                available=error.available,
                asset=error.asset,
            ) from error
        except LedgerError as error:
            raise RuleViolation(Refusal.BOOKS_FULL) from error

    @property
    def _actor(self) -> str:
        return accounts.player(self.account)


def member_meant(token: str, meant: tuple[Member, ...]) -> Member:
    """Return whom a word of the message names, among those whom the adapter found mentioned.

    A mention must be of one of them; a name must be exactly one's, where names are enough. Raises
    ``RuleViolation``.
    """
    mention = mentioned(token)
    if mention:
        found = {each.id: each for each in meant if each.id == mention}
    elif token.startswith("<") or token.casefold() in _EVERYBODY:
        found = {}
    else:
        name = token.removeprefix("@").casefold()
        found = {each.id: each for each in meant if each.by_name and each.name.casefold() == name}
    if len(found) != 1:
        raise RuleViolation(Refusal.NO_SUCH_MEMBER)
    (member,) = found.values()
    if member.is_bot:
        raise RuleViolation(Refusal.MEMBER_IS_BOT, name=member.name)
    return member


def bank_line(error: InsufficientFunds, bank: Bank) -> Mapping[str, str]:
    """Return where a player may send the money that he lacks; chips come from no bank."""
    owner = accounts.number_of(error.account)
    if error.asset != MM or owner is None:
        return {}
    return {
        "account_number": bank.number,
        "account_name": bank.name,
        "bank": bank.bank,
        "reference": accounts.reference(owner),
    }


def own_balances(step: Step, account: int) -> tuple[replies.Balance, ...]:
    """Return what a player has, in each asset that is played here or that he has some of."""
    return tuple(
        step.balance_fact(account, asset, asks=True)
        for asset in (*accounts.ASSETS, accounts.chips(step.house.table))
        if asset == step.house.asset or step.has(account, asset)
    )


def purses(
    connection: sqlite3.Connection, names: Mapping[int, str], asset: str
) -> dict[str, Decimal]:
    """Return what each player can dispose of, by name."""
    return {
        name: money(book.balance(connection, accounts.player(number), asset))
        for number, name in names.items()
    }


def _require_reason(request: Book | Reverse) -> None:
    if not request.reason:
        raise RuleViolation(Refusal.REASON_MISSING, usage=request.usage)
