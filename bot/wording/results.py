"""The lines of a post that speak of money: receipts, results with their cause, balances.

Every amount is the one that the fact has; only the odds of a win are shown as the ratio of two.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final, assert_never

from msgspec import UnsetType

from bot.engine.commands import By
from bot.engine.events import Outcome
from bot.engine.wants import Action
from bot.table.booked import Booked
from bot.table.offers import Declined
from bot.table.replies import (
    Acted,
    Balance,
    Card,
    Closed,
    Fact,
    Presence,
    Settled,
    Staked,
    TableClosed,
    Withdrawn,
)
from bot.wording.banked import is_played
from bot.wording.language import ratio
from bot.wording.places import named, number, several
from bot.wording.raises import goes_along
from bot.wording.speech import Speech

_SHOWN: Final = frozenset({Action.DOUBLE, Action.SPLIT})
"""Moves that have a line of their own, with or without cards."""
BEHIND: Final = frozenset({"backing", "backing_double"})
_PLAIN_ODDS: Final = 20
"""Up to this denominator a ratio is said; a longer one is the work of rounding."""


def receipts(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return what was done and needs no answer beyond a sign; for terminals, in a line each."""
    staked = {fact.box for fact in facts if isinstance(fact, Staked) and fact.changed}
    owners = {fact.player for fact in facts if isinstance(fact, Withdrawn)}
    split = several(facts)
    lines: list[str] = []
    for fact in facts:
        match fact:
            case Staked():
                lines += _staked(fact, speech)
            case Declined() if fact.by is By.PLAYER:
                lines.append(speech.words.casino.declined.format(box=fact.box))
            case Withdrawn() if fact.box not in staked:
                lines.append(_withdrawn(fact, owners, speech))
            case Presence():
                lines.append(_presence(fact, speech))
            case Acted() if fact.box == 0 and fact.by is By.PLAYER:
                action = speech.words.action(fact.action)
                lines.append(speech.words.bank.moved.format(action=action))
            case Acted() if fact.by is By.PLAYER and fact.action not in _SHOWN:
                box = number(fact.box, fact.hand, split, speech)
                action = speech.words.action(fact.action)
                lines.append(speech.words.moved.format(box=box, action=action))
            case _:
                pass
    return lines


