"""The Discord client: holds the floor, a mouth and an ear for each of its tables, and the errors.

The road of a message: the gateway → ``cogs.ears`` → the table's inbox → its croupier → its voice →
its outlet → Discord. Where the road ends in an error, ``fault`` decides what becomes of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import aiohttp
import discord
import yarl
from discord.ext import commands

from bot.errors import CannotStart, IntegrityBroken
from bot.store.database import Database
from bot.store.tables import Placed
from bot.table.auditing import Auditor
from bot.table.clock import Clock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.floor import Floor, Habits
from bot.table.voice import Voice
from bot.wording import remarks
from bot.wording.language import Language
from bot.wording.post import Manner
from cogs import EARS, inviting
from cogs.courtesy import quietly
from cogs.history import History
from cogs.inbox import Inbox
from cogs.outlet import CANNOT_REPLY, UNKNOWN_CHANNEL, Office, Outlet
from cogs.reading import Manners, heard
from cogs.voice import DiscordVoice

_LOG: Final = logging.getLogger(__name__)
_NEEDS_OWNER: Final = {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}
_TOKEN_REVOKED: Final = 4004
_FIRST_PAUSE: Final = 2.0
_LONGEST_PAUSE: Final = 60.0
_DRAIN_SECONDS: Final = 2.0
"""How long a stop waits for posts that can still be made."""


class Conduct(NamedTuple):
    """How the house behaves in Discord."""

    language: Language
    prefix_of: Callable[[int], str]  # a guild's; 0: where there is none
    staff_of: Callable[[int], frozenset[int]]  # ids of users and roles; 0: where there is no guild
    habits: Habits
    auditor: Auditor


def intents() -> discord.Intents:
    """Return what the house must be told of: messages and their text, nothing else."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.messages = True
    wanted.message_content = True
    return wanted


class Place(NamedTuple):
    """Where a table stands in Discord."""

    guild: int
    channel: int


