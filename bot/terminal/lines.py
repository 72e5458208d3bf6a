"""The grammar of input lines, pure: ``@ID name: text``, comments, and ``#clock +3h``.

A name is a letter, then letters, digits, ``_`` and ``-``, and ends with colon *and space*; anything
else is text of the last speaker, so ``1:1`` is no name. What the text means is not decided here.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from bot.errors import NotUnderstood
from bot.refusals import Refusal

_ID: Final = re.compile(r"@(\S*)(?:\s+(.*))?", re.DOTALL)
_NAME: Final = re.compile(r"([^\W\d_][\w-]*): (.*)", re.DOTALL)
_CLOCK: Final = re.compile(r"#clock(?:\s+(.*))?")
_SPAN: Final = re.compile(r"\+((?:[0-9]{1,6}[dhms])+)")
_SECONDS: Final = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
LONGEST_ID: Final = 64
FURTHEST: Final = 10 * 365 * 86_400
"""Seconds that one ``#clock`` may move: ten years, so that no date can overflow."""


class Said(NamedTuple):
    """Somebody says something; without a name the last speaker goes on."""

    id: str | None
    name: str | None
    text: str


class ClockLine(NamedTuple):
    """``#clock``: the text behind it is read by ``seconds_of``."""

    id: str | None
    text: str


def parse(line: str) -> Said | ClockLine | None:
    """Take a line apart; None for an empty one or a comment.

    Raises ``NotUnderstood`` (message_id) for an id that is too long or not ASCII.
    """
    rest = unicodedata.normalize("NFC", line).strip().removeprefix("\ufeff")
    identity = None
    if found := _ID.fullmatch(rest):
        identity, rest = found[1], (found[2] or "").strip()
        if not 0 < len(identity) <= LONGEST_ID or not identity.isascii():
            raise NotUnderstood(Refusal.MESSAGE_ID, text=identity[:20])
    if clock := _CLOCK.fullmatch(rest):
        return ClockLine(identity, (clock[1] or "").strip())
    if not rest or rest.startswith("#"):
        # Whoever names a line waits for its acknowledgement.
        return None if identity is None else Said(identity, None, "")
    if named := _NAME.fullmatch(rest):
        return Said(identity, named[1], named[2].strip())
    return Said(identity, None, rest)


def seconds_of(text: str) -> int:
    """Read a span such as ``+3h`` or ``+1d12h``; days, hours, minutes, seconds.

    Raises ``NotUnderstood`` (clock_malformed).

    >>> seconds_of("+1d12h")
    129600
    """
    found = _SPAN.fullmatch(text)
    parts = re.findall(r"([0-9]+)([dhms])", found[1]) if found else []
    seconds = sum(int(number) * _SECONDS[unit] for number, unit in parts)
    if not found or seconds > FURTHEST:
        raise NotUnderstood(Refusal.CLOCK_MALFORMED, text=text[:20])
    return seconds
