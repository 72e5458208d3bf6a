"""What the odds say at a table: the house's edge, and the best move of an open hand. Pure.

The odds of a rule set are worked out beside the table, by :mod:`bot.table.advising`; here they are
a value. A tip looks at the hand and the dealer's open card, as its owner does, and at no other.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from bot.engine.commands import Stand
from bot.engine.moves import hand_for
from bot.engine.naming import snake_case
from bot.engine.offers import Offer
from bot.engine.rules import Bank, DealerShows, PlayerCards, RuleSet
from bot.engine.state import Round
from bot.engine.wants import wants
from bot.errors import RuleViolation
from bot.odds.edges import Edges
from bot.odds.play import Play
from bot.odds.questions import Cards
from bot.odds.solution import Column, Solution
from bot.refusals import Refusal


class Odds(NamedTuple):
    """The odds of a rule set, worked out."""

    rules: RuleSet
    solution: Solution
    edges: Edges


class Edge(Struct, frozen=True, kw_only=True):
    """What the house keeps in the long run, in percent of each bet; below zero, what it loses."""

    stake: Decimal  # if it is played as well as can be
    insurance: Decimal | UnsetType = UNSET
    bust: Decimal | UnsetType = UNSET


class Tip(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """The best move of a hand and the next best; what each brings on average, in percent."""

    round: int
    player: str
    box: int
    hand: int
    best: Play
    brings: Decimal  # of the hand's first stake
    other: Play
    other_brings: Decimal
    split: bool | UnsetType = UNSET  # true: the box has several hands


class TipsSwitched(Struct, frozen=True, tag_field="type", tag=snake_case, kw_only=True):
    """From now on the house gives tips at this table, or no more."""

    on: bool


def has_odds(rules: RuleSet) -> bool:
    """Whether the odds can say what a round is worth: a player's bank is nobody's edge."""
    return rules.bank is Bank.HOUSE


def edge(odds: Odds) -> Edge:
    """Return the edges in percent, to the second decimal."""
    found = odds.edges
    return Edge(
        stake=_percent(-found.net),
        insurance=UNSET if found.insurance is None else _percent(found.insurance),
        bust=UNSET if found.bust is None else _percent(found.bust),
    )


def has_tips(rules: RuleSet) -> bool:
    """Whether there is a best move to tell, and telling it tells no hidden cards."""
    return (
        has_odds(rules)
        and rules.dealer_shows is not DealerShows.NONE
        and rules.player_cards is PlayerCards.OPEN
    )


def tip(state: Round, account: int, name: str, box: int | None, odds: Odds | None) -> Tip:
    """Return what is best for the speaker: for his offer of insurance, or for his hand at turn.

    Refuses as a move would be refused. ``odds``: those of the round that ran when he asked.
    """
    if state.is_running and not has_tips(state.rules):
        raise RuleViolation(Refusal.NO_TIPS)
    offer = _offer_to(state, account, box)
    if state.offers and not state.has_stake(account):
        raise RuleViolation(Refusal.NO_OPEN_HAND)  # and no business with the offers of others
    if offer:
        return _of_offer(state, offer, name, _of_round(state, odds))
    place, hand = hand_for(state, Stand(account, box))
    may = next(
        turn.may
        for turn in wants(state).turns
        if (turn.box, turn.hand) == (place.number, hand.number)
    )
    column = _of_round(state, odds).solution.column(state.dealer[0])
    values = _values(column, hand.cards, [Play(move.value) for move in may], len(place.hands))
    return _tip(state, name, (place.number, hand.number), values, split=len(place.hands) > 1)


def _offer_to(state: Round, account: int, box: int | None) -> Offer | None:
    own = [
        offer
        for offer in wants(state).offers
        if offer.player == account and box in {None, offer.box}
    ]
    boxes = tuple(dict.fromkeys(offer.box for offer in own))
    if len(boxes) > 1:
        raise RuleViolation(Refusal.WHICH_BOX, boxes=boxes)
    return own[0] if own else None


def _of_offer(state: Round, offer: Offer, name: str, odds: Odds) -> Tip:
    answers = [Play.DECLINE, Play.INSURE, *([Play.EVEN_MONEY] if offer.even_money else [])]
    cards = next(box.hands[0].cards for box in state.boxes if box.number == offer.box)
    values = _values(odds.solution.column(state.dealer[0]), cards, answers, 1)
    return _tip(state, name, (offer.box, 1), values, split=False)


def _of_round(state: Round, odds: Odds | None) -> Odds:
    """Refuse where the round is another one by now, with other rules: the hand is over."""
    if odds is None or odds.rules != state.rules:
        raise RuleViolation(Refusal.NO_OPEN_HAND)
    return odds


def _values(
    column: Column, cards: Cards, plays: list[Play], hands: int
) -> list[tuple[Play, Fraction]]:
    """Return what each move is worth, the best first; of equal ones as the odds prefer them."""
    best = column.best(cards, plays, hands=hands)
    found = [(play, column.value(play, cards, hands=hands)) for play in plays]
    return sorted(found, key=lambda each: (-each[1], each[0] is not best))


def _tip(
    state: Round,
    name: str,
    place: tuple[int, int],
    values: list[tuple[Play, Fraction]],
    *,
    split: bool,
) -> Tip:
    (best, brings), (other, other_brings), *_ = values
    return Tip(
        round=state.number,
        player=name,
        box=place[0],
        hand=place[1],
        best=best,
        brings=_percent(brings),
        other=other,
        other_brings=_percent(other_brings),
        split=split or UNSET,
    )


def _percent(share: Fraction) -> Decimal:
    return Decimal(round(share * 10_000)) / 100
