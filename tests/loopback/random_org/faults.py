"""The fault plan: which request is answered badly, and how; knows no HTTP and carries nothing out.

Faults wait in a queue. A request meets the first fault whose methods it fits: while ``skip`` is
above zero the request passes and ``skip`` falls by one; then the fault strikes, ``times`` times
(null: until the plan is cleared), and leaves the queue. No request meets two faults.

"before" means that the call is never executed (``late``: executed late, even if the client has
gone by then); "after" means that it is executed and stored, and only the answer suffers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback.random_org.refusals import FORMS, Trouble
from tests.loopback.random_org.state import State

Json = dict[str, Any]

NEEDED: Final = object()  # a parameter without default
HIDDEN: Final = object()  # a parameter whose default depends on the draw
_LIE: Final[Json] = {"value": HIDDEN, "resign": True, "persist": False}

TRANSPORT: Final[dict[str, Json]] = {
    "late": {"milliseconds": 100, "when": "after"},
    "never": {"when": "before"},
    "drop": {"when": "before"},
    "cut": {"content_length": "cut"},  # or "whole": promised in full, then the connection closes
    "html": {"when": "before"},  # status 200
    "http_error": {"status": 503, "when": "before"},  # with an HTML body
    "too_many_requests": {"retry_after": None},  # HTTP 429, before; seconds
    "redirect": {
        "location": "http://elsewhere.invalid/json-rpc/4/invoke",
        "status": 302,
        "when": "before",
    },
    "huge": {"megabytes": 20, "announced": True},  # announced: with Content-Length, else chunked
    "empty": {"when": "before"},  # HTTP 204
    "error": {"code": NEEDED, "data": HIDDEN, "message": HIDDEN, "when": "before"},
    "wrong_id": {"value": HIDDEN},
    "wrong_jsonrpc": {"value": "1.0"},
}
LIES: Final[dict[str, Json]] = {
    "wrong_signature": {"persist": False},
    "other_key": {"persist": False},
    **dict.fromkeys(
        (
            "wrong_method",
            "wrong_hashed_key",
            "wrong_n",
            "wrong_min",
            "wrong_max",
            "wrong_replacement",
            "wrong_base",
            "pregenerated",
            "wrong_data",
            "out_of_range",
            "wrong_count",
            "wrong_license",
            "wrong_user_data",
            "wrong_ticket",
            "wrong_previous_ticket",
            "wrong_next_ticket",
            "no_ticket",
            "wrong_time",
            "repeated_serial",
            "skipped_serial",
        ),
        _LIE,
    ),
}
FAULTS: Final = {**TRANSPORT, **LIES}
SIGNED_METHODS: Final = ["generateSignedIntegers", "generateSignedIntegerSequences"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault with all its parameters; ``HIDDEN`` ones that were not given are absent."""

    name: str
    given: Mapping[str, Any]

    @property
    def is_lie(self) -> bool:
        """Whether it spoils the signed object rather than the transport."""
        return self.name in LIES

    @property
    def before(self) -> bool:
        """Whether it strikes before the call is executed."""
        return self.name == "too_many_requests" or self.given.get("when") == "before"


class Plan:
    """The queue, kept over a restart."""

    def __init__(self, state: State) -> None:
        self._state = state

    def append(self, planned: Json) -> None:
        """Take in one fault: ``fault``, its parameters, and ``method``, ``skip``, ``times``."""
        given = dict(planned)
        name = given.pop("fault", None)
        method, skip, times = given.pop("method", None), given.pop("skip", 0), given.pop("times", 1)
        fault = Fault(str(name), _checked(name, given))
        methods = [method] if isinstance(method, str) else method
        if methods is None and fault.is_lie:
            methods = SIGNED_METHODS
        row = {
            "fault": json.dumps({"name": fault.name, "given": dict(fault.given)}),
            "method": json.dumps(methods),
            "skip": skip,
            "times": times,
        }
        self._state.add("faults", row)

    def clear(self) -> None:
        """Forget all that is planned."""
        self._state.write("DELETE FROM faults")

    def waiting(self) -> list[Json]:
        """What is planned and has not struck (often enough)."""
        return [
            {
                **_flat(json.loads(row["fault"])),
                "method": json.loads(row["method"]),
                "skip": row["skip"],
                "times": row["times"],
            }
            for row in self._state.rows("SELECT * FROM faults ORDER BY position")
        ]

    def meet(self, method: str | None) -> Fault | None:
        """The fault that strikes this request, if any; it counts as struck."""
        for row in self._state.rows("SELECT * FROM faults ORDER BY position"):
            methods = json.loads(row["method"])
            if methods is None or method in methods:
                return self._strike(dict(row))
        return None

    def _strike(self, row: Json) -> Fault | None:
        where = "WHERE position = ?"
        if row["skip"] > 0:
            self._state.write(f"UPDATE faults SET skip = skip - 1 {where}", row["position"])
            return None
        if row["times"] == 1:
            self._state.write(f"DELETE FROM faults {where}", row["position"])
        elif row["times"] is not None:
            self._state.write(f"UPDATE faults SET times = times - 1 {where}", row["position"])
        return Fault(**json.loads(row["fault"]))


def _flat(fault: Json) -> Json:
    return {"fault": fault["name"], **fault["given"]}


def _checked(name: object, given: Json) -> Json:
    if name not in FAULTS:
        msg = f"there is no fault {name!r}, only {', '.join(FAULTS)}"
        raise Trouble(msg)
    defaults = FAULTS[str(name)]
    unknown = set(given) - set(defaults)
    missing = {key for key, value in defaults.items() if value is NEEDED} - set(given)
    if unknown or missing:
        msg = f"{name} takes {sorted(defaults)}; unknown: {unknown}, missing: {missing}"
        raise Trouble(msg)
    if given.get("when", "after") not in {"before", "after"}:
        msg = "when is before or after"
        raise Trouble(msg)
    if name == "error" and given["code"] not in FORMS and not -32099 <= given["code"] <= -32000:
        msg = f"the contract has no error {given['code']}"
        raise Trouble(msg)
    plain = {key: value for key, value in defaults.items() if value not in (NEEDED, HIDDEN)}
    return {**plain, **given}
