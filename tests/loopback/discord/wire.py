"""The client's end of ``control``: HTTP connections that are kept, safe to use from any thread."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from typing import Any, Final, NamedTuple

PATIENCE: Final = 60  # seconds; longer than anybody waits for something to happen


class Reply(NamedTuple):
    """A bare HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Wire:
    """Connections to one stand-in; each is used by one call at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[HTTPConnection] = []

    def request(
        self, verb: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Reply:
        """Send any request."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            connection.request(verb, path, body, headers or {})
            response = connection.getresponse()
            reply = Reply(response.status, dict(response.getheaders()), response.read())
        except (OSError, HTTPException):
            connection.close()
            raise
        self._idle.append(connection)
        return reply

    def ask(self, verb: str, **body: object) -> Any:
        """Ask ``control`` for something."""
        reply = self.request("POST", f"/control/{verb}", json.dumps(body).encode())
        if reply.status != 200:
            raise RuntimeError(reply.body.decode())
        return json.loads(reply.body)

    def close(self) -> None:
        """Close all that are idle."""
        while self._idle:
            self._idle.pop().close()
