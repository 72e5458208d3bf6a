"""What a language must be able to say where a player is the bank."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.events import Passing


class Dealer(NamedTuple):
    """Who deals, in the words of the rules: the house's man, or the bank of a player."""

    name: str
    capital: str  # the name at the head of a sentence
    he: str
    whose: str
    genitive: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSentences:
    """One language's phrases, filled in as those of ``Sentences``, of which they are a part."""

    # taking it, and how it passes
    welcome: str
    taken: str  # player, amount
    funded: str  # player, amount, holds
    passed: Callable[[Passing], str]  # player
    returned: str  # player, amount
    next: str  # player
    anybody: str

    next_by_itself: str  # player

    record: str  # player

    # its hand
    place: str  # where a card went
    shows: str  # player, cards
    offered: str  # player, answers
    draws: str  # player, cards, total, end
    turns: str  # player, cards, total, end
    turns_and_draws: str  # player, cards, total, end
    stays: str  # player, total
    at_turn: str  # player: in place of a player at turn
    moved: str  # action
    expired: str  # player, hours

    # results
    lost: str  # stake, player
    gained: str  # player, net
    paid: str  # player, net
    even: str  # player
    holds: str  # said, holds
    banked: str  # available, bank
    held: str  # available, held, bank

    # a party
    party: str  # rounds, amount
    joined: str  # player, amount
    agreed: str  # players, times, rounds
    rounded: str  # rounds, asked: they cannot be what was asked
    times: Callable[[int], str]
    rounds: Callable[[int], str]
    round: str  # played, rounds
    ending: str  # round
    ended: str
    nobody: str
    standing: str  # place, player, amount
