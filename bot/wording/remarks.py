"""What is said outside any table's replies: to who spoke elsewhere, and when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from bot.wording.language import Language
from bot.wording.speech import SPEECH


def no_table(places: Sequence[str], language: Language) -> str:
    """Return where there are tables."""
    return SPEECH[language].words.no_table.format(places=", ".join(places))


def no_direct(language: Language) -> str:
    """Return that the house plays at tables only."""
    return SPEECH[language].words.no_direct


def fault(language: Language) -> str:
    """Return that a mistake of ours changed nothing."""
    return SPEECH[language].words.fault


def fault_later(language: Language) -> str:
    """Return that a mistake of ours holds up what was said, and that it stands."""
    return SPEECH[language].words.fault_later


def halted(language: Language) -> str:
    """Return that nothing is played until somebody has looked at the records."""
    return SPEECH[language].words.halted


def missing(
    place: str, permissions: Sequence[str], language: Language, *, opening: bool = False
) -> str:
    """Return which permissions are missing where; with ``opening``, so that no table is put up."""
    words = SPEECH[language].words
    sentence = words.missing_to_open if opening else words.missing
    return sentence.format(place=place, permissions=", ".join(map(words.permission, permissions)))


def cards_told(language: Language) -> str:
    """Return that somebody was told his own cards where nobody else can read it."""
    return SPEECH[language].words.unseen.told


def cards_not_told(language: Language) -> str:
    """Return how somebody can be told his own cards."""
    return SPEECH[language].words.unseen.not_told


def unreachable(place: str, language: Language) -> str:
    """Return that a channel is gone."""
    return SPEECH[language].words.unreachable.format(place=place)
