"""A session at the terminal table: lines to messages, one after the other.

Every line is handed to the croupier before the next is read. By pipe there are no timers: deadlines
pass with ``#clock`` only.
"""

from __future__ import annotations

import secrets
from typing import Protocol

from bot.errors import NotUnderstood
from bot.table.croupier import Croupier
from bot.table.heard import Heard, Member
from bot.table.requests import AllowLimit, Book, Request, Unclear
from bot.terminal import lines
from bot.terminal.command import is_name
from bot.terminal.lines import ClockLine, Said
from bot.wording.language import Language
from bot.wording.vocabulary import read


class Numbered(Protocol):
    """A voice that prints which line it answers."""

    line: int


class Session:
    """What one run of the terminal remembers: who spoke last, and who is staff."""

    def __init__(
        self,
        croupier: Croupier,
        voice: Numbered,
        language: Language,
        staff: frozenset[str],
        speaker: str = "",
    ) -> None:
        self._croupier = croupier
        self._voice = voice
        self._language = language
        self._staff = staff
        self.speaker = speaker
        # No id that anybody can type: with a space, and new at every start.
        self._start = f"line {secrets.token_hex(8)}"

    async def take(self, number: int, line: str) -> bool:
        """Apply an input line; whether it was a word of the house, or skipped.

        ``number`` counts the input's lines from 1. Raises what the croupier raises.
        """
        self._voice.line = number
        own = f"{self._start} {number}"
        try:
            parsed = lines.parse(line)
        except NotUnderstood as error:
            await self._refuse(own, line, error)
            return True
        match parsed:
            case None:
                return True
            case ClockLine():
                return await self._move_clock(parsed.id or own, parsed.text)
            case Said():
                self.speaker = parsed.name or self.speaker
                request = self._understand(parsed.text)
                await self._hear(parsed.id or own, parsed.text, request)
                return request is not None

    async def balances(self) -> None:
        """Say all balances, after the last line."""
        self._voice.line = 0
        await self._croupier.show_balances()

    async def _move_clock(self, identity: str, text: str) -> bool:
        try:
            seconds = lines.seconds_of(text)
        except NotUnderstood as error:
            await self._refuse(identity, text, error)
            return True
        await self._croupier.move_clock(Heard(identity, "", text), seconds)
        return True

    async def _refuse(self, identity: str, line: str, error: NotUnderstood) -> None:
        """Say what is wrong with a line that nobody in particular spoke."""
        await self._croupier.hear(Heard(identity, "", line, Unclear(error.refusal, error.data)))

    async def _hear(self, identity: str, text: str, request: Request | None) -> None:
        staff = self.speaker in self._staff
        meant = _meant(request)
        await self._croupier.hear(Heard(identity, self.speaker, text, request, staff, meant=meant))

    def _understand(self, text: str) -> Request | None:
        try:
            heard = read(text, language=self._language, bare=True)
        except NotUnderstood as error:
            return Unclear(error.refusal, error.data)
        return heard.request if heard else None


def _meant(request: Request | None) -> tuple[Member, ...]:
    """Return who is named: at the terminal, whoever may be called so."""
    name = request.member.removeprefix("@") if isinstance(request, Book | AllowLimit) else ""
    return (Member(name, name, by_name=True),) if is_name(name) else ()
