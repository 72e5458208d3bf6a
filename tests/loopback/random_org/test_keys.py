"""API keys: quota, midnight, status, licence; and the rules of HTTP and JSON-RPC."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.loopback.random_org.client import PATH, Json, StandIn, spelled

SIX: Json = {"n": 1, "min": 1, "max": 6}
DRAWING = ("generateIntegers", "generateSignedIntegers")


def left(random_org: StandIn) -> tuple[int, int]:
    usage = random_org.call("getUsage")["result"]
    return usage["requestsLeft"], usage["bitsLeft"]


def test_a_draw_costs_one_request_and_its_bits(random_org: StandIn) -> None:
    for method in DRAWING:
        random_org.call(method, **SIX)
    random_org.call("createTickets", n=1, showResult=True)

    assert left(random_org) == (998, 249_994)
    random_org.settings(tickets_cost_requests=True)
    random_org.call("createTickets", n=1, showResult=True)
    assert left(random_org) == (997, 249_994)


def test_a_spent_quota_comes_back_at_midnight(random_org: StandIn) -> None:
    random_org.set_clock("2026-11-29 23:59:58Z", frozen=True)
    random_org.set_quota(requests=1, bits=2)
    error = random_org.call("generateSignedIntegers", **SIX)["error"]
    assert (error["code"], error["data"]) == (403, [3, 2])
    random_org.set_quota(requests=0)
    error = random_org.call("generateSignedIntegers", **SIX)["error"]
    assert (error["code"], error["data"]) == (402, [1, 0])
    random_org.advance(1)
    assert left(random_org) == (0, 2)
    random_org.advance(1)

    assert left(random_org) == (1_000, 250_000)
    assert "result" in random_org.call("generateSignedIntegers", **SIX)


def test_the_clock_stands_or_runs_as_it_is_told(random_org: StandIn) -> None:
    random_org.set_clock("2026-11-29 18:00:00Z", frozen=True)
    result = random_org.call("generateSignedIntegers", **SIX)["result"]
    assert result["random"]["completionTime"] == "2026-11-29 18:00:00Z"
    random_org.set_clock("2030-01-01 00:00:00Z")

    assert random_org.now().startswith("2030-01-01 00:00:0")


def test_a_stopped_key_may_still_ask_what_it_was_given(random_org: StandIn) -> None:
    drawn = random_org.call("generateSignedIntegers", **SIX)["result"]
    random_org.set_key(status="stopped")

    assert random_org.call("getUsage")["result"]["status"] == "stopped"
    assert random_org.call("getResult", serialNumber=1)["result"] == drawn
    for method in DRAWING:
        assert random_org.call(method, **SIX)["error"]["code"] == 401
    assert random_org.call("createTickets", n=1, showResult=True)["error"]["code"] == 401


@pytest.mark.parametrize("code", [404, 405])
def test_a_key_may_not_fit(random_org: StandIn, code: int) -> None:
    random_org.set_key(refusal=code)

    assert random_org.call("generateSignedIntegers", **SIX)["error"]["code"] == code
    assert ("error" in random_org.call("getUsage")) == (code == 405)


def test_an_unknown_key(random_org: StandIn) -> None:
    unknown = str(uuid4())

    for method in ("getUsage", "generateSignedIntegers"):
        params = SIX if method != "getUsage" else {}
        assert random_org.call(method, apiKey=unknown, **params)["error"]["code"] == 400


def test_a_licence_is_any_that_a_test_wants(random_org: StandIn) -> None:
    random_org.set_key(license="gambling-virtual", cost=0.001)
    result = random_org.call("generateSignedIntegers", **SIX)["result"]
    assert (result["random"]["license"]["type"], result["cost"]) == ("gambling-virtual", 0.001)
    own = {"type": "own", "text": "for this test", "infoUrl": None}
    random_org.set_key(license=own, license_data="required")
    assert random_org.call("generateSignedIntegers", **SIX)["error"]["code"] == 424
    payout = {"maxPayoutValue": {"currency": "USD", "amount": 100}}
    result = random_org.call("generateSignedIntegers", **SIX, licenseData=payout)["result"]

    assert result["random"]["license"] == own
    assert result["random"]["licenseData"] == payout


@pytest.mark.parametrize(
    ("body", "code", "call_id"),
    [
        (b"{", -32700, None),
        (b"\xff", -32700, None),
        (b'{"id":NaN}', -32700, None),
        (b"[]", -32600, None),
        (b'{"jsonrpc":"2.0","method":"getUsage","params":{}}', -32600, None),
        (b'{"jsonrpc":"2.0","method":"getUsage","params":{},"id":true}', -32600, None),
        (b'{"jsonrpc":"4.0","method":"getUsage","params":{},"id":"a"}', -32600, "a"),
        (b'{"jsonrpc":"2.0","method":7,"params":{},"id":2}', -32600, 2),
        (b'{"jsonrpc":"2.0","method":"noSuch","params":{},"id":3}', -32601, 3),
        (b'{"jsonrpc":"2.0","method":"getUsage","params":[],"id":4}', -32602, 4),
    ],
)
def test_a_body_that_is_no_call(
    random_org: StandIn, body: bytes, code: int, call_id: object
) -> None:
    reply = random_org.post(body)
    answer = json.loads(reply.body)

    assert reply.status == 200
    assert list(answer) == ["jsonrpc", "error", "id"]
    assert (answer["error"]["code"], answer["error"]["data"], answer["id"]) == (code, None, call_id)


def test_the_rules_of_http(random_org: StandIn) -> None:
    call = spelled("getUsage", {"apiKey": random_org.api_key})

    assert random_org.request("GET", PATH).status == 405
    assert random_org.request("PUT", PATH, call).status == 405
    for refused in ("application/json-rpc", "application/jsonrequest", "text/plain"):
        assert random_org.request("POST", PATH, call, content_type=refused).status == 415
    assert random_org.post(b"").status == 204
    typed = random_org.request("POST", PATH, call, content_type="application/json; charset=utf-8")
    assert typed.status == 200
    assert typed.headers["Content-Type"].startswith("application/json")


def test_what_runs_at_the_same_time_is_seen(random_org: StandIn) -> None:
    random_org.call("getUsage")
    random_org.call("getUsage")
    assert random_org.most_at_once() == 1
    random_org.plan("late", milliseconds=150, times=2)
    with ThreadPoolExecutor() as pool:
        list(pool.map(random_org.call, ["getUsage", "getUsage"]))

    assert random_org.most_at_once() == 2
    assert [one["at_once"] for one in random_org.requests()][-2:] == [1, 2]
    assert random_org.record()["running"] == {}


def test_the_record_shows_four_characters_of_a_key(random_org: StandIn) -> None:
    random_org.call("generateSignedIntegers", **SIX)
    random_org.call("createTickets", n=1, showResult=True)
    random_org.call("fooBar")
    written = json.dumps(random_org.record(), ensure_ascii=False)

    assert random_org.api_key not in written
    assert f"…{random_org.api_key[-4:]}" in written
    files = [path.read_bytes() for path in random_org.folder.iterdir() if path.is_file()]
    assert not any(random_org.api_key.encode() in content for content in files)
