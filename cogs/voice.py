"""How a table speaks in Discord: facts gathered until their message is done, then one post.

Nothing is posted here; the outlet does it, in order. So the croupier never waits for Discord.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.table.replies import Booked, Chain, Done, Fact, Waiting
from bot.table.voice import Utterance
from bot.wording.language import Language
from bot.wording.post import Manner, post
from cogs.outlet import Answer, Outlet

_AGAIN: Final = Done(repeated=True)
"""What comes of a message that was heard before: no words, and no end of its answer."""


@dataclass
class _Gathered:
    """What is known of an answer that is not whole yet."""

    facts: list[Fact] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    stored_at: str = ""


class DiscordVoice:
    """Makes posts of facts, in a guild's language and manner."""

    def __init__(self, outlet: Outlet, language: Language, manner: Manner) -> None:
        self._outlet = outlet
        self._language = language
        self._manner = manner
        self._gathered: dict[str, _Gathered] = {}

    async def say(self, utterance: Utterance) -> bool:
        """Keep the facts until their message is done, then hand the post to the outlet."""
        if all(isinstance(fact, Waiting | Chain) or fact == _AGAIN for fact in utterance.facts):
            # At once, and to nobody: the answer may be hours away, and goes on after it.
            self._put(utterance._replace(message=""), utterance.facts, [utterance.first_seq])
            return False
        gathered = self._gathered.setdefault(utterance.message, _Gathered())
        gathered.facts.extend(utterance.facts)
        gathered.rows.append(utterance.first_seq)
        gathered.stored_at = gathered.stored_at or utterance.stored_at
        if not utterance.message or any(isinstance(fact, Done) for fact in utterance.facts):
            del self._gathered[utterance.message]
            whole = utterance._replace(stored_at=gathered.stored_at)
            self._put(whole, gathered.facts, gathered.rows)
        return False

    def _put(self, said: Utterance, facts: Sequence[Fact], rows: Sequence[int]) -> None:
        made = post(facts, self._language, self._manner)
        meant = dict.fromkeys(int(fact.member) for fact in facts if isinstance(fact, Booked))
        called = "".join(f"<@{member}> " for member in meant)
        self._outlet.put(
            Answer(
                seq=said.last_seq,
                rows=tuple(rows),
                message=int(said.message) if said.message.isdecimal() else 0,
                text=called + made.text if made else "",
                calls=tuple(meant),
                receipt=bool(made and made.receipt),
                stored_at=datetime.fromisoformat(said.stored_at) if said.stored_at else None,
            )
        )
