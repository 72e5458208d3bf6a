"""Deciding about moves: a card, no card, a double; and whose they are."""

from __future__ import annotations

from typing import assert_never

from bot.engine.commands import Double, Hit, Move, Stand
from bot.engine.events import CardAsked, Doubled, Event, Stood
from bot.engine.stakes import require_seat
from bot.engine.state import Box, Hand, Round
from bot.engine.wants import wants, why_not_double
from bot.errors import RuleViolation
from bot.refusals import Refusal


def move(state: Round, command: Move) -> tuple[Event, ...]:
    """Return what the move makes happen at once; its cards and their consequences come later."""
    box, hand = _hand_for(state, command)
    match command:
        case Hit():
            return (CardAsked(box.number, hand.number, box.player, command.by),)
        case Stand():
            return (Stood(box.number, hand.number, box.player, command.by),)
        case Double():
            refused = why_not_double(hand, state.rules)
            if refused:
                raise RuleViolation(refused[0], **refused[1])
            return (
                Doubled(
                    box.number,
                    hand.number,
                    box.player,
                    command.by,
                    hand.bet,
                    box.asset,
                    hand.stake,
                ),
            )
        case _:
            assert_never(command)


def _hand_for(state: Round, command: Move) -> tuple[Box, Hand]:
    """Return the speaker's open hand in the named box, or in the only box where he has one."""
    _require_play(state)
    if command.box is not None:
        require_seat(state, command.box)
        box = state.box(command.box)
        if box is None:
            raise RuleViolation(Refusal.BOX_EMPTY, box=command.box)
        if box.player != command.player:
            raise RuleViolation(Refusal.NOT_YOUR_BOX, box=box.number, owner=box.player)
        hand = _open_hand(box)
        if hand is None:
            raise RuleViolation(Refusal.NO_OPEN_HAND, box=box.number)
        return box, hand
    found = [(box, hand) for box in state.boxes_of(command.player) if (hand := _open_hand(box))]
    if not found:
        raise RuleViolation(Refusal.NO_OPEN_HAND)
    if len(found) > 1:
        raise RuleViolation(Refusal.WHICH_BOX, boxes=tuple(box.number for box, _ in found))
    return found[0]


def _require_play(state: Round) -> None:
    if not state.is_running:
        raise RuleViolation(Refusal.NO_ROUND)
    if not state.bets_closed:
        raise RuleViolation(Refusal.NOT_DEALT_YET)
    draws = wants(state).draws
    if draws:
        raise RuleViolation(Refusal.WAITING_FOR_CARDS, draws=len(draws))


def _open_hand(box: Box) -> Hand | None:
    """A box's hands are played left to right: at most one is open (reading 8)."""
    for hand in box.hands:
        if hand.is_open:
            return hand
    return None
