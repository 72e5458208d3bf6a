"""Amounts as people write them: text to whole hundredths and back, by one strict ASCII grammar.

``mark`` is the decimal mark, a comma at a German table and a point at an English one; the other of
the two groups thousands. What can be read in two ways is refused with both readings, what cannot
be read at all is refused, and nothing is guessed: ``int("５０")`` is fifty, and a lenient parser
reads ``1.5`` as fifteen. This module must not know languages, accounts or balances.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, Literal

from bot.errors import NotUnderstood
from bot.refusals import Refusal

Mark = Literal[",", "."]

MM: Final = "MM"
"""The guild's money."""
JETONS: Final = "Jetons"
"""The casino's chips."""

CAP: Final = 10**15
"""Hundredths: no amount in the books is above it. Text of fifteen digits may be."""
LONGEST: Final = 15
"""Digits that an amount may have, decimals included."""
SHOWN: Final = 20
"""Characters of a wrong text that a refusal repeats."""

_WRITTEN: Final = re.compile(r"[0-9][0-9.,]*")
_GRAMMAR: Final = {
    mark: re.compile(
        rf"(?P<whole>0|[1-9][0-9]*|[1-9][0-9]{{0,2}}(?:{re.escape(group)}[0-9]{{3}})+)"
        rf"(?:{re.escape(mark)}(?P<cents>[0-9]{{1,2}}))?"
    )
    for mark, group in ((",", "."), (".", ","))
}
_ONE_SEPARATOR: Final = re.compile(r"(?P<whole>[1-9][0-9]*)(?P<separator>[.,])(?P<more>[0-9]+)")


def other(mark: Mark) -> Mark:
    """Return what groups thousands where ``mark`` begins the decimals."""
    return "." if mark == "," else ","


def read_amount(text: str, *, mark: Mark) -> int:
    """Return the hundredths that ``text`` names.

    Raises ``NotUnderstood``: amount_too_long (``digits``), amount_ambiguous (``text`` and two
    ``readings``, written with this mark) and amount_malformed (``text``, shortened).

    >>> [read_amount(text, mark=",") for text in ("50", "5.000", "12,5", "12,50")]
    [5000, 500000, 1250, 1250]
    """
    if not _WRITTEN.fullmatch(text):
        raise NotUnderstood(Refusal.AMOUNT_MALFORMED, text=shorten(text))
    digits = len(text) - text.count(".") - text.count(",")
    if digits > LONGEST:
        raise NotUnderstood(Refusal.AMOUNT_TOO_LONG, digits=digits)
    hundredths = _read(text, mark)
    if hundredths is not None:
        return hundredths
    readings = _readings(text, mark)
    if readings is None:
        raise NotUnderstood(Refusal.AMOUNT_MALFORMED, text=shorten(text))
    raise NotUnderstood(Refusal.AMOUNT_AMBIGUOUS, text=shorten(text), readings=readings)


def print_amount(amount: int | Decimal, *, mark: Mark) -> str:
    """Return an amount as people write it; an int is hundredths, a ``Decimal`` whole units.

    >>> print_amount(500000, mark=","), print_amount(Decimal("16.50"), mark=",")
    ('5.000', '16,50')
    """
    hundredths = amount if isinstance(amount, int) else int(amount * 100)
    whole, cents = divmod(abs(hundredths), 100)
    sign = "−" if hundredths < 0 else ""
    grouped = f"{whole:,}".replace(",", other(mark))
    return f"{sign}{grouped}{mark}{cents:02d}" if cents else sign + grouped


def shorten(text: str) -> str:
    """Return at most twenty characters of ``text``; three dots stand for the rest."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _read(text: str, mark: Mark) -> int | None:
    found = _GRAMMAR[mark].fullmatch(text)
    if found is None:
        return None
    whole = int(found["whole"].replace(other(mark), ""))
    return whole * 100 + int((found["cents"] or "").ljust(2, "0"))


def _readings(text: str, mark: Mark) -> tuple[str, str] | None:
    """Return both readings of what only the other mark's grammar accepts: ``5,000``, ``1.5``.

    The first is by that grammar, the second takes the separator for what it is here.
    """
    foreign = _read(text, other(mark))
    found = _ONE_SEPARATOR.fullmatch(text)
    if foreign is None or found is None:
        return None
    if found["separator"] == mark:
        here = Decimal(f"{found['whole']}.{found['more']}")
        as_decimals = f"{here.normalize():f}".replace(".", mark)
        return print_amount(foreign, mark=mark), as_decimals
    here_whole = int(found["whole"] + found["more"]) * 100
    return print_amount(foreign, mark=mark), print_amount(here_whole, mark=mark)
