"""What Discord refuses, it refuses with its codes; a nonce is taken once."""

from __future__ import annotations

import json

import discord
import pytest

from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.echo import Echo, eventually
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.discord.test_talking import place

JSON = {"Content-Type": "application/json"}


def send(standin: StandIn, channel: Channel, **body: object) -> tuple[int, dict[str, object]]:
    path = f"/api/v10/channels/{channel.id}/messages"
    token = {"Authorization": f"Bot {standin.token}"}
    reply = standin.request("POST", path, json.dumps(body).encode(), **JSON, **token)
    assert reply.headers["Content-Type"] == "application/json"
    return reply.status, json.loads(reply.body)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": "x" * 2001}, 50035),
        ({"content": ""}, 50006),
        ({"content": "  "}, 50006),
        ({"content": "x", "nonce": "n" * 26}, 50035),
        ({"embeds": [{"title": "x" * 257}]}, 50035),
        ({"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, 50035),
        ({"embeds": [{"fields": [{"name": "a", "value": "b" * 1025}]}]}, 50035),
        ({"embeds": [{"fields": [{"name": "", "value": "b"}]}]}, 50035),
        ({"embeds": [{"description": "b" * 3001}, {"description": "b" * 3000}]}, 50035),
        ({"embeds": [{"title": "a"}] * 11}, 50035),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, 50035),
        ({"content": "x", "message_reference": {"message_id": "1"}}, 50035),
    ],
)
def test_a_wrong_form_is_refused(
    standin: StandIn, table: Channel, body: dict[str, object], code: int
) -> None:
    status, said = send(standin, table, **body)

    assert (status, said["code"]) == (400, code)
    assert ("errors" in said) is (code == 50035)
    assert table.messages() == []


def test_what_just_fits_is_taken(standin: StandIn, table: Channel) -> None:
    fields = [{"name": "a", "value": "b" * 230}] * 25
    assert send(standin, table, content="x" * 2000)[0] == 200
    assert send(standin, table, embeds=[{"title": "x" * 225, "fields": fields}])[0] == 200
    gone = {"message_id": "1", "fail_if_not_exists": False}
    assert send(standin, table, content="x", message_reference=gone)[0] == 200

    assert table.messages()[-1].reply_to is None


def test_an_enforced_nonce_is_taken_once(standin: StandIn, table: Channel) -> None:
    once = {"content": "einmal", "nonce": "7", "enforce_nonce": True}
    first, second = send(standin, table, **once)[1], send(standin, table, **once)[1]
    send(standin, table, content="ohne", nonce="7")
    standin.remember_nonces_for(0)
    third = send(standin, table, **once)[1]

    assert first["id"] == second["id"] != third["id"]
    assert first["nonce"] == "7"
    assert [one.content for one in table.messages()] == ["einmal", "ohne", "einmal"]


async def test_permissions_have_their_codes(echo: Echo, guild: Guild, table: Channel) -> None:
    where = place(echo, table)
    sent = await where.send("da")
    for names, code in ((["SEND_MESSAGES"], 50013), (["VIEW_CHANNEL"], 50001)):
        table.deny(*names)
        with pytest.raises(discord.Forbidden) as refused:
            await where.send("hallo")
        assert refused.value.code == code
        table.undo()
    guild.deny("ADD_REACTIONS")
    with pytest.raises(discord.Forbidden) as refused:
        await sent.add_reaction("✅")
    assert refused.value.code == 50013
    guild.deny("READ_MESSAGE_HISTORY")
    assert [one async for one in where.history()] == []
    guild.allow("READ_MESSAGE_HISTORY", "ADD_REACTIONS")
    await sent.add_reaction("✅")
    assert where.permissions_for(where.guild.me).send_messages


async def test_a_channel_that_it_may_not_see_is_silent(
    echo: Echo, table: Channel, anna: Member
) -> None:
    table.deny("VIEW_CHANNEL")
    anna.say(table, "unter uns")
    table.undo()
    anna.say(table, "laut")
    await eventually(lambda: echo.heard)

    assert echo.heard[0].content == "laut"


async def test_what_is_gone_has_its_code(
    echo: Echo, guild: Guild, table: Channel, anna: Member
) -> None:
    echo.answer = None
    said = anna.say(table, "weg")
    await eventually(lambda: echo.heard)
    heard, where = echo.heard[0], place(echo, table)
    anna.delete(said)
    with pytest.raises(discord.NotFound) as refused:
        await heard.add_reaction("✅")
    assert refused.value.code == 10008
    with pytest.raises(discord.HTTPException) as failed:
        await heard.reply("zu spät")
    assert failed.value.code == 50035
    table.delete()
    with pytest.raises(discord.NotFound) as refused:
        await where.send("hallo?")
    assert refused.value.code == 10003


async def test_only_its_own_messages_are_edited(echo: Echo, table: Channel, anna: Member) -> None:
    echo.answer = None
    anna.say(table, "mein")
    await eventually(lambda: echo.heard)
    own = await place(echo, table).send("eins")
    await own.edit(content="zwei")
    with pytest.raises(discord.Forbidden) as refused:
        await echo.heard[0].edit(content="dein")

    assert refused.value.code == 50005
    assert [one.content for one in table.messages()] == ["mein", "zwei"]
    assert table.messages()[1].edited


def test_an_answer_with_a_wrong_token_is_refused(
    standin: StandIn, table: Channel, anna: Member
) -> None:
    said = anna.say(table, "knopf")
    pressed = anna.press(said, "hit")
    answer = json.dumps({"type": 4, "data": {"content": "zu spät"}}).encode()
    wrong = standin.request("POST", f"/api/v10/interactions/{pressed}/wrong/callback", answer)

    assert (wrong.status, json.loads(wrong.body)["code"]) == (404, 10062)


async def test_an_answer_after_three_seconds_is_refused(
    echo: Echo, standin: StandIn, table: Channel, anna: Member
) -> None:
    late: list[int] = []

    async def answer(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.NotFound) as refused:
            await interaction.response.send_message("zu spät")
        late.append(refused.value.code)

    setattr(echo, "on_interaction", answer)  # noqa: B010 - mypy: a method is not assigned
    standin.interactions_wait(answer=0)
    anna.press(anna.say(table, "knopf"), "hit")
    await eventually(lambda: late)

    assert late == [10062]
    assert "zu spät" not in [one.content for one in table.messages()]
