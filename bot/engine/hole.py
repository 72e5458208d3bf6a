"""What lies face down, and when it is turned up: the dealer's hidden card, the players' cards.

The round knows these cards, and must not betray them: nothing that happens before a card is turned
up may depend on it, but for the peek. With :mod:`bot.engine.wants`, which ends the play at a
blackjack found so, the one place that reads ``peek``.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.cards import Card, card_of
from bot.engine.events import BoxDealt, CardHidden, CardRevealed, DealerDealt, Event, Peeked
from bot.engine.rules import DealerShows, DoubleOn, PlayerCards, RuleSet
from bot.engine.state import Box, FaceDown, Hand, Round
from bot.engine.verdict import is_blackjack, may_be_blackjack
from bot.engine.wants import Action, Wants, is_dealt_in, wants


def turned_up(state: Round) -> tuple[Event, ...]:
    """Return what becomes of the dealer's hidden card now, if anything.

    With ``peek`` he looks under an ace or a ten before anybody acts, after insurance; a blackjack
    is turned up at once. Else it is turned up when everybody has played.
    """
    hole = state.hole
    if hole is None or not is_dealt_in(state) or state.offers:
        return ()
    peeks = state.rules.peek and may_be_blackjack(state.dealer[0], state.rules)
    if peeks and not state.peeked:
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


def is_drawn_unseen(state: Round) -> bool:
    """Whether the draw that is due must tell nobody what it brings, but for open cards' numbers.

    Where a card lies face down in a shoe that is not continuous, every number that is refused would
    betray it (reading 22).
    """
    slots = wants(state).draws
    if not slots:
        return False
    return slots[0].hidden or (state.out is not None and bool(state.face_down))


def witness(state: Round) -> int:
    """Return a number that the dealer's hidden card may have, for all that can be seen.

    It is not out, and makes no blackjack: that would have been turned up, or tells nothing yet.
    """
    packs, pack = state.rules.packs, state.rules.pack
    for number in range(1, packs * pack + 1):
        card = card_of(number, packs=packs, pack=pack)
        if number not in (state.out or ()) and not is_blackjack((*state.dealer, card), state.rules):
            return number
    return 1


def without_number(event: Event) -> Event:
    """Return a witness's card as one of no number, so that the true one may come openly later."""
    if isinstance(event, DealerDealt) and event.hidden:
        return replace(event, number=0)
    return event


# ── what others may see ──────────────────────────────────────────────────────────────────────────


def public_event(event: Event) -> Event:
    """Return what is said of an event outside this process: of a card face down, its place."""
    match event:
        case BoxDealt(hidden=True):
            return CardHidden(event.index, event.box, event.hand)
        case DealerDealt(hidden=True):
            return CardHidden(event.index, 0, 1)
        case _:
            return event


def public_view(state: Round) -> Round:
    """Return the round as everybody sees it: cards that lie face down have a place and no face."""
    if not any(down.card for down in state.face_down):
        return state
    hidden = {down.number for down in state.face_down}
    return replace(
        state,
        boxes=tuple(_shown_box(box, state) for box in state.boxes),
        dealer=_shown(state.dealer, len(_down(state, 0, 1))),
        face_down=tuple(replace(down, number=0, card=None) for down in state.face_down),
        out=None if state.out is None else tuple(n for n in state.out if n not in hidden),
    )


def public_wants(state: Round) -> Wants:
    """Return what is open as everybody may know it.

    What a hand may do tells of its cards. Of one that lies face down only that is said which its
    number of cards allows; its owner may do more.
    """
    want = wants(state)
    if not state.face_down:
        return want
    turns = tuple(
        replace(turn, may=_for_any_cards(state, turn.box, turn.hand))
        if _down(state, turn.box, turn.hand) and turn.box
        else turn
        for turn in want.turns
    )
    offered = tuple(
        replace(offer, even_money=offer.even_money and not _down(state, offer.box, 1))
        for offer in want.offers
    )
    return replace(want, turns=turns, offers=offered)


def may_hide(rules: RuleSet) -> bool:
    """Whether cards lie face down in a round under these rules."""
    hole = rules.dealer_shows is DealerShows.ONE_AND_HIDDEN
    return hole or rules.player_cards is PlayerCards.HIDDEN


def seen(state: Round, box: int, hand: Hand) -> tuple[Card, ...]:
    """Return those cards of a hand that everybody sees."""
    known = sum(down.card is not None for down in _down(state, box, hand.number))
    return _shown(hand.cards, known)


def lying(state: Round, box: int, hand: int) -> int:
    """Return how many cards of a hand lie face down; box 0 is the dealer."""
    return len(_down(state, box, hand))


def _for_any_cards(state: Round, box: int, hand: int) -> tuple[Action, ...]:
    first = len(_down(state, box, hand)) == 2  # noqa: PLR2004 - the first two cards (reading 8)
    doubles = first and state.rules.double is DoubleOn.ANY_TWO
    return (Action.HIT, Action.STAND, Action.DOUBLE) if doubles else (Action.HIT, Action.STAND)


def _down(state: Round, box: int, hand: int) -> tuple[FaceDown, ...]:
    return tuple(down for down in state.face_down if (down.box, down.hand) == (box, hand))


def _shown_box(box: Box, state: Round) -> Box:
    hands = tuple(_shown_hand(box, hand, state) for hand in box.hands)
    return replace(box, hands=hands)


def _shown_hand(box: Box, hand: Hand, state: Round) -> Hand:
    return replace(hand, cards=_shown(hand.cards, len(_down(state, box.number, hand.number))))


def _shown(cards: tuple[Card, ...], down: int) -> tuple[Card, ...]:
    """A hand's cards are turned up in the order they came: the last ones still lie face down."""
    return cards[: len(cards) - down]
