"""What people say, as requests: the parser, made from the vocabulary and from nothing else.

Three classes of message (see ``read``): a command carries the prefix and is always answered; a
plain word is a whole message in one of the plain forms of the table's language; all the rest is
conversation. Whether a plain word may act *now*, and whether anybody should be told no, is the
croupier's business: nothing here knows a table, a turn or a balance.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from bot.errors import NotUnderstood
from bot.ledger.money import shorten
from bot.refusals import Refusal
from bot.table.requests import NotOffered, Request
from bot.wording.forms import fold, head, line, pattern, printed, whole
from bot.wording.language import Language
from bot.wording.meanings import request
from bot.wording.nearest import nearest
from bot.wording.unserved import UNSERVED_ROWS
from bot.wording.words import SERVED_ROWS, Means, Row, Word

ROWS: Final[tuple[Row, ...]] = SERVED_ROWS + UNSERVED_ROWS
"""The whole table, in its order."""


class Heard(Struct, frozen=True):
    """A request, and whether a plain word made it: then only if the speaker may say it now."""

    request: Request
    plain: bool


class Entry(NamedTuple):
    """One form of one word, ready to match."""

    word: Word
    form: str
    pattern: re.Pattern[str]
    language: Language
    plain: bool
    listed: bool  # False: the same with the box named

    @property
    def served(self) -> bool:
        """Whether it may act at all."""
        return self.word.is_served


_MOST_WORDS: Final = 16  # no form is nearly as long, so longer lines are not looked at
_HOME: Final = 0.1  # how much nearer a form of the table's own language is
_WITHOUT: Final = 0.1  # how much farther one that needs no prefix is
_NAMES_BOX: Final = frozenset(
    {
        Means.TAKE_BACK,
        Means.HIT,
        Means.STAND,
        Means.DOUBLE,
        Means.QUICK_HAND,
        Means.AGAIN,
        Means.LEAVE_STAKE,
        Means.TIP,
        Means.SPLIT,
        Means.INSURE,
        Means.NO_INSURANCE,
        Means.EVEN_MONEY,
    }
)
_GUARDED: Final = re.compile(r"[?？؟⁇⁈⁉`]|~~|\|\||\A>|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_POLITE: Final = r"(?:bitte|danke|please|thanks|thank you)"
_POLITE_END: Final = re.compile(rf"(?<=\S)(?:,? {_POLITE})+(?:!+|\.)?\Z", re.IGNORECASE)
_POLITE_START: Final = re.compile(rf"\A(?: {_POLITE},?)+(?= )", re.IGNORECASE)


def cells(word: Word) -> tuple[tuple[str, Language, bool], ...]:
    """Return a word's four cells, each with its language and whether its forms are plain."""
    return (
        (word.german, Language.GERMAN, False),
        (word.english, Language.ENGLISH, False),
        (word.plain_german, Language.GERMAN, True),
        (word.plain_english, Language.ENGLISH, True),
    )


def forms(cell: str) -> tuple[str, ...]:
    """Return the forms that a cell lists."""
    return tuple(cell.split(", ")) if cell else ()


def _spoken(word: Word, form: str) -> tuple[str, ...]:
    """Every move may name its box, before or after it; so may what "which box?" answers."""
    if word.means not in _NAMES_BOX or "<box" in form:
        return (form,)
    return form, f"<box Box 2> {form}", f"{form} <box Box 2>"


def _entries() -> Iterable[Entry]:
    for row in ROWS:
        for word in row.words:
            for cell, language, plain in cells(word):
                for form in forms(cell):
                    for spoken in _spoken(word, form):
                        yield Entry(word, spoken, pattern(spoken), language, plain, spoken == form)


def _looseness(entry: Entry) -> int:
    """``setze aus`` and ``einsatz zurück`` come before ``einsatz`` and any amount."""
    return entry.form.count("<money") + entry.form.count("<any") + 2 * entry.form.count("<rest")


