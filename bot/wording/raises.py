"""Doubles and splits in a post: what the owner raised, and who went along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.engine.wants import Action
from bot.table.replies import Acted, Fact, Staked


class Double(NamedTuple):
    """A hand was doubled."""

    box: int
    hand: int
    placed: Staked
    followers: tuple[Staked, ...]


class Split(NamedTuple):
    """A hand was split."""

    box: int
    hand: int
    new: int
    placed: Staked
    followers: tuple[Staked, ...]


def doubles(facts: Sequence[Fact]) -> Iterator[Double]:
    """Yield each double with the bets that were raised along with it."""
    for fact in _staked(facts, "double"):
        followers = _beside(facts, "backing_double", fact)
        yield Double(fact.box, fact.hand, fact, followers)


def splits(facts: Sequence[Fact]) -> Iterator[Split]:
    """Yield each split with the bets that were placed along with it."""
    hand = 0
    for fact in facts:
        match fact:
            case Acted(action=Action.SPLIT):
                hand = fact.hand
            case Staked(bet="split"):
                yield Split(fact.box, hand, fact.hand, fact, _beside(facts, "backing", fact))
            case _:
                pass


def goes_along(fact: Staked) -> bool:
    """Whether a bet behind a box was placed with a split; no other is on a later hand."""
    return fact.bet == "backing" and fact.hand > 1


def _staked(facts: Sequence[Fact], bet: str) -> Iterator[Staked]:
    return (fact for fact in facts if isinstance(fact, Staked) and fact.bet == bet)


def _beside(facts: Sequence[Fact], bet: str, owner: Staked) -> tuple[Staked, ...]:
    return tuple(
        fact for fact in _staked(facts, bet) if (fact.box, fact.hand) == (owner.box, owner.hand)
    )
