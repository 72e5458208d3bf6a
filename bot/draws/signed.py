"""A signed draw: what random.org's object says, and whether it is the one that was asked for. Pure.

All problems are returned, not the first. The object is kept as the exact text that was signed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.draws.signature import SigningKey
from bot.store.codec import canonical

CLOCKS_DIFFER: Final = timedelta(minutes=10)
"""How far random.org's clock and this machine's may be apart."""
TICKET_LIVES: Final = timedelta(days=30)
"""How long a ticket waits to be used, from its creation (contract, section 1.4)."""
METHOD: Final = "generateSignedIntegers"
_TIME: Final = "2021-03-26 15:19:59Z"


class UserData(Struct, frozen=True, forbid_unknown_fields=True):
    """What we put into every request: the log's head after the intent, and the draw's number."""

    v: int
    log: str
    seq: int


class TicketData(Struct, frozen=True, rename="camel"):
    """The ticket that was used, and its neighbours in the chain."""

    ticket_id: str
    previous_ticket_id: str | None
    next_ticket_id: str


class License(Struct, frozen=True, rename="camel"):
    """Under which licence the values were given."""

    type: str
    text: str
    info_url: str | None


class SignedIntegers(Struct, frozen=True, rename="camel"):
    """random.org's ``random`` object of release 4, as far as it is ours to check."""

    method: str
    hashed_api_key: str
    n: int
    min: int
    max: int
    replacement: bool
    base: int
    pregenerated_randomization: Any
    data: tuple[int, ...]
    license: License
    license_data: Any
    user_data: UserData
    ticket_data: TicketData
    completion_time: str
    serial_number: int

    @property
    def completed_at(self) -> datetime:
        """When it was drawn, UTC, to the second."""
        return read_time(self.completion_time)


class Expected(Struct, frozen=True):
    """What a draw must be to be ours."""

    hashed_api_key: str
    count: int
    highest: int
    user_data: UserData
    ticket: str
    after_serial: int  # the key's last one, which this follows at once; 0: not known
    not_before: str  # as random.org writes times; empty where there was no draw before
    not_after: datetime
    replacement: bool = True


_DECODER: Final = msgspec.json.Decoder(SignedIntegers)


def read_time(text: str) -> datetime:
    """Read a time as random.org writes it; ``ValueError`` for anything else.

    >>> read_time("2021-03-26 15:19:59Z").isoformat()
    '2021-03-26T15:19:59+00:00'
    """
    if len(text) != len(_TIME) or text[10] != " " or text[-1] != "Z":
        msg = f"{text!r} is not written like {_TIME}"
        raise ValueError(msg)
    return datetime.fromisoformat(text)  # ten times as fast as strptime


def read_signed(content: str | bytes) -> SignedIntegers:
    """Read a signed object; ``msgspec.DecodeError`` for anything else."""
    return _DECODER.decode(content)


def follows(signed: SignedIntegers, last: SignedIntegers | None) -> bool:
    """Whether nothing was signed for the key in between; a new key may begin anywhere."""
    if last is None or signed.hashed_api_key != last.hashed_api_key:
        return True
    return signed.serial_number == last.serial_number + 1


def problems(content: str, signature: str, key: SigningKey, expected: Expected) -> list[str]:
    """Return everything that is wrong with a signed draw; nothing means that it is ours."""
    found = []
    if not key.signed(content.encode(), signature):
        found.append(f"signature: not signed by the key {key.fingerprint[:16]}")
    try:
        signed = read_signed(content)
    except msgspec.DecodeError as error:
        return [*found, f"object: {error}"]
    found.extend(_mismatches(signed, expected))
    found.extend(_impossible(signed))
    found.extend(_out_of_order(signed, expected))
    return found


def _mismatches(signed: SignedIntegers, expected: Expected) -> Iterator[str]:
    pairs = (
        ("method", signed.method, METHOD),
        ("hashedApiKey", signed.hashed_api_key, expected.hashed_api_key),
        ("n", signed.n, expected.count),
        ("min", signed.min, 1),
        ("max", signed.max, expected.highest),
        ("replacement", signed.replacement, expected.replacement),
        ("base", signed.base, 10),
        ("pregeneratedRandomization", signed.pregenerated_randomization, None),
        ("userData", canonical(signed.user_data), canonical(expected.user_data)),
        ("ticketId", signed.ticket_data.ticket_id, expected.ticket),
    )
    for name, found, right in pairs:
        if found != right:
            yield f"{name}: {found!r} where {right!r} was asked for"


def _impossible(signed: SignedIntegers) -> Iterator[str]:
    if len(signed.data) != signed.n:
        yield f"data: {len(signed.data)} numbers where n is {signed.n}"
    outside = [number for number in signed.data if not signed.min <= number <= signed.max]
    if outside:
        yield f"data: {outside[0]} is not within {signed.min} … {signed.max}"


def _out_of_order(signed: SignedIntegers, expected: Expected) -> Iterator[str]:
    """No serial is left out, and time passes; it cannot be ahead of us."""
    if expected.after_serial and signed.serial_number != expected.after_serial + 1:
        yield f"serialNumber: {signed.serial_number} follows {expected.after_serial}"
    try:
        completed = signed.completed_at
        earliest = read_time(expected.not_before) if expected.not_before else completed
    except ValueError:
        yield f"completionTime: {signed.completion_time!r} is no time"
        return
    if completed < earliest:
        yield f"completionTime: {signed.completion_time} is before {expected.not_before}"
    if completed > expected.not_after + CLOCKS_DIFFER:
        yield f"completionTime: {signed.completion_time} is ahead of this machine's clock"
