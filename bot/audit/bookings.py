"""What deposits, debits and reversals must be, and the postings that follow from them. Pure.

Each that names a cause follows from a message of whoever is its actor: the last entry before it,
which asked for nothing else, was not refused, and books once. What is booked is money: a party's
chips come and go with the party. A reversal undoes a deposit or a
debit of its own guild, once.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UnsetType

from bot.ledger import accounts, postings
from bot.ledger.postings import Posting
from bot.store.entries import Body, Message
from bot.store.of_money import Debit, Deposit, Reversal

Booking = Deposit | Debit | Reversal


class Judged(NamedTuple):
    """What must be posted, if anything can be, and what is wrong."""

    posting: Posting | None
    findings: tuple[str, ...]


class Booked(NamedTuple):
    """A posting that follows from an entry."""

    entry: int
    actor: str
    at: str
    posting: Posting


class Bookings:
    """Judges the bookings in their order."""

    def __init__(self) -> None:
        self._reversible: dict[int, tuple[int, Posting]] = {}  # guild and posting, by its number
        self._reversed: set[int] = set()
        self._spent = 0  # the last message that booked

    def judge(
        self, position: int, body: Booking, last: tuple[int, Body] | None, number: int
    ) -> Judged:
        """Say what is posted, as posting ``number``; ``last`` is the cause before this entry."""
        findings = [*self._of_cause(body, last)]
        if isinstance(body, Reversal):
            posting, wrong = self._undone(body)
            return Judged(posting, (*findings, *wrong))
        if body.amount <= 0:
            return Judged(None, (*findings, "a booking of nothing"))
        if body.asset not in accounts.ASSETS:
            findings.append(f"{body.asset} is no money that comes from outside")
        deposit = isinstance(body, Deposit)
        work = postings.of_deposit if deposit else postings.of_debit
        posting = work(
            key=f"{'deposit' if deposit else 'debit'}:{position}",
            guild=body.guild,
            account=body.account,
            asset=body.asset,
            amount=body.amount,
        )
        self._reversible[number] = body.guild, posting
        return Judged(posting, tuple(findings))

    def _of_cause(self, body: Booking, last: tuple[int, Body] | None) -> tuple[str, ...]:
        if isinstance(body.cause, UnsetType):
            if accounts.number_of(body.actor) is None:
                return ()
            return ("a member books without a message",)
        said, message = last or (0, None)
        if said != body.cause or not isinstance(message, Message) or said == self._spent:
            return ("follows from no message",)
        self._spent = said
        if message.refused or message.commands:
            return ("follows from a message that was refused, or played",)
        actor = accounts.player(message.account)
        if (body.actor, body.guild, body.at) != (actor, message.guild, message.at):
            return (f"is not what {actor} said in guild {message.guild} at {message.at}",)
        return ()

    def _undone(self, body: Reversal) -> tuple[Posting | None, tuple[str, ...]]:
        guild, posting = self._reversible.get(body.posting, (None, None))
        if posting is None or guild != body.guild:
            return None, (f"posting {body.posting} is none that may be reversed",)
        again = body.posting in self._reversed
        self._reversed.add(body.posting)
        wrong = (f"posting {body.posting} was reversed before",) if again else ()
        return postings.of_reversal(body.posting, posting.transfers), wrong
