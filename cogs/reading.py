"""From a Discord message to what the croupier hears: who spoke, what is asked, what is no word.

Guards that need Discord stand here; whether a plain word is meant *now*, the croupier knows.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

import discord

from bot.errors import NotUnderstood
from bot.table.heard import Heard, Member
from bot.table.requests import Request, Unclear, is_order
from bot.wording.language import Language
from bot.wording.vocabulary import read


class Manners(NamedTuple):
    """How a guild is to be understood: its language, its prefix, and who is staff."""

    language: Language
    prefix: str
    staff: frozenset[int]  # ids of users and roles; the owner of the guild always is


def is_spoken(message: discord.Message) -> bool:
    """Whether a member said it himself: no bot, webhook, system message or forwarded one."""
    return (
        not message.author.bot
        and message.webhook_id is None
        and message.type in {discord.MessageType.default, discord.MessageType.reply}
        and not message.flags.forwarded
    )


def heard(message: discord.Message, manners: Manners, *, late: bool) -> Heard | None:
    """Return what the croupier hears, or None for conversation.

    A message that is found ``late``, in the history, and was edited meanwhile is not taken at its
    word: the text as first received binds, and that was never seen.
    """
    spoken = unicodedata.normalize("NFC", message.content).strip()
    plain = not spoken.startswith(manners.prefix)
    if plain and not _may_be_plain(message):
        return None
    request = understood(spoken, manners)
    if request is None:
        return None
    author = message.author
    return Heard(
        id=str(message.id),
        speaker=str(author.id),
        text=message.content,
        request=request,
        staff=is_staff(author, message.guild, manners),
        plain=plain,
        name=author.display_name,
        edited=late and message.edited_at is not None and is_order(request),
        meant=tuple(Member(str(each.id), each.display_name, each.bot) for each in message.mentions),
    )


def understood(text: str, manners: Manners) -> Request | None:
    """Return the request, or what is unclear about it, or None for conversation."""
    try:
        said = read(text, language=manners.language, prefix=manners.prefix)
    except NotUnderstood as error:
        return Unclear(error.refusal, error.data)
    return None if said is None else said.request


def is_staff(
    author: discord.User | discord.Member, guild: discord.Guild | None, manners: Manners
) -> bool:
    """Whether somebody is Saalchef: by his id, by a role, or as the owner."""
    if author.id in manners.staff or (guild is not None and guild.owner_id == author.id):
        return True
    roles = author.roles if isinstance(author, discord.Member) else ()
    return any(role.id in manners.staff for role in roles)


def _may_be_plain(message: discord.Message) -> bool:
    """A plain word is the whole message, and said to the house: no reply to another human."""
    if message.attachments or message.stickers or message.poll is not None:
        return False
    if message.reference is None:
        return True
    answered = message.reference.resolved
    return isinstance(answered, discord.Message) and answered.author == _me(message)


def _me(message: discord.Message) -> discord.abc.User | None:
    return message.guild.me if message.guild else None
