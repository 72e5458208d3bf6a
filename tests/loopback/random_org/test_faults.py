"""Each fault does what it says, to the request it is meant for, and to no other."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http.client import IncompleteRead, RemoteDisconnected
from typing import Any

import pytest

from tests.loopback.random_org.client import Json, Reply, StandIn, spelled
from tests.loopback.random_org.faults import FAULTS, LIES, TRANSPORT
from tests.loopback.random_org.refusals import FORMS
from tests.loopback.random_org.test_draws import signed_bytes, verifies

DRAW = "generateSignedIntegers"


class Case:
    """A key with a ticket, one planned fault, and a draw that meets it."""

    def __init__(self, random_org: StandIn) -> None:
        self.random_org = random_org
        random_org.call(DRAW, n=1, min=1, max=52)
        ticket = random_org.call("createTickets", n=1, showResult=True)["result"][0]
        self.ticket_id = ticket["ticketId"]
        random_org.add_numbers(17, 4)

    def meet(self, fault: str, *, patience: float = 20, **given: object) -> Reply:
        """Draw with the ticket, once, into the fault."""
        self.random_org.plan(fault, **given)
        params = {
            "apiKey": self.random_org.api_key,
            "n": 2,
            "min": 1,
            "max": 52,
            "replacement": False,
            "userData": {"seq": 7},
            "ticketId": self.ticket_id,
        }
        return self.random_org.post(spelled(DRAW, params, 77), patience=patience)

    @property
    def drawn(self) -> bool:
        """Whether the ticket is used, in public."""
        ticket = self.random_org.call("getTicket", ticketId=self.ticket_id)["result"]
        return ticket["usedTime"] is not None

    @property
    def noted(self) -> Json:
        """What the record says of the request that met the fault."""
        struck = [one for one in self.random_org.requests() if one["id"] == 77]
        noted: Json = struck[-1]
        return noted


@pytest.fixture
def case(random_org: StandIn) -> Case:
    return Case(random_org)


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


WHEN = pytest.mark.parametrize(("when", "drawn"), [("before", False), ("after", True)])


@WHEN
def test_late(case: Case, when: str, drawn: bool) -> None:
    began = time.monotonic()
    reply = case.meet("late", milliseconds=120, when=when)

    assert time.monotonic() - began >= 0.12
    assert json.loads(reply.body)["result"]["random"]["data"] == [17, 4]
    assert case.noted["fault"] == {"fault": "late", "milliseconds": 120, "when": when}


@WHEN
def test_late_for_a_client_that_does_not_wait(case: Case, when: str, drawn: bool) -> None:
    """A draw may still happen after its client was told by getTicket that it did not."""
    with pytest.raises(TimeoutError):
        case.meet("late", milliseconds=300, when=when, patience=0.05)

    assert case.drawn == drawn
    wait_until(lambda: case.drawn)
    assert case.noted["outcome"] == "disconnected"


def test_a_trouble_behind_a_client_that_has_gone_is_kept(case: Case) -> None:
    case.random_org.forget_numbers()
    case.random_org.add_numbers(1, 99)
    with pytest.raises(TimeoutError):
        case.meet("late", milliseconds=100, when="before", patience=0.02)
    wait_until(lambda: case.random_org.record()["troubles"] != [])

    assert "the list gives [99], but" in case.random_org.take_troubles()[0]


@WHEN
def test_never(case: Case, when: str, drawn: bool) -> None:
    with pytest.raises(TimeoutError):
        case.meet("never", when=when, patience=0.05)

    assert case.drawn == drawn
    wait_until(lambda: case.random_org.record()["running"] == {})


@WHEN
def test_drop(case: Case, when: str, drawn: bool) -> None:
    with pytest.raises((RemoteDisconnected, ConnectionResetError)):
        case.meet("drop", when=when)

    assert case.drawn == drawn
    assert (case.noted["outcome"], case.noted["serial"]) == ("disconnected", 2 if drawn else None)


def test_cut_and_honest_about_its_length(case: Case) -> None:
    reply = case.meet("cut")

    assert len(reply.body) == int(reply.headers["Content-Length"])
    with pytest.raises(json.JSONDecodeError):
        json.loads(reply.body)
    assert case.drawn


def test_cut_short_of_the_promised_length(case: Case) -> None:
    with pytest.raises(IncompleteRead):
        case.meet("cut", content_length="whole")

    assert case.drawn


@WHEN
def test_html(case: Case, when: str, drawn: bool) -> None:
    reply = case.meet("html", when=when)

    assert (reply.status, reply.body[:6], case.drawn) == (200, b"<html>", drawn)


@WHEN
@pytest.mark.parametrize("status", [500, 502, 503])
def test_http_error(case: Case, when: str, drawn: bool, status: int) -> None:
    reply = case.meet("http_error", status=status, when=when)

    assert (reply.status, case.drawn) == (status, drawn)
    assert reply.headers["Content-Type"].startswith("text/html")


def test_too_many_requests(case: Case) -> None:
    reply = case.meet("too_many_requests", retry_after=30)

    assert (reply.status, reply.headers["Retry-After"], case.drawn) == (429, "30", False)


@WHEN
def test_redirect(case: Case, when: str, drawn: bool) -> None:
    reply = case.meet("redirect", when=when)

    assert (reply.status, case.drawn) == (302, drawn)
    assert reply.headers["Location"].startswith("http://elsewhere.invalid/")


@pytest.mark.parametrize("announced", [True, False])
def test_huge(case: Case, announced: bool) -> None:
    reply = case.meet("huge", megabytes=3, announced=announced)

    assert len(reply.body) > 3_000_000
    assert ("Content-Length" in reply.headers) == announced
    assert json.loads(reply.body)["result"]["random"]["data"] == [17, 4]
    assert FAULTS["huge"]["megabytes"] == 20


@WHEN
def test_empty(case: Case, when: str, drawn: bool) -> None:
    reply = case.meet("empty", when=when)

    assert (reply.status, reply.body, case.drawn) == (204, b"", drawn)


@WHEN
def test_error(case: Case, when: str, drawn: bool) -> None:
    error = json.loads(case.meet("error", code=402, when=when).body)["error"]

    assert error["message"] == FORMS[402].message.format(1, 0)
    assert (error["code"], error["data"], case.drawn) == (402, [1, 0], drawn)


def test_error_of_every_code(random_org: StandIn) -> None:
    for code in (*FORMS, -32050):
        random_org.plan("error", code=code)
        error = random_org.call("getUsage")["error"]
        assert error["code"] == code
        assert "{}" not in error["message"]
    random_org.plan("error", code=402, data=[3, 1], message="as told")

    assert random_org.call("getUsage")["error"] == {
        "code": 402,
        "message": "as told",
        "data": [3, 1],
    }


def test_the_envelope(case: Case) -> None:
    assert json.loads(case.meet("wrong_id").body)["id"] == "not 77"
    case.random_org.plan("wrong_id", value=None)
    assert case.random_org.call("getUsage")["id"] is None
    case.random_org.plan("wrong_jsonrpc")
    assert case.random_org.call("getUsage")["jsonrpc"] == "1.0"


def dug(random: Json, path: str) -> Any:
    found: Any = random
    for name in path.split("."):
        found = found[name]
    return found


@pytest.mark.parametrize(
    ("fault", "path", "told"),
    [
        ("wrong_method", "method", "generateSignedStrings"),
        ("wrong_n", "n", 3),
        ("wrong_min", "min", 0),
        ("wrong_max", "max", 53),
        ("wrong_replacement", "replacement", True),
        ("wrong_base", "base", 16),
        ("pregenerated", "pregeneratedRandomization.id", "chosen beforehand"),
        ("wrong_data", "data", [4, 17]),
        ("out_of_range", "data", [17, 53]),
        ("wrong_count", "data", [17, 4, 17]),
        ("wrong_license", "license.type", "unheard-of"),
        ("wrong_user_data", "userData", "somebody else's"),
        ("wrong_ticket", "ticketData.ticketId", "0123456789abcdef"),
        ("wrong_previous_ticket", "ticketData.previousTicketId", "0123456789abcdef"),
        ("wrong_next_ticket", "ticketData.nextTicketId", "0123456789abcdef"),
        ("no_ticket", "ticketData", None),
        ("wrong_time", "completionTime", "2001-01-01 00:00:00Z"),
        ("repeated_serial", "serialNumber", 1),
        ("skipped_serial", "serialNumber", 3),
    ],
)
def test_a_lie_is_well_signed_and_only_told(
    case: Case, fault: str, path: str, told: object
) -> None:
    body = case.meet(fault).body
    result = json.loads(body)["result"]
    truth = case.random_org.call("getResult", serialNumber=2)["result"]

    assert dug(result["random"], path) == told
    assert list(result["random"]) == list(truth["random"])
    assert verifies(case.random_org.public_key, signed_bytes(body), result["signature"])
    changed = [name for name in truth["random"] if truth["random"][name] != result["random"][name]]
    assert changed == [path.partition(".")[0]]


def test_a_key_s_hash_can_be_wrong(case: Case) -> None:
    told = json.loads(case.meet("wrong_hashed_key").body)["result"]["random"]["hashedApiKey"]
    truth = case.random_org.call("getResult", serialNumber=2)["result"]["random"]["hashedApiKey"]

    assert told != truth
    assert len(told) == len(truth)


@pytest.mark.parametrize(
    ("fault", "by_the_other"), [("wrong_signature", False), ("other_key", True)]
)
def test_a_signature_can_be_wrong(case: Case, fault: str, by_the_other: bool) -> None:
    body = case.meet(fault).body
    signature = json.loads(body)["result"]["signature"]

    assert len(signature) == 684
    assert not verifies(case.random_org.public_key, signed_bytes(body), signature)
    other = verifies(case.random_org.other_public_key, signed_bytes(body), signature)
    assert other == by_the_other


def test_a_lie_can_keep_the_old_signature(case: Case) -> None:
    body = case.meet("wrong_data", value=[1, 2], resign=False).body
    result = json.loads(body)["result"]

    assert result["random"]["data"] == [1, 2]
    assert not verifies(case.random_org.public_key, signed_bytes(body), result["signature"])


def test_a_lie_can_persist(case: Case) -> None:
    told = json.loads(case.meet("out_of_range", persist=True).body)["result"]
    ticket = case.random_org.call("getTicket", ticketId=case.ticket_id)["result"]

    assert ticket["result"] == case.random_org.call("getResult", serialNumber=2)["result"] == told
    drawn = case.random_org.draws()[-1]
    assert (drawn["serial"], drawn["ticket_id"], drawn["data"]) == (2, case.ticket_id, [17, 4])
    assert '"data":[17,4]' in drawn["signed"]


def test_a_stored_result_can_be_lied_about(case: Case) -> None:
    case.random_org.plan("wrong_data", value=[9, 9], method="getTicket")
    case.meet("late", milliseconds=0)
    shown = [
        case.random_org.call("getTicket", ticketId=case.ticket_id)["result"]["result"]["random"]
        for _ in range(2)
    ]

    assert [random["data"] for random in shown] == [[9, 9], [17, 4]]


def test_a_lie_about_an_answer_without_a_draw_is_not_applied(random_org: StandIn) -> None:
    random_org.plan("wrong_data")
    random_org.call(DRAW, n=0, min=1, max=6)

    assert random_org.requests()[-1]["applied"] is False


def test_sequences_are_lied_about_too(random_org: StandIn) -> None:
    random_org.add_numbers(1, 2, 3)
    random_org.plan("out_of_range")
    two = {"n": 2, "length": [2, 1], "min": 1, "max": [6, 9]}
    random = random_org.call("generateSignedIntegerSequences", **two)["result"]["random"]

    assert random["data"] == [[1, 2], [10]]


def test_a_fault_waits_for_its_request(random_org: StandIn) -> None:
    """Filter, skip and times; the rest of the queue waits behind."""
    random_org.plan("wrong_id", method=["getUsage"], skip=1, times=2, value=9)
    random_org.plan("wrong_id", method="getUsage", value=8)
    random_org.plan("wrong_id", value=7)
    calls = ["getUsage", "createTickets", "getUsage", "getUsage", "getUsage", "getUsage"]
    given = {"createTickets": {"n": 1, "showResult": True}}

    assert len(random_org.planned()) == 3
    ids = [random_org.call(method, **given.get(method, {}))["id"] for method in calls]
    assert ids == [1, 7, 9, 9, 8, 1]
    assert random_org.planned() == []


def test_a_fault_can_stay_for_good(random_org: StandIn) -> None:
    random_org.plan("wrong_id", times=None, value=9)

    assert [random_org.call("getUsage")["id"] for _ in range(3)] == [9, 9, 9]
    random_org.forget_plan()
    assert random_org.call("getUsage")["id"] == 1


@pytest.mark.parametrize(
    ("fault", "given"),
    [
        ("no_such_fault", {}),
        ("drop", {"status": 500}),
        ("error", {}),
        ("error", {"code": 999}),
        ("late", {"when": "sometimes"}),
    ],
)
def test_a_plan_that_makes_no_sense_fails_loudly(
    random_org: StandIn, fault: str, given: Json
) -> None:
    with pytest.raises(RuntimeError, match="Trouble"):
        random_org.plan(fault, **given)

    assert len(random_org.take_troubles()) == 1
    assert random_org.planned() == []


def test_every_fault_is_planned_somewhere_in_this_file() -> None:
    from pathlib import Path

    text = Path(__file__).read_text(encoding="utf-8")

    assert [name for name in FAULTS if f'"{name}"' not in text] == []
    assert len(FAULTS) == len(TRANSPORT) + len(LIES) == 35
