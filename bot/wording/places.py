"""Which hand a line speaks of: a box's hands are numbered where it has several, and only there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine.wants import Action
from bot.table.replies import Acted, Card, Expired, Fact, Settled, Staked, Wants
from bot.wording.speech import Speech

Place = tuple[int, int]
"""Box and hand."""


def several(facts: Sequence[Fact]) -> frozenset[int]:
    """Return the boxes of which these facts say that they have several hands."""
    found = set[int]()
    for fact in facts:
        match fact:
            case Card(box=int(box)) if fact.split is True:
                found.add(box)
            case Wants():
                found.update(hand.box for hand in fact.open if hand.split is True)
            case Acted() if fact.action is Action.SPLIT or fact.hand > 1:
                found.add(fact.box)
            case Staked() | Expired() if fact.hand > 1:
                found.add(fact.box)
            case Settled() if fact.split or fact.hand > 1:
                found.add(fact.box)
            case _:
                pass
    return frozenset(found)


def number(box: int, hand: int, split: Collection[int], speech: Speech) -> str:
    """Return what stands after the word Box: its number, and which hand if it has several."""
    if box not in split:
        return str(box)
    return speech.words.casino.box_hand.format(box=box, hand=hand)


def place(box: int, hand: int, split: Collection[int], speech: Speech) -> str:
    """Return a box, and which hand if it has several."""
    return speech.words.box.format(box=number(box, hand, split, speech))


def named(name: str, box: int, hand: int, split: Collection[int], speech: Speech) -> str:
    """Return a player, and which hand of his box if it has several."""
    if box not in split:
        return name
    return speech.words.casino.player_hand.format(player=name, hand=hand)


def place_of(card: Card) -> Place:
    """Return where a card went; the dealer has no box."""
    box = card.box if isinstance(card.box, int) else 0
    return box, card.hand if isinstance(card.hand, int) else 0


def cards_of_hands(facts: Sequence[Fact]) -> dict[Place, list[Card]]:
    """Return the cards that came to each hand, in the order of the hands' first cards."""
    dealt: dict[Place, list[Card]] = {}
    turned = {fact.index for fact in facts if isinstance(fact, Card) and fact.turned is True}
    for fact in facts:
        if isinstance(fact, Card) and fact.hidden is True and fact.index in turned:
            continue  # it lies open already
        if isinstance(fact, Card) and fact.to == "box":
            dealt.setdefault(place_of(fact), []).append(fact)
    return dealt
