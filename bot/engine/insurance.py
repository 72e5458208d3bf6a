"""Deciding about answers to the offers of insurance: a part or all of it, even money, or no.

An answer is final. When the last one has come play begins, or the round goes on to its end.
"""

from __future__ import annotations

from typing import assert_never

from bot.engine.banking import require_cover
from bot.engine.commands import Answer, Decline, EvenMoney, Insure
from bot.engine.events import Declined, Event, Insured, Outcome, Reason, Settled
from bot.engine.fold import evolve
from bot.engine.hole import shown
from bot.engine.offers import Offer, offers
from bot.engine.payout import highest_beside, returned
from bot.engine.settling import conclusion
from bot.engine.stakes import require_seat
from bot.engine.state import Beside, Round
from bot.engine.wants import is_dealt_in
from bot.errors import RuleViolation
from bot.refusals import Refusal


def answer(state: Round, command: Answer) -> tuple[Event, ...]:
    """Return what an answer brings; with the last one perhaps the end of the round."""
    own = _offers_to(state, command)
    match command:
        case Decline():
            events: tuple[Event, ...] = tuple(
                Declined(offer.bet, offer.box, offer.player, command.by) for offer in own
            )
        case Insure():
            events = (_insured(state, _only(own), command.amount),)
        case EvenMoney():
            events = _even_money(state, own)
        case _:
            assert_never(command)
    for event in events:
        state = evolve(state, event)
    return (*events, *conclusion(state))


def require_answers(state: Round) -> None:
    """Refuse what must wait until every offer is answered."""
    if state.offers:
        boxes = tuple(dict.fromkeys(offer.box for offer in offers(state)))
        raise RuleViolation(Refusal.INSURANCE_FIRST, boxes=boxes)


def _offers_to(state: Round, command: Answer) -> tuple[Offer, ...]:
    """Return the speaker's open offers, on the named box or on all."""
    if not state.is_running:
        raise RuleViolation(Refusal.NO_ROUND)
    if isinstance(command, EvenMoney) and not state.rules.even_money:
        raise RuleViolation(Refusal.EVEN_MONEY_NOT_OFFERED)
    if not state.rules.insurance:
        raise RuleViolation(Refusal.INSURANCE_NOT_OFFERED)
    if not is_dealt_in(state):
        raise RuleViolation(Refusal.NOT_DEALT_YET)
    if command.box is not None:
        require_seat(state, command.box)
    own = tuple(
        offer
        for offer in offers(state)
        if offer.player == command.player and command.box in {None, offer.box}
    )
    if not own:
        named = {} if command.box is None else {"box": command.box}
        raise RuleViolation(Refusal.INSURANCE_OVER, **named)
    return own


def _only(own: tuple[Offer, ...]) -> Offer:
    if len(own) > 1:
        raise RuleViolation(Refusal.WHICH_BOX, boxes=tuple(offer.box for offer in own))
    return own[0]


def _insured(state: Round, offer: Offer, amount: int | None) -> Insured:
    amount = offer.most if amount is None else amount
    if amount <= 0:
        raise RuleViolation(Refusal.STAKE_NOT_POSITIVE, minimum=1, asset=offer.asset)
    if amount > offer.most:
        raise RuleViolation(
            Refusal.INSURANCE_ABOVE_HALF, amount=amount, maximum=offer.most, asset=offer.asset
        )
    require_cover(state, amount, highest_beside(Beside.INSURANCE, state.rules))
    bet = f"{state.number}-{state.bets + 1}"
    return Insured(bet, offer.box, 1, offer.player, offer.asset, amount, offer.bet)


def _even_money(state: Round, own: tuple[Offer, ...]) -> tuple[Event, ...]:
    blackjacks = tuple(offer for offer in own if offer.even_money)
    if not blackjacks:
        raise RuleViolation(Refusal.EVEN_MONEY_NEEDS_BLACKJACK)
    offer = _only(blackjacks)
    outcome, reason = Outcome.WON, Reason.EVEN_MONEY
    back = returned(offer.stake, outcome, reason, state.rules)
    paid = Settled(
        offer.bet, offer.box, 1, offer.player, offer.asset, offer.stake, back, outcome, reason
    )
    return (*shown(state, offer.box, 1), paid)
