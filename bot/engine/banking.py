"""A player's bank: who is it, what it holds, and whether it could pay.

Reading 18: a bank never owes more than it holds, so a bet that it could not pay at its highest odds
is refused with the amount that is left. The one place that reads ``bank`` and
``blackjack_takes_bank``. Whether the player has the money is the ledger's business.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import ceil
from typing import Final

from bot.engine.commands import UNIT, By, Fund, Open, PassBank
from bot.engine.events import BankPassed, Closed, Event, Funded, Passing
from bot.engine.hole import lying
from bot.engine.payout import highest_beside, highest_odds
from bot.engine.rules import Bank, RuleSet
from bot.engine.state import Beside, Round
from bot.engine.verdict import is_blackjack
from bot.errors import RuleViolation
from bot.refusals import Refusal

HOUSE: Final = Bank.HOUSE.value
"""What a round's bank is called where no player is it."""


def is_players(rules: RuleSet) -> bool:
    """Whether a player is the bank."""
    return rules.bank is not Bank.HOUSE


def require_bank(command: Open) -> None:
    """Refuse a round whose bank is not what its rules say."""
    if command.bank.isdecimal() != is_players(command.rules):
        raise RuleViolation(Refusal.NO_BANK)


def fund(state: Round, command: Fund) -> tuple[Event, ...]:
    """Put money into the own bank; whoever takes a bank does that first."""
    if not state.holder or state.holder != command.player:
        raise RuleViolation(Refusal.NOT_THE_BANK, owner=state.holder)
    if state.bets_closed and not state.closed:
        raise RuleViolation(Refusal.STAKES_CLOSED)
    if command.amount <= 0:
        raise RuleViolation(Refusal.STAKE_NOT_POSITIVE, minimum=UNIT, asset=command.asset)
    if command.amount % UNIT:
        raise RuleViolation(Refusal.STAKE_NOT_WHOLE, amount=command.amount, asset=command.asset)
    if command.asset != state.asset:
        raise RuleViolation(Refusal.BANK_ASSET, asset=state.asset)
    least = ceil(needed(state.rules)) * UNIT
    if state.purse + command.amount < least:
        missing = -(-(least - state.purse) // UNIT) * UNIT
        raise RuleViolation(Refusal.BANK_TOO_SMALL, minimum=missing, asset=state.asset)
    return (Funded(command.player, command.asset, command.amount),)


def pass_bank(state: Round, command: PassBank) -> tuple[Event, ...]:
    """Give the bank up, or the turn to take it; the next to the left may have it."""
    holds = state.holder != 0 and state.holder == command.player
    if not holds and not (state.heir and command.player in state.circle):
        raise RuleViolation(Refusal.NOT_THE_BANK, owner=state.heir or state.holder)
    if state.is_running and state.boxes:
        raise RuleViolation(Refusal.BANK_BOUND)
    purse = state.purse if holds else 0
    if command.by is By.RULE:
        passed = BankPassed(command.player, state.asset, purse, 0, Passing.RETURNED)
    else:
        heir = _left_of(state, command.player)
        passed = BankPassed(command.player, state.asset, purse, heir, Passing.GIVEN_UP)
    # Without its bank a round in which nothing is staked is over.
    return (passed, Closed()) if state.is_running else (passed,)


def returned(state: Round) -> tuple[PassBank, ...]:
    """Return what gives a bank back where nothing of it is bound, if somebody holds one."""
    if not state.holder or (state.is_running and state.boxes):
        return ()
    return (PassBank(state.holder, By.RULE),)


def takers(state: Round, away: Collection[int]) -> tuple[int, ...]:
    """Return who may take a bank that is free, in order; nobody: anybody may.

    That is whose turn it is and, where he is ``away``, those at his left up to one who is not.
    """
    if not state.bank_free or state.heir not in state.circle:
        return ()
    first = state.circle.index(state.heir)
    found: list[int] = []
    for player in (*state.circle[first:], *state.circle[:first]):
        found.append(player)
        if player not in away:
            return tuple(found)
    return ()


def passed_on(state: Round) -> tuple[Event, ...]:
    """Return how a player's bank passes when its round is over, if it does."""
    takes = state.rules.blackjack_takes_bank  # instead of going round (002, variants)
    winner = _with_blackjack(state) if takes else 0
    if winner:
        return (_passing(state, winner, Passing.BLACKJACK),)
    if state.rules.bank is Bank.ROTATES and not takes:
        return (_passing(state, _left_of(state, state.banker), Passing.ROTATES),)
    if state.purse < needed(state.rules) * UNIT:
        return (_passing(state, 0, Passing.BROKEN),)
    return ()


def needed(rules: RuleSet) -> Fraction:
    """Return what a bank must hold to take one lowest stake, in whole units."""
    return rules.min_stake * highest_odds(rules)


def room(state: Round, odds: Fraction) -> int:
    """Return the highest further bet, in hundredths, that the bank could pay at these odds."""
    left = state.purse - _owed_at_most(state)
    return max(0, left * odds.denominator // odds.numerator)


def require_cover(state: Round, amount: int, odds: Fraction, *, freed: int = 0) -> None:
    """Refuse a bet that a player's bank could not pay; ``freed`` goes back with it."""
    if not state.banker:
        return
    left = room(state, odds) + freed
    if amount > left:
        raise RuleViolation(
            Refusal.BANK_CANNOT_COVER, amount=amount, maximum=left // UNIT * UNIT, asset=state.asset
        )


def require_no_banker(state: Round, player: int, asset: str) -> None:
    """Refuse a bet of the player who is the bank, and one in another asset than its own."""
    if state.banker and state.banker == player:
        raise RuleViolation(Refusal.BANK_CANNOT_STAKE)
    if state.banker and asset != state.asset:
        raise RuleViolation(Refusal.BANK_ASSET, asset=state.asset)


def _owed_at_most(state: Round) -> int:
    """Return what the bank may have to pay beside the stakes, in hundredths."""
    owed = Fraction(0)
    odds: dict[tuple[int, int], Fraction] = {}
    for box in state.boxes:
        for hand in box.hands:
            hidden = lying(state, box.number, hand.number) > 0
            highest = highest_odds(state.rules, hand.cards, split=hand.split, hidden=hidden)
            odds[box.number, hand.number] = highest
            if hand.returned is None:
                owed += hand.stake * highest
    for side in state.beside:
        if side.returned is None:
            of_hand = side.kind is Beside.BACKING
            at = odds[side.box, side.hand] if of_hand else highest_beside(side.kind, state.rules)
            owed += side.stake * at
    return -(-owed.numerator // owed.denominator)


def _passing(state: Round, to: int, reason: Passing) -> BankPassed:
    return BankPassed(state.banker, state.asset, state.purse, to, reason)


def _left_of(state: Round, player: int) -> int:
    """Return who sits to the left of a player, going round; 0 where nobody else does."""
    circle = state.circle
    if player not in circle or len(circle) < 2:  # noqa: PLR2004 - somebody else
        return 0
    return circle[(circle.index(player) + 1) % len(circle)]


def _with_blackjack(state: Round) -> int:
    """Return the player of the lowest box with a blackjack that the bank has not; else 0."""
    if is_blackjack(state.dealer, state.rules):
        return 0
    for box in state.boxes:
        for hand in box.hands:
            if is_blackjack(hand.cards, state.rules, split=hand.split):
                return box.player
    return 0
