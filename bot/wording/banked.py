"""The lines of a post that speak of a player's bank: who takes it, what it won, who is next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from bot.engine.events import Passing
from bot.table.banked import BankFunded, BankPassed
from bot.table.replies import Closed, Fact, Settled
from bot.wording.speech import Speech


def taken(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say who takes the bank, or puts more into it."""
    words = speech.words.bank
    return [
        (words.taken if fact.taken else words.funded).format(
            player=fact.player,
            amount=speech.amount(fact.amount, fact.asset),
            holds=speech.amount(fact.holds, fact.asset),
        )
        for fact in facts
        if isinstance(fact, BankFunded)
    ]


def passed(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say what a round brought the bank, and how it passes on."""
    lines = [line for fact in facts if isinstance(fact, Closed) for line in _net(fact, speech)]
    return lines + [_passed(fact, speech) for fact in facts if isinstance(fact, BankPassed)]


def is_played(facts: Sequence[Fact]) -> bool:
    """Whether a round that is over here was one: with a bank that is given up, it may be none."""
    given_up = any(isinstance(fact, BankPassed) for fact in facts)
    return not given_up or any(isinstance(fact, Settled) for fact in facts)


def _net(fact: Closed, speech: Speech) -> list[str]:
    """Return the bank's line; what it holds stands there where it stays."""
    found = [each for each in fact.net if each.player == fact.bank]
    if not found:
        return []
    words, own = speech.words.bank, found[-1]
    net = speech.amount(abs(own.net), own.asset)
    template = words.even if not own.net else words.gained if own.net > 0 else words.paid
    line = template.format(player=own.player, net=net)
    if isinstance(fact.holds, UnsetType):
        return [line]
    return [words.holds.format(said=line, holds=speech.amount(fact.holds, own.asset))]


def _passed(fact: BankPassed, speech: Speech) -> str:
    words = speech.words.bank
    parts = [words.passed(fact.reason).format(player=fact.player)]
    if fact.amount:
        amount = speech.amount(fact.amount, fact.asset)
        parts.append(words.returned.format(amount=amount, player=fact.player))
    if fact.by_itself is True:
        if not isinstance(fact.to, UnsetType):
            parts.append(words.next_by_itself.format(player=fact.to))
    elif not isinstance(fact.to, UnsetType):
        parts.append(words.next.format(player=fact.to))
    elif fact.reason is not Passing.RETURNED:
        parts.append(words.anybody)
    return " ".join(parts)
