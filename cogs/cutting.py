"""A text in pieces that a message can hold, cut at the ends of lines where there are any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

LIMIT: Final = 2000
"""Characters of a message; counted as UTF-16 does, which is never less."""


def pieces(text: str, limit: int = LIMIT) -> list[str]:
    r"""Return the pieces in order, none empty and none too long.

    >>> pieces("eins\nzwei\ndrei", 9)
    ['eins\nzwei', 'drei']
    """
    found: list[str] = []
    held = ""
    for line in _lines(text, limit):
        longer = f"{held}\n{line}" if held else line
        if size(longer) > limit:
            found.append(held)
            held = line
        else:
            held = longer
    return [piece.strip() for piece in (*found, held) if piece.strip()]


def size(text: str) -> int:
    """Return how long Discord thinks a text is."""
    return len(text) + sum(ord(letter) > 0xFFFF for letter in text)  # noqa: PLR2004 - two units


def _lines(text: str, limit: int) -> Iterator[str]:
    """Yield the lines, those that are too long in parts, cut at a space where there is one."""
    for whole in text.split("\n"):
        line = whole
        while size(line) > limit:
            end = line.rfind(" ", 0, limit // 2) + 1 or limit // 2
            yield line[:end].rstrip()
            line = line[end:]
        yield line
