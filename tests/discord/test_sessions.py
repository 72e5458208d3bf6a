"""Gateway sessions: lost, resumed, forgotten; what is said meanwhile is heard once and in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.discord.houses import House, fund, open_house
from tests.discord.reckoning import (
    played,
    require_each_answered_once,
    wait_for_answers,
)
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.discord.handles import Guild, Member

AT_ONCE = {"AQUATIQUE_BETTING_SECONDS": "0"}
HAND = ("!einsatz 20", "!geben", "!reste", "!konto")
"""A whole hand; its words must be heard in this order."""
AFRESH = 40.0  # seconds: the library waits five before it identifies itself once more


@pytest.fixture
def house(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member, anna: Member
) -> Iterator[House]:
    """A house with an open table, where anna has money."""
    with open_house(discord, tmp_path, env=AT_ONCE) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        fund(channel, saalchef, anna)
        yield house


def say(channel: Channel, member: Member, *words: str) -> list[Message]:
    return [member.say(channel, word) for word in words]


def require_reckoned(house: House, channel: Channel, said: list[Message]) -> None:
    """Nothing was lost, doubled or taken in another order."""
    assert house.stop() == 0
    assert "Traceback" not in house.errors
    require_each_answered_once(house, channel, said)
    moves = played(house, channel)
    begun = [str(one.id) for one in said if one.content in HAND[:2]]

    assert sorted(moves, key=int) == moves
    assert begun == [message for message in moves if message in begun]


def test_sessions_that_are_taken_up_again(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    """Sockets lost, abruptly and politely; op 7; op 9 that may resume: what was said comes."""
    said: list[Message] = []
    losses: list[Callable[[], None]] = [
        discord.drop_gateways,
        partial(discord.drop_gateways, 4000),
        discord.ask_to_reconnect,
        partial(discord.invalidate_sessions, resumable=True),
    ]
    for resumed, lose in enumerate(losses, start=1):
        said += say(channel, anna, *HAND[:2])
        lose()
        said += say(channel, anna, *HAND[2:])
        discord.wait_until_ready(resumed=resumed, timeout=AFRESH)
        wait_for_answers(discord, channel, said, timeout=AFRESH)

    require_reckoned(house, channel, said)


@pytest.mark.timeout(180)
def test_sessions_that_are_forgotten(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    """What was said while there was none stands in the history."""
    said: list[Message] = []
    for identified, lose in enumerate(
        (discord.forget_sessions, discord.invalidate_sessions), start=2
    ):
        said += say(channel, anna, *HAND[:1])
        lose()
        said += say(channel, anna, *HAND[1:])
        discord.wait_until_ready(identified=identified, timeout=AFRESH)
        said += say(channel, anna, *HAND)
        wait_for_answers(discord, channel, said, timeout=AFRESH)

    require_reckoned(house, channel, said)


@pytest.mark.timeout(180)
def test_the_history_is_read_however_often_discord_fails(
    discord: StandIn, house: House, channel: Channel, guild: Guild, saalchef: Member, anna: Member
) -> None:
    """What comes live waits for it, at every table."""
    other = guild.channel("tisch-2")
    other.wait_for_reply(saalchef.say(other, "!tisch öffnen"))

    assert house.stop() == 0
    said = {one.id: say(one, anna, *HAND) for one in (channel, other)}
    for fault, count in (("503", 1), ("drop", 2), ("429", 1)):  # aiohttp tries again once
        discord.plan(fault, method="GET", route=SEND, channel=channel, count=count, via=False)
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        for one in (channel, other):
            said[one.id] += say(one, anna, *HAND)
        for one in (channel, other):
            wait_for_answers(discord, one, said[one.id], timeout=AFRESH)

        assert discord.planned() == []
        require_reckoned(again, channel, said[channel.id])
    require_reckoned(again, other, said[other.id])


@pytest.mark.timeout(180)
def test_a_session_is_resumed_while_the_history_is_read(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    """What was replayed must not overtake what the history holds."""
    assert house.stop() == 0
    said = say(channel, anna, *HAND[:1])
    before = len(discord.requests("GET", SEND))
    discord.plan("slow", method="GET", route=SEND, seconds=3)
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        while len(discord.requests("GET", SEND)) == before:
            assert again.runs
        discord.ask_to_reconnect()
        said += say(channel, anna, *HAND[1:])
        discord.wait_until_ready(resumed=1, timeout=AFRESH)
        wait_for_answers(discord, channel, said, timeout=AFRESH)

        require_reckoned(again, channel, said)


def test_events_that_come_twice_or_late(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.plan_event("twice", "MESSAGE_CREATE", count=4)
    said = say(channel, anna, *HAND)
    wait_for_answers(discord, channel, said)
    discord.plan_event("late", "MESSAGE_CREATE", seconds=0.3)
    late = say(channel, anna, "!konto", "!regeln")
    wait_for_answers(discord, channel, late)

    require_reckoned(house, channel, said + late)


@pytest.mark.timeout(180)
def test_an_event_that_is_lost_is_found_at_the_next_session(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.plan_event("lost", "MESSAGE_CREATE")
    said = say(channel, anna, "!einsatz 20", "!konto")
    channel.wait_for_reply(said[1])

    assert said[0].reactions == {}
    discord.forget_sessions()
    wait_for_answers(discord, channel, said, timeout=AFRESH)
    require_reckoned(house, channel, said)


def test_staff_is_known_by_its_role_in_the_history_too(
    discord: StandIn, tmp_path: Path, guild: Guild, channel: Channel, saalchef: Member
) -> None:
    role = guild.role("Saalchef")
    dora = guild.member("dora", [role], nick="Dora am Tresen")
    env = {**AT_ONCE, "AQUATIQUE_STAFF": str(role.id)}
    with open_house(discord, tmp_path, env=env) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))

        assert house.stop() == 0
    said = dora.say(channel, f"!gutschrift {dora.mention} 100 Start")
    with open_house(discord, tmp_path, env=env):
        answer = channel.wait_for_reply(said)

    assert "für Dora am Tresen gutgeschrieben" in answer.content
