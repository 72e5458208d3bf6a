"""The bets of a round whose cards are not told yet, judged by what lies open. Pure.

Each function yields what is wrong with an event after the round ``before`` it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.engine.commands import EvenMoney
from bot.engine.dealer import certain_cards
from bot.engine.events import (
    Backed,
    Doubled,
    Followed,
    HandSplit,
    Insured,
    Outcome,
    Reason,
    Settled,
)
from bot.engine.offers import offers
from bot.engine.payout import bust_bet, compare, insurance, returned
from bot.engine.splitting import why_not_split
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.engine.verdict import Verdict, is_blackjack, judge, may_be_blackjack
from bot.engine.wants import has_shown_blackjack, is_dealt_in, plays_freely, why_not_double
from bot.store.entries import Cause, Voided

Result = tuple[Outcome, Reason]

_FIRST: Final = 2  # cards without which no hand is judged
_AT_ONCE: Final[dict[Verdict, Result]] = {
    Verdict.BUST: (Outcome.LOST, Reason.PLAYER_BUST),
    Verdict.TRIPLE_SEVEN: (Outcome.WON, Reason.TRIPLE_SEVEN),
    Verdict.FIVE_CARDS: (Outcome.WON, Reason.FIVE_CARDS),
}


class Found(NamedTuple):
    """A hand, its box, and how many of its cards lie face down."""

    box: Box
    hand: Hand
    down: int
    unknown: int  # of these

    @property
    def is_free(self) -> bool:
        """Whether its owner may move."""
        return self.hand.is_open and not self.hand.card_owed


def hand_at(state: Round, box: int, hand: int) -> Found | None:
    """Return the hand of that number in that box, if there is one."""
    for each in state.boxes:
        for one in each.hands:
            if (each.number, one.number) == (box, hand):
                down = [card for card in state.face_down if (card.box, card.hand) == (box, hand)]
                unknown = sum(card.card is None for card in down)
                return Found(each, one, len(down), unknown)
    return None


def unsettled(state: Round) -> list[str]:
    """Return the bets that stand."""
    own = [hand.bet for box in state.boxes for hand in box.hands if hand.returned is None]
    return own + [side.bet for side in state.beside if side.returned is None]


def is_just_dealt_in(state: Round) -> bool:
    """Whether the last card that was dealt is the last of everybody's first."""
    return is_dealt_in(state) and not is_dealt_in(replace(state, cards=state.cards - 1))


# ── settling ─────────────────────────────────────────────────────────────────────────────────────


def settled(before: Round, event: Settled, cause: Cause) -> Iterator[str]:
    """A bet that stands is settled once, as it is there, by cards that are turned up."""
    side = next((each for each in before.beside if each.bet == event.bet), None)
    found = hand_at(before, event.box, event.hand)
    stands = _standing(side) if side else _owners(found)
    said = event.bet, event.box, event.hand, event.player, event.asset, event.stake
    if stands != said:
        yield f"bet {event.bet} does not stand like that"
        return
    on_hand = side is None or side.kind is Beside.BACKING
    if found is not None and found.down if on_hand else before.hole is not None:
        yield f"bet {event.bet} is settled while its cards lie face down"
        return
    if isinstance(cause, Voided):
        result: Result | None = (Outcome.VOID, Reason.VOID)
    elif event.reason is Reason.EVEN_MONEY:
        result = _even_money(before, event, found, cause)
    elif not on_hand:
        result = _beside(before, side)
    else:
        result = _of_cards(before, found)
    back = returned(event.stake, *result, before.rules) if result else None
    if result is None or (event.outcome, event.reason, event.returned) != (*result, back):
        yield f"bet {event.bet} is not settled as its cards say"


Said = tuple[str, int, int, int, str, int]


def _standing(side: SideBet) -> Said | None:
    if side.returned is not None:
        return None
    return side.bet, side.box, side.hand, side.player, side.asset, side.stake


def _owners(found: Found | None) -> Said | None:
    if found is None or found.hand.returned is not None:
        return None
    box, hand = found.box, found.hand
    return hand.bet, box.number, hand.number, box.player, box.asset, hand.stake


def _even_money(before: Round, event: Settled, found: Found | None, cause: Cause) -> Result | None:
    """A blackjack to which insurance is offered, whose bettor asked for it."""
    offered = any(each.bet == event.bet and each.even_money for each in offers(before))
    commands = getattr(cause, "commands", ())
    asked = any(isinstance(each, EvenMoney) and each.player == event.player for each in commands)
    return (Outcome.WON, Reason.EVEN_MONEY) if found and offered and asked else None


def _beside(before: Round, side: SideBet | None) -> Result | None:
    """Insurance needs the dealer's second card, a bust bet all of them."""
    if side is not None and side.kind is Beside.INSURANCE:
        two = len(before.dealer) >= _FIRST
        return insurance(before.dealer, before.rules) if two else None
    return bust_bet(before.dealer, before.rules) if _is_done(before) else None


