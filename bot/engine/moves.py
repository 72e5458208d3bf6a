"""Deciding about moves: a card, no card, a double, a split; and whose they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, assert_never

from bot.engine.backing import going_along
from bot.engine.banking import highest_on, require_cover, room
from bot.engine.commands import By, Double, Hit, LeaveBank, Move, Split, Stand
from bot.engine.events import (
    Backed,
    BankAway,
    CardAsked,
    Doubled,
    Event,
    Followed,
    HandSplit,
    Stood,
)
from bot.engine.fold import evolve
from bot.engine.hole import lying, shown
from bot.engine.insurance import require_answers
from bot.engine.payout import highest_odds
from bot.engine.rules import RuleSet
from bot.engine.settling import conclusion
from bot.engine.splitting import is_split_ace, why_not_split
from bot.engine.stakes import require_seat
from bot.engine.state import Box, Hand, Round, SideBet
from bot.engine.wants import Wants, plays_freely, wants, why_not_double, why_not_hit
from bot.errors import RuleViolation
from bot.refusals import Refusal

_OF_FACES: Final = {
    Refusal.DOUBLE_ONLY_ON_9_TO_11,
    Refusal.SPLIT_ONLY_PAIRS,
    Refusal.SPLIT_ACES_STAND,
    Refusal.SPLIT_NO_MORE,
}
"""What may be forbidden by cards alone."""


def move(state: Round, command: Move) -> tuple[Event, ...]:
    """Return what the move makes happen at once; its cards and their consequences come later."""
    if plays_freely(state) and command.player == state.banker:
        return _banks_move(state, command)
    box, hand = hand_for(state, command)
    match command:
        case Hit():
            _require(why_not_hit(hand))
            return (CardAsked(box.number, hand.number, box.player, command.by),)
        case Stand():
            stood = Stood(box.number, hand.number, box.player, command.by)
            # Only a card face down can come to an end with it: it is turned up.
            return (stood, *conclusion(evolve(state, stood))) if state.hole else (stood,)
        case Double():
            return _doubled(state, box, hand, command)
        case Split():
            return _split(state, box, hand, command)
        case _:
            assert_never(command)


def cover_beside(state: Round, move: Double | Split) -> int | None:
    """Return what a player's bank could pay for beside the owner's own further stake.

    None where the house pays. Raises ``RuleViolation`` where the speaker has no such hand.
    """
    box, hand = hand_for(state, move)
    return room(state, _odds_of(move, state, box, hand)) - hand.stake if state.banker else None


def _odds_of(move: Double | Split, state: Round, box: Box, hand: Hand) -> Fraction:
    """Return the highest odds at which the further stake can be paid."""
    if isinstance(move, Double):
        return highest_on(state, box.number, hand)
    if lying(state, box.number, hand.number):
        return highest_odds(state.rules, unseen=1, split=True)
    return highest_odds(state.rules, hand.cards[1:], split=True)


def leave_bank(state: Round, command: LeaveBank) -> tuple[Event, ...]:
    """Let the bank's hand be played by the fixed rule, which needs no word of its owner."""
    if not any(turn.box == 0 and turn.player == command.player for turn in wants(state).turns):
        raise RuleViolation(Refusal.NO_OPEN_HAND)
    away = BankAway(command.player, command.by)
    return (away, *conclusion(evolve(state, away)))


def hand_for(state: Round, command: Move) -> tuple[Box, Hand]:
    """Return the speaker's hand at turn, in the named box or in the only one where he has one.

    For the croupier too, who asks before a double or a split which backers it concerns.
    """
    want = _require_play(state)
    if command.box is not None:
        _require_own(state, command.box, command.player)
    own = [
        turn
        for turn in want.turns
        if turn.player == command.player and command.box in {None, turn.box}
    ]
    if not own:
        raise _not_at_turn(state, want, command)
    if len(own) > 1:
        raise RuleViolation(Refusal.WHICH_BOX, boxes=tuple(turn.box for turn in own))
    for box in state.boxes:
        for hand in box.hands:
            if (box.number, hand.number) == (own[0].box, own[0].hand):
                return box, hand
    raise LookupError(own[0])


def _banks_move(state: Round, command: Move) -> tuple[Event, ...]:
    """A player's bank that plays freely: a card, or no more."""
    turns = _require_play(state).turns
    if command.box is not None:
        _require_own(state, command.box, command.player)  # the bank has none
    if not any(turn.box == 0 for turn in turns):
        if turns:
            raise RuleViolation(Refusal.NOT_YOUR_TURN, box=turns[0].box, owner=turns[0].player)
        raise RuleViolation(Refusal.NO_OPEN_HAND)
    match command:
        case Hit():
            return (CardAsked(0, 1, state.banker, command.by),)
        case Stand():
            stood = Stood(0, 1, state.banker, command.by)
            return (stood, *conclusion(evolve(state, stood)))
        case Double():
            raise RuleViolation(Refusal.DOUBLE_NOT_OFFERED)
        case Split():
            raise RuleViolation(Refusal.SPLIT_NOT_OFFERED)
        case _:
            assert_never(command)


