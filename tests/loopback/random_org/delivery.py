"""Sends an answer over HTTP, well or as badly as a fault asks; knows no draw."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, NoReturn

from aiohttp import web

from tests.loopback.random_org.envelope import Json
from tests.loopback.random_org.faults import Fault
from tests.loopback.random_org.refusals import FORMS

MEGABYTE: Final = 1_000_000
JSON_TYPE: Final = "application/json"


def bent(answer: Json, fault: Fault | None) -> Json:
    """The answer with another envelope, if the fault is about the envelope."""
    match fault:
        case Fault("error", given):
            return _error(answer, given)
        case Fault("wrong_id", given):
            return {**answer, "id": given.get("value", f"not {answer['id']}")}
        case Fault("wrong_jsonrpc", given):
            return {**answer, "jsonrpc": given["value"]}
        case _:
            return answer


async def deliver(  # noqa: C901 - an arm per fault
    request: web.Request, body: bytes, fault: Fault | None
) -> web.StreamResponse:
    """Answer a request; where no answer is given, wait for the cancellation at disconnection."""
    match fault:
        case Fault("late", given) if given["when"] == "after":
            await asyncio.sleep(given["milliseconds"] / 1000)
        case Fault("never"):
            await _nothing_more()
        case Fault("drop"):
            _transport(request).abort()
            await _nothing_more()
        case Fault("cut", {"content_length": "cut"}):
            return web.Response(body=body[: len(body) // 2], content_type=JSON_TYPE)
        case Fault("cut"):
            return await _half(request, body)
        case Fault("html"):
            return _page(HTTPStatus.OK)
        case Fault("http_error", given):
            return _page(given["status"])
        case Fault("too_many_requests", given):
            return _page(HTTPStatus.TOO_MANY_REQUESTS, _retry_after(given["retry_after"]))
        case Fault("redirect", given):
            return _page(given["status"], {"Location": given["location"]})
        case Fault("huge", given):
            return await _padded(request, body, given["megabytes"], announced=given["announced"])
        case Fault("empty"):
            return web.Response(status=HTTPStatus.NO_CONTENT)
        case _:
            pass
    return web.Response(body=body, content_type=JSON_TYPE)


def _error(answer: Json, given: Mapping[str, Any]) -> Json:
    code = given["code"]
    form = FORMS.get(code, FORMS[-32000])
    data = given.get("data", list(form.sample) or None)
    try:
        message = given.get("message", form.message.format(*(data or ())))
    except IndexError:
        message = form.message  # fewer data than places
    error = {"code": code, "message": message, "data": data}
    return {"jsonrpc": "2.0", "error": error, "id": answer["id"]}


def _page(status: int, headers: dict[str, str] | None = None) -> web.Response:
    text = f"<html><body><h1>{status} {HTTPStatus(status).phrase}</h1></body></html>"
    return web.Response(status=status, text=text, content_type="text/html", headers=headers)


def _retry_after(seconds: int | None) -> dict[str, str]:
    return {} if seconds is None else {"Retry-After": str(seconds)}


def _transport(request: web.Request) -> asyncio.Transport:
    if request.transport is None:
        raise ConnectionAbortedError
    return request.transport


async def _nothing_more() -> NoReturn:
    while True:
        await asyncio.Event().wait()


async def _half(request: web.Request, body: bytes) -> NoReturn:
    """Promise the whole, send half, close."""
    headers = {"Content-Type": JSON_TYPE, "Content-Length": str(len(body))}
    response = web.StreamResponse(headers=headers)
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    _transport(request).close()
    await _nothing_more()


async def _padded(
    request: web.Request, body: bytes, megabytes: int, *, announced: bool
) -> web.StreamResponse:
    """The right answer, after so many megabytes of spaces, which JSON allows."""
    response = web.StreamResponse(headers={"Content-Type": JSON_TYPE})
    if announced:
        response.content_length = megabytes * MEGABYTE + len(body)
    else:
        response.enable_chunked_encoding()
    await response.prepare(request)
    for _ in range(megabytes):
        await response.write(b" " * MEGABYTE)
    await response.write(body)
    await response.write_eof()
    return response
