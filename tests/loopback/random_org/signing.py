"""The signing key: RSA-4096, PKCS#1 v1.5, SHA-512, base64; it signs bytes and knows no draw."""

from __future__ import annotations

import base64
import binascii
import math
import os
import tempfile
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

BITS: Final = 4096
EXPONENTS: Final = (17, 257, 3, 5, 7, 11, 13, 19)  # for the other key, see Signer


def signing_key(folder: Path) -> Path:
    """The private key kept in ``folder``, made at the first call; safe for several processes."""
    path = folder / "signing_key.pem"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
        handle, draft = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(_private_pem(key))
        try:
            os.link(draft, path)  # whoever comes first; the others take that key
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path


class Signer:
    """Signs with the pinned key, and on request with another one.

    The other key has the same primes and another exponent: it takes no time to make, and its
    signatures look as they should and verify with nothing but its own public key.
    """

    def __init__(self, path: Path) -> None:
        loaded = serialization.load_pem_private_key(
            path.read_bytes(), None, unsafe_skip_rsa_key_validation=True
        )
        if not isinstance(loaded, rsa.RSAPrivateKey) or loaded.key_size != BITS:
            msg = f"{path} holds no RSA key of {BITS} bits"
            raise ValueError(msg)
        self._key = loaded
        self._other = _with_another_exponent(loaded)

    def sign(self, message: bytes) -> str:
        """A signature as random.org gives it: 684 characters."""
        return _signed(self._key, message)

    def sign_with_the_other(self, message: bytes) -> str:
        """A signature by a key that nobody has pinned."""
        return _signed(self._other, message)

    def public_pem(self) -> str:
        """The key to pin."""
        return _public_pem(self._key)

    def other_public_pem(self) -> str:
        """The key of ``sign_with_the_other``."""
        return _public_pem(self._other)

    def is_ours(self, message: bytes, signature: str) -> bool:
        """Whether we signed these bytes."""
        try:
            raw = base64.b64decode(signature, validate=True)
            self._key.public_key().verify(raw, message, padding.PKCS1v15(), hashes.SHA512())
        except (binascii.Error, ValueError, InvalidSignature):
            return False
        return True


def _signed(key: rsa.RSAPrivateKey, message: bytes) -> str:
    return base64.b64encode(key.sign(message, padding.PKCS1v15(), hashes.SHA512())).decode()


def _with_another_exponent(key: rsa.RSAPrivateKey) -> rsa.RSAPrivateKey:
    given = key.private_numbers()
    phi = (given.p - 1) * (given.q - 1)
    exponent = next(e for e in EXPONENTS if math.gcd(e, phi) == 1)
    d = pow(exponent, -1, phi)
    return rsa.RSAPrivateNumbers(
        p=given.p,
        q=given.q,
        d=d,
        dmp1=rsa.rsa_crt_dmp1(d, given.p),
        dmq1=rsa.rsa_crt_dmq1(d, given.q),
        iqmp=given.iqmp,
        public_numbers=rsa.RSAPublicNumbers(exponent, given.public_numbers.n),
    ).private_key(unsafe_skip_rsa_key_validation=True)


def _private_pem(key: rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _public_pem(key: rsa.RSAPrivateKey) -> str:
    return (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )
