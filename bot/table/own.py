"""A player's own cards that lie face down: for him alone."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.hand import is_soft
from bot.engine.state import Round
from bot.engine.verdict import score
from bot.engine.wants import wants
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.table import unseen_facts
from bot.table.step import Step


def own_cards(step: Step, account: int, member: str) -> unseen_facts.OwnCards:
    """Return them; refused (no_cards_face_down) where he has none."""
    hands = tuple(_hands(step.game.round, account))
    if not hands:
        raise RuleViolation(Refusal.NO_CARDS_FACE_DOWN)
    return unseen_facts.OwnCards(player=step.names[account], member=member, hands=hands)


def _hands(state: Round, account: int) -> Iterator[unseen_facts.OwnHand]:
    down = {(card.box, card.hand) for card in state.face_down}
    may = {(turn.box, turn.hand): turn.may for turn in wants(state).turns}
    for box in state.boxes_of(account):
        for hand in box.hands:
            place = box.number, hand.number
            if place in down:
                yield unseen_facts.OwnHand(
                    box=box.number,
                    hand=hand.number,
                    cards=hand.cards,
                    total=score(hand.cards, state.rules),
                    soft=is_soft(hand.cards, state.rules.values),
                    may=may.get(place, ()),
                )
