"""What the bot may do in a guild: the invite link, and what is missing in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

NEEDED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    pin_messages=True,
)
"""Exactly what the house needs, and never Administrator."""
_AT_A_TABLE: Final = ("view_channel", "read_message_history", "add_reactions")
"""Without these, and one to speak, a table cannot be played at as it should."""

Place = discord.abc.GuildChannel | discord.Thread


def link(application: int) -> str:
    """Return the address where an owner invites the bot to his server."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot",))


def missing(place: Place, me: discord.Member) -> Sequence[str]:
    """Return what is missing at a table, as Discord calls it; to speak comes first."""
    permissions = place.permissions_for(me)
    wanted = (_speaking(place), *_AT_A_TABLE)
    return tuple(name for name in wanted if not getattr(permissions, name))


def is_mute(place: Place, me: discord.Member) -> bool:
    """Whether nothing can be said there."""
    return not {_speaking(place), "view_channel"}.isdisjoint(missing(place, me))


def _speaking(place: Place) -> str:
    """A thread asks for a permission of its own."""
    return "send_messages_in_threads" if isinstance(place, discord.Thread) else "send_messages"