def _of_cards(before: Round, found: Found | None) -> Result | None:
    """A hand alone, or against a dealer who is done; None: it cannot be settled yet."""
    if found is None or len(found.hand.cards) < _FIRST or found.hand.card_owed:
        return None
    hand, rules = found.hand, before.rules
    verdict = judge(
        hand.cards,
        doubled=hand.doubled,
        rules=rules,
        split=hand.split,
        hands=len(found.box.hands),
    )
    if verdict in _AT_ONCE:
        return _AT_ONCE[verdict]
    is_open = any(each.is_open for box in before.boxes for each in box.hands)
    if (is_open and not has_shown_blackjack(before)) or before.hole or not before.dealer:
        return None
    natural = is_blackjack(hand.cards, rules, split=hand.split)
    may_equal = len(before.dealer) == 1 and may_be_blackjack(before.dealer[0], rules)
    if (natural and may_equal) or not (natural or _is_done(before)):
        return None
    return compare(hand.cards, before.dealer, rules, split=hand.split)


def _is_done(state: Round) -> bool:
    """Whether the dealer has all his cards, and shows them."""
    if state.hole or not state.dealer:
        return False
    if plays_freely(state) and not has_shown_blackjack(state):
        return state.bank_stood and not state.bank_asked
    return certain_cards(state.dealer, state.rules) == 0


# ── raising ──────────────────────────────────────────────────────────────────────────────────────


def doubled(before: Round, event: Doubled) -> Iterator[str]:
    """By the stake that is there, on a hand that may still be doubled for all that can be seen."""
    found = hand_at(before, event.box, event.hand)
    if found is None or not found.is_free:
        yield f"{event} on a hand that is not open"
        return
    box, hand = found.box, found.hand
    there = box.player, hand.bet, box.asset, hand.stake
    if there != (event.player, event.bet, event.asset, event.amount):
        yield f"{event} is not a raise by the stake"
    two = len(hand.cards) + found.unknown == _FIRST
    rules_forbid = not found.unknown and why_not_double(hand, before.rules)
    if hand.doubled or before.rules.double is None or not two or rules_forbid:
        yield f"{event} on a hand that may not be doubled"


def followed(before: Round, event: Followed) -> Iterator[str]:
    """By the stake that is there, along with the owner."""
    found = hand_at(before, event.box, event.hand)
    side = next((each for each in before.beside if each.bet == event.bet), None)
    along = side is not None and side.kind is Beside.BACKING and side.follows
    just = found is not None and found.hand.doubled and found.hand.card_owed
    said = event.bet, event.box, event.hand, event.player, event.asset, event.amount
    if side is None or not along or not just or _standing(side) != said:
        yield f"{event} follows no double"


def split(before: Round, event: HandSplit) -> Iterator[str]:
    """A pair that is turned up, with another bet like the first."""
    found = hand_at(before, event.box, event.hand)
    if found is None or not found.is_free or found.down:
        yield f"{event} of a hand that is not open"
        return
    box, hand = found.box, found.hand
    hands = len(box.hands)
    there = box.player, _next_bet(before), box.asset, hand.stake, hands + 1
    if there != (event.player, event.bet, event.asset, event.amount, event.new):
        yield f"{event} is not a second bet like the first"
    if why_not_split(hand.cards, split=hand.split, hands=hands, rules=before.rules):
        yield f"{event} of cards that may not be split"


def backed(before: Round, event: Backed) -> Iterator[str]:
    """Along with a split that just was: another bet like the one behind the first hand."""
    found = hand_at(before, event.box, event.hand)
    behind = before.beside_of(Beside.BACKING, box=event.box)
    first = any(
        side.follows
        and side.returned is None
        and side.hand != event.hand
        and (side.player, side.asset, side.stake) == (event.player, event.asset, event.amount)
        for side in behind
    )
    again = any((side.hand, side.player) == (event.hand, event.player) for side in behind)
    new = found is not None and found.hand.split and len(found.hand.cards) == 1
    just = new and found is not None and found.hand.number == len(found.box.hands)
    if not first or again or not just or event.bet != _next_bet(before):
        yield f"{event} follows no split"


def insured(before: Round, event: Insured) -> Iterator[str]:
    """By up to half of a bet to which it is offered."""
    offer = next((each for each in offers(before) if each.bet == event.of), None)
    if offer is None or not 0 < event.amount <= offer.most or event.bet != _next_bet(before):
        yield f"{event} is not offered"
    elif (offer.player, offer.box, offer.asset) != (event.player, event.box, event.asset):
        yield f"{event} is not the bettor's"


def _next_bet(state: Round) -> str:
    return f"{state.number}-{state.bets + 1}"
