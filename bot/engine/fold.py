"""``evolve``: fold one event into the round. It never refuses and reads no rules.

Events are facts. Whatever ``decide`` concluded stands in them, so an old log folds the same way
under any later version of the rules' code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, assert_never

from msgspec.structs import replace

from bot.engine.events import (
    BetsClosed,
    BoxDealt,
    CardAsked,
    Closed,
    DealerDealt,
    Doubled,
    Event,
    Opened,
    Settled,
    Staked,
    Stood,
    Withdrawn,
)
from bot.engine.state import Box, Hand, Round


def evolve(state: Round, event: Event) -> Round:  # noqa: C901 - an arm per event
    """Return the round after ``event``."""
    match event:
        case BoxDealt():
            return replace(_on(state, event, _with_card), cards=event.index)
        case DealerDealt():
            return replace(state, dealer=(*state.dealer, event.card), cards=event.index)
        case Settled():
            return _on(state, event, _settled)
        case CardAsked():
            return _on(state, event, _asking)
        case Stood():
            return _on(state, event, _standing)
        case Doubled():
            return _on(state, event, _doubled)
        case Opened():
            return Round(event.round, event.rules, event.preset, event.bank, event.source)
        case Staked():
            return _with_box(state, event)
        case Withdrawn():
            kept = tuple(box for box in state.boxes if box.number != event.box)
            return replace(state, boxes=kept)
        case BetsClosed():
            return replace(state, bets_closed=True)
        case Closed():
            return replace(state, closed=True)
        case _:
            assert_never(event)


OfHand = TypeVar("OfHand", BoxDealt, CardAsked, Stood, Doubled, Settled)


def _on(state: Round, event: OfHand, change: Callable[[Hand, OfHand], Hand]) -> Round:
    """Change the one hand that the event concerns."""
    boxes = list(state.boxes)
    for position, box in enumerate(boxes):
        if box.number == event.box:
            hands = tuple(
                [change(hand, event) if hand.number == event.hand else hand for hand in box.hands]
            )
            boxes[position] = replace(box, hands=hands)
    return replace(state, boxes=tuple(boxes))


def _with_card(hand: Hand, event: BoxDealt) -> Hand:
    return replace(hand, cards=(*hand.cards, event.card), card_owed=False)


def _asking(hand: Hand, _: CardAsked) -> Hand:
    return replace(hand, card_owed=True)


def _standing(hand: Hand, _: Stood) -> Hand:
    return replace(hand, stood=True)


def _settled(hand: Hand, event: Settled) -> Hand:
    return replace(hand, returned=event.returned)


def _doubled(hand: Hand, event: Doubled) -> Hand:
    return replace(hand, stake=hand.stake + event.amount, doubled=True, card_owed=True)


def _with_box(state: Round, event: Staked) -> Round:
    hand = Hand(event.hand, event.bet, event.amount)
    box = Box(event.box, event.player, event.asset, (hand,))
    boxes = tuple(sorted((*state.boxes, box), key=lambda each: each.number))
    return replace(state, boxes=boxes, bets=state.bets + 1)
