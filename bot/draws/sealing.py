"""Sealing a hidden draw: what of it is published now, and what is kept until it is told."""

from __future__ import annotations

import secrets

from bot.draws.chance import Answer
from bot.draws.commitment import SALT, commitment
from bot.store.codec import canonical
from bot.store.entries import FromRandomOrg, FromScript, Hidden, source_of
from bot.store.secrets import Sealed


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
