"""The line of a post that says whose turn it is: where that is news, and for every open hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from bot.engine.events import Reason
from bot.engine.wants import Action
from bot.table.offers import Declined
from bot.table.replies import (
    Acted,
    BetsClosed,
    Card,
    Expired,
    Fact,
    OpenHand,
    Record,
    Settled,
    Staked,
    Wants,
)
from bot.wording.places import cards_of_hands, place, several
from bot.wording.speech import Speech

_BETWEEN: Final = " · "


def turns(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say whose turn it is, where this post changed it."""
    wants = [fact for fact in facts if isinstance(fact, Wants)]
    if not wants or not wants[-1].open or not _changed(facts, wants[-1]):
        return []
    last = wants[-1]
    if len({hand.may for hand in last.open}) == 1:
        players = ", ".join(_players(last, speech))
        line = speech.words.at_turn.format(players=players)
        return [f"{line} {moves(last.open[0].may, speech)}"]
    each = ", ".join(_player_andmoves(hand, last, speech) for hand in last.open)
    return [speech.words.at_turn.format(players=each)]


def _changed(facts: Sequence[Fact], wants: Wants) -> bool:
    """After the deal, a split, insurance or a deadline, and when a hand is over and others wait.

    In free order those wait all the time: then only a hand that drew is news, or the next hand of
    the same box. And where a table that opens in mid-hand says how it stands.
    """
    if wants.open[0].box == 0:  # the bank, after everybody
        return any(isinstance(fact, Card | Acted | Expired | Record) for fact in facts)
    places = {(hand.box, hand.hand) for hand in wants.open}
    ordered = several(facts) if wants.seated is UNSET else None
    return (
        any(_is_news(fact) for fact in facts)
        or any(
            _ends(fact, places) and (ordered is None or fact.box in ordered)
            for fact in facts
            if isinstance(fact, Acted)
        )
        or any(
            len(cards) == len(cards[-1].cards) or at not in places
            for at, cards in cards_of_hands(facts).items()
        )
    )


def _is_news(fact: Fact) -> bool:
    match fact:
        case Expired() | Record() | Declined() | BetsClosed():
            return True
        case Staked():
            return fact.bet == "insurance"
        case Settled():
            return fact.reason is Reason.EVEN_MONEY
        case Acted():
            return fact.action is Action.SPLIT
        case Card():  # the second of a hand that was split
            return fact.split is True and len(fact.cards) == 2  # noqa: PLR2004
        case _:
            return False


def _ends(fact: Acted, places: set[tuple[int, int]]) -> bool:
    return (fact.box, fact.hand) not in places


def _players(wants: Wants, speech: Speech) -> list[str]:
    """Return everybody at turn; with his box where the order says so, or where he has several."""
    if wants.open[0].box == 0:
        return [speech.words.bank.at_turn.format(player=wants.open[0].player)]
    hands: dict[str, list[OpenHand]] = {}
    for hand in wants.open:
        hands.setdefault(hand.player, []).append(hand)
    return [
        speech.words.casino.seat.format(player=player, box=_boxes(own, speech))
        if len(own) > 1 or _is_named(own[0], wants)
        else player
        for player, own in hands.items()
    ]


def _player_andmoves(hand: OpenHand, wants: Wants, speech: Speech) -> str:
    several = sum(other.player == hand.player for other in wants.open) > 1
    box = f" {_boxes([hand], speech)}" if several or _is_named(hand, wants) else ""
    return f"{hand.player}{box} ({moves(hand.may, speech)})"


def _is_named(hand: OpenHand, wants: Wants) -> bool:
    return hand.split is True or wants.seated is True


def _boxes(hands: Sequence[OpenHand], speech: Speech) -> str:
    if any(hand.split is True for hand in hands):
        return "; ".join(
            place(hand.box, hand.hand, {hand.box} if hand.split is True else (), speech)
            for hand in hands
        )
    return speech.words.box.format(box=", ".join(str(hand.box) for hand in hands))


def moves(may: Sequence[Action], speech: Speech) -> str:
    """Return what may be said."""
    return f"*{_BETWEEN.join(map(speech.words.action, may))}*"
