"""JSON-RPC 2.0 around a call, and the one spelling of JSON; knows no method of random.org."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, NoReturn

from tests.loopback.random_org.refusals import Refused

Json = dict[str, Any]


def spelled(value: object, *, ascii_only: bool = False) -> str:
    """Compact JSON, members in their order: the spelling of everything that is signed or sent.

    >>> spelled({"b": 1, "a": [None, "/"]})
    '{"b":1,"a":[null,"/"]}'
    """
    return json.dumps(value, separators=(",", ":"), ensure_ascii=ascii_only)


class Asked(NamedTuple):
    """What a body asks for. With a ``refusal`` the call is not to be made."""

    id: str | float | None
    method: str | None
    params: Json
    refusal: Refused | None = None


def read(body: bytes) -> Asked:
    """Read a body; never raises, because even a bad request has an answer."""
    try:
        call = json.loads(body.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return Asked(None, None, {}, Refused(-32700))
    if not isinstance(call, dict):
        return Asked(None, None, {}, Refused(-32600))
    call_id, method, params = call.get("id"), call.get("method"), call.get("params", {})
    if not isinstance(call_id, str | int | float) or isinstance(call_id, bool):
        return Asked(None, None, {}, Refused(-32600))
    if call.get("jsonrpc") != "2.0" or not isinstance(method, str):
        return Asked(call_id, None, {}, Refused(-32600))
    if not isinstance(params, dict):
        return Asked(call_id, method, {}, Refused(-32602))
    return Asked(call_id, method, params)


def answer(asked: Asked, outcome: Json | list[Json] | Refused) -> Json:
    """The answer to a call: its result, or its error."""
    if isinstance(outcome, Refused):
        return {"jsonrpc": "2.0", "error": outcome.body(), "id": asked.id}
    return {"jsonrpc": "2.0", "result": outcome, "id": asked.id}


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
