"""The house listens: messages go to their table's inbox; elsewhere only opening a table acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands, tasks

from bot.refusals import Refusal
from bot.store.entries import Alteration
from bot.table.replies import Refused
from bot.table.requests import NotOffered, OpenTable, Unclear
from bot.wording import remarks
from bot.wording.post import Manner, prefixed, refusal
from cogs import inviting
from cogs.courtesy import quietly
from cogs.inbox import Inbox
from cogs.reading import is_spoken, is_staff, understood

if TYPE_CHECKING:
    from bot.client import Client

_EDITED: Final = "✏️"
WAKE_SECONDS: Final = 1.0
"""How often it is looked whether a deadline has passed: state decides, timers only wake."""


class Ears(commands.Cog):
    """What Discord tells the house."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._wake.start()

    async def cog_unload(self) -> None:
        """Stop the timer."""
        self._wake.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Read what was said meanwhile, at every table; this comes after every new session."""
        for inbox in self._client.inboxes() if not self._client.halted else ():
            inbox.catch_up()

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Nothing is heard in order until the session is taken up again, or the history is read."""
        for inbox in self._client.inboxes():
            inbox.hold()

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Discord has told again, in order, what was said meanwhile."""
        for inbox in self._client.inboxes() if not self._client.halted else ():
            inbox.go_on()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Hear what a member says himself."""
        if not is_spoken(message):
            return
        if message.guild is None:
            await self._answer_in_private(message)
            return
        inbox = self._client.inbox(message.channel.id)
        if self._client.halted:
            await self._answer_that_play_rests(message, inbox)
        elif inbox is None:
            await self._hear_elsewhere(message)
        else:
            inbox.take(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """The text as first received binds: a quiet sign, and a line in the log."""
        inbox = self._client.inbox(payload.channel_id)
        if inbox is None or self._client.halted or payload.data.get("edited_timestamp") is None:
            return  # without a time it is a link's preview, or a pin
        if await inbox.croupier.note_alteration(str(payload.message_id), Alteration.EDITED):
            channel = self._client.get_partial_messageable(payload.channel_id)
            partial = channel.get_partial_message(payload.message_id)
            await quietly(partial.add_reaction(_EDITED))

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """What was said stays said; a line in the log."""
        inbox = self._client.inbox(payload.channel_id)
        if inbox is not None and not self._client.halted:
            await inbox.croupier.note_alteration(str(payload.message_id), Alteration.DELETED)

    @tasks.loop(seconds=WAKE_SECONDS)
    async def _wake(self) -> None:
        if self._client.halted:
            return
        for inbox in self._client.inboxes():
            inbox.tick()

    async def _hear_elsewhere(self, message: discord.Message) -> None:
        """Where no table stands, only staff is heard, and who looks for the table."""
        manners = self._client.manners(message.guild)
        text = message.content.strip()
        if not text.startswith(manners.prefix):
            return
        request = understood(text, manners)
        if isinstance(request, OpenTable):
            await self._open(message)
        elif request is not None and not isinstance(request, Unclear | NotOffered):
            places = self._places(message.guild)
            if places:
                await self._reply(message, remarks.no_table(places, manners.language))

    async def _open(self, message: discord.Message) -> None:
        manners = self._client.manners(message.guild)
        if not is_staff(message.author, message.guild, manners):
            fact = Refused(player=message.author.display_name, code=Refusal.STAFF_ONLY)
            await self._reply(message, refusal(fact, manners.language))
            return
        if await self._lacks_nothing(message):
            inbox = await self._client.add_table(message)
            inbox.take(message)

    async def _lacks_nothing(self, message: discord.Message) -> bool:
        """Whether a table could be played at; if not, it is said there, or else to the owner."""
        place, guild = message.channel, message.guild
        if guild is None or not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return False
        lacking = inviting.missing(place, guild.me)
        if lacking:
            language = self._client.conduct.language
            text = remarks.missing(place.mention, lacking, language, opening=True)
            if inviting.is_mute(place, guild.me):
                await self._client.tell_owner(guild, text)
            else:
                await quietly(place.send(text))
        return not lacking

    def _places(self, guild: discord.Guild | None) -> list[str]:
        """Return the channels of a guild where tables are open."""
        if guild is None:
            return []
        return [
            f"<#{croupier.house.place}>"
            for croupier in self._client.floor.all()
            if croupier.game.is_open and guild.get_channel_or_thread(int(croupier.house.place))
        ]

    async def _answer_in_private(self, message: discord.Message) -> None:
        manners = self._client.manners(None)
        if understood(message.content.strip(), manners) is not None:
            await self._reply(message, remarks.no_direct(manners.language))

    async def _answer_that_play_rests(self, message: discord.Message, inbox: Inbox | None) -> None:
        """Say so to who plays; what he said is not found in the history and played later."""
        manners = self._client.manners(message.guild)
        text = message.content.strip()
        if text.startswith(manners.prefix) and inbox and understood(text, manners) is not None:
            await self._client.disown(inbox.croupier, message)
            await self._reply(message, remarks.halted(manners.language))

    async def _reply(self, message: discord.Message, text: str) -> None:
        manners = self._client.manners(message.guild)
        said = prefixed(text, Manner(manners.prefix))
        await quietly(message.reply(said, mention_author=False))


async def setup(client: commands.Bot) -> None:
    """Take the cog in; called by ``load_extension``."""
    await client.add_cog(Ears(client))  # type: ignore[arg-type]
