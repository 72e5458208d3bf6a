"""The life of the stand-in's process, and of a bot's that is killed.

What it answers is tested beside it, in ``tests/loopback/discord``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.loopback.discord.client import ROOT, StandIn, standing_in

BOT = """
import warnings
warnings.simplefilter("ignore", DeprecationWarning)
import sys, discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sys.argv[1], URL(sys.argv[2])
intents = discord.Intents.default()
intents.message_content = True
bot = discord.Client(intents=intents, guild_ready_timeout=0.05)

@bot.event
async def on_message(message):
    if not message.author.bot:
        await message.reply(message.content)

bot.run(sys.argv[3], log_handler=None)
"""


@contextmanager
def bot(discord: StandIn) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", BOT, discord.api_base, discord.gateway, discord.token]
    with subprocess.Popen(command) as process:
        try:
            discord.wait_until_ready()
            yield process
        finally:
            process.kill()


def test_a_bot_is_killed_and_comes_back(tmp_path: Path) -> None:
    with standing_in(tmp_path) as discord:
        guild = discord.guild("Aquatique")
        table, anna = guild.channel("tisch-1"), guild.member("anna")
        with bot(discord):
            first = anna.say(table, "eins")
            table.wait_for_reply(first)
        discord.wait_until_ready(bots=0)
        missed = anna.say(table, "zwei")
        with bot(discord):
            third = anna.say(table, "drei")
            reply = table.wait_for_reply(third)
            alone = anna.direct("psst")
            anna.directs().wait_for_reply(alone)

        assert [one.content for one in table.messages()] == ["eins", "eins", "zwei", "drei", "drei"]
        assert first.id < missed.id < third.id < reply.id
        assert reply.posted_at - third.posted_at < 1
        assert [one.content for one in discord.directs(to=anna)] == ["psst"]


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGINT", "end of input"])
def test_it_says_where_it_is_and_ends_when_told(ending: str) -> None:
    command = [sys.executable, "-m", "tests.loopback.discord", "--port", "0", "--demo"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as process:
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

    assert said["api_base"] == said["address"] + "/api/v10"
    assert said["gateway"].startswith("ws://127.0.0.1:")
    assert said["token"].count(".") == 2
    assert set(said["users"]) == {"anna", "bert", "saalchef"}
    assert {"guild_id", "channel_id", "application_id"} < set(said)
