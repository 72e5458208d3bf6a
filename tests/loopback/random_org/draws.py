"""Draws: charged, numbered, chained, signed and stored in one go; knows no HTTP and no fault."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from tests.loopback.random_org import parameters
from tests.loopback.random_org.accounts import Account, Accounts, redacted
from tests.loopback.random_org.chance import Chance
from tests.loopback.random_org.clock import DAY, Clock, written
from tests.loopback.random_org.envelope import Json, spelled
from tests.loopback.random_org.parameters import Wanted
from tests.loopback.random_org.refusals import Refused
from tests.loopback.random_org.signing import Signer
from tests.loopback.random_org.state import State
from tests.loopback.random_org.tickets import Ticket, Tickets


@dataclass(frozen=True, slots=True)
class Draws:
    """Everything a draw needs. Callers wrap each call in one transaction."""

    state: State
    clock: Clock
    accounts: Accounts
    tickets: Tickets
    chance: Chance
    signer: Signer

    def basic(self, method: str, params: Json) -> Json:
        """A draw without signature and without serial."""
        account = self.accounts.working(params["apiKey"])
        wanted = _wanted(method, params)
        account = self.accounts.charged(account, requests=1, bits=wanted.bits)
        random = {"data": self._data(wanted, signed=False), "completionTime": self._time()}
        result = {"random": random, **self._counters(account, wanted)}
        self._keep(account, method, params, "a request", result)
        return result

    def signed(
        self, account: Account, method: str, params: Json, drawn_by: str = "a request"
    ) -> Json:
        """A signed draw; with a ticket it uses it up."""
        wanted = _wanted(method, params)
        parameters.check_user_data(params)
        _check_license_data(account, params["licenseData"])
        ticket = self._unused_ticket(account, params)
        account = self.accounts.charged(account, requests=1, bits=wanted.bits)
        account = replace(account, serial=account.serial + 1)
        self.accounts.keep(account)
        if ticket is not None:
            ticket = self.tickets.use(ticket, account.serial)
        random = {
            "method": method,
            "hashedApiKey": account.hashed_key,
            **wanted.echo,
            "pregeneratedRandomization": wanted.pregenerated,
            "data": self._data(wanted, signed=True),
            "license": json.loads(account.license),
            "licenseData": params["licenseData"],
            "userData": params["userData"],
            "ticketData": None if ticket is None else _ticket_data(ticket),
            "completionTime": self._time(),
            "serialNumber": account.serial,
        }
        signature = self.signer.sign(self.signed_bytes(random))
        result = {"random": random, "signature": signature, "cost": account.cost}
        result |= self._counters(account, wanted)
        self._keep(account, method, params, drawn_by, result)
        return result

    def signed_bytes(self, random: object) -> bytes:
        """Exactly what is signed, and what stands in the answer."""
        return spelled(random, ascii_only=self.state.setting("escape_non_ascii")).encode()

    def stored(self, hashed_key: str, serial: int) -> Json | None:
        """The result of an earlier signed draw, unchanged, while it is kept."""
        row = self.state.row(
            "SELECT result, drawn_at FROM draws WHERE hashed_key = ? AND serial = ?",
            hashed_key,
            serial,
        )
        kept_for = self.state.setting("result_days") * DAY
        if row is None or self.clock.now() >= row["drawn_at"] + kept_for:
            return None
        result: Json = json.loads(row["result"])
        return result

    def falsify(self, hashed_key: str, serial: int, result: Json) -> None:
        """Let ``stored`` repeat a lie; for a fault that persists."""
        sql = "UPDATE draws SET result = ? WHERE hashed_key = ? AND serial = ?"
        self.state.write(sql, spelled(result), hashed_key, serial)

    def _unused_ticket(self, account: Account, params: Json) -> Ticket | None:
        if params["ticketId"] is None:
            return None
        return self.tickets.unused(account, parameters.text(params, "ticketId"))

    def _data(self, wanted: Wanted, *, signed: bool) -> list[Any]:
        rows = self.chance.rows(wanted, signed=signed)
        return rows if wanted.in_rows else rows[0]

    def _time(self) -> str:
        return written(self.clock.now())

    def _counters(self, account: Account, wanted: Wanted) -> Json:
        return {
            "bitsUsed": wanted.bits,
            "bitsLeft": account.bits_left,
            "requestsLeft": account.requests_left,
            "advisoryDelay": self.state.setting("advisory_delay"),
        }

    def _keep(
        self, account: Account, method: str, params: Json, drawn_by: str, result: Json
    ) -> None:
        random = result["random"]
        ticket_data = random.get("ticketData") or {}
        row = {
            "hashed_key": account.hashed_key,
            "tail": account.tail,
            "serial": random.get("serialNumber"),
            "method": method,
            "params": spelled({**params, "apiKey": redacted(params.get("apiKey", account.tail))}),
            "ticket_id": ticket_data.get("ticketId"),
            "next_ticket_id": ticket_data.get("nextTicketId"),
            "data": spelled(random["data"]),
            "drawn_by": drawn_by,
            "drawn_at": self.clock.now(),
            "result": spelled(result),
            "signed": self.signed_bytes(random).decode() if "signature" in result else None,
        }
        self.state.add("draws", row)


def _wanted(method: str, params: Json) -> Wanted:
    if method.endswith("Sequences"):
        return parameters.sequences(params)
    return parameters.integers(params)


def _check_license_data(account: Account, given: object) -> None:
    if given is None:
        if account.license_data == "required":
            raise Refused(424)
        return
    if account.license_data == "forbidden":
        raise Refused(425)
    if not isinstance(given, dict):
        raise Refused(200, "licenseData")


def _ticket_data(ticket: Ticket) -> Json:
    return {
        "ticketId": ticket.ticket_id,
        "previousTicketId": ticket.previous_id,
        "nextTicketId": ticket.next_id,
    }
