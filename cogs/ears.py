"""The house listens: messages go to their table's inbox; elsewhere only opening a table acts."""

from __future__ import annotations

import asyncio
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
from cogs.reading import heard, is_spoken, is_staff, understood

if TYPE_CHECKING:
    from bot.client import Client

WAKE_SECONDS: Final = 1.0
"""How often it is looked whether a deadline has passed: state decides, timers only wake."""


class Ears(commands.Cog):
    """What Discord tells the house."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._opening: set[int] = set()  # channels where a table is being put up
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
        """The text as first received binds."""
        if payload.data.get("edited_timestamp") is not None:  # else a link's preview, or a pin
            await self._alter(payload.channel_id, payload.message_id, Alteration.EDITED)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """What was said stays said."""
        await self._alter(payload.channel_id, payload.message_id, Alteration.DELETED)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """What was said stays said, however many are deleted at once."""
        place, deleted = payload.channel_id, sorted(payload.message_ids)
        await asyncio.gather(*(self._alter(place, one, Alteration.DELETED) for one in deleted))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table that has no channel any more is closed, and binds no money."""
        self._client.lose_place(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """As with a channel."""
        self._client.lose_place(payload.thread_id)

    @tasks.loop(seconds=WAKE_SECONDS)
    async def _wake(self) -> None:
        if self._client.halted:
            return
        for inbox in self._client.inboxes():
            try:
                inbox.tick()
            except Exception as error:  # noqa: BLE001 - one table's; the timers of the others go on
                await inbox.failed(error)

    async def _alter(self, place: int, message: int, how: Alteration) -> None:
        inbox = self._client.inbox(place)
        if inbox is not None and not self._client.halted:
            channel = self._client.get_partial_messageable(place)
            await inbox.alter(channel.get_partial_message(message), how)

    async def _hear_elsewhere(self, message: discord.Message) -> None:
        """Where no table stands, only staff is heard, and who looks for the table."""
        manners = self._client.manners(message.guild)
        text = message.content.strip()
        if not text.startswith(manners.prefix):
            return
        request = understood(text, manners)
        if isinstance(request, OpenTable):
            await self._open(message)
        elif message.channel.id in self._opening:
            return  # the table reads it in the history
        elif request is not None and not isinstance(request, Unclear | NotOffered):
            places = self._places(message)
            if places:
                await self._reply(message, remarks.no_table(places, manners.language))

    async def _open(self, message: discord.Message) -> None:
        manners = self._client.manners(message.guild)
        if not is_staff(message.author, message.guild, manners):
            fact = Refused(player=message.author.display_name, code=Refusal.STAFF_ONLY)
            await self._reply(message, refusal(fact, manners.language))
            return
        if await self._lacks_nothing(message):
            place = message.channel.id
            self._opening.add(place)
            try:
                inbox = await self._client.add_table(message)
            finally:
                self._opening.discard(place)
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

    def _places(self, message: discord.Message) -> list[str]:
        """Return where tables are open in the speaker's guild, as far as he may look there."""
        guild, asker = message.guild, message.author
        if guild is None or not isinstance(asker, discord.Member):
            return []
        places = (
            guild.get_channel_or_thread(int(croupier.house.place))
            for croupier in self._client.floor.all()
            if croupier.game.is_open
        )
        return [place.mention for place in places if place and inviting.is_shown(place, asker)]

    async def _answer_in_private(self, message: discord.Message) -> None:
        manners = self._client.manners(None)
        if understood(message.content.strip(), manners) is not None:
            await self._reply(message, remarks.no_direct(manners.language))

    async def _answer_that_play_rests(self, message: discord.Message, inbox: Inbox | None) -> None:
        """What would be heard is never played, not from the history either; a command hears so."""
        manners = self._client.manners(message.guild)
        said = heard(message, manners, late=False)
        if inbox is None or said is None:
            return
        await self._client.disown(inbox.croupier, message)
        if not said.plain:
            await self._reply(message, remarks.halted(manners.language))

    async def _reply(self, message: discord.Message, text: str) -> None:
        manners = self._client.manners(message.guild)
        said = prefixed(text, Manner(manners.prefix))
        await quietly(message.reply(said, mention_author=False))


async def setup(client: commands.Bot) -> None:
    """Take the cog in; called by ``load_extension``."""
    await client.add_cog(Ears(client))  # type: ignore[arg-type]
