"""Signatures, parameters, numbers: what a draw is made of."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from tests.loopback.random_org.client import Json, StandIn, spelled

SIX: Json = {"n": 1, "min": 1, "max": 6}


def signed_bytes(body: bytes) -> bytes:
    """The random object, cut out of a body as it stands there."""
    text = body.decode()
    start = text.index('"random":') + len('"random":')
    _, end = json.JSONDecoder().raw_decode(text, start)
    return text[start:end].encode()


def verifies(pem: bytes, message: bytes, signature: str) -> bool:
    key = serialization.load_pem_public_key(pem)
    assert isinstance(key, rsa.RSAPublicKey)
    assert key.key_size == 4096
    try:
        key.verify(base64.b64decode(signature), message, padding.PKCS1v15(), hashes.SHA512())
    except InvalidSignature:
        return False
    return True


def test_a_signature_covers_every_byte_of_the_random_object(random_org: StandIn) -> None:
    params = {"apiKey": random_org.api_key, **SIX, "userData": {"log": "äöü/\\", "v": 1}}
    body = random_org.post(spelled("generateSignedIntegers", params)).body
    message, signature = signed_bytes(body), json.loads(body)["result"]["signature"]
    pem = random_org.public_key

    assert len(signature) == 684
    assert verifies(pem, message, signature)
    for place in range(0, len(message), 5):
        changed = bytearray(message)
        changed[place] ^= 1
        assert not verifies(pem, bytes(changed), signature)
    assert not verifies(pem, json.dumps(json.loads(message)).encode(), signature)


def test_non_ascii_is_signed_in_the_spelling_that_is_sent(random_org: StandIn) -> None:
    random_org.settings(escape_non_ascii=True)
    params = {"apiKey": random_org.api_key, **SIX, "userData": "ä"}
    body = random_org.post(spelled("generateSignedIntegers", params)).body

    assert b'"userData":"\\u00e4"' in body
    signature = json.loads(body)["result"]["signature"]
    assert verifies(random_org.public_key, signed_bytes(body), signature)


def test_the_hashed_key_can_be_computed_by_anyone(random_org: StandIn) -> None:
    random = random_org.call("generateSignedIntegers", **SIX)["result"]["random"]
    digest = hashlib.sha512(random_org.api_key.encode()).digest()

    assert random["hashedApiKey"] == base64.b64encode(digest).decode()


@pytest.mark.parametrize("user_data", ["text", 7, True, None, [1, {"a": None}], {"v": 1, "b": 2.5}])
def test_user_data_comes_back_as_it_went(random_org: StandIn, user_data: object) -> None:
    result = random_org.call("generateSignedIntegers", **SIX, userData=user_data)["result"]

    assert result["random"]["userData"] == user_data


def test_serials_rise_by_one_for_each_key_and_errors_take_none(random_org: StandIn) -> None:
    for expected in (1, 2, 3):
        random = random_org.call("generateSignedIntegers", **SIX)["result"]["random"]
        random_org.call("generateIntegers", **SIX)
        random_org.call("generateSignedIntegers", n=0, min=1, max=6)
        assert random["serialNumber"] == expected


def test_chosen_numbers_go_to_signed_draws_in_order(random_org: StandIn) -> None:
    random_org.add_numbers(5, 4, 52)
    random_org.add_numbers(9)
    basic = random_org.call("generateIntegers", n=1, min=60, max=61)["result"]["random"]["data"]
    draws = [
        random_org.call("generateSignedIntegers", n=n, min=1, max=52)["result"]["random"]["data"]
        for n in (1, 2, 1)
    ]

    assert basic in ([60], [61])
    assert draws == [[5], [4, 52], [9]]


def test_a_number_that_does_not_fit_fails_loudly_and_draws_nothing(random_org: StandIn) -> None:
    random_org.add_numbers(53)
    params = {"apiKey": random_org.api_key, "n": 1, "min": 1, "max": 52}
    reply = random_org.post(spelled("generateSignedIntegers", params))

    assert reply.status == 500
    assert "the list gives [53]" in random_org.take_troubles()[0]
    assert random_org.call("getUsage")["result"]["totalRequests"] == 0


def test_without_replacement_every_number_differs(random_org: StandIn) -> None:
    random_org.add_numbers(52, 1)
    deck = {"n": 1, "length": 52, "min": 1, "max": 52, "replacement": False}
    data = random_org.call("generateSignedIntegerSequences", **deck)["result"]["random"]["data"]

    assert data[0][:2] == [52, 1]
    assert sorted(data[0]) == list(range(1, 53))


@pytest.mark.parametrize(("base", "data"), [(2, "000101"), (8, "05"), (10, 5), (16, "05")])
def test_other_bases_are_padded_strings(random_org: StandIn, base: int, data: object) -> None:
    random_org.add_numbers(5)
    drawn = random_org.call("generateSignedIntegers", n=1, min=1, max=52, base=base)["result"]

    assert drawn["random"]["data"] == [data]


def test_a_pregenerated_draw_repeats_itself_and_says_so(random_org: StandIn) -> None:
    named = {"n": 9, "min": 1, "max": 52, "pregeneratedRandomization": {"id": "a name"}}
    first, second = (random_org.call("generateSignedIntegers", **named) for _ in range(2))

    assert first["result"]["random"]["data"] == second["result"]["random"]["data"]
    assert first["result"]["random"]["pregeneratedRandomization"] == {"id": "a name"}


@pytest.mark.parametrize(
    ("bits", "method", "params"),
    [
        (8, "generateSignedIntegers", {"n": 3, "min": 1, "max": 6}),
        (5, "generateSignedIntegers", {"n": 1, "min": 0, "max": 36}),
        (124, "generateIntegers", {"n": 10, "min": 1, "max": 5316, "replacement": False}),
        (36, "generateIntegerSequences", {"n": 2, "length": [5, 1], "min": 1, "max": [69, 26]}),
    ],
)
def test_bits_used_as_observed(random_org: StandIn, bits: int, method: str, params: Json) -> None:
    assert random_org.call(method, **params)["result"]["bitsUsed"] == bits


LONG = {"userData": "x" * 999}  # 1,001 characters with the quotation marks


@pytest.mark.parametrize(
    ("code", "data", "changes"),
    [
        (-32602, None, {"unheard": 1}),
        (200, ["n"], {"n": "1"}),
        (200, ["n"], {"n": True}),
        (200, ["min"], {"min": 1.5}),
        (200, ["apiKey"], {"apiKey": "no key"}),
        (200, ["replacement"], {"replacement": "yes"}),
        (200, ["ticketId"], {"ticketId": 7}),
        (200, ["pregeneratedRandomization"], {"pregeneratedRandomization": {"other": 1}}),
        (201, ["base"], {"base": 7}),
        (201, ["pregeneratedRandomization"], {"pregeneratedRandomization": {"date": "2026-13-01"}}),
        (202, ["n", 1, 10_000], {"n": 0}),
        (202, ["n", 1, 10_000], {"n": 10_001}),
        (202, ["max", -1_000_000_000, 1_000_000_000], {"max": 1_000_000_001}),
        (203, ["userData", 1001, 1000], LONG),
        (300, ["min", "max"], {"min": 6}),
        (301, [7, 6], {"n": 7, "replacement": False}),
        (420, None, {"ticketId": "7777777777777777"}),
        (425, None, {"licenseData": {"maxPayoutValue": {"currency": "USD", "amount": 1}}}),
    ],
)
def test_a_wrong_parameter_is_refused(
    random_org: StandIn, code: int, data: object, changes: Json
) -> None:
    error = random_org.call("generateSignedIntegers", **{**SIX, **changes})["error"]

    assert (error["code"], error["data"]) == (code, data)
    assert random_org.call("getUsage")["result"]["totalRequests"] == 0


@pytest.mark.parametrize(
    ("code", "data", "changes"),
    [
        (202, ["n", 1, 1000], {"n": 1001}),
        (202, ["length", 1, 10_000], {"length": 5001}),
        (203, ["min", 3, 2], {"min": [1, 1, 1]}),
        (204, ["length", 1, 2], {"length": [1]}),
        (300, ["min", "max"], {"max": [6, 1]}),
        (301, [7, 6], {"length": [1, 7], "replacement": [True, False]}),
    ],
)
def test_a_wrong_parameter_of_sequences(
    random_org: StandIn, code: int, data: Any, changes: Json
) -> None:
    two = {"n": 2, "length": 1, "min": 1, "max": 6, **changes}
    error = random_org.call("generateSignedIntegerSequences", **two)["error"]

    assert (error["code"], error["data"]) == (code, data)


@pytest.mark.parametrize("missing", ["n", "min", "max", "apiKey"])
def test_a_missing_parameter_is_refused(random_org: StandIn, missing: str) -> None:
    params = {"apiKey": random_org.api_key, **SIX}
    del params[missing]
    reply = random_org.post(spelled("generateSignedIntegers", params))

    assert json.loads(reply.body)["error"]["code"] == -32602
