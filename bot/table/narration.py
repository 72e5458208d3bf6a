"""Events to facts: what the log stores becomes what is said, with names, totals and balances.

Every amount comes from the event or the book, never from a second calculation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec import UNSET

from bot.engine import shoe
from bot.engine.events import (
    Backed,
    BankAway,
    BankPassed,
    BetsClosed,
    BoxDealt,
    BustStaked,
    CardAsked,
    CardHidden,
    CardRevealed,
    Closed,
    DealerDealt,
    Declined,
    Doubled,
    Event,
    Followed,
    Funded,
    HandSplit,
    Insured,
    Offered,
    Opened,
    Peeked,
    Redraw,
    Rejected,
    Reshuffled,
    Settled,
    Staked,
    Stood,
    Withdrawn,
)
from bot.engine.offers import Offer, offers
from bot.engine.rules import TurnOrder, as_json
from bot.engine.state import Hand, Round
from bot.engine.verdict import score
from bot.engine.wants import Action, Wants
from bot.table import banked, card_facts, replies, shuffles, unseen_facts
from bot.table.card_facts import Names, hand_of
from bot.table.offers import Declined as NotInsured
from bot.table.offers import Offered as InsuranceOffered
from bot.table.offers import OpenOffer
from bot.table.replies import Fact, money

BalanceOf = Callable[[int, str], int]
"""Account number and asset to hundredths, after everything booked so far."""


def narrate(  # noqa: C901, PLR0912 - an arm per event
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
                    bank=names[after.banker] if after.banker else event.bank,
                    source=event.source,
                ),
            )
        case Staked():
            return (_placed(event, after, names, "main"),)
        case Backed():
            return (_placed(event, after, names, "backing"),)
        case BustStaked():
            return (_placed(event, after, names, "bust"),)
        case Insured():
            return (_placed(event, after, names, "insurance"),)
        case Offered():
            told = _offers(offers(after), names)
            return (InsuranceOffered(round=after.number, offers=told),)
        case Declined():
            return (
                NotInsured(
                    round=after.number,
                    bet_id=event.bet,
                    box=event.box,
                    player=names[event.player],
                    by=event.by,
                ),
            )
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
            return (card_facts.of_box(event, after, names),)
        case DealerDealt():
            return (card_facts.of_dealer(event, after, names),)
        case CardRevealed():
            return (card_facts.turned(event, after, names),)
        case CardHidden():
            return (card_facts.face_down(event, after, names),)
        case Peeked():
            bank = names[after.banker] if after.banker else UNSET
            card = after.dealer[0]
            return (unseen_facts.Peeked(round=after.number, card=card, bank=bank),)
        case Reshuffled():
            cards = shoe.highest(after.rules)
            return (shuffles.Reshuffled(round=after.number, reason=event.reason, cards=cards),)
        case Funded():
            return (_funded(event, after, names),)
        case BankPassed():
            return (_passed(event, after, names),)
        case BankAway():
            return ()
        case Rejected() | Redraw():
            return ()  # what a draw brought, is said with the draw
        case CardAsked():
            return (_acted(event, after, names, Action.HIT),)
        case Stood():
            return (_acted(event, after, names, Action.STAND),)
        case Doubled():
            return (_acted(event, after, names, Action.DOUBLE), _raised(event, after, names))
        case Followed():
            return (_raised(event, after, names),)
        case HandSplit():
            return (
                _acted(event, after, names, Action.SPLIT),
                _placed(event, after, names, "split"),
            )
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
            replies.OpenHand(
                player=names[turn.player],
                box=turn.box,
                hand=turn.hand,
                may=turn.may,
                split=(turn.box and hand_of(state, turn.box, turn.hand)[1].split) or UNSET,
            )
            for turn in want.turns
        ),
        draws=len(want.draws),
        offers=_offers(want.offers, names) if want.offers else UNSET,
        seated=state.rules.turn_order is TurnOrder.SEATED or UNSET,
    )


def _funded(event: Funded, after: Round, names: Names) -> Fact:
    return banked.BankFunded(
        round=after.number,
        player=names[event.player],
        asset=event.asset,
        amount=money(event.amount),
        holds=money(after.purse),
        taken=after.purse == event.amount and not after.boxes,
    )


def _passed(event: BankPassed, after: Round, names: Names) -> Fact:
    return banked.BankPassed(
        round=after.number,
        player=names[event.player],
        asset=event.asset,
        amount=money(event.amount),
        reason=event.reason,
        to=names[event.to] if event.to else UNSET,
    )


def _placed(
    event: Staked | Backed | BustStaked | Insured | HandSplit, after: Round, names: Names, bet: str
) -> Fact:
    """A bet of its own; a split's lies on the new hand, a bust bet on no box."""
    match event:
        case HandSplit():
            box, hand = event.box, event.new
        case BustStaked():
            box, hand = 0, 0
        case _:
            box, hand = event.box, event.hand
    return replies.Staked(
        round=after.number,
        bet_id=event.bet,
        box=box,
        hand=hand,
        player=names[event.player],
        bet=bet,
        amount=money(event.amount),
        asset=event.asset,
        stake=money(event.amount),
        of=event.of if isinstance(event, Insured) else UNSET,
        behind=names[hand_of(after, box, hand)[0].player] if isinstance(event, Backed) else UNSET,
        follows=event.follows if isinstance(event, Backed) else UNSET,
    )


