"""The hash chain, pure: ``hash = SHA-256(previous ‖ SHA-256(body))``.

The body enters by its own hash, so a body may be left out of an export while the chain stays
whole. The chain begins with 32 zero bytes.
"""

from __future__ import annotations

import hashlib
from typing import Final

START: Final = bytes(32)
SHORT: Final = 16
"""Hex digits of a hash that stand on a post."""


def link(previous: bytes, body: bytes) -> bytes:
    """Return the hash of the entry with this body after the entry with hash ``previous``."""
    return hashlib.sha256(previous + hashlib.sha256(body).digest()).digest()


def short(whole: bytes) -> str:
    """Return the first hex digits, as posts show them."""
    return whole.hex()[:SHORT]
