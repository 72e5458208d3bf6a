"""A bare discord.py bot, for comparison: it repeats what is said in the channel ``echo``.

``python -m tests.bench.echo`` with the settings of a house.
"""

from __future__ import annotations

import os

import discord
import yarl


class Echo(discord.Client):
    """As little as a bot can do."""

    async def on_message(self, message: discord.Message) -> None:
        """Repeat it."""
        channel = message.channel
        its = isinstance(channel, discord.TextChannel) and channel.name == "echo"
        if its and not message.author.bot:
            await message.reply(message.content, mention_author=False)


def main() -> None:
    """Repeat until killed."""
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    gateway = yarl.URL(os.environ["DISCORD_GATEWAY"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    Echo(intents=intents, max_messages=None).run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
