"""What people, other bots and Discord itself do, as a test asks: no limit and no fault applies."""

from __future__ import annotations

import base64
from typing import Any, Final

from tests.loopback.discord import places, posting, views
from tests.loopback.discord.interactions import Interactions
from tests.loopback.discord.permissions import May, bits
from tests.loopback.discord.posting import Draft
from tests.loopback.discord.refusals import Trouble
from tests.loopback.discord.world import (
    FORUM,
    PUBLIC_THREAD,
    TEXT,
    Attachment,
    Channel,
    Message,
    User,
    World,
)

Json = dict[str, Any]

KINDS: Final = {"text": TEXT, "forum": FORUM}


class Driving:
    """One method for each verb; a body in, an answer out."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    # ── guilds and who is in them ────────────────────────────────────────────────────────────────

    def guild(self, name: str, owner: str) -> Json:
        """A new guild with the bot in it."""
        world = self._world
        guild = places.open_guild(world, name, world.user(owner))
        return {"id": guild.id, "owner_id": guild.owner_id, "bot_role": self._bot_role(guild.id)}

    def close_guild(self, guild: int) -> None:
        """Throw the bot out."""
        places.close_guild(self._world, self._world.guild(guild))

    def user(self, name: str, bot: bool = False) -> Json:
        """A user, new or known."""
        user = self._world.user(name, bot=bot)
        return {"id": user.id, "token": user.token}

    def member(self, guild: int, name: str, roles: list[int], nick: str | None = None) -> Json:
        """A user in a guild."""
        one = self._world.guild(guild)
        user = self._world.user(name)
        member = places.join(self._world, one, user, nick=nick)
        if roles:
            places.change_member(self._world, one, member, roles)
        return {"id": user.id, "token": user.token}

    def roles(self, guild: int, user: int, roles: list[int]) -> None:
        """Give a member these roles."""
        one = self._world.guild(guild)
        places.change_member(self._world, one, one.members[user], roles)

    def leave(self, guild: int, user: int) -> None:
        """Let somebody leave."""
        places.leave(self._world, self._world.guild(guild), self._world.someone(user))

    def role(self, guild: int, name: str, permissions: list[str], mentionable: bool) -> Json:
        """A new role."""
        one, may = self._world.guild(guild), bits(permissions)
        made = places.create_role(self._world, one, name, may, mentionable=mentionable)
        return {"id": made.id}

    def permissions(self, guild: int, role: int, allow: list[str], deny: list[str]) -> None:
        """Change what a role may."""
        one = self._world.guild(guild)
        found = one.roles[role]
        may = (May(found.permissions) | bits(allow)) & ~bits(deny)
        places.change_role(self._world, one, found, may)

    def _bot_role(self, guild: int) -> int:
        return self._world.guild(guild).members[self._world.bot.id].roles[0]

    # ── channels ─────────────────────────────────────────────────────────────────────────────────

    def channel(self, guild: int, name: str, kind: str) -> Json:
        """A new text channel or forum."""
        one = self._world.guild(guild)
        return {"id": places.create_channel(self._world, one, name, KINDS[kind]).id}

    def thread(
        self, channel: int, name: str, user: int, message: int | None, content: str | None
    ) -> Json:
        """A thread that somebody opens, in a forum with its first message."""
        parent, who = self._world.channel(channel), self._world.someone(user)
        started_by = None if message is None else parent.messages[message]
        one = places.create_thread(
            self._world, parent, who, name, kind=PUBLIC_THREAD, started_by=started_by
        )
        if started_by is not None:
            posting.start_thread(self._world, one, started_by)
        if content is not None:
            first = one.id if parent.type == FORUM else None
            posting.post(self._world, one, who, Draft(content=content, id=first))
        return {"id": one.id}

    def change_channel(self, channel: int, changes: Json) -> None:
        """Rename, archive, lock."""
        places.change_channel(self._world, self._world.channel(channel), changes)

    def delete_channel(self, channel: int) -> None:
        """Take a channel away."""
        places.delete_channel(self._world, self._world.channel(channel))

    def overwrite(self, channel: int, who: int, allow: list[str], deny: list[str]) -> None:
        """Change what a channel says about somebody or a role."""
        one = self._world.channel(channel)
        old = one.overwrites.get(who)
        may, may_not = bits(allow), bits(deny)
        allowed = (May(old.allow if old else 0) & ~may_not) | may
        denied = (May(old.deny if old else 0) & ~may) | may_not
        places.overwrite(self._world, one, who, allowed, denied)

    def undo_overwrite(self, channel: int, who: int) -> None:
        """Let a channel say nothing special about somebody."""
        places.overwrite(self._world, self._world.channel(channel), who, May(0), May(0))

    def direct(self, user: int) -> Json:
        """The channel between somebody and the bot."""
        world = self._world
        return {"id": places.direct(world, world.bot, world.someone(user)).id}

    def takes_directs(self, user: int, takes: bool) -> None:
        """Whether somebody lets bots write."""
        self._world.someone(user).takes_directs = takes

    # ── messages ─────────────────────────────────────────────────────────────────────────────────

    def say(self, channel: int, user: int, **said: Any) -> Json:
        """Let somebody say something."""
        place = self._place(channel)
        message = posting.post(self._world, place, self._world.someone(user), self._draft(**said))
        return views.message(message)

    def webhook(self, channel: int, name: str, content: str) -> Json:
        """Let a webhook say something."""
        author = User(self._world.snowflakes.now(), name, "", bot=True)
        draft = Draft(content=content, webhook=True)
        return views.message(posting.post(self._world, self._place(channel), author, draft))

    def forward(self, channel: int, user: int, message: int, of: int) -> Json:
        """Let somebody forward a message to a channel."""
        found = self._message(of, message)
        draft = Draft(
            reference=posting.forward_of(found),
            snapshots=[posting.forwarded(found, self._world)],
        )
        who = self._world.someone(user)
        return views.message(posting.post(self._world, self._place(channel), who, draft))

    def edit(self, channel: int, message: int, changes: Json) -> Json:
        """Let a message say something else."""
        found = self._message(channel, message)
        posting.edit(self._world, found, changes)
        return views.message(found)

    def delete(self, channel: int, message: int) -> None:
        """Take a message away."""
        posting.delete(self._world, self._message(channel, message))

    def delete_together(self, channel: int, messages: list[int]) -> None:
        """Take messages away at once."""
        posting.delete_together(self._world, [self._message(channel, one) for one in messages])

    def react(self, channel: int, message: int, user: int, emoji: str, back: bool) -> None:
        """Let somebody react, or take that back."""
        found, who = self._message(channel, message), self._world.someone(user)
        posting.react(self._world, found, who, emoji, taken_back=back)

    def pin(self, channel: int, message: int, user: int, pinned: bool) -> None:
        """Let somebody pin a message, or unpin it."""
        found, who = self._message(channel, message), self._world.someone(user)
        posting.pin(self._world, found, who, pinned=pinned)

    def interact(
        self, kind: int, user: int, channel: int, data: Json, message: int | None = None
    ) -> Json:
        """Let somebody press a button or call a command."""
        place = self._place(channel)
        pressed = None if message is None else self._message(channel, message)
        who = self._world.someone(user)
        return {"id": self._interactions.begin(kind, who, place, data, pressed).id}

    def interactions(self) -> list[Json]:
        """All that was pressed and called, with what the bot answered."""
        return self._interactions.shown()

    def commands(self, guild: int | None = None) -> list[Json]:
        """The slash commands that the bot has registered."""
        return self._world.commands.get(guild, [])

    def _place(self, channel: int) -> Channel:
        found = self._world.channels.get(channel)
        if found is None or found.deleted:
            msg = f"there is no channel {channel} any more"
            raise Trouble(msg)
        return found

    def _message(self, channel: int, message: int) -> Message:
        found = self._place(channel).messages.get(message)
        if found is None or found.deleted:
            msg = f"there is no message {message} any more"
            raise Trouble(msg)
        return found

    def _draft(self, files: list[Json] | None = None, **said: Any) -> Draft:
        if said.get("reply_to") is not None:
            place, message = said["reply_to"]
            said["reply_to"] = self._message(place, message)
        attachments = [
            Attachment(
                self._world.snowflakes.now(),
                file["filename"],
                file["content_type"],
                base64.b64decode(file["content"]),
            )
            for file in files or []
        ]
        return Draft(files=attachments, **said)
