"""A message as an adapter hands it over, and who may be meant in it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bot.table.requests import Request

_MENTION: Final = re.compile(r"<@!?(?P<id>[0-9]+)>")


class Member(NamedTuple):
    """Somebody who may hold an account: his id in the community, and what he is called."""

    id: str
    name: str
    is_bot: bool = False
    by_name: bool = False  # whether his bare name means him, and not his mention alone


def mentioned(token: str) -> str | None:
    """Return whose id a mention names; None where the word is no mention of a member.

    >>> mentioned("<@!7>"), mentioned("@anna")
    ('7', None)
    """
    found = _MENTION.fullmatch(token)
    return found["id"] if found else None


def mention_of(member: str) -> str:
    """Return how a text mentions a member by his id; at the terminal, that is his name.

    >>> mention_of("7"), mention_of("anna")
    ('<@7>', '@anna')
    """
    return f"<@{member}>" if member.isdecimal() else f"@{member}"


class Heard(NamedTuple):
    """What somebody said; without a request it is conversation.

    ``id`` is unique at the table, ``speaker`` in the guild; both are empty where nobody spoke. With
    ``plain`` the words carried no prefix: they act only where they can mean one thing, now.
    """

    id: str
    speaker: str
    text: str
    request: Request | None = None
    staff: bool = False
    plain: bool = False
    name: str = ""  # what the speaker is called, if not by his id
    meant: tuple[Member, ...] = ()  # whom the text mentions
    edited: bool = False  # an order whose text as first received was never seen
    cursor: int = 0  # every message up to it is heard with this one; 0: nobody counts

    @property
    def called(self) -> str:
        """What the house calls the speaker."""
        return self.name or self.speaker


NOBODY: Final = Heard("", "", "")
"""Who is answered when nobody asked."""
