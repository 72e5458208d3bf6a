"""JSON-RPC to random.org over httpx: one request at a time, bounded, and never twice by itself.

Two ways to fail, and no third: ``NoAnswer`` (nobody knows whether it happened) and ``Refused`` (it
did not happen, and why). Whoever calls decides what to do; nothing is repeated here. The API key
goes into the body only, and into no exception, message or log line.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

import httpx
import msgspec
from msgspec import Struct

LARGEST_ANSWER: Final = 256 * 1024
"""Bytes; an answer of ten thousand numbers would fit, and ours have a few dozen."""
TIMEOUT: Final = httpx.Timeout(120.0, connect=10.0)  # seconds; random.org asks for minutes
DEFAULT_DELAY: Final = 1.0
"""Seconds to wait after an answer that advises none, as the official clients do."""
LONGEST_DELAY: Final = 3600.0
"""Seconds; an advice beyond an hour is a fault of the service."""


class NoAnswer(Exception):
    """No usable answer: it may have happened or not. ``why`` names no secret."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Refused(Exception):
    """The service's own error: ``code`` as in the contract's table."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


class _Error(Struct):
    code: int
    message: str


class _Envelope(Struct):
    jsonrpc: str
    id: int | str | None
    result: msgspec.Raw = msgspec.Raw(b"")
    error: _Error | None = None


class _Advice(Struct, rename="camel"):
    advisory_delay: int | None = None


class Rpc:
    """A connection to one service with one key's manners: no two requests at the same time."""

    def __init__(
        self, url: str, *, default_delay: float = DEFAULT_DELAY, timeout: httpx.Timeout = TIMEOUT
    ) -> None:
        self._url = url
        self._client = httpx.AsyncClient(timeout=timeout, follow_redirects=False, trust_env=False)
        self._longest = 2 * (timeout.read or 0)  # seconds for a whole answer, drop by drop
        self._turn = asyncio.Lock()
        self._next_id = 0
        self._not_before = 0.0  # monotonic seconds
        self._default_delay = default_delay
        self.date: str | None = None
        """The ``Date`` header of the last answer: what time the service has."""

    async def call(self, method: str, **params: object) -> msgspec.Raw:
        """Send one request and return its ``result``, byte for byte.

        Raises ``NoAnswer`` or ``Refused``.
        """
        async with self._turn:
            await asyncio.sleep(max(0.0, self._not_before - time.monotonic()))
            self._next_id += 1
            body = {"jsonrpc": "2.0", "method": method, "params": params, "id": self._next_id}
            try:
                answer = await self._post(msgspec.json.encode(body))
                envelope = _open(answer, self._next_id)
            except BaseException:
                self._not_before = time.monotonic() + self._default_delay
                raise
            self._not_before = time.monotonic() + self._advised(envelope)
        if envelope.error is not None:
            raise Refused(envelope.error.code, envelope.error.message)
        return envelope.result

    async def close(self) -> None:
        """Close the connection."""
        await self._client.aclose()

    async def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json"}
        try:
            async with (
                asyncio.timeout(self._longest),
                self._client.stream("POST", self._url, content=body, headers=headers) as response,
            ):
                self.date = response.headers.get("Date")
                if response.status_code != httpx.codes.OK:
                    raise NoAnswer(f"HTTP {response.status_code}")  # noqa: EM102, TRY003
                return await _bounded(response)
        except (httpx.HTTPError, TimeoutError) as error:
            raise NoAnswer(type(error).__name__) from error

    def _advised(self, envelope: _Envelope) -> float:
        try:
            advice = msgspec.json.decode(envelope.result, type=_Advice)
        except msgspec.DecodeError:
            return self._default_delay  # an array, as createTickets answers, or an error
        if advice.advisory_delay is None:
            return self._default_delay
        return min(max(0, advice.advisory_delay) / 1000, LONGEST_DELAY)


async def _bounded(response: httpx.Response) -> bytes:
    content = bytearray()
    async for block in response.aiter_bytes():
        content += block
        if len(content) > LARGEST_ANSWER:
            msg = f"an answer of more than {LARGEST_ANSWER} bytes"
            raise NoAnswer(msg)
    return bytes(content)


def _open(answer: bytes, request_id: int) -> _Envelope:
    try:
        envelope = msgspec.json.decode(answer, type=_Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        msg = "an answer that is no JSON-RPC"
        raise NoAnswer(msg) from error
    if envelope.jsonrpc != "2.0" or envelope.id != request_id:
        msg = "an answer to another request"
        raise NoAnswer(msg)
    if envelope.error is None and not envelope.result:
        msg = "an answer with neither result nor error"
        raise NoAnswer(msg)
    return envelope
