"""What a draw dealt in a round, as everybody may know it now: read from the round's events."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import Card
from bot.engine.events import BoxDealt, CardHidden, CardRevealed, DealerDealt
from bot.store.history import Stored

Dealt = tuple[int, Card | None, int]
"""Number, card and box; the dealer is box 0. What lies face down is number 0 and no card."""


def dealt_by_draw(stored: Sequence[Stored]) -> dict[int, tuple[Dealt, ...]]:
    """Return the cards of each draw, by its position in the log."""
    turned = {
        each.body.event.index: each.body.event
        for each in stored
        if isinstance(each.body.event, CardRevealed)
    }
    found: dict[int, tuple[Dealt, ...]] = {}
    for each in stored:
        match each.body.event:
            case BoxDealt() as event:
                card: Dealt = event.number, event.card, event.box
            case DealerDealt() as event:
                card = event.number, event.card, 0
            case CardHidden() as event if event.index in turned:
                up = turned[event.index]
                card = up.number, up.card, event.box
            case CardHidden() as event:
                card = 0, None, event.box
            case _:
                continue
        found[each.body.cause] = (*found.get(each.body.cause, ()), card)
    return found
