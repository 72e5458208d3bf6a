"""What a test may look at and change while the stand-in runs: JSON under ``/control``.

Unknown members, values and routes are answered with HTTP 500 and kept as troubles, so that a slip
in a test is not taken for a property of the bot.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web

from tests.loopback.random_org import clock as clocks
from tests.loopback.random_org import parameters
from tests.loopback.random_org.accounts import Account
from tests.loopback.random_org.envelope import Json
from tests.loopback.random_org.faults import Plan
from tests.loopback.random_org.record import Record
from tests.loopback.random_org.refusals import Refused, Trouble
from tests.loopback.random_org.service import Service
from tests.loopback.random_org.state import DEFAULTS

SETTINGS: Final = frozenset(DEFAULTS) - {
    "seed",
    "numbers_drawn",
    "tickets_created",
    "clock",
    "most_at_once",
}
ACCOUNT: Final = frozenset(
    {
        "status",
        "refusal",
        "license",
        "license_data",
        "cost",
        "serial",
        "requests_per_day",
        "bits_per_day",
        "requests_left",
        "bits_left",
    }
)


class Control:
    """One method for each route; a body in, an answer out."""

    def __init__(self, service: Service, plan: Plan, record: Record) -> None:
        self._draws = service.draws
        self._plan = plan
        self._record = record

    def routes(self) -> list[web.AbstractRouteDef]:
        """The routes; GET looks, POST changes."""
        looks: dict[str, Callable[[], object]] = {
            "record": self._record.whole,
            "plan": self._plan.waiting,
            "numbers": self._draws.chance.waiting,
            "clock": self._time,
            "public_key": self._public_keys,
        }
        changes: dict[str, Callable[[Json], object]] = {
            "plan": self._planned,
            "key": self._key,
            "clock": self._clock,
            "numbers": self._numbers,
            "settings": self._settings,
            "use_ticket": self._use_ticket,
            "expire_ticket": self._expire_ticket,
            "troubles": lambda _: self._record.take_troubles(),
        }
        return [
            *(web.get(f"/control/{name}", _looking(look)) for name, look in looks.items()),
            *(web.post(f"/control/{name}", self._changing(do)) for name, do in changes.items()),
        ]

    def _changing(self, change: Callable[[Json], object]) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.Response:
            body = json.loads(await request.read() or b"{}")
            with self._draws.state.transaction():
                return web.json_response(change(body))

        return handle

    def _planned(self, body: Json) -> list[Json]:
        _only(body, {"faults", "clear"})
        if body.get("clear"):
            self._plan.clear()
        for fault in body.get("faults", []):
            self._plan.append(fault)
        return self._plan.waiting()

    def _key(self, body: Json) -> Json:
        _only(body, {"api_key", *ACCOUNT})
        changes = {name: value for name, value in body.items() if name != "api_key"}
        return _shown(self._draws.accounts.register(body["api_key"], **changes))

    def _clock(self, body: Json) -> Json:
        _only(body, {"set", "advance", "frozen"})
        clock = self._draws.clock
        to = clocks.read(body["set"]) if "set" in body else clock.now()
        clock.move(to=to + body.get("advance", 0), frozen=body.get("frozen", clock.frozen))
        return self._time()

    def _time(self) -> Json:
        return {"now": clocks.written(self._draws.clock.now()), "frozen": self._draws.clock.frozen}

    def _numbers(self, body: Json) -> list[int]:
        _only(body, {"numbers", "clear"})
        if body.get("clear"):
            self._draws.chance.forget()
        self._draws.chance.append(body.get("numbers", []))
        return self._draws.chance.waiting()

    def _settings(self, body: Json) -> Json:
        _only(body, SETTINGS)
        for name, value in body.items():
            self._draws.state.set(name, value)
        return {name: self._draws.state.setting(name) for name in sorted(SETTINGS)}

    def _use_ticket(self, body: Json) -> Json:
        """Draw with a ticket as somebody else would who has the key."""
        _only(body, {"ticketId", "userData", "n", "min", "max", "replacement"})
        usual = {"n": 1, "min": 1, "max": 52, "userData": None}
        given = parameters.complete("generateSignedIntegers", {"apiKey": None, **usual, **body})
        try:
            ticket = self._draws.tickets.find(given["ticketId"])
            account = self._draws.accounts.find(ticket.hashed_key)
            assert account is not None
            given["apiKey"] = account.tail
            return self._draws.signed(account, "generateSignedIntegers", given, "control")
        except Refused as refused:
            raise Trouble(refused.body()) from None

    def _expire_ticket(self, body: Json) -> Json:
        _only(body, {"ticketId"})
        self._draws.tickets.expire(body["ticketId"])
        return {}

    def _public_keys(self) -> Json:
        signer = self._draws.signer
        return {"pem": signer.public_pem(), "other_pem": signer.other_public_pem()}


def _looking(look: Callable[[], object]) -> Callable[[web.Request], Any]:
    async def handle(_: web.Request) -> web.Response:
        return web.json_response(look())

    return handle


def _only(body: Json, names: set[str] | frozenset[str]) -> None:
    unknown = set(body) - names
    if unknown:
        msg = f"unknown members {sorted(unknown)}; known are {sorted(names)}"
        raise Trouble(msg)


def _shown(account: Account) -> Json:
    return {name: getattr(account, name) for name in ("tail", *sorted(ACCOUNT))}
