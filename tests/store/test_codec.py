"""Values to canonical JSON and back: the bytes that hashes cover."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import DECK, Card
from bot.engine.commands import Command
from bot.engine.events import BoxDealt, DealerDealt, Event
from bot.engine.rules import RuleSet
from bot.errors import IntegrityBroken
from bot.store.codec import canonical, read_as, read_body, read_special, write_special
from bot.store.entries import Body, Happened, Intent, Message, Start
from tests.store.bodies import BODY, COMMAND, EVENT, bodies, rule_sets

START = b'{"at":"now","kind":"start","source":"local","v":1,"version":"0"}'


def read_json(content: bytes) -> object:
    """What another program reads; a float would be a fault, and is kept as such."""
    return json.loads(content, parse_float=lambda text: pytest.fail(f"a float: {text}"))


def printed(value: object) -> bytes:
    """Canonical JSON by the standard library: sorted keys, no white space, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("kind", BODY, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_body_is_read_as_it_was_written(kind: type[Body], data: st.DataObject) -> None:
    body = data.draw(BODY[kind])

    assert body == read_body(canonical(body))
    assert body == read_as(kind, canonical(body).decode())
    assert canonical(body) == canonical(read_body(canonical(body)))


@pytest.mark.parametrize("kind", EVENT, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_event_is_read_as_it_was_written(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(EVENT[kind])
    body = Happened(at="", table=1, round=1, version=1, cause=1, event=event)

    assert event == read_as(Happened, canonical(body)).event


@pytest.mark.parametrize("kind", COMMAND, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_command_is_read_as_it_was_written(kind: type[Command], data: st.DataObject) -> None:
    command = data.draw(COMMAND[kind])
    body = Message(
        at="",
        table=1,
        guild=1,
        message="",
        account=1,
        commands=(command, command),
        refused=None,
        text="",
    )

    assert (command, command) == read_as(Message, canonical(body)).commands


@given(rule_sets())
def test_rules_are_read_as_they_were_written(rules: RuleSet) -> None:
    def read(kind: type, value: Any) -> object:
        return read_special(kind, value)

    assert rules == msgspec.json.decode(canonical(rules), type=RuleSet, dec_hook=read)


@given(bodies())
def test_the_bytes_are_those_of_any_program_that_sorts_keys_and_leaves_no_space(
    body: Body,
) -> None:
    content = canonical(body)

    assert printed(read_json(content)) == content


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_written_as_it_is_printed(card: Card) -> None:
    assert f'"{card}"'.encode() == canonical(card)
    assert card is read_special(Card, str(card))


def test_a_ratio_is_written_as_people_say_it() -> None:
    assert b'"3:2"' == canonical(Fraction(3, 2))
    assert Fraction(3, 2) == read_special(Fraction, "3:2")


def test_money_in_facts_is_a_text_with_two_decimals() -> None:
    assert b'{"amount":"16.50"}' == canonical({"amount": Decimal("16.50")})


def test_the_order_of_a_dictionary_does_not_matter() -> None:
    assert canonical({"b": 1, "a": 2}) == canonical({"a": 2, "b": 1}) == b'{"a":2,"b":1}'


@pytest.mark.parametrize("value", [object(), print, 1j, Happened])
def test_what_has_no_place_in_the_log_is_never_written(value: object) -> None:
    with pytest.raises(TypeError, match="is never stored"):
        write_special(value)
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.parametrize(
    "content",
    [
        START.replace(b"start", b"stop"),
        START.replace(b'"kind":"start",', b""),
        START.replace(b'"at":"now",', b""),
        START.replace(b'"v":1', b'"v":"1"'),
        START.replace(b'"v":1', b'"v":1.5'),
        START.replace(b'"v":1', b'"v":true'),
        START.replace(b'"now"', b"null"),
        START.replace(b'"now"', b'"\\ud800"'),
        START + b"}",
        START[:-1],
        b"[]",
        b"null",
        b"",
        b"\xff",
    ],
)
def test_what_is_no_body_is_refused(content: bytes) -> None:
    assert Start(at="now", source="local", version="0") == read_body(START)
    with pytest.raises(msgspec.DecodeError):
        read_body(content)
    with pytest.raises(IntegrityBroken):
        read_as(Start, content)


@pytest.mark.parametrize(
    "event",
    [
        '{"event":"exploded"}',
        '{"event":"dealer_dealt","card":"♠1","index":1,"number":1}',
        '{"event":"dealer_dealt","card":["♠A"],"index":1,"number":1}',
        '{"event":"dealer_dealt","card":null,"index":1,"number":1}',
        '{"event":"stood","box":1,"by":"magic","hand":1,"player":1}',
    ],
)
def test_what_is_no_event_is_refused(event: str) -> None:
    body = (
        '{"at":"","cause":1,"event":EVENT,"kind":"happened","round":1,"table":1,"v":1,"version":1}'
    )
    content = body.replace("EVENT", event)
    with pytest.raises(msgspec.ValidationError):
        read_body(content)


def test_a_body_of_another_kind_breaks_integrity() -> None:
    with pytest.raises(IntegrityBroken, match="where Intent should stand"):
        read_as(Intent, START)


def test_an_open_card_is_written_as_before_there_were_hidden_ones() -> None:
    """So that every log of before is still canonical."""
    open_card = BoxDealt(1, 2, 1, 7, DECK[1])

    assert canonical(open_card) == (
        b'{"box":2,"card":"\xe2\x99\xa03","event":"box_dealt","hand":1,"index":1,"number":7}'
    )
    assert b'"hidden"' not in canonical(DealerDealt(1, 7, DECK[1]))
    assert b'"hidden":true' in canonical(BoxDealt(1, 2, 1, 7, DECK[1], hidden=True))
