"""The voice: the port through which everything said leaves the house, after it was written."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from bot.table.replies import Fact


class Utterance(NamedTuple):
    """Facts to be said now. A message's answer may come in several; the last ends with ``Done``.

    ``message`` and ``speaker`` (his name) are empty where nobody asked.
    """

    first_seq: int
    message: str
    speaker: str
    facts: tuple[Fact, ...]
    stored_at: str = ""  # for one that an earlier start may have said already

    @property
    def last_seq(self) -> int:
        """The number of its last fact."""
        return self.first_seq + len(self.facts) - 1


class Voice(Protocol):
    """Says things, in the order they are given."""

    async def say(self, utterance: Utterance) -> bool:
        """Return whether it is out; a voice that says it later drops it from the outbox itself."""


class Kept:
    """A voice that says it here and now, and leaves it to be said where the table stands."""

    def __init__(self, here: Voice) -> None:
        self._here = here

    async def say(self, utterance: Utterance) -> bool:
        """Say it; it stays in the outbox."""
        await self._here.say(utterance)
        return False


class Recorder:
    """A voice that remembers: for tests, and for whoever wants facts and no words."""

    def __init__(self) -> None:
        self.said: list[Utterance] = []

    async def say(self, utterance: Utterance) -> bool:
        """Keep it."""
        self.said.append(utterance)
        return True
