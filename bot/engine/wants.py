"""What is open: the cards that chance owes, and the moves that players may make.

``wants(state).draws`` names *all* cards that are certain whatever the players say and whatever
the cards will be, and no other. So one request serves a whole deal, and no card exists before the
decision it belongs to: nobody, the operator included, can know one ahead of time.

Order of cards (reading 21): boxes ascending, one each; the dealer's open card; boxes ascending,
second card; later each hand's cards as they were asked for, the dealer's last.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import Struct

from bot.engine.cards import DECK
from bot.engine.dealer import certain_cards
from bot.engine.hand import TWENTY_ONE, is_soft, total
from bot.engine.offers import Offer, offers
from bot.engine.rules import DoubleOn, RuleSet, TurnOrder
from bot.engine.splitting import is_split_ace, why_not_split
from bot.engine.state import Beside, Box, Hand, Round
from bot.engine.verdict import Verdict, is_blackjack, judge
from bot.refusals import Refusal


class Action(Enum):
    """A move by its plain name."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"


class Slot(Struct, frozen=True, gc=False):
    """One card owed; box 0 is the dealer."""

    box: int
    hand: int = 1


class Turn(Struct, frozen=True, gc=False):
    """One open hand and what its owner may do with it."""

    player: int
    box: int
    hand: int
    may: tuple[Action, ...]


class Wants(Struct, frozen=True, gc=False):
    """What the round waits for; nothing of it once it is over."""

    stakes_open: bool = False
    draws: tuple[Slot, ...] = ()
    turns: tuple[Turn, ...] = ()
    offers: tuple[Offer, ...] = ()  # of insurance; nothing else happens until all are answered


DEALER: Final = Slot(0)
_NOTHING: Final = Wants()
_STAKES: Final = Wants(stakes_open=True)
_ACES_TO_TENS: Final = DECK[12:13] + DECK[:9]  # one card of each worth


def wants(state: Round) -> Wants:
    """Return what is owed and what is allowed; draws come before turns."""
    if not state.is_running:
        return _NOTHING
    if not state.bets_closed:
        return _STAKES
    if not state.dealer:
        once = tuple(Slot(box.number) for box in state.boxes)
        return Wants(draws=(*once, DEALER, *once))
    if state.offers:
        return Wants(offers=offers(state))
    draws = _draws(state)
    return Wants(draws=draws) if draws else Wants(turns=_turns(state))


def _turns(state: Round) -> tuple[Turn, ...]:
    """A box's hands are played left to right (reading 8), seated boxes one after the other."""
    seated = state.rules.turn_order is TurnOrder.SEATED
    turns: list[Turn] = []
    for box in state.boxes:
        for hand in box.hands:
            if hand.is_open:
                may = _may(hand, len(box.hands), state.rules)
                turns.append(Turn(box.player, box.number, hand.number, may))
                break
        if turns and seated:
            break
    return tuple(turns)


def _may(hand: Hand, hands: int, rules: RuleSet) -> tuple[Action, ...]:
    may = [Action.HIT] if why_not_hit(hand) is None else []
    may.append(Action.STAND)
    if why_not_double(hand, rules) is None:
        may.append(Action.DOUBLE)
    if rules.split and not why_not_split(hand.cards, split=hand.split, hands=hands, rules=rules):
        may.append(Action.SPLIT)
    return tuple(may)


def why_not_hit(hand: Hand) -> tuple[Refusal, dict[str, object]] | None:
    """Return why the open ``hand`` gets no card, or None: a split ace has got its one."""
    if hand.split and is_split_ace(hand.cards, split=True):
        return Refusal.SPLIT_ACES_STAND, {}
    return None


def why_not_double(hand: Hand, rules: RuleSet) -> tuple[Refusal, dict[str, object]] | None:
    """Return why the open ``hand`` may not be doubled, or None; the one reader of ``double``."""
    if rules.double is None:
        return Refusal.DOUBLE_NOT_OFFERED, {}
    if hand.split and is_split_ace(hand.cards, split=True):
        return Refusal.SPLIT_ACES_STAND, {}
    if hand.split and not rules.double_after_split:
        return Refusal.DOUBLE_NOT_AFTER_SPLIT, {}
    if len(hand.cards) != 2:  # noqa: PLR2004 - the first two cards (reading 8)
        return Refusal.DOUBLE_ONLY_ON_TWO_CARDS, {"cards": len(hand.cards)}
    points = total(hand.cards)
    if rules.double is DoubleOn.HARD_9_11 and (is_soft(hand.cards) or not 9 <= points <= 11):  # noqa: PLR2004
        return Refusal.DOUBLE_ONLY_ON_9_TO_11, {"total": points}
    return None


def _draws(state: Round) -> tuple[Slot, ...]:
    owed: list[Slot] = []
    waiting: list[tuple[Box, Hand]] = []
    live = natural = undecided = False
    for box in state.boxes:
        for hand in box.hands:
            if hand.card_owed:
                owed.append(Slot(box.number, hand.number))
                waiting.append((box, hand))
            elif hand.is_open:
                undecided = True
            elif hand.is_live:
                if is_blackjack(hand.cards, state.rules, split=hand.split):
                    natural = True
                else:
                    live = True
    if undecided:  # its owner may still do anything: nothing of the dealer's is certain
        return tuple(owed)
    if state.beside:
        live, natural = live or _bust_open(state), natural or _second_card_open(state)
    return (*owed, *(DEALER,) * _dealer_draws(state, waiting, live=live, natural=natural))


def _bust_open(state: Round) -> bool:
    return any(side.returned is None for side in state.beside_of(Beside.BUST))


def _second_card_open(state: Round) -> bool:
    """Insurance, or a stake behind a blackjack whose owner took even money."""
    paid = {
        (box.number, hand.number)
        for box in state.boxes
        for hand in box.hands
        if hand.returned is not None
    }
    return any(
        side.kind is Beside.INSURANCE
        or (side.kind is Beside.BACKING and (side.box, side.hand) in paid)
        for side in state.beside
        if side.returned is None
    )


def _dealer_draws(
    state: Round, waiting: list[tuple[Box, Hand]], *, live: bool, natural: bool
) -> int:
    """Reading 12: to the end with a live hand or a bust bet; one card for what it alone decides."""
    for box, hand in waiting:
        verdicts = _possible(hand, len(box.hands), state.rules)
        if Verdict.OPEN in verdicts:
            return 0
        live = live or verdicts == {Verdict.STANDS}
    if live:
        return certain_cards(state.dealer, state.rules)
    may_equal = len(state.dealer) == 1 and state.dealer[0].points in {1, 10}
    return 1 if natural and may_equal else 0


def _possible(hand: Hand, hands: int, rules: RuleSet) -> set[Verdict]:
    """Every verdict that one more card can bring."""
    usual = not (hand.doubled or hand.split or rules.five_cards)
    if usual and total(hand.cards) < TWENTY_ONE - 1:
        return {Verdict.OPEN}  # a small card leaves it open
    return {
        judge((*hand.cards, card), doubled=hand.doubled, rules=rules, split=hand.split, hands=hands)
        for card in _ACES_TO_TENS
    }
