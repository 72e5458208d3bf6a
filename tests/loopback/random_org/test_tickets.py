"""Tickets: one use, one chain, thirty days."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.loopback.random_org.client import Json, StandIn


def created(random_org: StandIn, *, show: bool = True) -> str:
    answer = random_org.call("createTickets", n=1, showResult=show)
    return str(answer["result"][0]["ticketId"])


def draw(random_org: StandIn, ticket_id: str, **more: object) -> Json:
    params = {"n": 1, "min": 1, "max": 52, "ticketId": ticket_id, **more}
    return random_org.call("generateSignedIntegers", **params)


def code(answer: Json) -> int:
    return int(answer["error"]["code"])


def test_a_chain_can_be_walked_from_head_to_tail(random_org: StandIn) -> None:
    head = ticket_id = created(random_org)
    drawn = []
    for _ in range(4):
        result = draw(random_org, ticket_id)["result"]
        assert result["random"]["ticketData"]["ticketId"] == ticket_id
        drawn.append(result)
        ticket_id = result["random"]["ticketData"]["nextTicketId"]

    walked, previous = [], None
    ticket: Json = random_org.call("getTicket", ticketId=head)["result"]
    while ticket["usedTime"] is not None:
        assert ticket["previousTicketId"] == previous
        walked.append(ticket["result"])
        previous = ticket["ticketId"]
        ticket = random_org.call("getTicket", ticketId=ticket["nextTicketId"])["result"]
    assert walked == drawn
    assert ticket["ticketId"] == ticket_id

    for kind, only in (("head", head), ("tail", ticket_id)):
        listed = random_org.call("listTickets", ticketType=kind)["result"]
        assert [one["ticketId"] for one in listed] == [only]
    assert random_org.call("listTickets", ticketType="singleton")["result"] == []


def test_a_ticket_is_good_for_one_draw(random_org: StandIn) -> None:
    ticket_id = created(random_org)
    first = draw(random_org, ticket_id)["result"]

    assert code(draw(random_org, ticket_id)) == 422
    assert random_org.call("getTicket", ticketId=ticket_id)["result"]["result"] == first
    assert random_org.call("getUsage")["result"]["totalRequests"] == 1


def test_a_ticket_of_another_key_is_refused(random_org: StandIn) -> None:
    ticket_id = created(random_org)
    other = str(uuid4())
    random_org.set_key(other)

    assert code(draw(random_org, ticket_id, apiKey=other)) == 421
    revealed = random_org.call("revealTickets", ticketId=ticket_id, apiKey=other)
    assert code(revealed) == 421


def test_too_many_singletons_are_refused(random_org: StandIn) -> None:
    random_org.settings(singleton_limit=3)
    random_org.call("createTickets", n=2, showResult=True)

    assert code(random_org.call("createTickets", n=2, showResult=True)) == 423
    assert len(random_org.call("listTickets", ticketType="singleton")["result"]) == 2
    assert "result" in random_org.call("createTickets", n=1, showResult=True)


@pytest.mark.parametrize("n", [0, 51])
def test_one_to_fifty_tickets_at_a_time(random_org: StandIn, n: int) -> None:
    assert code(random_org.call("createTickets", n=n, showResult=True)) == 202


def test_an_unused_ticket_is_gone_after_thirty_days(random_org: StandIn) -> None:
    random_org.set_clock("2026-11-01 10:00:00Z", frozen=True)
    used, unused = created(random_org), created(random_org)
    successor = draw(random_org, used)["result"]["random"]["ticketData"]["nextTicketId"]
    random_org.advance(30 * 86_400 - 1)
    assert random_org.call("getTicket", ticketId=unused)["result"]["usedTime"] is None
    random_org.advance(1)

    assert code(draw(random_org, unused)) == 420
    assert code(draw(random_org, successor)) == 420
    assert code(random_org.call("getTicket", ticketId=unused)) == 420
    assert random_org.call("getTicket", ticketId=used)["result"]["serialNumber"] == 1
    random_org.settings(used_tickets_vanish=True)
    assert code(random_org.call("getTicket", ticketId=used)) == 420


@pytest.mark.parametrize(
    ("inherits", "expiration"),
    [(False, "2026-12-11 10:00:00Z"), (True, "2026-12-01 10:00:00Z")],
)
def test_the_life_of_a_successor_is_a_setting(
    random_org: StandIn, inherits: bool, expiration: str
) -> None:
    random_org.settings(successor_inherits_expiry=inherits)
    random_org.set_clock("2026-11-01 10:00:00Z", frozen=True)
    ticket_id = created(random_org)
    random_org.advance(10 * 86_400)
    successor = draw(random_org, ticket_id)["result"]["random"]["ticketData"]["nextTicketId"]

    view = random_org.call("getTicket", ticketId=successor)["result"]
    assert view["expirationTime"] == expiration


def test_a_test_can_let_a_ticket_expire(random_org: StandIn) -> None:
    ticket_id = created(random_org)
    random_org.expire_ticket(ticket_id)

    assert code(draw(random_org, ticket_id)) == 420


def test_somebody_else_can_use_the_tail(random_org: StandIn) -> None:
    ticket_id = created(random_org)
    random_org.add_numbers(17)
    stolen = random_org.use_ticket(ticket_id, {"not": "ours"}, n=1, min=1, max=20)

    assert code(draw(random_org, ticket_id)) == 422
    shown = random_org.call("getTicket", ticketId=ticket_id)["result"]["result"]
    assert shown == stolen
    assert (shown["random"]["userData"], shown["random"]["data"]) == ({"not": "ours"}, [17])
    assert [one["drawn_by"] for one in random_org.draws()][-1] == "control"


def test_a_hidden_chain_stays_hidden_until_it_is_revealed(random_org: StandIn) -> None:
    head = created(random_org, show=False)
    second = draw(random_org, head)["result"]["random"]["ticketData"]["nextTicketId"]
    drawn = draw(random_org, second)["result"]
    tail = drawn["random"]["ticketData"]["nextTicketId"]
    hidden = random_org.call("getTicket", ticketId=second)["result"]

    assert "result" not in hidden
    assert random_org.call("getResult", serialNumber=hidden["serialNumber"])["result"] == drawn
    assert random_org.call("revealTickets", ticketId=second)["result"] == {"ticketCount": 2}
    assert random_org.call("revealTickets", ticketId=second)["result"] == {"ticketCount": 0}
    assert random_org.call("getTicket", ticketId=second)["result"]["result"] == drawn
    assert "result" not in random_org.call("getTicket", ticketId=tail)["result"]


def test_results_are_kept_for_as_long_as_a_setting_says(random_org: StandIn) -> None:
    random_org.settings(result_days=1)
    random_org.set_clock("2026-11-01 10:00:00Z", frozen=True)
    draw(random_org, created(random_org))
    random_org.advance(86_399)
    assert "result" in random_org.call("getResult", serialNumber=1)
    random_org.advance(1)

    assert code(random_org.call("getResult", serialNumber=1)) == 303
