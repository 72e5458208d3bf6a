"""A commitment to a hidden draw: it binds the house, and tells nothing of what it binds. Pure.

A bare signature or hash of a card discloses it: there are a few hundred to try. So 32 random bytes
go in front: ``SHA-256("hole-v1" ‖ salt ‖ content ‖ signature)``, content and signature as the text
that is stored (ASCII). Content is JSON and the salt has a fixed length, so there is one way to
take the bytes apart.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from bot.draws.signed import read_signed

SALT: Final = 32
"""Bytes."""


def commitment(salt: bytes, content: str, signature: str) -> str:
    """Return what is published of a hidden draw, in hex."""
    return hashlib.sha256(b"hole-v1" + salt + content.encode() + signature.encode()).hexdigest()


def numbers_in(content: str, *, signed: bool) -> tuple[int, ...]:
    """Return all numbers of a hidden draw; ``msgspec.DecodeError`` where there are none."""
    if signed:
        return read_signed(content).data
    return msgspec.json.decode(content, type=tuple[int, ...])
