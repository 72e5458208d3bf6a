"""Faults that spoil a signed object. What is stored stays true, unless the lie shall persist.

A changed object is signed again with our own key, so that only the check of its content can find
the lie; ``resign: false`` leaves the old signature, which then does not fit.
"""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable
from typing import Any, Final

from tests.loopback.random_org.accounts import hashed
from tests.loopback.random_org.draws import Draws
from tests.loopback.random_org.envelope import Json
from tests.loopback.random_org.faults import Fault

NO_TICKET: Final = "0123456789abcdef"
OTHER_KEY: Final = "00000000-0000-4000-8000-000000000000"
MEMBERS: Final = {  # fault -> the member of the signed object that it changes
    "wrong_method": "method",
    "wrong_hashed_key": "hashedApiKey",
    "wrong_n": "n",
    "wrong_min": "min",
    "wrong_max": "max",
    "wrong_replacement": "replacement",
    "wrong_base": "base",
    "pregenerated": "pregeneratedRandomization",
    "wrong_data": "data",
    "out_of_range": "data",
    "wrong_count": "data",
    "wrong_license": "license",
    "wrong_user_data": "userData",
    "wrong_ticket": "ticketData",
    "wrong_previous_ticket": "ticketData",
    "wrong_next_ticket": "ticketData",
    "no_ticket": "ticketData",
    "wrong_time": "completionTime",
    "repeated_serial": "serialNumber",
    "skipped_serial": "serialNumber",
}


def spoil(answer: Json, fault: Fault, draws: Draws) -> bool:
    """Change the signed result within an answer; false if there is none."""
    result = _signed_result(answer)
    if result is None:
        return False
    truth = result["random"]
    if fault.name == "wrong_signature":
        result["signature"] = _one_bit_off(result["signature"])
    elif fault.name == "other_key":
        message = draws.signed_bytes(truth)
        result["signature"] = draws.signer.sign_with_the_other(message)
    else:
        result["random"] = {**truth, MEMBERS[fault.name]: _lie(fault, copy.deepcopy(truth))}
        if fault.given["resign"]:
            result["signature"] = draws.signer.sign(draws.signed_bytes(result["random"]))
    if fault.given["persist"]:
        with draws.state.transaction():
            draws.falsify(truth["hashedApiKey"], truth["serialNumber"], result)
    return True


def _signed_result(answer: Json) -> Json | None:
    """Of a draw, of getResult, or the one that getTicket shows."""
    outer = answer.get("result")
    for result in (outer, outer.get("result") if isinstance(outer, dict) else None):
        if isinstance(result, dict) and "signature" in result:
            return result
    return None


def _one_bit_off(signature: str) -> str:
    raw = bytearray(base64.b64decode(signature))
    raw[len(raw) // 2] ^= 1
    return base64.b64encode(raw).decode()


def _lie(fault: Fault, truth: Json) -> Any:
    """The new value of the member."""
    link = TICKET_LINKS.get(fault.name)
    if link is not None:
        others = truth["ticketData"] or dict.fromkeys(TICKET_LINKS.values())
        return {**others, link: fault.given.get("value", NO_TICKET)}
    if "value" in fault.given:
        return fault.given["value"]
    return USUAL[fault.name](truth)


TICKET_LINKS: Final = {
    "wrong_ticket": "ticketId",
    "wrong_previous_ticket": "previousTicketId",
    "wrong_next_ticket": "nextTicketId",
}
USUAL: Final[dict[str, Callable[[Json], Any]]] = {  # the lie when a plan names no value
    "wrong_method": lambda _: "generateSignedStrings",
    "wrong_hashed_key": lambda _: hashed(OTHER_KEY),
    "wrong_n": lambda truth: truth["n"] + 1,
    "wrong_min": lambda truth: _shifted(truth["min"], -1),
    "wrong_max": lambda truth: _shifted(truth["max"], 1),
    "wrong_replacement": lambda truth: not truth["replacement"],
    "wrong_base": lambda truth: 16 if truth["base"] == 10 else 10,
    "pregenerated": lambda _: {"id": "chosen beforehand"},
    "wrong_data": lambda truth: truth["data"][::-1],
    "out_of_range": lambda truth: _with_last(truth["data"], _shifted(truth["max"], 1)),
    "wrong_count": lambda truth: [*truth["data"], *truth["data"][:1]],
    "wrong_license": lambda truth: {**truth["license"], "type": "unheard-of"},
    "wrong_user_data": lambda _: "somebody else's",
    "no_ticket": lambda _: None,
    "wrong_time": lambda _: "2001-01-01 00:00:00Z",
    "repeated_serial": lambda truth: truth["serialNumber"] - 1,
    "skipped_serial": lambda truth: truth["serialNumber"] + 1,
}


def _shifted(bound: Any, by: int) -> Any:
    return [one + by for one in bound] if isinstance(bound, list) else bound + by


def _with_last(data: list[Any], bound: Any) -> list[Any]:
    number = bound[-1] if isinstance(bound, list) else bound
    last = _with_last(data[-1], number) if isinstance(data[-1], list) else number
    return [*data[:-1], last]
