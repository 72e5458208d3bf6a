"""What each method takes, and the checks of values; knows no key, ticket or number drawn.

The order of the checks is ours, the contract does not give one: names (-32602), then form (200),
legal values (201), ranges (202), lengths (203, 204), min < max (300), domain (301).
"""

from __future__ import annotations

import math
import re
from datetime import date
from typing import Any, Final, NamedTuple

from tests.loopback.random_org.envelope import Json, spelled
from tests.loopback.random_org.refusals import Refused

BASES: Final = (2, 8, 10, 16)
BOUND: Final = 1_000_000_000
MOST_NUMBERS: Final = 10_000
MOST_SEQUENCES: Final = 1_000
LONGEST_USER_DATA: Final = 1_000  # characters of JSON
LONGEST_ID: Final = 64

_DRAW: Final[Json] = {"replacement": True, "base": 10, "pregeneratedRandomization": None}
_SIGNED: Final[Json] = {**_DRAW, "licenseData": None, "userData": None, "ticketId": None}
_INTEGERS: Final = ("apiKey", "n", "min", "max")
_SEQUENCES: Final = ("apiKey", "n", "length", "min", "max")
SHAPES: Final[dict[str, tuple[tuple[str, ...], Json]]] = {
    "generateIntegers": (_INTEGERS, _DRAW),
    "generateIntegerSequences": (_SEQUENCES, _DRAW),
    "generateSignedIntegers": (_INTEGERS, _SIGNED),
    "generateSignedIntegerSequences": (_SEQUENCES, _SIGNED),
    "getUsage": (("apiKey",), {}),
    "getResult": (("apiKey", "serialNumber"), {}),
    "createTickets": (("apiKey", "n", "showResult"), {}),
    "listTickets": (("apiKey", "ticketType"), {}),
    "getTicket": (("ticketId",), {}),
    "revealTickets": (("apiKey", "ticketId"), {}),
    "verifySignature": (("random", "signature"), {}),
}


class Row(NamedTuple):
    """One run of numbers to draw."""

    length: int
    low: int
    high: int
    replacement: bool
    base: int

    @property
    def bits(self) -> int:
        """What it costs; the formula is read off real samples."""
        return round(self.length * math.log2(self.high - self.low + 1))


class Wanted(NamedTuple):
    """A draw: the members it is echoed with, in the API's order, and the rows to fill."""

    echo: Json
    rows: tuple[Row, ...]
    pregenerated: Json | None
    in_rows: bool  # data is a list of lists

    @property
    def bits(self) -> int:
        """What the whole draw costs."""
        return sum(row.bits for row in self.rows)


def complete(method: str, given: Json) -> Json:
    """The parameters with every optional filled in; an explicit null is as good as none."""
    required, optional = SHAPES[method]
    if set(required) - set(given) or set(given) - set(required) - set(optional):
        raise Refused(-32602)
    defaults = {name: value for name, value in optional.items() if given.get(name) is None}
    return {**given, **defaults}


def integers(params: Json) -> Wanted:
    """A draw of ``generate(Signed)Integers``."""
    n = whole(params, "n", 1, MOST_NUMBERS)
    row = _row(params, n)
    echo = {name: params[name] for name in ("n", "min", "max", "replacement", "base")}
    return Wanted(echo, (row,), _pregenerated(params), in_rows=False)


def sequences(params: Json) -> Wanted:
    """A draw of ``generate(Signed)IntegerSequences``; scalars hold for every sequence."""
    n = whole(params, "n", 1, MOST_SEQUENCES)
    names = ("length", "min", "max", "replacement", "base")
    columns = {name: _column(params, name, n) for name in names}
    rows = []
    for index in range(n):
        one = {name: column[index] for name, column in columns.items()}
        rows.append(_row(one, whole(one, "length", 1, MOST_NUMBERS)))
    if sum(row.length for row in rows) > MOST_NUMBERS:
        raise Refused(202, "length", 1, MOST_NUMBERS)
    echo = {name: params[name] for name in ("n", *names)}
    return Wanted(echo, tuple(rows), _pregenerated(params), in_rows=True)


def whole(params: Json, name: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = params[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(200, name)
    if not least <= value <= most:
        raise Refused(202, name, least, most)
    return value


def flag(params: Json, name: str) -> bool:
    """A true or a false."""
    value = params[name]
    if not isinstance(value, bool):
        raise Refused(200, name)
    return value


def text(params: Json, name: str) -> str:
    """A string."""
    value = params[name]
    if not isinstance(value, str):
        raise Refused(200, name)
    return value


def check_user_data(params: Json) -> None:
    """Any JSON, if it is not too long once encoded."""
    length = len(spelled(params["userData"]))
    if length > LONGEST_USER_DATA:
        raise Refused(203, "userData", length, LONGEST_USER_DATA)


def _row(params: Json, length: int) -> Row:
    low, high = whole(params, "min", -BOUND, BOUND), whole(params, "max", -BOUND, BOUND)
    base = params["base"]
    if not isinstance(base, int) or isinstance(base, bool):
        raise Refused(200, "base")
    if base not in BASES:
        raise Refused(201, "base")
    row = Row(length, low, high, flag(params, "replacement"), base)
    if low >= high:
        raise Refused(300, "min", "max")
    if not row.replacement and length > high - low + 1:
        raise Refused(301, length, high - low + 1)
    return row


def _column(params: Json, name: str, n: int) -> list[Any]:
    value = params[name]
    if not isinstance(value, list):
        return [value] * n
    if len(value) > n:
        raise Refused(203, name, len(value), n)
    if len(value) < n:
        raise Refused(204, name, len(value), n)
    return value


def _pregenerated(params: Json) -> Json | None:
    value = params["pregeneratedRandomization"]
    match value:
        case None:
            return None
        case {"date": str(day), **others} if not others:
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
                raise Refused(200, "pregeneratedRandomization")
            try:
                date.fromisoformat(day)
            except ValueError:
                raise Refused(201, "pregeneratedRandomization") from None
        case {"id": str(name), **others} if not others:
            if not name:
                raise Refused(204, "pregeneratedRandomization", 0, 1)
            if len(name) > LONGEST_ID:
                raise Refused(203, "pregeneratedRandomization", len(name), LONGEST_ID)
        case _:
            raise Refused(200, "pregeneratedRandomization")
    return dict(value)
