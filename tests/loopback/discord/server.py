"""Receives requests: token, fault, rate limit, handler, and an answer in Discord's form."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, NoReturn

import msgspec
from aiohttp import web

from tests.loopback.discord import call as calls
from tests.loopback.discord.buckets import Buckets, Key
from tests.loopback.discord.call import Answer, Call, Handler
from tests.loopback.discord.faults import Fault, Plan
from tests.loopback.discord.record import Record
from tests.loopback.discord.refusals import Refused, Unauthorized
from tests.loopback.discord.world import User, World

Json = dict[str, Any]

BASE: Final = "/api/v10"
JSON_TYPE: Final = "application/json"  # nothing behind it: discord.py compares with ==
VIA: Final = {"Via": "1.1 loopback"}
ABOUT: Final = ("channel", "guild", "token", "interaction")  # what a bucket is for
OPEN: Final = ("/interactions/", "/webhooks/")  # whoever knows the token in the address


@dataclass(frozen=True, slots=True)
class Said:
    """An answer before it is sent."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] | None = None
    content_type: str = JSON_TYPE

    def response(self) -> web.Response:
        """As aiohttp wants it."""
        kind = {} if self.status == HTTPStatus.NO_CONTENT else {"Content-Type": self.content_type}
        headers = {**kind, **(self.headers or {})}
        return web.Response(status=self.status, body=self.body, headers=headers)


class Server:
    """All routes of the API."""

    def __init__(self, world: World, plan: Plan, buckets: Buckets, record: Record) -> None:
        self._world = world
        self._plan = plan
        self._buckets = buckets
        self._record = record

    def routes(self, table: Mapping[tuple[str, str], Handler]) -> list[web.AbstractRouteDef]:
        """The routes of a table, and last of all the one for those that it lacks."""
        known = [
            web.route(method, BASE + route, self._answering(route, handler))
            for (method, route), handler in table.items()
        ]
        files = web.get("/attachments/{channel}/{attachment}/{name}", self.attachment)
        return [*known, files, web.route("*", "/{path:.*}", self.unknown)]

    def _answering(self, route: str, handler: Handler) -> Any:
        async def answer(request: web.Request) -> web.StreamResponse:
            entry = self._record.begin(request.method, route, request.path)
            fault = self._plan.meet(request.method, route, request.match_info.get("channel"))
            entry["fault"] = fault and fault.fault
            if fault is not None and fault.when == "before":
                said = await self._spoilt(request, fault, entry)
                if said is not None:
                    return self._sent(said, entry)
            said = await self._performed(request, route, handler, entry)
            if fault is not None and fault.when == "after":
                said = await self._spoilt(request, fault, entry) or said
            return self._sent(said, entry)

        return answer

    def _sent(self, said: Said, entry: Json) -> web.Response:
        entry["status"] = said.status
        self._world.bell.ring()
        return said.response()

    async def _performed(
        self, request: web.Request, route: str, handler: Handler, entry: Json
    ) -> Said:
        try:
            actor = self._actor(request, route)
            entry["by"] = actor.name
            body, files = await calls.read(request)
            entry["body"] = body
            key = _bucket_key(request, route)
            bucket, free = self._buckets.take(key)
            headers = bucket.headers(key)
            if not free:
                return _limited(float(headers["X-RateLimit-Reset-After"]), headers=headers)
            path, query = request.match_info, request.query
            answer = handler(Call(self._world, actor, path, query, body, files))
        except Refused as refused:
            entry["code"] = refused.code
            return Said(refused.status, msgspec.json.encode(refused.body()))
        except Unauthorized:
            return _plainly(HTTPStatus.UNAUTHORIZED)
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours must not look like Discord's
            where = f"{request.method} {request.path}"
            self._record.trouble(f"{where}: {type(error).__name__}: {error}")
            return _plainly(HTTPStatus.NOT_IMPLEMENTED)
        return _answered(answer, headers)

    def _actor(self, request: web.Request, route: str) -> User:
        if route.startswith(OPEN) and "{token}" in route:
            return self._world.bot
        return calls.holder(self._world, request)

    async def _spoilt(self, request: web.Request, fault: Fault, entry: Json) -> Said | None:
        """The answer that a fault gives; None if the true one is only late."""
        if fault.fault == "slow":
            await asyncio.sleep(fault.seconds)
            return None
        if fault.fault == "drop":
            entry["status"] = 0
            self._world.bell.ring()
            await _cut(request)
        if fault.status == HTTPStatus.TOO_MANY_REQUESTS:
            return _limited(fault.retry_after, via=fault.via, everywhere=fault.everywhere)
        return _plainly(fault.status or HTTPStatus.INTERNAL_SERVER_ERROR)

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        """A file."""
        found = self._world.attachments.get(int(request.match_info["attachment"]))
        if found is None:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        return web.Response(body=found.content, headers={"Content-Type": found.content_type})

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """A route that Discord may have, but the stand-in does not."""
        entry = self._record.begin(request.method, "", request.path)
        self._record.unknown(f"{request.method} {request.path}")
        return self._sent(_plainly(HTTPStatus.NOT_FOUND), entry)


def _answered(answer: Answer, headers: Mapping[str, str]) -> Said:
    if answer is None:
        return Said(HTTPStatus.NO_CONTENT, headers=headers)
    return Said(HTTPStatus.OK, msgspec.json.encode(answer), headers)


def _bucket_key(request: web.Request, route: str) -> Key:
    about = next((request.match_info[one] for one in ABOUT if one in request.match_info), None)
    return request.method, route, about


def _plainly(status: int) -> Said:
    phrase = HTTPStatus(status).phrase
    body = msgspec.json.encode({"message": f"{int(status)}: {phrase}", "code": 0})
    return Said(status, body)


def _limited(
    retry_after: float,
    *,
    via: bool = True,
    everywhere: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Said:
    body = {
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": everywhere,
    }
    said = {"Retry-After": str(int(retry_after) + 1), **(headers or {}), **(VIA if via else {})}
    if via:
        said["X-RateLimit-Scope"] = "global" if everywhere else "user"
    return Said(HTTPStatus.TOO_MANY_REQUESTS, msgspec.json.encode(body), said)


async def _cut(request: web.Request) -> NoReturn:
    if request.transport is None:
        raise ConnectionAbortedError
    request.transport.abort()
    while True:  # until the disconnection cancels us
        await asyncio.Event().wait()
