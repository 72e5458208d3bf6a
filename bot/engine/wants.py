"""What is open: the cards that chance owes, and the moves that players may make.

``wants(state).draws`` names *all* cards that are certain whatever the players say and whatever
the cards will be, and no other. So one request serves a whole deal, and no card exists before the
decision it belongs to: nobody, the operator included, can know one ahead of time.

Order of cards (reading 21): boxes ascending, one each; the dealer's open card, if he shows one;
boxes ascending, second card; his hidden card, if he has one; later each hand's cards as they were
asked for, the dealer's last. Cards that lie face down are never named together with open ones: they
come from another chain of draws. What lies face down decides nothing here before it is turned up.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.cards import Card, Suit, deck
from bot.engine.dealer import certain_cards
from bot.engine.hand import TWENTY_ONE, is_soft, total
from bot.engine.offers import Offer, offers
from bot.engine.rules import (
    BankPlays,
    DealerShows,
    DoubleOn,
    FiveCards,
    PlayerCards,
    RuleSet,
    TurnOrder,
    Values,
)
from bot.engine.splitting import is_split_ace, why_not_split
from bot.engine.state import NO_ROUND, Beside, Box, Hand, Round
from bot.engine.verdict import FIVE, Verdict, is_blackjack, judge, may_be_blackjack, score
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
    hidden: bool = False  # it will lie face down


class Turn(Struct, frozen=True, gc=False):
    """One open hand and what its owner may do with it; box 0 is a player's bank."""

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
BANKS_MOVES: Final = (Action.HIT, Action.STAND)
_FIRST: Final = 2  # cards that everybody gets
_NOTHING: Final = Wants()
_STAKES: Final = Wants(stakes_open=True)


def wants(state: Round) -> Wants:
    """Return what is owed and what is allowed; draws come before turns."""
    if not state.is_running:
        return _NOTHING
    if not state.bets_closed:
        return _STAKES
    if not is_dealt_in(state):
        return Wants(draws=_alike(_first_cards(state)[state.cards :]))
    if state.offers:
        return Wants(offers=offers(state))
    if has_shown_blackjack(state):
        return _NOTHING
    draws = _draws(state)
    return Wants(draws=_alike(draws)) if draws else Wants(turns=_turns(state))


def is_dealt_in(state: Round) -> bool:
    """Whether everybody has his first cards, the dealer those that he lies before the play."""
    shows, dealer = state.rules.dealer_shows, 1
    if shows is not DealerShows.ONE:
        dealer = 2 if shows is DealerShows.ONE_AND_HIDDEN else 0
    return state.cards >= _FIRST * len(state.boxes) + dealer


def has_shown_blackjack(state: Round) -> bool:
    """Whether the dealer turned up a blackjack before the play: nobody acts any more.

    After the play no hand is open, and it makes no difference.
    """
    return (
        state.rules.peek
        and not state.peeked
        and not state.hole
        and is_blackjack(state.dealer, state.rules)
    )


def plays_freely(state: Round) -> bool:
    """Whether the bank's moves are a player's; the one reader of ``bank_plays``."""
    return state.rules.bank_plays is BankPlays.FREE and state.banker > 0 and not state.bank_away


def _first_cards(state: Round) -> tuple[Slot, ...]:
    """Return the order of the first cards; the one reader of ``dealer_shows``."""
    once = tuple(Slot(box.number, 1, _lies_hidden(state)) for box in state.boxes)
    match state.rules.dealer_shows:
        case DealerShows.ONE:
            return (*once, DEALER, *once)
        case DealerShows.ONE_AND_HIDDEN:
            return (*once, DEALER, *once, Slot(0, 1, hidden=True))
        case DealerShows.NONE:
            return (*once, *once)


def _lies_hidden(state: Round) -> bool:
    """Whether the players' cards lie face down; the one reader of ``player_cards``."""
    return state.rules.player_cards is PlayerCards.HIDDEN


