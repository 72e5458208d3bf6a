"""Events to facts: what the log stores becomes what is said, with names, totals and balances.

Every amount comes from the event or the book, never from a second calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from bot.engine.dealer import certain_cards
from bot.engine.events import (
    BetsClosed,
    BoxDealt,
    CardAsked,
    Closed,
    DealerDealt,
    Doubled,
    Event,
    Opened,
    Settled,
    Staked,
    Stood,
    Withdrawn,
)
from bot.engine.hand import is_soft, total
from bot.engine.rules import as_json
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import is_blackjack
from bot.engine.wants import Action, Wants
from bot.table import replies
from bot.table.replies import Fact, money

Names = Mapping[int, str]
BalanceOf = Callable[[int, str], int]
"""Account number and asset to hundredths, after everything booked so far."""


def narrate(  # noqa: C901 - an arm per event
    event: Event, after: Round, names: Names, balance_of: BalanceOf
) -> tuple[Fact, ...]:
    """Return what is to be said of an event; ``after`` is the round after it."""
    match event:
        case Opened():
            rules = as_json(event.rules)
            return (
                replies.Opened(
                    round=event.round,
                    rules=rules,
                    preset=event.preset,
                    bank=event.bank,
                    source=event.source,
                ),
            )
        case Staked():
            return (_staked(event, after, names),)
        case Withdrawn():
            return (
                replies.Withdrawn(
                    round=after.number,
                    bet_id=event.bet,
                    box=event.box,
                    player=names[event.player],
                    amount=money(event.amount),
                    asset=event.asset,
                ),
            )
        case BetsClosed():
            player = names[event.player]
            return (replies.BetsClosed(round=after.number, player=player, by=event.by),)
        case BoxDealt():
            return (_box_card(event, after, names),)
        case DealerDealt():
            return (_dealer_card(event, after),)
        case CardAsked():
            return (_acted(event, after, names, Action.HIT),)
        case Stood():
            return (_acted(event, after, names, Action.STAND),)
        case Doubled():
            return (_acted(event, after, names, Action.DOUBLE), _raised(event, after, names))
        case Settled():
            return (_settled(event, after, names, balance_of),)
        case Closed():
            return (_closed(after, names),)
        case _:
            assert_never(event)


def wanting(state: Round, want: Wants, names: Names) -> replies.Wants:
    """Return what the round waits for."""
    return replies.Wants(
        round=state.number,
        stakes_open=want.stakes_open,
        open=tuple(
            replies.OpenHand(player=names[turn.player], box=turn.box, hand=turn.hand, may=turn.may)
            for turn in want.turns
        ),
        draws=len(want.draws),
    )


def _staked(event: Staked, after: Round, names: Names) -> Fact:
    return replies.Staked(
        round=after.number,
        bet_id=event.bet,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        bet="main",
        amount=money(event.amount),
        asset=event.asset,
        stake=money(event.amount),
    )


def _raised(event: Doubled, after: Round, names: Names) -> Fact:
    _, hand = _hand(after, event.box, event.hand)
    return replies.Staked(
        round=after.number,
        bet_id=event.bet,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        bet="double",
        amount=money(event.amount),
        asset=event.asset,
        stake=money(hand.stake),
        of=event.bet,
    )


def _acted(event: CardAsked | Stood | Doubled, after: Round, names: Names, action: Action) -> Fact:
    return replies.Acted(
        round=after.number,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        action=action,
        by=event.by,
    )


def _box_card(event: BoxDealt, after: Round, names: Names) -> Fact:
    box, hand = _hand(after, event.box, event.hand)
    return replies.Card(
        round=after.number,
        index=event.index,
        to="box",
        box=event.box,
        hand=event.hand,
        number=event.number,
        card=event.card,
        cards=hand.cards,
        total=total(hand.cards),
        soft=is_soft(hand.cards),
        blackjack=is_blackjack(hand.cards, after.rules),
        player=names[box.player],
        stake=money(hand.stake),
        asset=box.asset,
    )


def _dealer_card(event: DealerDealt, after: Round) -> Fact:
    cards = after.dealer
    return replies.Card(
        round=after.number,
        index=event.index,
        to="dealer",
        number=event.number,
        card=event.card,
        cards=cards,
        total=total(cards),
        soft=is_soft(cards),
        blackjack=is_blackjack(cards, after.rules),
        stands=certain_cards(cards, after.rules) == 0,
    )


def _settled(event: Settled, after: Round, names: Names, balance_of: BalanceOf) -> Fact:
    _, hand = _hand(after, event.box, event.hand)
    return replies.Settled(
        round=after.number,
        bet_id=event.bet,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        bet="main",
        asset=event.asset,
        stake=money(event.stake),
        returned=money(event.returned),
        net=money(event.returned - event.stake),
        outcome=event.outcome,
        reason=event.reason,
        cards=tuple(card.rank.value for card in hand.cards),
        doubled=hand.doubled,
        split=False,
        total=total(hand.cards),
        dealer_total=total(after.dealer),
        balance=money(balance_of(event.player, event.asset)),
    )


def _closed(after: Round, names: Names) -> Fact:
    nets: dict[tuple[int, str], int] = {}
    for box in after.boxes:
        for hand in box.hands:
            won = (hand.returned or 0) - hand.stake
            nets[box.player, box.asset] = nets.get((box.player, box.asset), 0) + won
    return replies.Closed(
        round=after.number,
        dealer=tuple(card.rank.value for card in after.dealer),
        net=tuple(
            replies.Net(player=names[player], asset=asset, net=money(net))
            for (player, asset), net in nets.items()
        ),
    )


def _hand(state: Round, box_number: int, hand_number: int) -> tuple[Box, Hand]:
    for box in state.boxes:
        for hand in box.hands:
            if (box.number, hand.number) == (box_number, hand_number):
                return box, hand
    msg = f"no hand {hand_number} in box {box_number}"
    raise LookupError(msg)
