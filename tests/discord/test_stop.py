"""A house that is told to stop does so in five seconds, whatever it waits for; nothing is lost."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from bot.store import outbox
from tests.discord.houses import House, fund, open_house
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.discord.handles import Member
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.tables import numbers_of

OPEN = "!tisch öffnen"
CLOSED = "The house closes; what was not said is kept."


def opened(discord: StandIn, folder: Path, channel: Channel, saalchef: Member) -> House:
    """A house that has opened its table, and is closed again."""
    with open_house(discord, folder) as house:
        channel.wait_for_reply(saalchef.say(channel, OPEN))

        assert house.stop() == 0
    return house


def test_while_it_is_idle(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member
) -> None:
    house = opened(discord, tmp_path, channel, saalchef)

    assert house.errors == CLOSED + "\n"
    assert house.read(lambda connection: list(outbox.unsaid(connection, 2))) == []
    discord.wait_until_ready(bots=0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_while_discord_does_not_answer_at_all(
    discord: StandIn, tmp_path: Path, number: signal.Signals
) -> None:
    """Not even the farewell at the gateway is answered."""
    with open_house(discord, tmp_path) as house:
        process = discord._process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        try:
            house.signal(number)
            code = house.wait(5)
        finally:
            os.kill(process.pid, signal.SIGCONT)

        assert (code, house.errors) == (0, CLOSED + "\n")


def test_a_second_signal_changes_nothing(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member
) -> None:
    opened(discord, tmp_path, channel, saalchef)
    discord.plan("slow", seconds=1.0, method="POST", route=SEND)
    with open_house(discord, tmp_path) as house:
        asked = saalchef.say(channel, "!regeln")
        discord.wait_for_faults()  # the answer is under way
        house.signal(signal.SIGTERM)
        time.sleep(0.2)
        house.signal(signal.SIGINT)

        assert house.wait(5) == 0
        assert house.errors == CLOSED + "\n"
        assert house.read(lambda connection: list(outbox.unsaid(connection, 2))) == []
    channel.wait_for_reply(asked)


def test_while_it_waits_for_discord_to_be_there(discord: StandIn, tmp_path: Path) -> None:
    discord.plan("503", method="GET", route="/users/@me", count=None)
    with open_house(discord, tmp_path, waiting=False) as house:
        end = time.monotonic() + 20
        while "Discord is not reached" not in house.errors:
            assert time.monotonic() < end, house.errors
            time.sleep(0.05)

        assert house.stop() == 0
        assert "Unclosed" not in house.errors


def test_while_random_org_is_asked_at_the_start(
    discord: StandIn, tmp_path: Path, random_org: RandomOrg
) -> None:
    random_org.plan("never", times=None)
    with open_house(discord, tmp_path, random_org=random_org, waiting=False) as house:
        end = time.monotonic() + 20
        while not random_org.requests():
            assert time.monotonic() < end
            time.sleep(0.05)

        assert house.stop() == 0
        assert house.errors == CLOSED + "\n"


def test_while_it_waits_for_cards(
    discord: StandIn,
    tmp_path: Path,
    channel: Channel,
    saalchef: Member,
    anna: Member,
    random_org: RandomOrg,
) -> None:
    opened(discord, tmp_path, channel, saalchef)
    random_org.add_numbers(*numbers_of("10 9 8"))  # a blackjack might ask for a second draw
    with open_house(discord, tmp_path, random_org=random_org) as house:
        fund(channel, saalchef, anna)
        channel.wait_for_reaction(anna.say(channel, "50 MM"))
        random_org.plan("never", method="generateSignedIntegers", times=None)
        asked = anna.say(channel, "!geben")
        channel.wait_for(lambda one: "random.org" in one.content, after=asked)

        assert house.stop() == 0
        assert house.errors == CLOSED + "\n"
    random_org.forget_plan()
    with open_house(discord, tmp_path, random_org=random_org):
        channel.wait_for_reply(asked)
        time.sleep(0.5)

    answers = [one for one in channel.messages() if one.reply_to == asked.id]
    assert len(answers) == 1
    assert len(random_org.draws()) == 1


def test_while_discord_refuses_posts(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member, anna: Member
) -> None:
    opened(discord, tmp_path, channel, saalchef)
    discord.plan("503", method="POST", route=SEND, channel=channel, count=None)
    tried = len(discord.requests("POST", SEND))
    with open_house(discord, tmp_path) as house:
        asked = anna.say(channel, "!regeln")
        discord.wait_for_requests(tried + 1)

        assert house.stop() == 0
        assert "posts wait in the outbox" in house.errors
        (row,) = house.read(lambda connection: list(outbox.unsaid(connection, 2)))
        assert row.message == str(asked.id)
    discord.forget_plan()
    with open_house(discord, tmp_path) as house:
        channel.wait_for_reply(asked)
        time.sleep(0.5)

        assert house.stop() == 0
        assert house.read(lambda connection: list(outbox.unsaid(connection, 2))) == []
    assert len([one for one in channel.messages() if one.reply_to == asked.id]) == 1
