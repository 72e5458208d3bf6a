"""``doctor`` looks at Discord as it looks at the rest: each line is in order or says what to do."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.discord.houses import House, open_house, run
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Guild, Member


@pytest.fixture
def house(discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member) -> Iterator[House]:
    """A house with a table, open beside the doctor."""
    with open_house(discord, tmp_path) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        yield house


def doctor(discord: StandIn, folder: Path, **env: str | None) -> subprocess.CompletedProcess[str]:
    """Run it; no line may show the token, and nothing is said beside the lines."""
    done = run(discord, folder, "doctor", env=env)

    assert discord.token not in done.stdout
    assert done.stderr == ""
    assert all(line.startswith(("ok  ", "do  ")) for line in done.stdout.splitlines())
    return done


def to_do(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines that say what to do, and whether the exit code says so too."""
    lines = [line.removeprefix("do  ") for line in done.stdout.splitlines() if line[:2] == "do"]

    assert done.returncode == (1 if lines else 0)
    return lines


def test_all_is_in_order_beside_a_house_that_is_open(
    discord: StandIn, house: House, guild: Guild, channel: Channel, saalchef: Member
) -> None:
    done = doctor(discord, house.folder)

    assert to_do(done) == []
    assert "ok  token: accepted; it is croupier" in done.stdout
    assert f"ok  application: {discord.application_id}\n" in done.stdout
    assert "ok  intents: message content is on" in done.stdout
    assert f"ok  servers: Aquatique ({guild.id})\n" in done.stdout
    assert "ok  table 2: #tisch-1 in Aquatique, all permissions\n" in done.stdout
    assert "ok  invite: https://discord.com/oauth2/authorize?client_id=" in done.stdout
    assert house.runs
    channel.wait_for_reply(saalchef.say(channel, "!regeln"))
    discord.wait_until_ready(bots=1)


def test_without_a_token_nothing_is_to_be_done(discord: StandIn, tmp_path: Path) -> None:
    done = doctor(discord, tmp_path, DISCORD_TOKEN=None)

    assert to_do(done) == []
    assert "ok  token: none; needed only to open the house in Discord\n" in done.stdout


def test_a_token_that_is_not_accepted(discord: StandIn, tmp_path: Path) -> None:
    token = discord.token
    discord.new_token()
    (line,) = to_do(doctor(discord, tmp_path, DISCORD_TOKEN=token))

    assert line.startswith("token: Discord does not accept it; `Reset Token`")


def test_what_the_application_lacks(discord: StandIn, tmp_path: Path) -> None:
    discord.revoke("message_content")
    intents, servers = to_do(doctor(discord, tmp_path))

    assert intents.startswith("intents: switch on `Message Content Intent`")
    assert servers.startswith("servers: in none; open the invite link")


def test_what_a_table_lacks(discord: StandIn, house: House, channel: Channel) -> None:
    channel.deny("ADD_REACTIONS", "READ_MESSAGE_HISTORY")
    (line,) = to_do(doctor(discord, house.folder))

    assert line == (
        "table 2: #tisch-1 in Aquatique: give the bot read_message_history, add_reactions there"
    )


def test_a_table_whose_channel_is_gone(discord: StandIn, house: House, channel: Channel) -> None:
    channel.delete()
    (line,) = to_do(doctor(discord, house.folder))

    assert line.startswith(f"table 2: its channel {channel.id} in Aquatique is gone")


def test_a_table_whose_server_is_gone(discord: StandIn, house: House, guild: Guild) -> None:
    guild.close()
    servers, table = to_do(doctor(discord, house.folder))

    assert servers.startswith("servers: in none")
    assert table.startswith(f"table 2: the bot is not in its server ({guild.id})")


def test_a_table_in_a_thread_that_is_archived(
    discord: StandIn, tmp_path: Path, guild: Guild, channel: Channel, saalchef: Member
) -> None:
    thread = guild.thread(channel, "abends", saalchef)
    with open_house(discord, tmp_path):
        thread.wait_for_reply(saalchef.say(thread, "!tisch öffnen"))
    thread.change(archived=True)
    done = doctor(discord, tmp_path)

    assert to_do(done) == []
    assert "ok  table 2: #abends in Aquatique" in done.stdout


def test_another_bot_answers_to_our_prefix(
    discord: StandIn, house: House, guild: Guild, channel: Channel, anna: Member
) -> None:
    other = discord.user("dicebot", bot=True)
    guild.member("dicebot")
    other.say(channel, "good evening", reply_to=anna.say(channel, "good evening"))

    assert to_do(doctor(discord, house.folder)) == []
    other.say(channel, "you rolled 4", reply_to=anna.say(channel, "!roll"))
    (line,) = to_do(doctor(discord, house.folder))

    assert line.startswith("table 2: another bot, dicebot, answers to `!` in #tisch-1; set AQUA")
    assert to_do(doctor(discord, house.folder, AQUATIQUE_PREFIX=f"{guild.id}=$")) == []


@pytest.mark.parametrize("fault", ["503", "drop"])
def test_discord_is_not_reached(discord: StandIn, tmp_path: Path, fault: str) -> None:
    discord.plan(fault, method="GET", route="/users/@me", count=None)
    (line,) = to_do(doctor(discord, tmp_path))

    assert line.startswith("discord: not reached or not willing")


def test_discord_does_not_answer(discord: StandIn, tmp_path: Path) -> None:
    process = discord._process
    assert process is not None
    began = time.monotonic()
    os.kill(process.pid, signal.SIGSTOP)
    try:
        (line,) = to_do(doctor(discord, tmp_path))
    finally:
        os.kill(process.pid, signal.SIGCONT)

    assert line.startswith("discord: not reached or not willing (TimeoutError)")
    assert time.monotonic() - began < 30
