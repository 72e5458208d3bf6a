"""An unpatched discord.py client that repeats what it hears; for the tests of the stand-in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import discord
from discord import app_commands

from tests.loopback.discord.client import StandIn


class Echo(discord.Client):
    """Answers each message of a person, and keeps what it was told."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        nobody = discord.AllowedMentions.none()
        super().__init__(
            intents=intents or some_intents(),
            allowed_mentions=nobody,
            guild_ready_timeout=0.05,
            chunk_guilds_at_startup=False,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.told: list[str] = []
        self.errors: list[BaseException] = []
        self.answer: Callable[[discord.Message], object] | None = self.repeat

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before a further IDENTIFY."""

    async def repeat(self, message: discord.Message) -> None:
        await message.reply(message.content or "?")

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)
        if message.author.bot or self.answer is None:
            return
        try:
            answer = self.answer(message)
            if asyncio.iscoroutine(answer):
                await answer
        except discord.DiscordException as error:
            self.errors.append(error)

    async def on_ready(self) -> None:
        self.told.append("ready")

    async def on_resumed(self) -> None:
        self.told.append("resumed")

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        self.told.append(f"edited {event.data['content']}")

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.told.append(f"deleted {event.message_id}")

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        self.told.append(f"reaction {event.emoji.name}")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.told.append(f"channel gone {channel.name}")

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.told.append(f"thread {thread.name}")

    async def on_member_join(self, member: discord.Member) -> None:
        self.told.append(f"joined {member.name}")


def some_intents() -> discord.Intents:
    """What the bot asks for."""
    intents = discord.Intents.default()
    intents.message_content = True
    intents.members = True
    return intents


@asynccontextmanager
async def running(standin: StandIn, bot: Echo | None = None) -> AsyncIterator[Echo]:
    """A bot that is ready, closed in any case."""
    echo = bot or Echo()
    async with echo:
        life = asyncio.create_task(echo.start(standin.token))
        ready = asyncio.create_task(echo.wait_until_ready())
        await asyncio.wait({life, ready}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        try:
            if life.done():
                life.result()
            yield echo
        finally:
            await echo.close()
            await life


async def eventually(test: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not test():  # noqa: ASYNC110 - what is waited for rings no bell
            await asyncio.sleep(0.005)
