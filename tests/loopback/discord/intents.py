"""What a bot may ask to be told, by bits; which of them an application must be allowed."""

from __future__ import annotations

from enum import IntFlag
from typing import Final


class Intent(IntFlag):
    """Gateway intents."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    MESSAGES = 1 << 9
    REACTIONS = 1 << 10
    TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_REACTIONS = 1 << 13
    DIRECT_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    NONE = 0


PRIVILEGED: Final = {  # name: intent, flag of an application with fewer than a hundred guilds
    "presences": (Intent.PRESENCES, 1 << 13),
    "members": (Intent.MEMBERS, 1 << 15),
    "message_content": (Intent.MESSAGE_CONTENT, 1 << 19),
}


def flags(privileges: set[str]) -> int:
    """The flags of an application.

    >>> flags({"message_content"}) == 1 << 19
    True
    """
    return sum(PRIVILEGED[name][1] for name in privileges)


def refused(asked: int, privileges: set[str]) -> bool:
    """Whether a bot asks for more than its application has."""
    return any(
        asked & intent and name not in privileges for name, (intent, _) in PRIVILEGED.items()
    )
