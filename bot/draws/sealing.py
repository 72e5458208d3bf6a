"""Sealing a hidden draw: a commitment that binds the house to it and tells nothing of it.

A bare signature or hash of a card discloses it: there are a few hundred to try. So 32 random bytes
go in front: ``SHA-256("hole-v1" ‖ salt ‖ content ‖ signature)``, content and signature as the text
that is stored (ASCII). Content is JSON and the salt has a fixed length, so there is one way to
take the bytes apart.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

import msgspec

from bot.draws.chance import Answer
from bot.draws.signed import read_signed
from bot.store.codec import canonical
from bot.store.entries import FromRandomOrg, FromScript, Hidden, source_of
from bot.store.secrets import Sealed

SALT: Final = 32
"""Bytes."""


def commitment(salt: bytes, content: str, signature: str) -> str:
    """Return what is published of a hidden draw, in hex."""
    return hashlib.sha256(b"hole-v1" + salt + content.encode() + signature.encode()).hexdigest()


def seal(answer: Answer) -> tuple[Hidden, Sealed]:
    """Return what is published of a hidden draw, and what is kept of it."""
    salt = secrets.token_bytes(SALT)
    match answer.origin:
        case FromRandomOrg() as origin:
            content, signature, key = origin.random, origin.signature, origin.key
        case FromScript() as origin:
            content, signature, key = canonical(answer.numbers).decode(), "", origin.list
        case _:
            content, signature, key = canonical(answer.numbers).decode(), "", ""
    sealed = Sealed(content, signature, salt)
    return Hidden(source_of(answer.origin), key, commitment(salt, content, signature)), sealed


def numbers_in(content: str, *, signed: bool) -> tuple[int, ...]:
    """Return all numbers of a hidden draw; ``msgspec.DecodeError`` where there are none."""
    if signed:
        return read_signed(content).data
    return msgspec.json.decode(content, type=tuple[int, ...])