def _raised(event: Doubled | Followed, after: Round, names: Names) -> Fact:
    if isinstance(event, Doubled):
        bet, stake = "double", hand_of(after, event.box, event.hand)[1].stake
    else:
        bet = "backing_double"
        stake = next(side.stake for side in after.beside if side.bet == event.bet)
    return replies.Staked(
        round=after.number,
        bet_id=event.bet,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        bet=bet,
        amount=money(event.amount),
        asset=event.asset,
        stake=money(stake),
        of=event.bet,
    )


def _offers(open_offers: tuple[Offer, ...], names: Names) -> tuple[OpenOffer, ...]:
    return tuple(
        OpenOffer(
            player=names[offer.player],
            box=offer.box,
            bet_id=offer.bet,
            asset=offer.asset,
            stake=money(offer.stake),
            most=money(offer.most),
            even_money=offer.even_money,
        )
        for offer in open_offers
    )


def _acted(
    event: CardAsked | Stood | Doubled | HandSplit, after: Round, names: Names, action: Action
) -> Fact:
    return replies.Acted(
        round=after.number,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        action=action,
        by=event.by,
    )


def _settled(event: Settled, after: Round, names: Names, balance_of: BalanceOf) -> Fact:
    hand = hand_of(after, event.box, event.hand)[1] if event.box else Hand(0, "", 0)
    return replies.Settled(
        round=after.number,
        bet_id=event.bet,
        box=event.box,
        hand=event.hand,
        player=names[event.player],
        bet=_kind(event.bet, after),
        asset=event.asset,
        stake=money(event.stake),
        returned=money(event.returned),
        net=money(event.returned - event.stake),
        outcome=event.outcome,
        reason=event.reason,
        cards=tuple(card.rank.value for card in hand.cards),
        doubled=hand.doubled,
        split=hand.split,
        total=score(hand.cards, after.rules),
        dealer_total=score(after.dealer, after.rules),
        balance=money(balance_of(event.player, event.asset)),
        bank=names[after.banker] if after.banker else UNSET,
    )


def _kind(bet: str, state: Round) -> str:
    """Return which kind of bet that is; the owners' are ``main``."""
    return next((side.kind.value for side in state.beside if side.bet == bet), "main")


def _closed(after: Round, names: Names) -> Fact:
    nets: dict[tuple[int, str], int] = {}
    for box in after.boxes:
        for hand in box.hands:
            won = (hand.returned or 0) - hand.stake
            nets[box.player, box.asset] = nets.get((box.player, box.asset), 0) + won
    for side in after.beside:
        won = (side.returned or 0) - side.stake
        nets[side.player, side.asset] = nets.get((side.player, side.asset), 0) + won
    if after.banker and after.boxes:
        nets[after.banker, after.asset] = -sum(nets.values())
    return replies.Closed(
        bank=names[after.banker] if after.banker else UNSET,
        holds=money(after.purse) if after.holder else UNSET,
        round=after.number,
        dealer=tuple(card.rank.value for card in after.dealer),
        net=tuple(
            replies.Net(player=names[player], asset=asset, net=money(net))
            for (player, asset), net in nets.items()
        ),
        cut_card=shoe.is_at_cut_card(after.out or (), after.rules) or UNSET,
    )
