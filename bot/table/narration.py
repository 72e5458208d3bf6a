"""Events to facts: what the log stores becomes what is said, with names, totals and balances.

Every amount comes from the event or the book, never from a second calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine import shoe
from bot.engine.dealer import certain_cards
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
from bot.engine.hand import TWENTY_ONE, is_soft
from bot.engine.offers import Offer, offers
from bot.engine.rules import RuleSet, TurnOrder, as_json
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import FIVE, is_blackjack, score
from bot.engine.wants import Action, Wants, plays_freely
from bot.table import banked, replies, shuffles, unseen_facts
from bot.table.offers import Declined as NotInsured
from bot.table.offers import Offered as InsuranceOffered
from bot.table.offers import OpenOffer
from bot.table.replies import Fact, money

Names = Mapping[int, str]
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
            return (_box_card(event, after, names),)
        case DealerDealt():
            return (_dealer_card(event, after, names),)
        case CardRevealed():
            return (_turned(event, after, names),)
        case CardHidden():
            return (_face_down(event, after, names),)
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
                split=(turn.box and _hand(state, turn.box, turn.hand)[1].split) or UNSET,
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
        behind=names[_hand(after, box, hand)[0].player] if isinstance(event, Backed) else UNSET,
        follows=event.follows if isinstance(event, Backed) else UNSET,
    )


def _raised(event: Doubled | Followed, after: Round, names: Names) -> Fact:
    if isinstance(event, Doubled):
        bet, stake = "double", _hand(after, event.box, event.hand)[1].stake
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


def _turned(event: CardRevealed, after: Round, names: Names) -> Fact:
    """A card is turned up: the hand as it lies now, with the cards that are still face down out."""
    if event.box == 0:
        return replace(_dealer_card(event, after, names), turned=True)
    return replace(_box_card(event, after, names), turned=True)


def _face_down(event: CardHidden, after: Round, names: Names) -> Fact:
    card = replies.Card(
        round=after.number,
        index=event.index,
        to="box" if event.box else "dealer",
        hidden=True,
        cards=after.dealer,
        total=score(after.dealer, after.rules),
        soft=is_soft(after.dealer, after.rules.values),
        blackjack=False,
    )
    if not event.box:
        return card
    box, hand = _hand(after, event.box, event.hand)
    return replace(
        card,
        box=event.box,
        hand=event.hand,
        cards=hand.cards,
        total=score(hand.cards, after.rules),
        soft=is_soft(hand.cards, after.rules.values),
        player=names[box.player],
        stake=money(hand.stake),
        asset=box.asset,
        split=hand.split or UNSET,
    )


def _box_card(event: BoxDealt | CardRevealed, after: Round, names: Names) -> replies.Card:
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
        total=score(hand.cards, after.rules),
        soft=is_soft(hand.cards, after.rules.values),
        blackjack=is_blackjack(hand.cards, after.rules, split=hand.split),
        player=names[box.player],
        stake=money(hand.stake),
        asset=box.asset,
        stands=_stands_with_five(hand, after.rules),
        split=hand.split or UNSET,
    )


def _stands_with_five(hand: Hand, rules: RuleSet) -> bool:
    five = rules.five_cards is not None and len(hand.cards) == FIVE
    return five and score(hand.cards, rules) <= TWENTY_ONE


def _dealer_card(event: DealerDealt | CardRevealed, after: Round, names: Names) -> replies.Card:
    cards = after.dealer
    fixed = not plays_freely(after) and certain_cards(cards, after.rules) == 0
    return replies.Card(
        round=after.number,
        index=event.index,
        to="dealer",
        number=event.number,
        card=event.card,
        cards=cards,
        total=score(cards, after.rules),
        soft=is_soft(cards, after.rules.values),
        blackjack=is_blackjack(cards, after.rules),
        player=names[after.banker] if after.banker else UNSET,
        stands=fixed,
    )


def _settled(event: Settled, after: Round, names: Names, balance_of: BalanceOf) -> Fact:
    hand = _hand(after, event.box, event.hand)[1] if event.box else Hand(0, "", 0)
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


def _hand(state: Round, box_number: int, hand_number: int) -> tuple[Box, Hand]:
    for box in state.boxes:
        for hand in box.hands:
            if (box.number, hand.number) == (box_number, hand_number):
                return box, hand
    msg = f"no hand {hand_number} in box {box_number}"
    raise LookupError(msg)
