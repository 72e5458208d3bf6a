"""A party: agreed rounds with the same chips for everyone, each the bank equally often.

It begins with everybody who takes the bank or stakes before the first deal; with that deal the
circle is closed. The bank goes round by itself, with all the chips of whose turn it is; who left or
cannot be it any more is passed over. Tables go by this rule, and auditors hold them to it. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.banking import needed
from bot.engine.commands import UNIT
from bot.engine.events import BankPassed, BetsClosed, Event, Passing
from bot.engine.rules import RuleSet
from bot.engine.state import Round

ChipsOf = Callable[[int], int]
"""How many chips an account has, in hundredths."""


class Party(Struct, frozen=True):
    """What was agreed, and how far it is."""

    asset: str
    chips: int  # hundredths that everybody begins with
    rounds: int  # asked for
    joined: tuple[int, ...] = ()  # who got chips
    members: tuple[int, ...] = ()  # who played the first deal; nobody before it
    banks: tuple[int, ...] = ()  # who was the bank, round by round
    ending: bool = False  # staff ends it

    @property
    def turns(self) -> int:
        """How often each is the bank: at least once."""
        return max(1, self.rounds // len(self.members)) if self.members else 0

    @property
    def is_played(self) -> bool:
        """Whether everybody was the bank as often as agreed, whoever is there."""
        return bool(self.members) and all(
            self.banks.count(each) >= self.turns for each in self.members
        )

    @property
    def agreed(self) -> int:
        """How many rounds that makes."""
        return self.turns * len(self.members)


def fold(party: Party, after: Round, event: Event) -> Party:
    """Return the party after an event of a round, which is ``after`` it."""
    if after.asset != party.asset:
        return party  # a round that began before
    match event:
        case BetsClosed() if not party.members:
            return replace(party, members=after.circle)
        case BankPassed() if event.reason is Passing.ROTATES:
            return replace(party, banks=(*party.banks, event.player))
        case _:
            return party


def next_bank(
    party: Party, before: Round, rules: RuleSet, *, left: Collection[int], chips_of: ChipsOf
) -> int:
    """Return whose turn it is to be the bank; 0: anybody's, before the first deal."""
    if not party.members or before.heir not in before.circle:
        return 0
    first = before.circle.index(before.heir)
    order = (*before.circle[first:], *before.circle[:first])
    return next((each for each in order if each not in left and _can(chips_of(each), rules)), 0)


def is_over(
    party: Party, state: Round, *, left: Collection[int], chips_of: ChipsOf, closing: bool
) -> bool:
    """Whether it ends now: everybody there was the bank as often as agreed, or staff says so."""
    if state.is_running and state.boxes:
        return False
    if party.ending or closing:
        return True
    if not party.members or state.is_running or state.asset != party.asset:
        return False
    there = [
        each
        for each in party.members
        if each in state.circle and each not in left and _can(chips_of(each), state.rules)
    ]
    return len(there) < 2 or all(  # noqa: PLR2004 - somebody to play against
        party.banks.count(each) >= party.turns for each in there
    )


def whole(chips: int) -> int:
    """Return what of somebody's chips makes his bank: halves stay with him (reading 1)."""
    return chips - chips % UNIT


def returns_bank(party: Party | None, state: Round, *, closing: bool) -> bool:
    """Whether what lies in a bank goes back: nothing is played, or something else."""
    other = party is not None and state.asset != party.asset
    return closing or other or (party is not None and party.ending)


def _can(chips: int, rules: RuleSet) -> bool:
    """Whether so many chips make a bank."""
    return chips >= ceil(needed(rules)) * UNIT
