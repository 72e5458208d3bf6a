"""Every request of the contract's examples is answered as the example says.

Equal means equal in every member, its order and its value, but for hashes, signatures and ticket
ids. Where the contract calls an example invented, only names, order and types are compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest

from tests.loopback.random_org.client import Json, StandIn

FOLDER: Final = Path(__file__).parents[2] / "data/random_org/examples"
EXAMPLES: Final = sorted(path.stem for path in FOLDER.glob("*.json"))
INVENTED: Final = {"generateIntegers", "generateIntegerSequences", "getUsage"}


def example(name: str) -> Json:
    loaded: Json = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def masked(value: Any) -> Any:
    match value:
        case dict():
            hidden = {"signature", "hashedApiKey"}
            return [(key, "*" if key in hidden else masked(one)) for key, one in value.items()]
        case list():
            return [masked(one) for one in value]
        case str() if re.fullmatch("[0-9a-f]{16}", value):
            return "a ticket"
        case _:
            return value


def typed(value: Any) -> Any:
    match value:
        case dict():
            return [(key, typed(one)) for key, one in value.items()]
        case list():
            return [typed(value[0])]
        case _:
            return type(value).__name__


def stage(random_org: StandIn, result: Json) -> None:
    """Make the service give this signed result next."""
    random = result["random"]
    random_org.set_clock(random["completionTime"], frozen=True)
    random_org.set_key(serial=random["serialNumber"] - 1)
    random_org.set_quota(
        requests=result["requestsLeft"] + 1, bits=result["bitsLeft"] + result["bitsUsed"]
    )
    random_org.settings(advisory_delay=result["advisoryDelay"])
    rows = random["data"] if "length" in random else [random["data"]]
    random_org.add_numbers(*(number for row in rows for number in row))


def ticket(random_org: StandIn, at: str, *, show: bool = True) -> str:
    random_org.set_clock(at, frozen=True)
    created = random_org.call("createTickets", n=1, showResult=show)["result"]
    return str(created[0]["ticketId"])


def draw(random_org: StandIn, **params: object) -> Json:
    given = {"n": 1, "min": 0, "max": 36, **params}
    result: Json = random_org.call("generateSignedIntegers", **given)["result"]
    return result


def draw_once_before(random_org: StandIn, one: Json) -> Json:
    stage(random_org, one["response"]["result"])
    draw(random_org, n=3, min=1, max=6)
    random_org.set_quota(requests=5, bits=500)
    return {}


def used_ticket(random_org: StandIn, one: Json) -> Json:
    view = one["response"]["result"]
    ticket_id = ticket(random_org, view["creationTime"], show=view["showResult"])
    if "result" in view:
        stage(random_org, view["result"])
    random_org.set_clock(view["usedTime"], frozen=True)
    random_org.set_key(serial=view["serialNumber"] - 1)
    draw(random_org, ticketId=ticket_id)
    return {"ticketId": ticket_id}


def listed_head(random_org: StandIn, one: Json) -> Json:
    used_ticket(random_org, {"response": {"result": one["response"]["result"][0]}})
    return {}


def two_singletons(random_org: StandIn, one: Json) -> Json:
    for view in one["response"]["result"]:
        ticket(random_org, view["creationTime"], show=view["showResult"])
    return {}


def three_hidden(random_org: StandIn, _: Json) -> Json:
    first = ticket(random_org, "2023-04-01 12:00:00Z", show=False)
    second = draw(random_org, ticketId=first)["random"]["ticketData"]["nextTicketId"]
    third = draw(random_org, ticketId=second)["random"]["ticketData"]["nextTicketId"]
    draw(random_org, ticketId=third)
    return {"ticketId": third}


def spent_ticket(random_org: StandIn, _: Json) -> Json:
    ticket_id = ticket(random_org, "2021-03-26 14:43:27Z")
    draw(random_org, ticketId=ticket_id)
    return {"ticketId": ticket_id}


def a_result(random_org: StandIn, one: Json) -> Json:
    random_org.add_numbers(1, 3, 1)
    result = draw(random_org, n=3, min=1, max=6)
    data = one["request"]["params"]["random"]["data"]
    return {"random": {**result["random"], "data": data}, "signature": result["signature"]}


def staged(random_org: StandIn, one: Json) -> Json:
    stage(random_org, one["response"]["result"])
    return {}


def fresh_ticket(random_org: StandIn, _: Json) -> Json:
    return {"ticketId": ticket(random_org, "2021-03-26 14:43:27Z")}


def at_the_time(random_org: StandIn, one: Json) -> Json:
    random_org.set_clock(one["response"]["result"][0]["creationTime"], frozen=True)
    return {}


def nothing(*_: object) -> Json:
    return {}


Preparation = Callable[[StandIn, Json], Json]
PREPARATIONS: Final[dict[str, Preparation]] = {  # what happened before; parameters that differ
    "createTickets": at_the_time,
    "error_bits_exhausted": lambda random_org, _: random_org.set_quota(bits=2) and {},
    "error_invalid_request": nothing,
    "error_method_not_found": nothing,
    "error_requests_exhausted": lambda random_org, _: random_org.set_quota(requests=0) and {},
    "error_ticket_used": spent_ticket,
    "generateIntegerSequences": nothing,
    "generateIntegers": nothing,
    "generateSignedIntegerSequences": staged,
    "generateSignedIntegers": staged,
    "getResult": draw_once_before,
    "getResult_unknown_key": lambda *_: {"apiKey": str(uuid4())},
    "getResult_unknown_serial": nothing,
    "getTicket_missing": nothing,
    "getTicket_unused_shown": fresh_ticket,
    "getTicket_used_hidden": used_ticket,
    "getTicket_used_shown": used_ticket,
    "getUsage": nothing,
    "listTickets_head": listed_head,
    "listTickets_singleton": two_singletons,
    "revealTickets": three_hidden,
    "revealTickets_unused": fresh_ticket,
    "verifySignature_false": a_result,
    "verifySignature_true": a_result,
}


def test_every_example_is_prepared_for() -> None:
    assert sorted(PREPARATIONS) == EXAMPLES
    assert len(EXAMPLES) == 24


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_answer_is_the_example_s(random_org: StandIn, name: str) -> None:
    one = example(name)
    request = one["request"]
    own = {"apiKey": random_org.api_key} if "apiKey" in request["params"] else {}
    changes = PREPARATIONS[name](random_org, one)
    asked = {**request, "params": {**request["params"], **own, **changes}}
    answer = json.loads(random_org.post(json.dumps(asked).encode()).body)

    compared = typed if name in INVENTED else masked
    assert compared(answer) == compared(one["response"])