class Client(commands.Bot):
    """The bot: ``log_in``, then ``keep_house``; ``stop`` ends it."""

    def __init__(
        self, database: Database, drawing: Drawing, clock: Clock, conduct: Conduct
    ) -> None:
        # The house does not speak aloud, so it need not be warned that it could not.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,  # words are read by our own vocabulary
            help_command=None,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=0.5,
        )
        self.conduct = conduct
        self.floor = Floor(database, drawing, clock, self._voice, conduct.auditor, conduct.habits)
        self.halted = False
        self._database = database
        self._inboxes: dict[int, Inbox] = {}
        self._outlets: dict[int, Outlet] = {}
        self._adding = asyncio.Lock()
        self._told: set[tuple[int, int]] = set()  # channels and what is wrong there
        self._ended_by: Exception | None = None
        self._ending: asyncio.Task[None] | None = None

    # ── life ─────────────────────────────────────────────────────────────────────────────────────

    async def setup_hook(self) -> None:
        """Between login and gateway: every table is loaded, and goes on where it stopped."""
        await self.load_extension(EARS)
        await self.floor.load()
        for croupier in self.floor.all():
            self._seat(croupier)

    async def stop(self, error: Exception | None = None) -> None:
        """End the house; ``run`` raises the error, if there is one."""
        self._ended_by = self._ended_by or error
        await self.close()

    async def close(self) -> None:
        """Stop hearing, say what can be said in a moment, leave; the rest is kept."""
        if self.is_closed():
            return
        for inbox in self._inboxes.values():
            await inbox.close()
        outlets = self._outlets.values()
        await asyncio.gather(*(outlet.close(within=_DRAIN_SECONDS) for outlet in outlets))
        await super().close()

    def raise_what_ended_it(self) -> None:
        """Raise the error that ended the house, if one did."""
        if self._ended_by is not None:
            raise self._ended_by

    async def on_message(self, message: discord.Message) -> None:
        """Nothing: the cogs listen for themselves, and there are no commands of the library."""

    async def on_error(self, _event: str, /, *args: Any, **_: Any) -> None:  # noqa: ANN401
        """Take what goes wrong where Discord's events are heard, before it is any table's."""
        error, about = sys.exception(), args[0] if args else None
        message = about if isinstance(about, discord.Message) else None
        place = message.channel.id if message else getattr(about, "channel_id", 0)
        inbox = self.inbox(place)
        if isinstance(error, Exception):
            table = inbox.croupier.house.table if inbox else None
            await self.fault(table, error, message)

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    def inbox(self, channel: int) -> Inbox | None:
        """Return the ear of the table in a channel."""
        return self._inboxes.get(channel)

    def inboxes(self) -> tuple[Inbox, ...]:
        """Return every table's ear."""
        return tuple(self._inboxes.values())

    async def add_table(self, message: discord.Message) -> Inbox:
        """Put a table up in the channel where staff asks for it."""
        async with self._adding:
            known = self.inbox(message.channel.id)
            if known is not None:
                return known
            before = message.id - 1
            croupier = await self.floor.add(
                str(message.channel.id),
                guild_place=str(message.guild.id if message.guild else 0),
                cursor=before,
            )
            # An earlier try may have failed half-way: who asked then was told that nothing came.
            await self.floor.has_heard(croupier.house.table, before)
            inbox = self._seat(croupier)
            inbox.catch_up()  # with what was said while the table was put up
            return inbox

    def lose_place(self, channel: int) -> None:
        """Close the table of a channel that is gone, if there is one."""
        inbox = self.inbox(channel)
        if inbox is not None and not self.halted:
            inbox.lose_place()

    def manners(self, guild: discord.Guild | None) -> Manners:
        """Return how a guild is to be understood."""
        conduct = self.conduct
        number = guild.id if guild else 0
        return Manners(conduct.language, conduct.prefix_of(number), conduct.staff_of(number))

    def _seat(self, croupier: Croupier) -> Inbox:
        house = croupier.house
        place = Place(int(house.guild_place), int(house.place))
        channel = self.get_partial_messageable(place.channel, guild_id=place.guild)
        inbox = Inbox(
            croupier,
            History(self.floor, house, channel, lambda error: self._trouble(place, error)),
            lambda message, late: heard(message, self.manners(message.guild), late=late),
            lambda error, message: self.fault(house.table, error, message),
        )
        self._inboxes[place.channel] = inbox
        self._outlets[place.channel].begin()
        inbox.begin()
        return inbox

    def _voice(self, placed: Placed) -> Voice:
        place = Place(int(placed.guild_place), int(placed.place))
        conduct = self.conduct
        outlet = Outlet(
            self._database,
            self.get_partial_messageable(place.channel, guild_id=place.guild),
            placed.number,
            self.user.id if self.user else 0,
            Office(
                trouble=lambda error: self._trouble(place, error),
                fault=lambda error: self.fault(placed.number, error, None),
                tell=self._tell,
            ),
        )
        self._outlets[place.channel] = outlet
        manner = Manner(conduct.prefix_of(place.guild), markdown=True)
        return DiscordVoice(outlet, conduct.language, manner)

    # ── what goes wrong ──────────────────────────────────────────────────────────────────────────

    async def fault(
        self, table: int | None, error: Exception, message: discord.Message | None
    ) -> None:
        """Decide what becomes of an error; nothing half done is left behind."""
        where = "no table" if table is None else f"table {table}"
        if isinstance(error, CannotStart):
            # As a task of its own, for it ends the one that tells of the error.
            self._ending = self._ending or asyncio.create_task(self.stop(error))
        elif isinstance(error, IntegrityBroken):
            _LOG.critical("%s: the records contradict themselves: %s", where, error)
            await self._halt(message)
        else:
            _LOG.error("%s: a fault of ours", where, exc_info=error)
            await self._admit(message)

    async def _halt(self, message: discord.Message | None) -> None:
        """Play no more, and tell every owner, once."""
        text = remarks.halted(self.conduct.language)
        if message is not None:
            croupier = self.floor.at(str(message.channel.id))
            if croupier is not None:
                await self.disown(croupier, message)
            await quietly(message.reply(text, mention_author=False))
        if not self.halted:
            self.halted = True
            for guild in self.guilds:
                await self.tell_owner(guild, text)

    async def _admit(self, message: discord.Message | None) -> None:
        """Say that nothing was changed, and see to it; or that what was said stands."""
        if message is None:
            return
        language, croupier = self.conduct.language, self.floor.at(str(message.channel.id))
        if croupier is not None and await self.disown(croupier, message):
            await quietly(message.channel.send(remarks.fault_later(language)))
        else:
            await quietly(message.reply(remarks.fault(language), mention_author=False))

    async def disown(self, croupier: Croupier, message: discord.Message) -> bool:
        """Let a message never be applied that is not yet: whoever said it was told no."""
        try:
            return await croupier.disown(str(message.id))
        except Exception as error:  # noqa: BLE001 - an echo of what is told already
            _LOG.warning("table %d: to be disowned later: %r", croupier.house.table, error)
            return False

    async def tell_owner(self, guild: discord.Guild, text: str) -> None:
        """Say something to a guild's owner in private."""
        with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            direct = await self.create_dm(discord.Object(guild.owner_id or 0))
            await direct.send(text)

    async def _tell(self, member: int, text: str) -> None:
        """Say something to a member in private; raises what Discord raises."""
        direct = await self.create_dm(discord.Object(member))
        await direct.send(text)

    async def _trouble(self, place: Place, error: discord.HTTPException) -> None:
        """Tell the owner, once, what Discord refuses at a table."""
        if error.code == UNKNOWN_CHANNEL:
            self.lose_place(place.channel)
        guild = self.get_guild(place.guild)
        trouble = (place.channel, error.code)
        needs_owner = error.status in _NEEDS_OWNER or error.code == CANNOT_REPLY
        if guild is None or trouble in self._told or not needs_owner:
            return
        self._told.add(trouble)
        language, mention = self.conduct.language, f"<#{place.channel}>"
        channel = guild.get_channel_or_thread(place.channel)
        lacking = inviting.missing(channel, guild.me) if channel else ()
        if lacking:
            await self.tell_owner(guild, remarks.missing(mention, lacking, language))
        else:
            await self.tell_owner(guild, remarks.unreachable(mention, language))


