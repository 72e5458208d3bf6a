"""The life of the stand-in's process: it starts, is killed, remembers, fails loudly and ends.

What it answers is tested beside it, in ``tests/loopback/random_org``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import RemoteDisconnected
from pathlib import Path

import pytest

from tests.loopback.random_org.client import ROOT, Json, StandIn, standing_in

SIX: Json = {"n": 1, "min": 1, "max": 6}
DRAW = "generateSignedIntegers"


@pytest.fixture(scope="module")
def key(random_org_key: Path) -> Path:
    return random_org_key


def everything(random_org: StandIn) -> Json:
    return {**random_org.record(), "plan": random_org.planned(), "usage": usage(random_org)}


def usage(random_org: StandIn) -> Json:
    result: Json = random_org.call("getUsage")["result"]
    return result


@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_it_remembers_everything_over_a_restart(tmp_path: Path, key: Path, ending: str) -> None:
    given = key if ending == "kill" else None  # None: the state has a key of its own
    with standing_in(tmp_path, key=given, numbers=[3, 1, 2], seed=5) as random_org:
        ticket = random_org.call("createTickets", n=1, showResult=True)["result"][0]["ticketId"]
        drawn = random_org.call(DRAW, **SIX, ticketId=ticket)["result"]
        random_org.plan("wrong_id", method="getResult", skip=1, times=2)
        random_org.set_clock("2026-11-29 18:00:00Z", frozen=True)
        before, pem, url = everything(random_org), random_org.public_key, random_org.url
        getattr(random_org, ending)()
        random_org.start()

        assert random_org.url == url
        assert random_org.public_key == pem
        after = everything(random_org)
        assert len(after["requests"]) == len(before["requests"]) + 1  # the question for the usage
        assert {**after, "requests": 0} == {**before, "requests": 0}
        shown = random_org.call("getTicket", ticketId=ticket)["result"]
        assert shown["result"] == drawn
        following = random_org.call(DRAW, **SIX, ticketId=shown["nextTicketId"])["result"]["random"]
        assert (following["serialNumber"], following["data"]) == (2, [1])
        assert following["completionTime"] == "2026-11-29 18:00:00Z"


def test_a_draw_that_nobody_heard_of_survives_a_kill(tmp_path: Path, key: Path) -> None:
    with standing_in(tmp_path, key=key) as random_org:
        random_org.plan("drop", when="after")
        with pytest.raises((RemoteDisconnected, ConnectionResetError)):
            random_org.call(DRAW, **SIX)
        random_org.kill()
        random_org.start()

        assert random_org.call("getResult", serialNumber=1)["result"]["requestsLeft"] == 999
        assert random_org.requests()[0]["serial"] == 1


def test_the_same_seed_gives_the_same_numbers_and_tickets(tmp_path: Path, key: Path) -> None:
    seen = []
    for name in ("first", "second"):
        with standing_in(tmp_path / name, key=key, seed=11) as random_org:
            tickets = random_org.call("createTickets", n=2, showResult=True)["result"]
            numbers = random_org.call(DRAW, n=9, min=1, max=312)["result"]["random"]["data"]
            seen.append(([one["ticketId"] for one in tickets], numbers))

    assert seen[0] == seen[1]


def test_a_list_without_a_seed_ends_loudly(tmp_path: Path, key: Path) -> None:
    with standing_in(tmp_path, key=key, numbers=[6, 5]) as random_org:
        data = random_org.call(DRAW, n=2, min=1, max=6)["result"]["random"]["data"]
        assert data == [6, 5]
        with pytest.raises(KeyError):
            random_org.call(DRAW, **SIX)["result"]

        assert "no number is left" in random_org.take_troubles()[0]
        assert "no number is left" in random_org.errors
        assert usage(random_org)["totalRequests"] == 1


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("POST", "/json-rpc/3/invoke"),
        ("GET", "/integers/?num=1"),
        ("POST", "/control/no_such"),
        ("GET", "/control/use_ticket"),
    ],
)
def test_an_unknown_route_fails_loudly(random_org: StandIn, verb: str, path: str) -> None:
    assert random_org.request(verb, path, b"{}").status == 500
    assert "no such route" in random_org.take_troubles()[0]


def test_a_method_that_only_random_org_has_fails_loudly(random_org: StandIn) -> None:
    answer = random_org.call("generateSignedUUIDs", n=1)

    assert "not of the stand-in" in answer["trouble"]
    assert len(random_org.take_troubles()) == 1


@pytest.mark.parametrize(
    ("control", "body"),
    [
        ("key", {"api_key": "short"}),
        ("key", {"api_key": "00000000-0000-0000-0000-000000000000", "colour": "red"}),
        ("settings", {"seed": 4}),
        ("clock", {"set": "2026-11-29T18:00:00Z"}),
        ("use_ticket", {"ticketId": "7777777777777777"}),
        ("expire_ticket", {"ticketId": "7777777777777777"}),
    ],
)
def test_a_slip_in_a_test_fails_loudly(random_org: StandIn, control: str, body: Json) -> None:
    reply = random_org.post(json.dumps(body).encode(), f"/control/{control}")

    assert reply.status == 500
    assert len(random_org.take_troubles()) == 1


@pytest.fixture(scope="module")
def random_org(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Iterator[StandIn]:
    with standing_in(tmp_path_factory.mktemp("routes"), key=key, seed=1) as stand_in:
        yield stand_in


def test_a_trouble_that_nobody_took_fails_the_test(tmp_path: Path, key: Path) -> None:
    with pytest.raises(AssertionError), standing_in(tmp_path, key=key) as random_org:
        random_org.request("GET", "/nowhere")


def test_it_ends_even_with_a_request_that_it_holds(tmp_path: Path, key: Path) -> None:
    with standing_in(tmp_path, key=key) as random_org:
        random_org.plan("never")
        with pytest.raises(TimeoutError):
            random_org.post(b"{}", patience=0.05)
        random_org.stop()

        with pytest.raises(ConnectionRefusedError):
            random_org.record()


def started(folder: Path, key: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.loopback.random_org", f"--state={folder}"]
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, f"--key={key}"], cwd=ROOT, stdin=pipe, stdout=pipe)


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGINT", "end of input"])
def test_it_says_where_it_is_and_ends_when_told(tmp_path: Path, key: Path, ending: str) -> None:
    with started(tmp_path, key) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            said = json.loads(process.stdout.readline())
            if ending == "end of input":
                process.stdin.close()
            else:
                os.kill(process.pid, getattr(signal, ending))
            assert process.wait(10) == 0
            assert process.stdout.read() == b""
        finally:
            process.kill()

    assert said["service"] == said["address"] + "/json-rpc/4/invoke"
    assert said["control"] == said["address"] + "/control"
    assert said["address"].startswith("http://127.0.0.1:")
