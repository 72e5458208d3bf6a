"""Tickets: single use, chained, thirty days; knows no numbers, only the serial of a ticket's draw.

What the contract leaves open is a setting in ``state``: whether a successor lives as long as its
predecessor or thirty days of its own, and whether used tickets can still be read when expired.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Final

from tests.loopback.random_org.accounts import Account
from tests.loopback.random_org.clock import DAY, Clock, written
from tests.loopback.random_org.envelope import Json
from tests.loopback.random_org.refusals import Refused, Trouble
from tests.loopback.random_org.state import State

LINKS: Final = {  # ticketType: whether there is a previous ticket, whether there is a next one
    "singleton": (False, False),
    "head": (False, True),
    "tail": (True, False),
}


@dataclass(frozen=True, slots=True)
class Ticket:
    """One ticket; times in seconds since 1970."""

    ticket_id: str  # 16 lower-case hex digits
    hashed_key: str
    show_result: bool
    created_at: int
    expires_at: int
    used_at: int | None = None
    serial: int | None = None
    previous_id: str | None = None
    next_id: str | None = None

    def view(self) -> Json:
        """As listTickets shows it, and getTicket but for the result."""
        return {
            "ticketId": self.ticket_id,
            "hashedApiKey": self.hashed_key,
            "showResult": self.show_result,
            "creationTime": written(self.created_at),
            "usedTime": None if self.used_at is None else written(self.used_at),
            "serialNumber": self.serial,
            "expirationTime": written(self.expires_at),
            "previousTicketId": self.previous_id,
            "nextTicketId": self.next_id,
        }


class Tickets:
    """All tickets of all keys."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._state = state
        self._clock = clock

    def find(self, ticket_id: str) -> Ticket:
        """A ticket that exists; an expired one does not."""
        row = self._state.row("SELECT * FROM tickets WHERE ticket_id = ?", ticket_id)
        ticket = None if row is None else _ticket(dict(row))
        if ticket is None or self._gone(ticket):
            raise Refused(420)
        return ticket

    def unused(self, account: Account, ticket_id: str) -> Ticket:
        """A ticket that this key may draw with."""
        ticket = self.find(ticket_id)
        if ticket.hashed_key != account.hashed_key:
            raise Refused(421)
        if ticket.used_at is not None:
            raise Refused(422)
        return ticket

    def create(self, account: Account, n: int, *, show_result: bool) -> list[Ticket]:
        """New singletons, if the key has not too many of them."""
        if len(self.listed(account, "singleton")) + n > self._state.setting("singleton_limit"):
            raise Refused(423)
        return [self._new(account.hashed_key, show_result=show_result) for _ in range(n)]

    def use(self, ticket: Ticket, serial: int) -> Ticket:
        """Use a ticket for a draw; it has a successor from now on."""
        successor = self._new(ticket.hashed_key, show_result=ticket.show_result, after=ticket)
        now = self._clock.now()
        used = replace(ticket, used_at=now, serial=serial, next_id=successor.ticket_id)
        self._keep(used)
        return used

    def listed(self, account: Account, kind: str) -> list[Ticket]:
        """The tickets of a key that stand alone, begin a chain or end one."""
        rows = self._state.rows(
            "SELECT * FROM tickets WHERE hashed_key = ? ORDER BY rowid", account.hashed_key
        )
        links = LINKS[kind]
        return [
            ticket
            for ticket in (_ticket(dict(row)) for row in rows)
            if (ticket.previous_id is not None, ticket.next_id is not None) == links
            and not self._gone(ticket)
        ]

    def reveal(self, account: Account, ticket_id: str) -> int:
        """Show a used ticket and all before it; how many were hidden until now."""
        ticket = self.find(ticket_id)
        if ticket.hashed_key != account.hashed_key:
            raise Refused(421)
        if ticket.used_at is None:
            raise Refused(426)
        revealed = 0
        row: Ticket | None = ticket
        while row is not None:
            revealed += not row.show_result
            self._keep(replace(row, show_result=True))
            row = self._stored(row.previous_id)
        return revealed

    def expire(self, ticket_id: str) -> None:
        """Let a ticket's time be over; for ``control``."""
        ticket = self._stored(ticket_id)
        if ticket is None:
            msg = f"there is no ticket {ticket_id!r}"
            raise Trouble(msg)
        self._keep(replace(ticket, expires_at=self._clock.now()))

    def _gone(self, ticket: Ticket) -> bool:
        if self._clock.now() < ticket.expires_at:
            return False
        return ticket.used_at is None or bool(self._state.setting("used_tickets_vanish"))

    def _new(self, hashed_key: str, *, show_result: bool, after: Ticket | None = None) -> Ticket:
        now = self._clock.now()
        expires_at = now + self._state.setting("ticket_days") * DAY
        if after is not None and self._state.setting("successor_inherits_expiry"):
            expires_at = after.expires_at
        previous = None if after is None else after.ticket_id
        ticket = Ticket(
            self._new_id(), hashed_key, show_result, now, expires_at, previous_id=previous
        )
        self._keep(ticket)
        return ticket

    def _new_id(self) -> str:
        seed = self._state.setting("seed")
        if seed is None:
            return secrets.token_hex(8)
        created = self._state.setting("tickets_created")
        self._state.set("tickets_created", created + 1)
        return random.Random(f"{seed} ticket {created}").randbytes(8).hex()

    def _keep(self, ticket: Ticket) -> None:
        row = asdict(ticket)
        if self._stored(ticket.ticket_id) is None:
            self._state.add("tickets", row)
            return
        places = ", ".join(f"{name} = ?" for name in row)
        sql = f"UPDATE tickets SET {places} WHERE ticket_id = ?"  # keeps its place in lists
        self._state.write(sql, *row.values(), ticket.ticket_id)

    def _stored(self, ticket_id: str | None) -> Ticket | None:
        row = self._state.row("SELECT * FROM tickets WHERE ticket_id = ?", ticket_id)
        return None if row is None else _ticket(dict(row))


def _ticket(row: Json) -> Ticket:
    return Ticket(**{**row, "show_result": bool(row["show_result"])})
