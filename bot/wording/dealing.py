"""The lines of a post that show cards: hands, the dealer, whose turn it is, and the small line.

A line is made of all the facts that belong to it, in whatever order chance dealt them. Nothing
here adds up cards: totals and states are those the facts have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UnsetType

from bot.engine.events import Reason
from bot.engine.hand import TWENTY_ONE
from bot.engine.wants import Action
from bot.table.replies import (
    BetsClosed,
    Card,
    Closed,
    Drawn,
    Expired,
    Fact,
    OpenHand,
    Record,
    Settled,
    Staked,
    Wants,
)
from bot.wording.sentences import DealerEnd, DealerRests, HandState
from bot.wording.speech import Speech

_BETWEEN: Final = " · "

Place = tuple[int, int]
"""Box and hand."""


def closing(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say that nothing goes any more, and which round it is."""
    return [
        speech.words.bets_closed.format(round=fact.round)
        for fact in facts
        if isinstance(fact, BetsClosed)
    ]


def hands(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return a line for each hand that received cards or was doubled."""
    doubles = {
        (fact.box, fact.hand): fact
        for fact in facts
        if isinstance(fact, Staked) and fact.bet == "double"
    }
    paid = {
        (fact.box, fact.hand)
        for fact in facts
        if isinstance(fact, Settled) and fact.reason is Reason.TRIPLE_SEVEN
    }
    dealt = _cards_of_hands(facts)
    lines = [
        _hand(cards, doubles.get(place), speech, paid=place in paid)
        for place, cards in dealt.items()
    ]
    waiting = [
        _doubled(fact, speech) + "." for place, fact in doubles.items() if place not in dealt
    ]
    return lines + waiting


def dealer_shows(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return the line of the dealer's first card, if it was dealt."""
    return [
        speech.words.dealer_shows.format(cards=speech.drawn(card.number, card.card))
        for card in _cards_of_dealer(facts)
        if len(card.cards) == 1
    ]


def dealer_plays(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return the line of the dealer's further cards, or why the round is over without one."""
    more = [card for card in _cards_of_dealer(facts) if len(card.cards) > 1]
    over = any(isinstance(fact, Closed) for fact in facts)
    if not more:
        return [speech.words.dealer_rests(_why_rests(facts))] if over else []
    last = more[-1]
    before = [speech.card(card) for card in last.cards[: -len(more)]]
    cards = _BETWEEN.join(before + [speech.drawn(card.number, card.card) for card in more])
    end = speech.words.dealer_end(_end(last, over=over))
    return [speech.words.dealer_draws.format(cards=cards, total=last.total, end=end)]


def turns(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say whose turn it is, where this post changed it."""
    wants = [fact for fact in facts if isinstance(fact, Wants)]
    if not wants or not wants[-1].open or not _turns_changed(facts, wants[-1]):
        return []
    open_hands = wants[-1].open
    if len({hand.may for hand in open_hands}) == 1:
        players = ", ".join(_players(open_hands, speech))
        line = speech.words.at_turn.format(players=players)
        return [f"{line} {_moves(open_hands[0].may, speech)}"]
    each = ", ".join(_player_and_moves(hand, open_hands, speech) for hand in open_hands)
    return [speech.words.at_turn.format(players=each)]


def small_lines(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return one line per draw: round, draw, source, log position and head."""
    draws = {fact.draw: fact for fact in facts if isinstance(fact, Drawn)}
    return [
        speech.words.small_line.format(
            round=fact.round,
            draw=fact.draw,
            source=speech.source(fact.source, fact.serial),
            log=fact.log,
            head=fact.head,
        )
        for fact in draws.values()
    ]


def _cards_of_hands(facts: Sequence[Fact]) -> dict[Place, list[Card]]:
    dealt: dict[Place, list[Card]] = {}
    for fact in facts:
        if isinstance(fact, Card) and isinstance(fact.box, int) and isinstance(fact.hand, int):
            dealt.setdefault((fact.box, fact.hand), []).append(fact)
    return dealt


def _cards_of_dealer(facts: Sequence[Fact]) -> list[Card]:
    return [fact for fact in facts if isinstance(fact, Card) and fact.to == "dealer"]


def _hand(cards: Sequence[Card], double: Staked | None, speech: Speech, *, paid: bool) -> str:
    last = cards[-1]
    state = HandState.PLAIN if paid else _state(last)
    drawn = _BETWEEN.join(speech.drawn(card.number, card.card) for card in cards)
    shown = f"{drawn} = **{last.total}**{speech.words.hand_state(state)}"
    if double is not None:
        return f"{_doubled(double, speech)}: {shown}"
    if len(last.cards) > len(cards) or isinstance(last.stake, UnsetType):
        return speech.words.hand_card.format(box=last.box, cards=shown)
    stake = speech.amount(last.stake, str(last.asset))
    return speech.words.hand_dealt.format(
        box=last.box, player=last.player, stake=stake, cards=shown
    )


def _doubled(double: Staked, speech: Speech) -> str:
    stake = speech.amount(double.stake, double.asset)
    return speech.words.doubled.format(box=double.box, stake=stake)


def _state(card: Card) -> HandState:
    if card.blackjack:
        return HandState.BLACKJACK
    if card.total >= TWENTY_ONE:
        return HandState.TWENTY_ONE if card.total == TWENTY_ONE else HandState.BUST
    return HandState.SOFT if card.soft else HandState.PLAIN


def _end(last: Card, *, over: bool) -> DealerEnd:
    if last.total > TWENTY_ONE:
        return DealerEnd.BUST
    if last.blackjack:
        return DealerEnd.BLACKJACK
    if last.stands:
        return DealerEnd.STANDS
    return DealerEnd.NO_BLACKJACK if over else DealerEnd.DRAWS_ON


def _why_rests(facts: Sequence[Fact]) -> DealerRests:
    reasons = {fact.reason for fact in facts if isinstance(fact, Settled)}
    if Reason.VOID in reasons:
        return DealerRests.VOID
    return DealerRests.BLACKJACK_SAFE if Reason.BLACKJACK in reasons else DealerRests.NOTHING_OPEN


def _turns_changed(facts: Sequence[Fact], wants: Wants) -> bool:
    """After the deal, after a deadline, and when a hand that drew is over while others wait.

    And where a table that opens in mid-hand says how it stands.
    """
    places = {(hand.box, hand.hand) for hand in wants.open}
    return any(isinstance(fact, Expired | Record) for fact in facts) or any(
        len(cards) == len(cards[-1].cards) or place not in places
        for place, cards in _cards_of_hands(facts).items()
    )


def _players(open_hands: Sequence[OpenHand], speech: Speech) -> list[str]:
    boxes: dict[str, list[int]] = {}
    for hand in open_hands:
        boxes.setdefault(hand.player, []).append(hand.box)
    return [
        player if len(own) == 1 else f"{player} ({_boxes(own, speech)})"
        for player, own in boxes.items()
    ]


def _player_and_moves(hand: OpenHand, open_hands: Sequence[OpenHand], speech: Speech) -> str:
    several = sum(other.player == hand.player for other in open_hands) > 1
    box = f" {_boxes([hand.box], speech)}" if several else ""
    return f"{hand.player}{box} ({_moves(hand.may, speech)})"


def _boxes(numbers: Sequence[int], speech: Speech) -> str:
    return speech.words.box.format(box=", ".join(map(str, numbers)))


def _moves(may: Sequence[Action], speech: Speech) -> str:
    return f"*{_BETWEEN.join(map(speech.words.action, may))}*"
