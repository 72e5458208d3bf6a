"""The vocabulary, printed: the help that players ask for, and README's table of commands.

Both list exactly what is served, in the order of the vocabulary.
"""

from __future__ import annotations

from typing import Final

from bot.wording.forms import printed
from bot.wording.language import Language
from bot.wording.sentences import Topic
from bot.wording.speech import Speech
from bot.wording.vocabulary import ROWS, cells, forms
from bot.wording.words import Means, Word

_TOPICS: Final = {
    Topic.STAKES: (
        Means.STAKE,
        Means.CHANGE,
        Means.TAKE_BACK,
        Means.AGAIN,
        Means.QUICK_HAND,
        Means.DEAL,
        Means.SIT_OUT,
        Means.LEAVE,
    ),
    Topic.MOVES: (Means.HIT, Means.STAND, Means.DOUBLE, Means.SPLIT),
    Topic.ANSWERS: (
        Means.BALANCE,
        Means.OWN_CARDS,
        Means.RULES,
        Means.NUMBERS,
        Means.NUMBER,
        Means.ROUND,
        Means.DRAW,
        Means.VERIFY,
        Means.HELP,
    ),
    Topic.BESIDE: (
        Means.INSURE,
        Means.NO_INSURANCE,
        Means.EVEN_MONEY,
        Means.BEHIND,
        Means.BUST,
    ),
    Topic.STAFF: (
        Means.OPEN_TABLE,
        Means.SET_RULES,
        Means.CLOSE_TABLE,
        Means.CREDIT,
        Means.DEBIT,
        Means.REVERSE,
    ),
}
_HEADER: Final = (
    "| | German | English | without the prefix, German | without the prefix, English |",
    "|---|---|---|---|---|",
)
_SHOWN: Final = 4  # forms of each kind that the help shows


def help_text(speech: Speech) -> str:
    """Return what may be said at the table, by topic, with examples in the table's language."""
    words = {word.means: word for row in ROWS for word in row.words if word.is_served}
    lines: list[str] = []
    for topic, meanings in _TOPICS.items():
        lines.append(f"**{speech.words.help_title(topic)}**")
        lines.extend(
            f"{_examples(words[means], speech.language)}: {speech.words.means(means)}"
            for means in meanings
        )
    return "\n".join((*lines, speech.words.help_end))


def command_table() -> str:
    """Return README's table of what is served: Markdown, a line per row of the vocabulary."""
    lines = []
    for row in ROWS:
        served = [word for word in row.words if word.is_served]
        if served:
            columns = zip(*(cells(word) for word in served), strict=True)
            texts = (
                _cell([form for cell, _, _ in column for form in forms(cell)]) for column in columns
            )
            lines.append(f"| {row.code} | {' | '.join(texts)} |")
    return "\n".join((*_HEADER, *lines))


def _cell(listed: list[str]) -> str:
    return ", ".join(dict.fromkeys(f"`{printed(form)}`" for form in listed))


def _examples(word: Word, language: Language) -> str:
    plain: list[str] = []
    prefixed: list[str] = []
    for cell, spoken, without in cells(word):
        if spoken is language:
            (plain if without else prefixed).extend(map(printed, forms(cell)))
    commands = [f"!{form}" for form in _distinct(prefixed, plain)]
    return " ".join(f"`{form}`" for form in _distinct(plain, []) + commands)


def _distinct(listed: list[str], known: list[str]) -> list[str]:
    """Return the first few forms that differ by more than case and spaces from those before."""
    seen = set(map(_squeezed, known))
    found = []
    for form in listed:
        if _squeezed(form) not in seen:
            seen.add(_squeezed(form))
            found.append(form)
    return found[:_SHOWN]


def _squeezed(form: str) -> str:
    return form.casefold().replace(" ", "")
