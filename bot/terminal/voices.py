"""How facts leave a terminal: as ``--json`` objects, or as posts, each line flushed.

Objects are printed the moment they are said. A post waits for the ``Done`` of its message, since
it is made of all the facts in between; so does its mark in the outbox.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from bot.engine.cards import Card
from bot.table.gathering import Gatherer
from bot.table.replies import Fact, Refused
from bot.table.voice import Utterance
from bot.wording.cards import protocol_name
from bot.wording.language import Language
from bot.wording.post import Post, post, refusal

Printer = Callable[[Post, str], None]
"""Shows a post that answers the named speaker; the name is empty where nobody asked."""


class JsonVoice:
    """One object per line on standard output, nothing else there."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self.line = 0
        """The number of the input line that is being answered; 0 where there is none."""

    async def say(self, utterance: Utterance) -> bool:
        """Print every fact with its number."""
        for seq, fact in enumerate(utterance.facts, start=utterance.first_seq):
            body = self._body(fact)
            kind = body.pop("type")
            row = {"type": kind, "seq": seq, "line": self.line, **body}
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
            sys.stdout.flush()
        return True

    def _body(self, fact: Fact) -> dict[str, Any]:
        body: dict[str, Any] = msgspec.to_builtins(fact, enc_hook=_face)
        if isinstance(fact, Refused):
            body["text"] = refusal(fact, self._language)
        return body


def _face(value: object) -> str:
    if isinstance(value, Card):
        return protocol_name(value)
    msg = f"{type(value)} is never printed"
    raise TypeError(msg)


class PostVoice:
    """Posts in the table's language, whole, when their message is done."""

    def __init__(self, language: Language, printer: Printer) -> None:
        self._language = language
        self._print = printer
        self._gatherer = Gatherer()
        self.line = 0

    async def say(self, utterance: Utterance) -> bool:
        """Keep the facts until their message is done, then show the post they make."""
        whole = self._gatherer.take(utterance)
        made = post(whole.facts, self._language) if whole else None
        if whole is not None and made is not None:
            self._print(made, whole.last.speaker)
        return True


def written(made: Post, speaker: str) -> str:
    """Return a post as it stands in a channel, markdown included."""
    if made.receipt:
        return f"{speaker} · ✅ {made.text}"
    addressed = f"Croupier → {speaker}" if speaker else "Croupier"
    return f"{addressed} · {made.text}"


def print_plain(made: Post, speaker: str) -> None:
    """Print a post to a pipe."""
    sys.stdout.write(written(made, speaker) + "\n")
    sys.stdout.flush()
