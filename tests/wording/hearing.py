"""What is heard of a text: with the prefix, plain, at the terminal; or why it is refused."""

from __future__ import annotations

import pytest

from bot.errors import NotUnderstood
from bot.refusals import Refusal
from bot.table.requests import Request
from bot.wording.language import Language
from bot.wording.vocabulary import read

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


def command(text: str, language: Language = GERMAN) -> Request | None:
    """What a message with the prefix asks for."""
    heard = read(text, language=language)
    assert heard is None or not heard.plain
    return heard.request if heard else None


def plain(text: str, language: Language = GERMAN) -> Request | None:
    """What a message without the prefix asks for."""
    heard = read(text, language=language)
    assert heard is None or heard.plain
    return heard.request if heard else None


def bare(text: str, language: Language = GERMAN) -> Request | None:
    """What a line at the terminal asks for."""
    heard = read(text, language=language, bare=True)
    assert heard is None or not heard.plain
    return heard.request if heard else None


def refusal_of(
    text: str, language: Language = GERMAN, *, at_terminal: bool = False
) -> tuple[Refusal, dict[str, object]]:
    with pytest.raises(NotUnderstood) as caught:
        read(text, language=language, bare=at_terminal)
    return caught.value.refusal, caught.value.data
