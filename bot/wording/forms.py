"""Forms: one phrase of the vocabulary, as it is written down, printed and matched.

``setze <money 50> [<box box 3>]``: words stand for themselves; ``<kind example>`` is a slot;
``(…)`` may be left out, ``[…]`` too and is not printed. A form matches a line of words parted by
single spaces, in either case, with ``oe`` for ``ö`` and ``ss`` for ``ß``. Every piece of a pattern
reads on from where the one before it ended, so that long lines cost linear time.

Nothing here knows what a form means.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_PIECE: Final = re.compile(
    r"<(?P<kind>[a-z]+) [^>]+>|(?P<bracket>[\[\]()])|(?P<word>[^ <>\[\]()]+)"
)
_SLOT: Final = re.compile(r"<[a-z]+ ([^>]+)>")
_NOT_PRINTED: Final = re.compile(r" ?\[(?:[^][]|\[[^]]*\])*\]")  # one may stand in another

_UNIT: Final = r" ?(?P<unit>mm|jetons?|chips?)"
_LIKE_A_NUMBER: Final = r"(?:(?=\S*\d)\S+?|[-+−]?(?:nan|inf|infinity|∞)|[½¼¾]|alles|all|max|min)"
_SLOTS: Final = {
    "money": rf" (?P<amount>\S+?)(?:{_UNIT})?",  # any token: what is no amount is refused
    "amount": rf" (?P<amount>{_LIKE_A_NUMBER})",  # so that "Hallo MM" is conversation
    "unit": _UNIT,
    "box": r"(?: (?:auf|für|fuer|in|bei|von|aus|on|for|from))? box (?P<box>[0-9]{1,15}):?",
    "number": r" (?P<number>[0-9]{1,15})",
    "span": r" (?P<span>[0-9]{1,3}) ?(?P<of>s|sek|sec|m|min|h|std)",
    "party": r" (?:(?P<number>[0-9]{1,15}) (?:runden?|rounds?) (?P<amount>\S+) chips?"
    r"|(?P<end>beenden|end))",
    "digits": r" [0-9]\S*",
    "member": r" (?P<member>\S+)",  # any token: whom it names, the croupier finds out
    "alone": r" (?P<alone>ohne mitgehen|without following)",
    "once": r" (?P<once>(?:für|fuer) eine runde|for one round)",
    "switch": r" (?P<switch>an|aus|on|off)",
    "reason": r" (?P<reason>.+)",
    "any": r" \S+",
    "rest": r" .+",
}
_SPELLINGS: Final = {"ä": "(?:ä|ae)", "ö": "(?:ö|oe)", "ü": "(?:ü|ue)", "ß": "(?:ß|ss)"}
_FOLDED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str) -> str:
    """Return ``text`` so that spellings which count as alike are equal.

    >>> fold("Öffnen"), fold("SCHLIESSEN") == fold("schließen")
    ('oeffnen', True)
    """
    return text.casefold().translate(_FOLDED)


def printed(form: str) -> str:
    """Return the form as an example.

    >>> printed("setze <money 50> [<box box 3>]")
    'setze 50'
    """
    return _SLOT.sub(r"\1", _NOT_PRINTED.sub("", form)).replace("(", "").replace(")", "")


def whole(form: str) -> str:
    """Return the form as an example, with everything that may be left out.

    >>> whole("credit [<member @anna> [<money 500>] [<reason reason>]]")
    'credit @anna 500 reason'
    """
    return re.sub(r"[\[\]()]", "", _SLOT.sub(r"\1", form))


def head(form: str) -> str:
    """Return the words before the first slot or bracket; none if it begins with a slot.

    >>> head("bank <digits 500>")
    'bank'
    """
    return re.split(r" ?[<\[(]", form, maxsplit=1)[0]


def pattern(form: str) -> re.Pattern[str]:
    """Return what matches the form, with its groups: amount, unit, box, number, member, reason."""
    pieces = [_piece(found) for found in _PIECE.finditer(form)]
    return re.compile("".join(pieces), re.IGNORECASE)


def line(words: Sequence[str]) -> str:
    """Return words as patterns read them: each has a space before it."""
    return "".join(f" {word}" for word in words)


def _piece(found: re.Match[str]) -> str:
    if found["kind"]:
        return _SLOTS[found["kind"]]
    if found["bracket"]:
        return "(?:" if found["bracket"] in "[(" else ")?"
    return " " + "".join(_SPELLINGS.get(letter, re.escape(letter)) for letter in found["word"])
