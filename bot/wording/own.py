"""A player's own cards that lie face down, told to him alone."""

from __future__ import annotations

from bot.engine.hand import TWENTY_ONE
from bot.table.unseen_facts import OwnCards, OwnHand
from bot.wording.sentences import HandState
from bot.wording.speech import Speech
from bot.wording.turns import moves


def cards(fact: OwnCards, speech: Speech) -> tuple[str, ...]:
    """Return a line for each of his hands, and what he may do with it."""
    words, boxes = speech.words.unseen, [hand.box for hand in fact.hands]
    lines = []
    for hand in fact.hands:
        box = str(hand.box)
        if boxes.count(hand.box) > 1:
            box = speech.words.casino.box_hand.format(box=hand.box, hand=hand.hand)
        shown = " · ".join(map(speech.card, hand.cards))
        state = speech.words.hand_state(_state(hand))
        line = words.own_hand.format(box=box, cards=shown, total=hand.total, state=state)
        if hand.may:
            line = f"{line}. {words.own_moves.format(moves=moves(hand.may, speech))}"
        lines.append(line)
    return tuple(lines)


def _state(hand: OwnHand) -> HandState:
    if hand.total >= TWENTY_ONE:
        return HandState.TWENTY_ONE
    return HandState.SOFT if hand.soft else HandState.PLAIN
