"""The fault plan, rate limits, and that the stand-in fails loudly."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import discord
import pytest

from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import SEND, StandIn, standing_in
from tests.loopback.discord.echo import Echo
from tests.loopback.discord.handles import Member
from tests.loopback.discord.test_talking import place


async def test_429_with_via_is_tried_again(echo: Echo, standin: StandIn, table: Channel) -> None:
    standin.plan("429", route=SEND, method="POST", retry_after=0.05, count=2)
    await place(echo, table).send("da")

    mine = [one for one in standin.requests("POST", SEND) if str(table.id) in one["path"]]
    assert [one["status"] for one in mine] == [429, 429, 200]
    assert [one.content for one in table.messages()] == ["da"]


async def test_429_without_via_is_not(echo: Echo, standin: StandIn, table: Channel) -> None:
    standin.plan("429", route=SEND, via=False)
    with pytest.raises(discord.HTTPException) as failed:
        await place(echo, table).send("da")

    assert failed.value.status == 429
    assert table.messages() == []


@pytest.mark.parametrize(("when", "there"), [("before", 0), ("after", 1)])
async def test_503_before_and_after_the_effect(
    echo: Echo, standin: StandIn, table: Channel, when: str, there: int
) -> None:
    standin.plan("503", when=when, route=SEND, channel=table)
    with pytest.raises(discord.DiscordServerError):
        await place(echo, table).send("da")

    assert len(table.messages()) == there


async def test_500_after_the_effect_posts_once(
    echo: Echo, standin: StandIn, table: Channel
) -> None:
    standin.plan("500", when="after", route=SEND)
    await place(echo, table).send("da")

    assert [one.content for one in table.messages()] == ["da"]  # the nonce was the same


@pytest.mark.parametrize(("when", "there"), [("before", 0), ("after", 1)])
async def test_a_connection_is_cut(
    echo: Echo, standin: StandIn, table: Channel, when: str, there: int
) -> None:
    standin.plan("drop", when=when, route=SEND)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await place(echo, table).send("da")

    assert len(table.messages()) == there


async def test_a_slow_answer_comes_late(echo: Echo, standin: StandIn, table: Channel) -> None:
    standin.plan("slow", when="after", route=SEND, seconds=0.2)
    sending = asyncio.create_task(place(echo, table).send("da"))
    await asyncio.to_thread(table.wait_for, "da")
    assert not sending.done()
    await sending


async def test_a_bucket_holds_five(echo: Echo, standin: StandIn, table: Channel) -> None:
    standin.limit(5, 0.5)
    start = asyncio.get_running_loop().time()
    for number in range(6):
        await place(echo, table).send(str(number))

    assert asyncio.get_running_loop().time() - start > 0.3
    assert [one.content for one in table.messages()] == list("012345")


def test_a_bucket_that_is_empty_answers_429(standin: StandIn, table: Channel, anna: Member) -> None:
    standin.limit(1, 5)
    path = f"/api/v10/channels/{table.id}/messages"
    answers = [
        standin.request("POST", path, b'{"content": "a"}', Authorization=anna.token)
        for _ in range(2)
    ]

    assert [one.status for one in answers] == [200, 429]
    assert "Via" in answers[1].headers
    assert [one.author for one in table.messages()] == ["anna"]


def test_an_unknown_route_is_loud(standin: StandIn) -> None:
    assert standin.request("GET", "/api/v10/stickers/1").status == 404
    assert standin.unknown_routes == ["GET /api/v10/stickers/1"]
    assert standin.take_troubles() == ["no such route: GET /api/v10/stickers/1"]


def test_a_slip_in_a_test_is_loud(standin: StandIn, table: Channel) -> None:
    for slip in (
        lambda: standin.plan("503", route="/nowhere"),
        lambda: standin.plan("melt"),
        lambda: table.deny("FLY"),
        lambda: standin.wire.ask("fly"),
    ):
        with pytest.raises(RuntimeError):
            slip()

    assert len(standin.take_troubles()) == 4


def test_a_trouble_that_nobody_took_fails_the_test(tmp_path: Path) -> None:
    with pytest.raises(AssertionError), standing_in(tmp_path) as other:
        other.request("GET", "/nowhere")


def test_a_wait_says_what_there_was(table: Channel, anna: Member) -> None:
    anna.say(table, "etwas anderes")
    with pytest.raises(AssertionError, match="etwas anderes"):
        table.wait_for("das", timeout=0.05)