def _doubled(state: Round, box: Box, hand: Hand, command: Double) -> tuple[Event, ...]:
    along = _raising(state, box, hand, command)
    return (
        Doubled(box.number, hand.number, box.player, command.by, hand.bet, box.asset, hand.stake),
        *(
            Followed(side.bet, side.box, side.hand, side.player, side.asset, side.stake)
            for side in along
        ),
    )


def _split(state: Round, box: Box, hand: Hand, command: Split) -> tuple[Event, ...]:
    """A backer who does not go along keeps his stake on the first hand (reading 13)."""
    along = _raising(state, box, hand, command)
    new, bets = len(box.hands) + 1, state.bets + 1
    return (
        *shown(state, box.number, hand.number),  # a pair must be seen to be split
        HandSplit(
            box.number,
            hand.number,
            new,
            box.player,
            command.by,
            f"{state.number}-{bets}",
            box.asset,
            hand.stake,
        ),
        *(
            Backed(
                f"{state.number}-{bets + number}",
                side.box,
                new,
                side.player,
                side.asset,
                side.stake,
                side.follows,
            )
            for number, side in enumerate(along, 1)
        ),
        *_stood_aces(state, box, hand),
    )


def _raising(state: Round, box: Box, hand: Hand, command: Double | Split) -> tuple[SideBet, ...]:
    """Return the bets that go along with a raise; refuse it where rules, bank or cards forbid it.

    What only cards that lie face down forbid comes last: a bank that cannot pay betrays nothing.
    """
    why_not = _why_not(command, hand, len(box.hands), state.rules)
    unseen = lying(state, box.number, hand.number)
    if not (unseen and why_not and why_not[0] in _OF_FACES):
        _require(why_not)
    along = going_along(state, box, hand, command.followers)
    more = hand.stake + sum(side.stake for side in along)
    require_cover(state, more, _odds_of(command, state, box, hand))
    _require(why_not)
    return along


def _why_not(
    move: Double | Split, hand: Hand, hands: int, rules: RuleSet
) -> tuple[Refusal, dict[str, object]] | None:
    if isinstance(move, Double):
        return why_not_double(hand, rules)
    return why_not_split(hand.cards, split=hand.split, hands=hands, rules=rules)


def _stood_aces(state: Round, box: Box, split: Hand) -> tuple[Stood, ...]:
    """With this split two other aces may have lost their last move: then they stand."""
    return tuple(
        Stood(box.number, hand.number, box.player, By.RULE)
        for hand in box.hands
        if hand.is_open
        and hand is not split
        and len(hand.cards) > 1
        and is_split_ace(hand.cards, split=hand.split)
        and why_not_split(hand.cards, split=True, hands=len(box.hands) + 1, rules=state.rules)
    )


def _require(refused: tuple[Refusal, dict[str, object]] | None) -> None:
    if refused:
        raise RuleViolation(refused[0], **refused[1])


def _require_play(state: Round) -> Wants:
    if not state.is_running:
        raise RuleViolation(Refusal.NO_ROUND)
    if not state.bets_closed:
        raise RuleViolation(Refusal.NOT_DEALT_YET)
    require_answers(state)
    want = wants(state)
    if want.draws:
        raise RuleViolation(Refusal.WAITING_FOR_CARDS, draws=len(want.draws))
    return want


def _require_own(state: Round, number: int, player: int) -> None:
    require_seat(state, number)
    box = state.box(number)
    if box is None:
        raise RuleViolation(Refusal.BOX_EMPTY, box=number)
    if box.player != player:
        raise RuleViolation(Refusal.NOT_YOUR_BOX, box=number, owner=box.player)


def _not_at_turn(state: Round, want: Wants, command: Move) -> RuleViolation:
    """Why no hand of the speaker's is at turn: he has none open, or others come first."""
    own = state.boxes_of(command.player)
    if any(hand.is_open for box in own for hand in box.hands if command.box in {None, box.number}):
        first = want.turns[0]
        return RuleViolation(Refusal.NOT_YOUR_TURN, box=first.box, owner=first.player)
    if command.player == state.banker:
        return RuleViolation(Refusal.NO_OPEN_HAND, is_bank=True)
    playing = [box.number for box in own if any(hand.returned is None for hand in box.hands)]
    box = playing[0] if len(playing) == 1 else command.box
    return RuleViolation(Refusal.NO_OPEN_HAND, **({} if box is None else {"box": box}))