def id_of(at: datetime) -> int:
    """Return the id that a message of that time has."""
    return discord.utils.time_snowflake(at)


def stand_in(api: str, gateway: str) -> None:
    """Turn the library to a stand-in on this machine; it must be done before the login."""
    if api:
        discord.http.Route.BASE = api
        discord.Asset.BASE = api.partition("/api")[0]
    if gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def log_in(client: Client, token: str) -> None:
    """Log in, however long Discord takes to be reached.

    Raises ``CannotStart`` for a token that is none.
    """
    pause = _FIRST_PAUSE
    while True:
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            msg = (
                "settings: Discord does not accept DISCORD_TOKEN; `Reset Token` on the Bot page "
                "of your application shows a new one"
            )
            raise CannotStart(msg) from error
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            if isinstance(error, discord.HTTPException) and not _passes(error):
                raise
            _LOG.warning("Discord is not reached, trying again in %.0f s: %r", pause, error)
        else:
            return
        await client.http.close()  # a login makes a session of its own, on a connector of its own
        client.http.connector = discord.utils.MISSING
        await asyncio.sleep(pause)
        pause = min(_LONGEST_PAUSE, pause * 2)


def _passes(error: discord.HTTPException) -> bool:
    """Whether Discord may answer otherwise by itself: its own faults, and too many requests."""
    too_many = error.status == HTTPStatus.TOO_MANY_REQUESTS
    return too_many or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


async def keep_house(client: Client) -> None:
    """Be at the tables until the house is closed.

    Raises ``CannotStart`` for what an operator must mend.
    """
    try:
        await client.connect()
    except discord.PrivilegedIntentsRequired as error:
        msg = (
            "Discord withholds the texts of messages: switch on `Message Content Intent` on the "
            "Bot page of your application, then start again"
        )
        raise CannotStart(msg) from error
    except discord.ConnectionClosed as error:
        if error.code != _TOKEN_REVOKED:
            raise
        msg = "settings: DISCORD_TOKEN was revoked; `Reset Token` on the Bot page shows a new one"
        raise CannotStart(msg) from error
    client.raise_what_ended_it()
