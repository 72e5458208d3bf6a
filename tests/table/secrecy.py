"""Whether anything that was said or written tells of a card that lies face down."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.cards import DECK, card_of
from bot.engine.rules import RuleSet
from bot.store.codec import canonical
from bot.table.booked import Booked
from bot.table.proofs import DrawRecord
from bot.table.replies import Card, Fact, Opened, Refused
from bot.table.unseen_facts import OwnCards

FACES: Final = frozenset(map(str, DECK))


class Secret(NamedTuple):
    """A card that was dealt face down, and where the log turns it up; None: not yet."""

    place: int  # among all cards of the round
    box: int
    number: int
    face: str
    revealed: int | None


class Secrets(NamedTuple):
    """A round's cards that were dealt face down, and what else anybody may know of it."""

    round: int
    began: int  # log position
    cards: tuple[Secret, ...]
    draws: frozenset[int]  # which brought them
    numbers: frozenset[int]  # of the cards that were dealt openly, or rejected
    faces: frozenset[str]


def secrets_of(connection: sqlite3.Connection, number: int, rules: RuleSet) -> Secrets:
    """Read a round's secrets."""
    bodies = {
        position: msgspec.json.decode(body)["event"]
        for position, body in connection.execute(
            "SELECT position, body FROM log WHERE round = ? ORDER BY position", (number,)
        )
    }
    turned = {e["index"]: at for at, e in bodies.items() if e["event"] == "card_revealed"}
    kept = dict(connection.execute("SELECT entry, number FROM secret_card").fetchall())
    cards = tuple(
        Secret(
            event["index"],
            event["box"],
            kept[at],
            face(kept[at], rules),
            turned.get(event["index"]),
        )
        for at, event in bodies.items()
        if event["event"] == "card_hidden"
    )
    draws = connection.execute("SELECT draw FROM secret_draw WHERE round = ?", (number,))
    dealt = {"box_dealt", "dealer_dealt", "rejected"}
    openly = {event["number"] for event in bodies.values() if event["event"] in dealt}
    return Secrets(
        number,
        min(bodies, default=0),
        cards,
        frozenset(draw for (draw,) in draws),
        frozenset(openly),
        frozenset(face(each, rules) for each in openly),
    )


def face(number: int, rules: RuleSet) -> str:
    return str(card_of(number, packs=rules.packs, pack=rules.pack))


def told(value: Any, key: str = "") -> Iterator[int | str]:
    """Yield every number of a card, and every card, anywhere in something of JSON."""
    match value:
        case dict():
            for name, each in value.items():
                yield from told(each, name)
        case list():
            for each in value:
                yield from told(each, key)
        case bool() | None:
            pass
        case int() if key in {"number", "numbers"}:
            yield value
        case str() if key == "content":
            yield from map(int, re.findall("[0-9]+", value))
        case str() if value in FACES:
            yield value


def betrayed(value: Any, down: Iterable[Secret], known: Secrets) -> list[Secret]:
    """Return the cards of which something tells that nobody may know yet."""
    down = set(down)
    everything, turned = set(told(value)), set(known.cards) - down
    numbers = everything - known.numbers - {card.number for card in turned}
    faces = everything - known.faces - {card.face for card in turned}
    return [card for card in down if card.number in numbers or card.face in faces]


def check_log(connection: sqlite3.Connection, known: Secrets, after: int) -> int:
    """No entry of the round tells of a card before it is turned up; return the last position."""
    last = after
    rows = connection.execute(
        "SELECT position, kind, body FROM log WHERE position > ? ORDER BY position", (after,)
    )
    for position, kind, body in rows:
        last = position
        if position < known.began:
            continue
        down = [c for c in known.cards if c.revealed is None or position < c.revealed]
        assert not betrayed(msgspec.json.decode(body), down, known), body
        assert kind != "unveiled" or not down, body
    return last


def check_facts(
    facts: Iterable[Fact], known: Secrets, turned: frozenset[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    """No fact tells of a card before it says that it is turned up; return which it said so of."""
    begun = False
    facts = list(facts)
    of_this = Opened in {type(fact) for fact in facts}
    for fact in facts:
        match fact:
            case Opened():
                begun = fact.round == known.round
            case Card(turned=True):
                turned |= {(fact.round, fact.index)}
            case OwnCards() | Booked():
                continue  # for him alone; a booking has a number of its own
            case DrawRecord() if fact.draw not in known.draws:
                continue
            case _:
                pass
        if of_this and not begun:
            continue  # of the round before
        down = [card for card in known.cards if (known.round, card.place) not in turned]
        raw = msgspec.json.decode(canonical(fact))
        assert not betrayed(raw, down, known), fact
        if isinstance(fact, Refused) and any(card.box for card in down):
            assert "total" not in fact.data
    return turned
