"""The methods of the API, one arm each; knows no HTTP, and no fault: it always tells the truth."""

from __future__ import annotations

from typing import Final

from tests.loopback.random_org import envelope, parameters
from tests.loopback.random_org.accounts import usage
from tests.loopback.random_org.draws import Draws
from tests.loopback.random_org.envelope import Asked, Json
from tests.loopback.random_org.parameters import SHAPES
from tests.loopback.random_org.refusals import Refused, Trouble
from tests.loopback.random_org.tickets import LINKS

MOST_TICKETS: Final = 50
NOT_PLAYED: Final = frozenset(  # methods of release 4 that the stand-in does not have
    f"generate{signed}{what}"
    for signed in ("", "Signed")
    for what in ("DecimalFractions", "Gaussians", "Strings", "UUIDs", "Blobs")
)


class Service:
    """Answers calls; each is one transaction, and a refused call changes nothing."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws

    def answer(self, asked: Asked) -> Json:
        """The whole answer to a call, as it would be sent in good weather."""
        try:
            if asked.refusal is not None:
                raise asked.refusal
            with self.draws.state.transaction():
                return envelope.answer(asked, self._result(asked.method or "", asked.params))
        except Refused as refused:
            return envelope.answer(asked, refused)

    def _result(  # noqa: C901 - an arm per method
        self, method: str, given: Json
    ) -> Json | list[Json]:
        if method in NOT_PLAYED:
            msg = f"{method} is a method of random.org, but not of the stand-in"
            raise Trouble(msg)
        if method not in SHAPES:
            raise Refused(-32601)
        params = parameters.complete(method, given)
        match method:
            case "generateIntegers" | "generateIntegerSequences":
                return self.draws.basic(method, params)
            case "generateSignedIntegers" | "generateSignedIntegerSequences":
                account = self.draws.accounts.working(params["apiKey"])
                return self.draws.signed(account, method, params)
            case "getUsage":
                return usage(self.draws.accounts.known(params["apiKey"]))
            case "getResult":
                return self._stored_result(params)
            case "createTickets":
                return self._created(params)
            case "listTickets":
                return self._listed(params)
            case "getTicket":
                return self._ticket(params)
            case "revealTickets":
                return self._revealed(params)
            case "verifySignature":
                return self._verified(params)
            case _:
                raise AssertionError(method)

    def _stored_result(self, params: Json) -> Json:
        serial = params["serialNumber"]
        if not isinstance(serial, int) or isinstance(serial, bool):
            raise Refused(200, "serialNumber")
        try:
            account = self.draws.accounts.known(params["apiKey"])
        except Refused as refused:
            if refused.code == 400:  # getResult says it its own way
                raise Refused(303, "apiKey") from None
            raise
        result = self.draws.stored(account.hashed_key, serial)
        if result is None:
            raise Refused(303, "serialNumber")
        return result

    def _created(self, params: Json) -> list[Json]:
        account = self.draws.accounts.working(params["apiKey"])
        n = parameters.whole(params, "n", 1, MOST_TICKETS)
        show_result = parameters.flag(params, "showResult")
        if self.draws.state.setting("tickets_cost_requests"):
            self.draws.accounts.charged(account, requests=1, bits=0)
        shown = ("ticketId", "creationTime", "previousTicketId", "nextTicketId")
        views = [
            ticket.view()
            for ticket in self.draws.tickets.create(account, n, show_result=show_result)
        ]
        return [{name: view[name] for name in shown} for view in views]

    def _listed(self, params: Json) -> list[Json]:
        account = self.draws.accounts.working(params["apiKey"])
        kind = parameters.text(params, "ticketType")
        if kind not in LINKS:
            raise Refused(201, "ticketType")
        return [ticket.view() for ticket in self.draws.tickets.listed(account, kind)]

    def _ticket(self, params: Json) -> Json:
        ticket = self.draws.tickets.find(parameters.text(params, "ticketId"))
        if not ticket.show_result:
            return ticket.view()
        if ticket.serial is None:
            return {**ticket.view(), "result": None}
        return {**ticket.view(), "result": self.draws.stored(ticket.hashed_key, ticket.serial)}

    def _revealed(self, params: Json) -> Json:
        account = self.draws.accounts.working(params["apiKey"])
        ticket_id = parameters.text(params, "ticketId")
        return {"ticketCount": self.draws.tickets.reveal(account, ticket_id)}

    def _verified(self, params: Json) -> Json:
        if not isinstance(params["random"], dict):
            raise Refused(200, "random")
        message = self.draws.signed_bytes(params["random"])
        signature = parameters.text(params, "signature")
        return {"authenticity": self.draws.signer.is_ours(message, signature)}
