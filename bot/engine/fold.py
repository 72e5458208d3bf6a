"""``evolve``: fold one event into the round. It never refuses and reads no rules.

Events are facts. Whatever ``decide`` concluded stands in them, so an old log folds the same way
under any later version of the rules' code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, assert_never

from msgspec import UnsetType
from msgspec.structs import replace

from bot.engine.events import (
    Backed,
    BankAway,
    BankPassed,
    BetsClosed,
    BoxDealt,
    BustStaked,
    CardAsked,
    CardHidden,
    CardRevealed,
    Closed,
    DealerDealt,
    Declined,
    Doubled,
    Event,
    Followed,
    Funded,
    HandSplit,
    Insured,
    Offered,
    Opened,
    Peeked,
    Redraw,
    Rejected,
    Reshuffled,
    Settled,
    Staked,
    Stood,
    Withdrawn,
)
from bot.engine.state import Beside, Box, FaceDown, Hand, Round, SideBet


def evolve(state: Round, event: Event) -> Round:  # noqa: C901, PLR0912 - an arm per event
    """Return the round after ``event``."""
    match event:
        case BoxDealt():
            return _dealt(_on(state, event, _with_card), event)
        case DealerDealt():
            dealer = (*state.dealer, event.card)
            return _dealt(replace(state, dealer=dealer, bank_asked=False), event)
        case Settled():
            return _settle(state, event)
        case CardAsked():
            if event.box == 0:
                return replace(state, bank_asked=True)
            return _on(state, event, _asking)
        case Stood():
            if event.box == 0:
                return replace(state, bank_stood=True)
            return _on(state, event, _standing)
        case Doubled():
            return _on(state, event, _doubled)
        case HandSplit():
            return _split(state, event)
        case Followed():
            return replace(state, beside=_raised(state.beside, event))
        case Insured():
            return _without_offer(_placed(state, event, Beside.INSURANCE), event.of)
        case Declined():
            return _without_offer(state, event.bet)
        case Offered():
            return replace(state, offers=event.bets)
        case CardHidden():
            return _hidden(state, event)
        case CardRevealed():
            return _revealed(state, event)
        case Peeked():
            return replace(state, peeked=True)
        case Rejected():
            return state
        case Redraw():
            return replace(state, redraws=event.cards)
        case Reshuffled():
            lying = tuple(replace(down, shuffled=True) for down in state.face_down)
            return replace(state, out=(), face_down=lying)
        case Funded():
            return replace(state, purse=state.purse + event.amount)
        case BankPassed():
            return replace(state, purse=0, heir=event.to, bank_free=True)
        case BankAway():
            return replace(state, bank_away=True)
        case Opened():
            return _opened(event)
        case Staked():
            return _with_box(state, event)
        case Backed():
            return _placed(state, event, Beside.BACKING)
        case BustStaked():
            return _placed(state, event, Beside.BUST)
        case Withdrawn():
            return _withdrawn(state, event)
        case BetsClosed():
            return replace(state, bets_closed=True, circle=_circle(state))
        case Closed():
            return replace(state, closed=True)
        case _:
            assert_never(event)


OfHand = TypeVar("OfHand", BoxDealt, CardHidden, CardRevealed, CardAsked, Stood, Doubled, Settled)


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


def _opened(event: Opened) -> Round:
    state = Round(event.round, event.rules, event.preset, event.bank, event.source)
    if not isinstance(event.out, UnsetType):
        state = replace(state, out=event.out)
    if not isinstance(event.purse, UnsetType):
        state = replace(state, purse=event.purse, asset=event.asset or "")
    return state if isinstance(event.circle, UnsetType) else replace(state, circle=event.circle)


def _circle(state: Round) -> tuple[int, ...]:
    """Who plays for the first time sits down at the end of the circle, by box."""
    if not state.banker:
        return ()
    players = (*state.circle, state.banker, *(box.player for box in state.boxes))
    return tuple(dict.fromkeys(players))


def _dealt(state: Round, event: BoxDealt | DealerDealt) -> Round:
    """The card counts; in a shoe its number is out, and face down it lies there."""
    if state.out is None and not event.hidden:
        return replace(state, cards=event.index)
    down = state.face_down
    if event.hidden:
        box, hand = (event.box, event.hand) if isinstance(event, BoxDealt) else (0, 1)
        down = (*down, FaceDown(event.index, box, hand, event.number, event.card))
    out = None if state.out is None else (*state.out, event.number)
    redraws = max(0, state.redraws - 1)
    return replace(state, cards=event.index, out=out, redraws=redraws, face_down=down)


def _hidden(state: Round, event: CardHidden) -> Round:
    """A card that is not known came to a hand, or to the dealer."""
    down = FaceDown(event.index, event.box, event.hand)
    return replace(
        _on(state, event, _served),
        face_down=(*state.face_down, down),
        cards=event.index,
        redraws=max(0, state.redraws - 1),
        bank_asked=state.bank_asked and event.box > 0,
    )


def _revealed(state: Round, event: CardRevealed) -> Round:
    """Turn a card up; who did not know it learns it now."""
    down = next((each for each in state.face_down if each.index == event.index), None)
    state = replace(state, face_down=tuple(each for each in state.face_down if each is not down))
    if down is None or down.card is not None:
        return state
    if state.out is not None and not down.shuffled:
        state = replace(state, out=(*state.out, event.number))
    if event.box == 0:
        return replace(state, dealer=(*state.dealer, event.card))
    return _on(state, event, _with_card)


def _with_card(hand: Hand, event: BoxDealt | CardRevealed) -> Hand:
    return replace(hand, cards=(*hand.cards, event.card), card_owed=False)


def _served(hand: Hand, _: CardHidden) -> Hand:
    return replace(hand, card_owed=False)


def _asking(hand: Hand, _: CardAsked) -> Hand:
    return replace(hand, card_owed=True)


def _standing(hand: Hand, _: Stood) -> Hand:
    return replace(hand, stood=True)


def _settle(state: Round, event: Settled) -> Round:
    if event.bet in state.offers:  # even money is an answer
        state = _without_offer(state, event.bet)
    if state.banker:
        state = replace(state, purse=state.purse + event.stake - event.returned)
    for position, side in enumerate(state.beside):
        if side.bet == event.bet:
            over = replace(side, returned=event.returned)
            beside = (*state.beside[:position], over, *state.beside[position + 1 :])
            return replace(state, beside=beside)
    return _on(state, event, _settled)


def _settled(hand: Hand, event: Settled) -> Hand:
    return replace(hand, returned=event.returned)


def _doubled(hand: Hand, event: Doubled) -> Hand:
    return replace(hand, stake=hand.stake + event.amount, doubled=True, card_owed=True)


def _with_box(state: Round, event: Staked) -> Round:
    hand = Hand(event.hand, event.bet, event.amount)
    box = Box(event.box, event.player, event.asset, (hand,))
    boxes = tuple(sorted((*state.boxes, box), key=lambda each: each.number))
    return replace(state, boxes=boxes, bets=state.bets + 1)


def _split(state: Round, event: HandSplit) -> Round:
    """The left card stays, the right one begins the new hand; hands keep their numbers.

    Face down they go where their faces would.
    """
    boxes = []
    for box in state.boxes:
        hands = []
        for hand in box.hands:
            if (box.number, hand.number) == (event.box, event.hand):
                left, right = hand.cards[:1], hand.cards[1:]
                new = Hand(event.new, event.bet, event.amount, right, card_owed=True, split=True)
                hands += [replace(hand, cards=left, card_owed=True, split=True), new]
            else:
                hands.append(hand)
        boxes.append(replace(box, hands=tuple(hands)))
    down, moved = [], False
    for card in reversed(state.face_down):
        if not moved and (card.box, card.hand) == (event.box, event.hand):
            card, moved = replace(card, hand=event.new), True  # noqa: PLW2901 - the right one
        down.append(card)
    face_down = tuple(reversed(down))
    return replace(state, boxes=tuple(boxes), bets=state.bets + 1, face_down=face_down)


def _placed(state: Round, event: Backed | BustStaked | Insured, kind: Beside) -> Round:
    box, hand = (0, 0) if isinstance(event, BustStaked) else (event.box, event.hand)
    follows = isinstance(event, Backed) and event.follows
    side = SideBet(kind, event.bet, box, hand, event.player, event.asset, event.amount, follows)
    return replace(state, beside=(*state.beside, side), bets=state.bets + 1)


def _raised(beside: tuple[SideBet, ...], event: Followed) -> tuple[SideBet, ...]:
    return tuple(
        replace(side, stake=side.stake + event.amount) if side.bet == event.bet else side
        for side in beside
    )


def _withdrawn(state: Round, event: Withdrawn) -> Round:
    if any(side.bet == event.bet for side in state.beside):
        kept = tuple(side for side in state.beside if side.bet != event.bet)
        return replace(state, beside=kept)
    return replace(state, boxes=tuple(box for box in state.boxes if box.number != event.box))


def _without_offer(state: Round, bet: str) -> Round:
    return replace(state, offers=tuple(offer for offer in state.offers if offer != bet))
