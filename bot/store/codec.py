"""Values to canonical JSON and back: the exact bytes that hashes cover.

Canonical: UTF-8, keys sorted, no white space, no floats. msgspec does the work; only cards and
ratios need a word of ours.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, TypeVar

import msgspec

from bot.engine.cards import Card, parse
from bot.engine.fields import Ratio
from bot.errors import IntegrityBroken
from bot.store.entries import Body

B = TypeVar("B", bound=Body)

_RATIO: Final = Ratio()


def write_special(value: object) -> object:
    """Write what JSON does not know: a card as printed, a ratio as ``3:2``."""
    match value:
        case Card():
            return str(value)
        case Fraction():
            return _RATIO.dump(value)
        case _:
            msg = f"{type(value)} is never stored"
            raise TypeError(msg)


def read_special(kind: type, value: Any) -> object:  # noqa: ANN401 - whatever JSON held
    """Read what ``write_special`` wrote; msgspec turns these errors into its own."""
    try:
        if kind is Card:
            return parse(value)
        return _RATIO.read(value)
    except KeyError as error:
        msg = f"no card is called {value!r}"
        raise ValueError(msg) from error


_ENCODER: Final = msgspec.json.Encoder(enc_hook=write_special, order="sorted")
_DECODER: Final = msgspec.json.Decoder(Body, dec_hook=read_special, strict=True)


def canonical(value: object) -> bytes:
    """Return the canonical JSON of any value that the log, the export or the outbox keeps."""
    return _ENCODER.encode(value)


def read_as(kind: type[B], text: str | bytes) -> B:
    """Read a body that must be of a kind; ``IntegrityBroken`` if anything else is stored."""
    try:
        body = read_body(text)
    except msgspec.DecodeError as error:
        msg = f"the log holds what no {kind.__name__} can be read from: {error}"
        raise IntegrityBroken(msg) from error
    if not isinstance(body, kind):
        msg = f"the log holds {body} where {kind.__name__} should stand"
        raise IntegrityBroken(msg)
    return body


def read_body(text: str | bytes) -> Body:
    """Read an entry's body; ``msgspec.DecodeError`` (and its kin) for anything else."""
    return _DECODER.decode(text)
