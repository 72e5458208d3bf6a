"""Facts gathered until their message is done: one post is made of all that answers it.

What belongs to no message is whole at once, and so is what comes of one that was heard before: the
answer it had may not be whole yet, and goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.table.replies import Done, Fact
from bot.table.voice import Utterance

_AGAIN: Final = (Done(repeated=True),)
"""What comes of a message that was heard before: no words, and no end of its answer."""


@dataclass(slots=True)
class Gathered:
    """What one post is made of."""

    last: Utterance
    facts: list[Fact] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)  # the utterances' first numbers
    stored_at: str = ""  # of the first that an earlier start may have said already

    def add(self, utterance: Utterance) -> None:
        """Take in what is said next."""
        self.last = utterance
        self.facts.extend(utterance.facts)
        self.rows.append(utterance.first_seq)
        self.stored_at = self.stored_at or utterance.stored_at


class Gatherer:
    """Answers that are not whole yet, by their messages."""

    def __init__(self) -> None:
        self._open: dict[str, Gathered] = {}

    def take(self, utterance: Utterance) -> Gathered | None:
        """Return what is whole with this utterance, if anything is."""
        if utterance.facts == _AGAIN:
            utterance = utterance._replace(message="", speaker="")
        gathered = self._open.setdefault(utterance.message, Gathered(utterance))
        gathered.add(utterance)
        if utterance.message and not _ends(utterance.facts):
            return None
        return self._open.pop(utterance.message)


def _ends(facts: Sequence[Fact]) -> bool:
    return any(isinstance(fact, Done) for fact in facts)
