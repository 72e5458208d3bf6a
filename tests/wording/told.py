"""Facts told in German, or in another language: the text of a post that is no receipt."""

from __future__ import annotations

from bot.table.replies import Done, Fact
from bot.wording.language import Language
from bot.wording.post import post


def text(*facts: Fact, language: Language = Language.GERMAN) -> str:
    """What is posted of these facts, which are no mere receipt."""
    made = post([*facts, Done()], language)
    assert made is not None
    assert not made.receipt
    return made.text


def lines(*facts: Fact, language: Language = Language.GERMAN) -> list[str]:
    return text(*facts, language=language).split("\n")
