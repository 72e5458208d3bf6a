"""The vocabulary, printed: the help that players ask for, and README's table of commands.

The table lists exactly what is served, in the order of the vocabulary; the help what of it means
something to the one who asks, at the table where he does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.rules import Bank, PlayerCards, RuleSet, Ties, from_json
from bot.table.replies import Help
from bot.wording.forms import head, printed, whole
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
        Means.LEAVE_STAKE,
        Means.ASK_LIMIT,
        Means.QUICK_HAND,
        Means.DEAL,
        Means.SIT_OUT,
        Means.LEAVE,
        Means.BANK,
        Means.GIVE_UP_BANK,
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
        Means.TIP,
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
        Means.ALLOW_LIMIT,
        Means.SET_TIPS,
        Means.PARTY,
        Means.CREDIT,
        Means.DEBIT,
        Means.REVERSE,
    ),
}
_ONLY_WHERE: Final[Mapping[Means, Callable[[RuleSet], object]]] = {
    Means.DOUBLE: lambda rules: rules.double,
    Means.SPLIT: lambda rules: rules.split,
    Means.INSURE: lambda rules: rules.insurance,
    Means.NO_INSURANCE: lambda rules: rules.insurance,
    Means.EVEN_MONEY: lambda rules: rules.even_money,
    Means.BEHIND: lambda rules: rules.backing,
    Means.BUST: lambda rules: rules.bust_pays,
    Means.BANK: lambda rules: rules.bank is not Bank.HOUSE,
    Means.GIVE_UP_BANK: lambda rules: rules.bank is not Bank.HOUSE,
    Means.OWN_CARDS: lambda rules: rules.player_cards is PlayerCards.HIDDEN,
    Means.LEAVE_STAKE: lambda rules: rules.ties is Ties.PUSH,
}
"""Words of games that are not played everywhere."""
_HEADER: Final = (
    "| | German | English | without the prefix, German | without the prefix, English |",
    "|---|---|---|---|---|",
)
_SHOWN: Final = 3  # forms of a word that the help shows
_IN_FULL: Final = re.compile(r"<(?:member|number|party) ")
"""Slots without which a word of the staff says nothing, though it may be said without."""


def help_text(fact: Help, speech: Speech) -> str:
    """Return what may be said at the table, by topic, with examples in the table's language."""
    rules = from_json(fact.rules)
    words = {word.means: word for row in ROWS for word in row.words if word.is_served}
    lines: list[str] = []
    for topic, every in _TOPICS.items():
        meanings = [means for means in every if _is_here(means, topic, rules, fact)]
        if meanings:
            lines.append(f"**{speech.words.help_title(topic)}**")
        lines.extend(
            f"{_examples(words[means], speech.language)}: {speech.words.means(means)}"
            for means in meanings
        )
    return "\n".join((*lines, speech.words.help_end))


def _is_here(means: Means, topic: Topic, rules: RuleSet, fact: Help) -> bool:
    if topic is Topic.STAFF:
        return fact.staff
    if means is Means.TIP:
        return fact.tips
    return means not in _ONLY_WHERE or bool(_ONLY_WHERE[means](rules))


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
            (plain if without else prefixed).extend(map(_example, forms(cell)))
    commands = [f"!{form}" for form in _distinct(prefixed, plain)]
    return " ".join(f"`{form}`" for form in (_distinct(plain, []) + commands)[:_SHOWN])


def _example(form: str) -> str:
    """Return the form as an example; one that would show a word alone, with all it may have."""
    shown = printed(form)
    return whole(form) if shown == head(form) and _IN_FULL.search(form) else shown


def _distinct(listed: list[str], known: list[str]) -> list[str]:
    """Return the forms that differ by more than case and spaces from those before."""
    seen = set(map(_squeezed, known))
    found = []
    for form in listed:
        if _squeezed(form) not in seen:
            seen.add(_squeezed(form))
            found.append(form)
    return found


def _squeezed(form: str) -> str:
    return form.casefold().replace(" ", "")