def hides(rules: RuleSet) -> bool:
    """Whether cards lie face down under these rules."""
    state = replace(NO_ROUND, rules=rules)
    return _lies_hidden(state) or any(slot.hidden for slot in _first_cards(state))


def _alike(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Return the first slots that are all open, or all hidden."""
    for position, slot in enumerate(slots):
        if slot.hidden != slots[0].hidden:
            return slots[:position]
    return slots


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
    if not turns and plays_freely(state) and _is_banks_turn(state):
        return (Turn(state.banker, 0, 1, BANKS_MOVES),)
    return tuple(turns)


def _is_banks_turn(state: Round) -> bool:
    """It plays when its hidden card is turned up, and only while something waits for it."""
    over = state.bank_stood or state.hole or is_bank_done(state)
    return not over and _stakes_open(state)[0]


def is_bank_done(state: Round) -> bool:
    """Whether a bank that plays freely stands by itself: on 21, or where it cannot go on."""
    five = state.rules.five_cards is FiveCards.TRICK and len(state.dealer) >= FIVE
    return five or score(state.dealer, state.rules) >= TWENTY_ONE


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
    points, soft = total(hand.cards, rules.values), is_soft(hand.cards, rules.values)
    if rules.double is DoubleOn.HARD_9_11 and (soft or not 9 <= points <= 11):  # noqa: PLR2004
        return Refusal.DOUBLE_ONLY_ON_9_TO_11, {"total": points}
    return None


def _draws(state: Round) -> tuple[Slot, ...]:
    owed: list[Slot] = []
    waiting: list[tuple[Box, Hand]] = []
    undecided = False
    for box in state.boxes:
        for hand in box.hands:
            if hand.card_owed:
                owed.append(Slot(box.number, hand.number, _lies_hidden(state)))
                waiting.append((box, hand))
            elif hand.is_open:
                undecided = True
    if undecided or state.hole:  # its owner may still do anything, or the dealer's is not turned up
        return tuple(owed)
    return (*owed, *(DEALER,) * _dealer_draws(state, waiting))


def _stakes_open(state: Round) -> tuple[bool, bool]:
    """Return what waits for the dealer: whether his whole hand, and whether his blackjack."""
    live = natural = False
    for box in state.boxes:
        for hand in box.hands:
            if hand.is_live:
                if is_blackjack(hand.cards, state.rules, split=hand.split):
                    natural = True
                else:
                    live = True
    if state.beside:
        live, natural = live or _bust_open(state), natural or _second_card_open(state)
    return live, natural


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


def _dealer_draws(state: Round, waiting: list[tuple[Box, Hand]]) -> int:
    """Reading 12: to the end with a live hand or a bust bet; one card for what it alone decides."""
    live, natural = _stakes_open(state)
    for box, hand in waiting:
        verdicts = _possible(hand, len(box.hands), state.rules)
        if Verdict.OPEN in verdicts:
            return 0
        live = live or verdicts == {Verdict.STANDS}
    if live and plays_freely(state):
        return int(state.bank_asked) or max(0, _FIRST - len(state.dealer))
    if live:
        return certain_cards(state.dealer, state.rules)
    return 1 if natural and _may_equal(state.dealer, state.rules) else 0


def _may_equal(dealer: tuple[Card, ...], rules: RuleSet) -> bool:
    """Whether the dealer's next card may make a blackjack, or must show whether it can."""
    return not dealer or (len(dealer) == 1 and may_be_blackjack(dealer[0], rules))


def _possible(hand: Hand, hands: int, rules: RuleSet) -> set[Verdict]:
    """Every verdict that one more card can bring."""
    usual = not (hand.doubled or hand.split or rules.five_cards)
    if usual and rules.values is Values.CASINO and total(hand.cards) < TWENTY_ONE - 1:
        return {Verdict.OPEN}  # a small card leaves it open
    return {
        judge((*hand.cards, card), doubled=hand.doubled, rules=rules, split=hand.split, hands=hands)
        for card in deck(rules.pack)[: len(deck(rules.pack)) // len(Suit)]
    }