def results(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return a line for each settled bet: cause, payout, balance."""
    dealer_has_one = any(
        isinstance(fact, Card) and fact.to == "dealer" and fact.blackjack for fact in facts
    )
    return [
        f"{result(fact, speech, dealer_has_one=dealer_has_one)} {_available(fact, speech)}"
        for fact in facts
        if isinstance(fact, Settled)
    ]


def result(bet: Settled, speech: Speech, *, dealer_has_one: bool = False) -> str:
    """Return a settled bet's cause and payout; ``dealer_has_one``: a blackjack."""
    blackjacks = dealer_has_one and len(bet.cards) == 2 and not bet.split  # noqa: PLR2004
    cause = speech.words.cause(bet, _odds(bet), blackjacks)
    paid = _paid(bet, speech)
    words = speech.words.casino
    match bet.bet:
        case "insurance":
            box = speech.words.box.format(box=bet.box)
            return words.insurance.format(player=bet.player, box=box, said=f"{cause} {paid}")
        case "bust":
            return words.bust.format(player=bet.player, said=f"{cause} {paid}")
        case _:
            player = bettor(bet, speech, split={bet.box} if bet.split else ())
            return speech.words.result.format(box=bet.box, player=player, cause=cause, paid=paid)


def bettor(bet: Settled | Staked, speech: Speech, *, split: Collection[int]) -> str:
    """Return whose bet on a hand that is: its owner's, or of somebody behind him."""
    name = bet.player
    if bet.bet in BEHIND:
        name = speech.words.casino.backer.format(player=name)
    return named(name, bet.box, bet.hand, split, speech)


def balances(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return what accounts have; with names where there are several."""
    found = [fact for fact in facts if isinstance(fact, Balance)]
    if len({fact.player for fact in found}) <= 1:
        return [balance(fact, speech) for fact in found]
    return [
        speech.words.of_player.format(
            player=_owner(fact.player, speech), balance=balance(fact, speech)
        )
        for fact in found
    ]


def balance(fact: Balance, speech: Speech) -> str:
    """Return what an account has, and what is bound in open bets."""
    available = speech.amount(fact.available, fact.asset)
    if not fact.held:
        line = speech.words.balance.format(available=available)
    else:
        line = _held(fact, available, speech)
    if isinstance(fact.reference, UnsetType):
        return line
    return speech.words.reference.format(balance=line, reference=fact.reference)


def _held(fact: Balance, available: str, speech: Speech) -> str:
    """Return what is bound beside, in bets and in the own bank."""
    words = speech.words
    if isinstance(fact.bank, UnsetType):
        held = speech.amount(fact.held, fact.asset)
        return words.held.format(available=available, held=held)
    bank = speech.amount(fact.bank, fact.asset)
    if fact.bank == fact.held:
        return words.bank.banked.format(available=available, bank=bank)
    held = speech.amount(fact.held - fact.bank, fact.asset)
    return words.bank.held.format(available=available, held=held, bank=bank)


def booking(fact: Booked, speech: Speech) -> str:
    """Return what staff booked, why, and what the member has now."""
    words, came = speech.words, fact.net > 0
    if isinstance(fact.reverses, UnsetType):
        template = words.credited if came else words.debited
    else:
        template = words.debit_reversed if came else words.credit_reversed
    done = template.format(
        number=fact.number,
        reverses=fact.reverses,
        amount=speech.amount(fact.amount, fact.asset),
        player=fact.player,
    )
    reason = words.reason.format(reason=fact.reason)
    end = "" if reason.endswith((".", "!", "?", "…")) else "."
    balance = words.balance.format(available=speech.amount(fact.balance, fact.asset))
    return f"{done} {reason}{end} {balance}"


def goes_on(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """After the end of a round, say how to go on and how to check it; or that the table closes."""
    closes = [_closes(fact, speech) for fact in facts if isinstance(fact, TableClosed)]
    if closes:
        return closes
    if not is_played(facts):
        return []
    lines = [
        speech.words.again.format(round=fact.round) for fact in facts if isinstance(fact, Closed)
    ]
    stays = f" {speech.words.left_standing}" if any(map(_may_stay, facts)) else ""
    return [line + stays for line in lines]


def _may_stay(fact: Fact) -> bool:
    """Whether it is an owner's push: his stake may stay for the next round (reading 14)."""
    return isinstance(fact, Settled) and fact.bet == "main" and fact.outcome is Outcome.PUSH


def _closes(fact: TableClosed, speech: Speech) -> str:
    if fact.after is None:
        return speech.words.table_closed
    return speech.words.table_closes.format(round=fact.after)


def _owner(name: str, speech: Speech) -> str:
    """Two accounts are no player's: the house's, and that of the world beyond the casino."""
    return {"house": speech.words.house, "outside": speech.words.outside}.get(name, name)


def _staked(fact: Staked, speech: Speech) -> list[str]:
    """Return the receipt of a bet; one that raises a hand is shown with the hand."""
    words, casino = speech.words, speech.words.casino
    amount = speech.amount(fact.amount, fact.asset)
    template = words.restaked if fact.changed else words.staked
    match fact.bet:
        case "main":
            return [template.format(box=fact.box, amount=amount)]
        case "bust":
            template = casino.bust_restaked if fact.changed else casino.bust_staked
            return [template.format(amount=amount)]
        case "insurance":
            return [casino.insured.format(box=fact.box, amount=amount)]
        case "backing" if not goes_along(fact):
            said = template.format(box=fact.box, amount=amount)
            follows = casino.follows(fact.follows is True)
            return [casino.backed.format(staked=said, owner=fact.behind, follows=follows)]
        case _:
            return []


def _withdrawn(fact: Withdrawn, owners: Collection[str], speech: Speech) -> str:
    """Return the receipt of a bet that was taken back; box 0 is the dealer's bust."""
    amount = speech.amount(fact.amount, fact.asset)
    if fact.box:
        line = speech.words.withdrawn.format(box=fact.box, amount=amount)
    else:
        line = speech.words.casino.bust_withdrawn.format(amount=amount)
    if len(owners) == 1:
        return line
    return speech.words.of_player.format(player=fact.player, balance=line)


def _presence(fact: Presence, speech: Speech) -> str:
    return speech.words.left if fact.status == "left" else speech.words.sits_out


def _available(bet: Settled, speech: Speech) -> str:
    if isinstance(bet.balance, UnsetType):
        return ""
    return speech.words.balance.format(available=speech.amount(bet.balance, bet.asset))


def _paid(bet: Settled, speech: Speech) -> str:
    match bet.outcome:
        case Outcome.WON:
            net = speech.amount(bet.net, bet.asset)
            return speech.words.won.format(net=net, returned=speech.amount(bet.returned, bet.asset))
        case Outcome.PUSH | Outcome.VOID:
            return speech.words.back.format(returned=speech.amount(bet.returned, bet.asset))
        case Outcome.LOST:
            stake = speech.amount(bet.stake, bet.asset)
            if isinstance(bet.bank, UnsetType):
                return speech.words.lost.format(stake=stake)
            return speech.words.bank.lost.format(stake=stake, player=bet.bank)
        case _:
            assert_never(bet.outcome)


def _odds(bet: Settled) -> str | None:
    if not bet.stake:
        return None
    odds = Fraction(bet.net) / Fraction(bet.stake)
    return ratio(odds) if odds.denominator <= _PLAIN_ODDS else None
