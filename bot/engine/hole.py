"""What lies face down, and when it is turned up: the dealer's hidden card, the players' cards.

The round knows these cards, and must not betray them: nothing that happens before a card is turned
up may depend on it, but for the peek. The one place that reads ``peek``.
"""

from __future__ import annotations

from bot.engine.events import CardRevealed, Event, Peeked
from bot.engine.state import FaceDown, Round
from bot.engine.verdict import is_blackjack
from bot.engine.wants import is_dealt_in, wants


def turned_up(state: Round) -> tuple[Event, ...]:
    """Return what becomes of the dealer's hidden card now, if anything.

    With ``peek`` he looks under an ace or a ten before anybody acts, after insurance; a blackjack
    is turned up at once. Else it is turned up when everybody has played.
    """
    hole = state.hole
    if hole is None or not is_dealt_in(state) or state.offers:
        return ()
    peeks = state.rules.peek and state.rules.blackjack_pays is not None
    if peeks and not state.peeked and state.dealer[0].points in {1, 10}:
        if is_blackjack(state.dealer, state.rules):
            return (revealed(hole),)
        from_peek: tuple[Event, ...] = (Peeked(),)
    else:
        from_peek = ()
    want = wants(state)
    if want.turns or want.draws:
        return from_peek
    return (*from_peek, revealed(hole))


def shown(state: Round, box: int, hand: int) -> tuple[CardRevealed, ...]:
    """Turn a hand's cards up: it is settled, or its pair is split."""
    return tuple(revealed(down) for down in state.face_down if (down.box, down.hand) == (box, hand))


def revealed(down: FaceDown) -> CardRevealed:
    """Turn a card up."""
    if down.card is None:
        raise LookupError(down)
    return CardRevealed(down.index, down.box, down.hand, down.number, down.card)