_ALL: Final = tuple(sorted(_entries(), key=_looseness))
_REASONED: Final = tuple(entry for entry in _ALL if entry.served and "<reason" in entry.form)
_PLAIN: Final = {
    language: tuple(entry for entry in _ALL if entry.plain and entry.language is language)
    for language in Language
}
_USABLE: Final = {
    language: tuple(
        (printed(entry.form), _HOME * (entry.language is language) - _WITHOUT * entry.plain)
        for entry in _ALL
        if entry.served and entry.listed
    )
    for language in Language
}
_SERVED_FIRST: Final = frozenset(
    fold(printed(entry.form)).partition(" ")[0] for entry in _ALL if entry.served
)
_LATER: Final = {
    fold(head(entry.form)).partition(" ")[0]: head(entry.form).partition(" ")[0]
    for entry in _ALL
    if not entry.served and head(entry.form)
}


def read(text: str, *, language: Language, prefix: str = "!", bare: bool = False) -> Heard | None:
    """Return what ``text`` asks for, or None: it is conversation, and the house is silent.

    With ``bare`` (the terminal) a form without its prefix counts as if it carried one. Amounts are
    read by the table's language, words with the prefix in both. Raises ``NotUnderstood`` for an
    amount that cannot be read or can be read in two ways, and with the prefix for unknown words
    (``word``, and ``nearest`` if one is near) and for known ones with wrong additions.
    """
    spoken = unicodedata.normalize("NFC", text).strip()
    if prefix and spoken.startswith(prefix):
        return _command(spoken.removeprefix(prefix), language)
    if bare and (reasoned := _match_reasoned(spoken.split(), language)):
        return reasoned
    if _GUARDED.search(spoken):
        return None
    return _match(spoken.split(None, _MOST_WORDS), language, plain=not bare)


def _command(body: str, language: Language) -> Heard | None:
    words = body.split()
    if not words or body[0].isspace() or not any(map(str.isalnum, words[0])):
        return None
    if reasoned := _match_reasoned(words, language):
        return reasoned
    guarded = _GUARDED.search(body) is not None
    heard = None if guarded else _match(words, language, plain=False)
    return heard or _no_form(words, language, guarded=guarded)


def _match(words: Sequence[str], language: Language, *, plain: bool) -> Heard | None:
    if not 0 < len(words) <= _MOST_WORDS:
        return None
    lines = _lines(words)
    for entry in _PLAIN[language] if plain else _ALL:
        for said in lines:
            found = entry.pattern.fullmatch(said)
            if found is None:
                continue
            if not entry.served or entry.word.means is None:
                return Heard(NotOffered(_name(entry), of_money="unit" in found.groupdict()), plain)
            return Heard(_request(entry, entry.word.means, found, language), plain)
    return None


def _match_reasoned(words: Sequence[str], language: Language) -> Heard | None:
    """Match what ends with a reason, of any length and with any mark: that is free text."""
    said = line(words)
    for entry in _REASONED:
        found = entry.pattern.fullmatch(said)
        if found and found["reason"] and entry.word.means:
            return Heard(_request(entry, entry.word.means, found, language), plain=False)
    return None


def _request(entry: Entry, means: Means, found: re.Match[str], language: Language) -> Request:
    slots = {name: text for name, text in found.groupdict().items() if text is not None}
    usage = whole(entry.form)
    return request(means, slots, mark=language.mark, replace=not entry.plain, usage=usage)


def _lines(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words without politeness, and without the mark at their end.

    A point after a digit may be part of a wrong amount (``5.``): then it is tried as it stands.
    """
    said = _POLITE_START.sub("", line(words))
    said = _POLITE_END.sub("", said)
    if said.endswith("."):
        return said, said[:-1]
    return (said.rstrip("!"),)


def _no_form(words: Sequence[str], language: Language, *, guarded: bool) -> Heard | None:
    """Answer a command that is none: a known word by its usage, any other by the nearest."""
    first = fold(words[0].rstrip("?!.,:;…"))
    said = shorten(" ".join(words[:_MOST_WORDS]))
    meant = nearest(said, _USABLE[language])
    near = {} if meant is None else {"nearest": meant}
    if first in _SERVED_FIRST:
        raise NotUnderstood(Refusal.NOT_UNDERSTOOD, word=said, **near)
    if first in _LATER:
        return Heard(NotOffered(_LATER[first]), plain=False)
    if guarded:
        return None
    raise NotUnderstood(Refusal.NOT_UNDERSTOOD, word=shorten(words[0]), **near)


def _name(entry: Entry) -> str:
    """Return what a word that is not offered is called: its form's own words, or its command."""
    return head(entry.form) or head(forms(entry.word.german)[0])
