"""Receives requests: the HTTP rules of the API, and one fault at most for each request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web

from tests.loopback.random_org import delivery, envelope, lies
from tests.loopback.random_org.envelope import Asked, Json
from tests.loopback.random_org.faults import Fault, Plan
from tests.loopback.random_org.record import Entry, Record
from tests.loopback.random_org.refusals import Trouble
from tests.loopback.random_org.service import Service

PATH: Final = "/json-rpc/4/invoke"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The one route of the API."""

    def __init__(self, service: Service, plan: Plan, record: Record) -> None:
        self._service = service
        self._plan = plan
        self._record = record
        self._at_work: set[asyncio.Task[bytes]] = set()

    async def invoke(self, request: web.Request) -> web.StreamResponse:
        """Answer one call."""
        if request.method != "POST":
            return self._turned_away(HTTPStatus.METHOD_NOT_ALLOWED)
        if request.content_type != delivery.JSON_TYPE:
            return self._turned_away(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        body = await request.read()
        if not body.strip():
            return self._turned_away(HTTPStatus.NO_CONTENT)
        asked = envelope.read(body)
        fault = self._plan.meet(asked.method)
        with self._record.running(asked, fault) as entry:
            try:
                response = await self._answered(request, asked, fault, entry)
            except (asyncio.CancelledError, ConnectionError):
                entry.note(outcome="disconnected")
                raise
            except Exception:
                entry.note(outcome="trouble", status=HTTPStatus.INTERNAL_SERVER_ERROR)
                raise
            entry.note(outcome="answered", status=response.status)
        return response

    async def _answered(
        self, request: web.Request, asked: Asked, fault: Fault | None, entry: Entry
    ) -> web.StreamResponse:
        """Work that has begun ends, even if the client does not wait for it."""
        work = asyncio.create_task(self._body(asked, fault, entry))
        self._at_work.add(work)
        work.add_done_callback(self._at_work.discard)
        try:
            body = await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(self._confess)
            raise
        return await delivery.deliver(request, body, fault)

    async def _body(self, asked: Asked, fault: Fault | None, entry: Entry) -> bytes:
        if fault is not None and fault.before and fault.name != "late":
            answer: Json = {"jsonrpc": "2.0", "result": None, "id": asked.id}
        else:
            if fault is not None and fault.before:
                await asyncio.sleep(fault.given["milliseconds"] / 1000)
            answer = self._service.answer(asked)
            entry.note(**_told(answer))
        if fault is not None and fault.is_lie:
            entry.note(applied=lies.spoil(answer, fault, self._service.draws))
        return self._service.draws.signed_bytes(delivery.bent(answer, fault))

    def _confess(self, work: asyncio.Task[bytes]) -> None:
        """Keep the trouble of work whose client has gone."""
        if not work.cancelled() and work.exception() is not None:
            self._record.trouble(f"for a client that has gone: {work.exception()!r}")

    def _turned_away(self, status: HTTPStatus) -> web.Response:
        self._record.turned_away(status)
        return web.Response(status=status)


def application(server: Server, record: Record) -> web.Application:
    """The application, but for the routes of ``control``."""

    @web.middleware
    async def loudly(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception as error:  # noqa: BLE001 - a fault of ours must not look like random.org's
            text = f"{request.method} {request.path}: {type(error).__name__}: {error}"
            record.trouble(text)
            return web.json_response({"trouble": text}, status=HTTPStatus.INTERNAL_SERVER_ERROR)

    app = web.Application(middlewares=[loudly])
    app.router.add_route("*", PATH, server.invoke)
    return app


async def unknown(_: web.Request) -> web.StreamResponse:
    """A route that random.org may have, but the stand-in does not; added last."""
    msg = "the stand-in has no such route"
    raise Trouble(msg)


def _told(answer: Json) -> Json:
    """What the record keeps of an answer."""
    result = answer.get("result")
    random = result.get("random") if isinstance(result, dict) else None
    serial = random.get("serialNumber") if isinstance(random, dict) else None
    return {"error": answer.get("error", {}).get("code"), "serial": serial}
