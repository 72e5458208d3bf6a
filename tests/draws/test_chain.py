"""The chain: whatever is changed, the hashes behind it say so."""

from __future__ import annotations

import hashlib
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from bot.draws.chain import SHORT, START, link, short

BODIES = st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8)


def heads(bodies: list[bytes]) -> list[bytes]:
    """The hash after each body."""
    found: list[bytes] = []
    for body in bodies:
        found.append(link(found[-1] if found else START, body))
    return found


def test_a_link_covers_the_one_before_and_the_hash_of_the_body() -> None:
    body_hash = hashlib.sha256(b"body").digest()

    assert hashlib.sha256(bytes(32) + body_hash).digest() == link(START, b"body")
    assert bytes(32) == START


def test_a_known_chain_has_a_known_head() -> None:
    """Computed by hand with head, printf, sha256sum and xxd."""
    expected = "b88f3f290fe4ac11da329c5515b418b937de9be1abffb4ff40de976ef83a28ee"

    assert expected == reduce(link, [b"one", b"two"], START).hex()


def test_a_short_head_is_the_beginning_of_the_whole() -> None:
    head = link(START, b"body")

    assert head.hex().startswith(short(head))
    assert SHORT == len(short(head)) == 16


@given(BODIES, st.data())
def test_a_single_bit_changes_every_head_from_there_on(
    bodies: list[bytes], data: st.DataObject
) -> None:
    where = data.draw(st.integers(0, len(bodies) - 1))
    body = bytearray(bodies[where])
    bit = data.draw(st.integers(0, len(body) * 8 - 1))
    body[bit // 8] ^= 1 << bit % 8

    old, new = heads(bodies), heads([*bodies[:where], bytes(body), *bodies[where + 1 :]])
    assert old[:where] == new[:where]
    assert all(left != right for left, right in zip(old[where:], new[where:], strict=True))


@given(BODIES, st.data())
def test_no_body_can_be_left_out_moved_or_put_in(bodies: list[bytes], data: st.DataObject) -> None:
    where = data.draw(st.integers(0, len(bodies) - 1))
    other = data.draw(st.permutations(bodies))
    shorter = [*bodies[:where], *bodies[where + 1 :]]
    longer = [*bodies[:where], b"more", *bodies[where:]]

    assert [heads(bodies)[-1]] != heads(shorter)[-1:]
    assert heads(bodies)[-1] != heads(longer)[-1]
    assert (other == bodies) == (heads(other)[-1] == heads(bodies)[-1])


@given(st.binary(min_size=2, max_size=20), st.integers(1, 19))
def test_two_bodies_are_never_taken_for_one(text: bytes, cut: int) -> None:
    assert heads([text])[-1] != heads([text[:cut], text[cut:]])[-1]
