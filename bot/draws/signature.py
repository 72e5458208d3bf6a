"""Who signed a draw: random.org's key, and the check over the exact bytes. Pure.

RSA-4096, PKCS#1 v1.5, SHA-512 over the UTF-8 bytes of the ``random`` object as it came. The pinned
key lies beside this file; its owner was attested by a certificate authority (contract, section 3).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from functools import cache
from importlib import resources
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from bot.errors import CannotStart

_PINNED: Final = "random_org_signing_key.pem"


@cache
def pinned() -> SigningKey:
    """Return the key that comes with the package."""
    return read_key(resources.files("bot.draws").joinpath(_PINNED).read_bytes())


def read_key(pem: bytes) -> SigningKey:
    """Read a public key; ``CannotStart`` if it is none."""
    try:
        key = serialization.load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        msg = "the signing key is no PEM public key; without the setting the pinned one counts"
        raise CannotStart(msg) from error
    if not isinstance(key, RSAPublicKey):
        msg = "the signing key is no RSA key; without the setting the pinned one counts"
        raise CannotStart(msg)
    return SigningKey(key)


class SigningKey:
    """A public key of random.org's."""

    def __init__(self, key: RSAPublicKey) -> None:
        self._key = key
        self.pem: Final = key.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        spki = key.public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        self.fingerprint: Final = hashlib.sha256(spki).hexdigest()
        """SHA-256 of the key, hex: what ``doctor`` shows and the log names."""

    def signed(self, content: bytes, signature: str) -> bool:
        """Whether this key signed exactly these bytes; ``signature`` is base64."""
        try:
            raw = base64.b64decode(signature, validate=True)
            self._key.verify(raw, content, padding.PKCS1v15(), hashes.SHA512())
        except (InvalidSignature, binascii.Error, ValueError):
            return False
        return True


def hashed_key(api_key: str) -> str:
    """Return how random.org names an API key in what it signs: base64 of its SHA-512.

    >>> len(hashed_key("00000000-0000-0000-0000-000000000000"))
    88
    """
    return base64.b64encode(hashlib.sha512(api_key.encode("ascii")).digest()).decode()
