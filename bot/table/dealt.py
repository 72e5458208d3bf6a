"""What a draw brought in a round, as everybody may know it now: read from the round's events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.events import BoxDealt, CardHidden, CardRevealed, DealerDealt, HandSplit, Rejected
from bot.store.history import Stored
from bot.table.proofs import RecordedCard
from bot.table.shuffles import NoCard


class Brought(NamedTuple):
    """Cards in the order of chance, and the numbers that are none."""

    cards: tuple[RecordedCard, ...] = ()
    rejected: tuple[NoCard, ...] = ()


def brought_by_draw(stored: Sequence[Stored]) -> dict[int, Brought]:
    """Return what each draw brought, by its position in the log."""
    turned = {
        each.body.event.index: each.body.event
        for each in stored
        if isinstance(each.body.event, CardRevealed)
    }
    found: dict[int, Brought] = {}
    split: set[int] = set()  # boxes that have several hands by then
    for each in stored:
        cards, rejected = found.get(each.body.cause, Brought())
        match each.body.event:
            case BoxDealt() | CardHidden() | DealerDealt() as event:
                up = turned.get(event.index) if isinstance(event, CardHidden) else event
                found[each.body.cause] = Brought((*cards, _card(event, up, split)), rejected)
            case Rejected() as event:
                place = len(cards) + len(rejected) + 1
                no_card = NoCard(place=place, number=event.number, reason=event.reason)
                found[each.body.cause] = Brought(cards, (*rejected, no_card))
            case HandSplit() as event:
                split.add(event.box)
            case _:
                pass
    return found


def _card(
    event: BoxDealt | CardHidden | DealerDealt,
    up: BoxDealt | CardRevealed | DealerDealt | None,
    split: set[int],
) -> RecordedCard:
    """``up``: the card, if it lies open by now."""
    box = 0 if isinstance(event, DealerDealt) else event.box
    hand = event.hand if box in split and not isinstance(event, DealerDealt) else 0
    return RecordedCard(up.number, up.card, box, hand) if up else RecordedCard(0, None, box, hand)
