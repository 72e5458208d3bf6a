"""What the outbox still holds of earlier starts: facts, and whose answer they belong to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from bot.store import outbox
from bot.store.codec import read_special
from bot.table import replies
from bot.table.heard import NOBODY, Heard
from bot.table.replies import Fact

FACTS: Final = msgspec.json.Decoder(tuple[Fact, ...], dec_hook=read_special)
"""Reads the facts of a row."""


def who_waits(rows: Iterable[outbox.Row]) -> Heard:
    """Return whose answer the owed cards belong to: it is kept until it is whole, and has no end.

    What was asked and answered meanwhile may stand behind it.
    """
    waiting: dict[str, Heard] = {}
    for row in rows:
        if replies.Done() in FACTS.decode(row.facts):
            waiting.pop(row.message, None)
        elif row.message:
            waiting.setdefault(row.message, Heard(row.message, row.speaker, ""))
    return next(reversed(waiting.values()), NOBODY)
