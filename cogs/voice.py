"""How a table speaks in Discord: facts gathered until their message is done, then one post.

Nothing is posted here; the outlet does it, in order. So the croupier never waits for Discord.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.table.booked import Booked
from bot.table.gathering import Gathered, Gatherer
from bot.table.limits import LimitGranted, LimitWithdrawn
from bot.table.unseen_facts import OwnCards
from bot.table.voice import Utterance
from bot.wording import remarks
from bot.wording.language import Language
from bot.wording.post import Manner, post, prefixed
from cogs.outlet import Answer, Outlet, Whisper

_OF_MEMBERS: Final = Booked | LimitGranted | LimitWithdrawn
"""What staff does to a member, who is called by the post."""


class DiscordVoice:
    """Makes posts of facts, in a guild's language and manner."""

    def __init__(self, outlet: Outlet, language: Language, manner: Manner) -> None:
        self._outlet = outlet
        self._language = language
        self._manner = manner
        self._gatherer = Gatherer()

    async def say(self, utterance: Utterance) -> bool:
        """Keep the facts until their message is done, then hand the post to the outlet."""
        whole = self._gatherer.take(utterance)
        if whole is not None:
            self._put(whole)
        return False

    def _put(self, whole: Gathered) -> None:
        said = whole.last
        own = [fact for fact in whole.facts if isinstance(fact, OwnCards)]
        facts = tuple(fact for fact in whole.facts if not isinstance(fact, OwnCards))
        made = post(facts, self._language, self._manner)
        named = (fact for fact in facts if isinstance(fact, _OF_MEMBERS))
        meant = dict.fromkeys(int(fact.member) for fact in named)
        called = "".join(f"<@{member}> " for member in meant)
        self._outlet.put(
            Answer(
                seq=said.last_seq,
                rows=tuple(whole.rows),
                message=int(said.message) if said.message.isdecimal() else 0,
                text=called + made.text
                if made
                else remarks.cards_told(self._language)
                if own
                else "",
                calls=tuple(meant),
                receipt=bool(made.receipt if made else own),
                stored_at=datetime.fromisoformat(whole.stored_at) if whole.stored_at else None,
                whisper=self._whisper(own[0]) if own else None,
            )
        )

    def _whisper(self, own: OwnCards) -> Whisper:
        """A player's own cards go to him alone, not into the channel."""
        made = post((own,), self._language, self._manner)
        otherwise = prefixed(remarks.cards_not_told(self._language), self._manner)
        return Whisper(int(own.member), made.text if made else "", otherwise)
