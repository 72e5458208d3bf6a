"""random.org's signatures, on sixteen genuine samples from 2014 to 2025."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from pathlib import Path

import pytest

from bot.draws.signature import hashed_key, pinned, read_key
from bot.errors import CannotStart

SAMPLES = Path(__file__).parent.parent / "data" / "random_org" / "kat"
INDEX = json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))
KEY = pinned()


def sample(entry: dict[str, str]) -> tuple[bytes, str]:
    content = (SAMPLES / entry["random_file"]).read_bytes()
    return content, (SAMPLES / entry["signature_file"]).read_text(encoding="ascii")


def test_there_are_sixteen_samples() -> None:
    assert len(INDEX) == 16


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["name"])
def test_a_genuine_sample_verifies(entry: dict[str, str]) -> None:
    content, signature = sample(entry)

    assert KEY.signed(content, signature)


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["name"])
def test_any_byte_changed_does_not_verify(entry: dict[str, str]) -> None:
    content, signature = sample(entry)
    chance = random.Random(entry["name"])
    accepted = [
        position
        for position, byte in enumerate(content)
        if KEY.signed(
            content[:position] + bytes([byte ^ chance.randrange(1, 256)]) + content[position + 1 :],
            signature,
        )
    ]

    assert accepted == []


@pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["name"])
def test_a_sample_that_is_respaced_or_reordered_does_not_verify(entry: dict[str, str]) -> None:
    content, signature = sample(entry)
    members = json.loads(content)
    turned = dict(reversed(members.items()))
    for respelled in (
        json.dumps(members),
        json.dumps(members, separators=(",", ": ")),
        json.dumps(turned, separators=(",", ":"), ensure_ascii=False),
        content.decode() + "\n",
    ):
        assert not KEY.signed(respelled.encode(), signature)


@pytest.mark.parametrize("signature", ["", "AAAA", "no base64", "=" * 684, "é" * 684])
def test_what_is_no_signature_does_not_verify(signature: str) -> None:
    content, _ = sample(INDEX[0])

    assert not KEY.signed(content, signature)


def test_the_pinned_key_is_the_one_of_the_contract() -> None:
    expected = "aaf4b5b58167ce015ed8badb7ad060813642eb695f25fa668339b0760d048ba3"

    assert expected == KEY.fingerprint


def test_a_file_that_is_no_rsa_key_is_refused_with_a_sentence() -> None:
    for pem in (b"", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"):
        with pytest.raises(CannotStart, match="pinned"):
            read_key(pem)


def test_a_key_is_hashed_as_the_contract_says() -> None:
    key = "12345678-1234-1234-1234-123456789abc"
    expected = base64.b64encode(hashlib.sha512(key.encode()).digest()).decode()

    assert expected == hashed_key(key)
    assert len(sample_key()) == len(expected)


def sample_key() -> str:
    content, _ = sample(next(entry for entry in INDEX if "ticket" in entry["name"]))
    return str(json.loads(content)["hashedApiKey"])
