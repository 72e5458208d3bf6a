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
AT_A_TABLE: Final = (
    "view_channel",
    "send_messages",
    "read_message_history",
    "add_reactions",
)
"""Without these a table cannot be played at as it should."""


def link(application: int) -> str:
    """Return the address where an owner invites the bot to his server."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot",))


def missing(permissions: discord.Permissions) -> Sequence[str]:
    """Return what is missing at a table, as Discord calls it."""
    return tuple(name for name in AT_A_TABLE if not getattr(permissions, name))
