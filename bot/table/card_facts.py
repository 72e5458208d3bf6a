"""Cards as facts: dealt, dealt face down, turned up; with the hand as it lies after each."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.dealer import certain_cards
from bot.engine.events import BoxDealt, CardHidden, CardRevealed, DealerDealt
from bot.engine.hand import TWENTY_ONE, is_soft
from bot.engine.rules import RuleSet
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import FIVE, is_blackjack, score
from bot.engine.wants import plays_freely
from bot.table import replies
from bot.table.replies import Fact, money

Names = Mapping[int, str]
"""Of players, by account number."""


def turned(event: CardRevealed, after: Round, names: Names) -> Fact:
    """A card is turned up: the hand as it lies now, with the cards that are still face down out."""
    if event.box == 0:
        return replace(of_dealer(event, after, names), turned=True)
    return replace(of_box(event, after, names), turned=True)


def face_down(event: CardHidden, after: Round, names: Names) -> Fact:
    """A card lies face down; the hand is what lies open of it."""
    card = replies.Card(
        round=after.number,
        index=event.index,
        to="box" if event.box else "dealer",
        hidden=True,
        cards=after.dealer,
        total=score(after.dealer, after.rules),
        soft=is_soft(after.dealer, after.rules.values),
        blackjack=False,
    )
    if not event.box:
        return card
    box, hand = hand_of(after, event.box, event.hand)
    return replace(
        card,
        box=event.box,
        hand=event.hand,
        cards=hand.cards,
        total=score(hand.cards, after.rules),
        soft=is_soft(hand.cards, after.rules.values),
        player=names[box.player],
        stake=money(hand.stake),
        asset=box.asset,
        split=hand.split or UNSET,
    )


def of_box(event: BoxDealt | CardRevealed, after: Round, names: Names) -> replies.Card:
    """A box's card lies open."""
    box, hand = hand_of(after, event.box, event.hand)
    return replies.Card(
        round=after.number,
        index=event.index,
        to="box",
        box=event.box,
        hand=event.hand,
        number=event.number,
        card=event.card,
        cards=hand.cards,
        total=score(hand.cards, after.rules),
        soft=is_soft(hand.cards, after.rules.values),
        blackjack=is_blackjack(hand.cards, after.rules, split=hand.split),
        player=names[box.player],
        stake=money(hand.stake),
        asset=box.asset,
        stands=_stands_with_five(hand, after.rules),
        split=hand.split or UNSET,
    )


def _stands_with_five(hand: Hand, rules: RuleSet) -> bool:
    five = rules.five_cards is not None and len(hand.cards) == FIVE
    return five and score(hand.cards, rules) <= TWENTY_ONE


def of_dealer(event: DealerDealt | CardRevealed, after: Round, names: Names) -> replies.Card:
    """A card of the bank's lies open."""
    cards = after.dealer
    fixed = not plays_freely(after) and certain_cards(cards, after.rules) == 0
    return replies.Card(
        round=after.number,
        index=event.index,
        to="dealer",
        number=event.number,
        card=event.card,
        cards=cards,
        total=score(cards, after.rules),
        soft=is_soft(cards, after.rules.values),
        blackjack=is_blackjack(cards, after.rules),
        player=names[after.banker] if after.banker else UNSET,
        stands=fixed,
    )


def hand_of(state: Round, box_number: int, hand_number: int) -> tuple[Box, Hand]:
    """Return a hand and its box; ``LookupError`` where there is none."""
    for box in state.boxes:
        for hand in box.hands:
            if (box.number, hand.number) == (box_number, hand_number):
                return box, hand
    msg = f"no hand {hand_number} in box {box_number}"
    raise LookupError(msg)
