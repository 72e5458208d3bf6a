"""Strategies for everything that the log stores: built by hand at the leaves, by fields above.

So a new kind of body, event or command is tried the day it is written.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from bot.engine.cards import DECK, Card
from bot.engine.commands import Command
from bot.engine.events import Event
from bot.engine.presets import PRESETS
from bot.engine.rules import RuleSet
from bot.store.entries import Body

Values = st.SearchStrategy[Any]

WHOLE: Final = st.integers(-(10**18), 10**18) | st.integers(1, 10)
TEXT: Final = st.text(max_size=20)  # any script, quotes, control characters; no lone surrogates
RATIO: Final = st.none() | st.builds(Fraction, st.integers(1, 100), st.integers(1, 100))


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with some ratios and limits of its own."""
    return replace(
        draw(st.sampled_from(sorted(PRESETS.items())))[1],
        min_stake=draw(st.integers(1, 1000)),
        blackjack_pays=draw(RATIO),
        triple_seven_pays=draw(RATIO),
    )


LEAVES: Final[dict[object, Values]] = {
    int: WHOLE,
    str: TEXT,
    bool: st.booleans(),
    NoneType: st.none(),
    UnsetType: st.just(UNSET),
    Card: st.sampled_from(DECK),
    RuleSet: rule_sets(),
}


def of(kind: Any) -> Values:
    """Values of a type as it stands behind a field's colon."""
    if kind in LEAVES:
        return LEAVES[kind]
    several = get_args(kind)
    if get_origin(kind) in {Union, UnionType}:
        return st.one_of(*map(of, several))
    if get_origin(kind) is tuple:
        if several[-1] is Ellipsis:
            return st.lists(of(several[0]), max_size=5).map(tuple)
        return st.tuples(*map(of, several))
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    assert issubclass(kind, Struct), kind
    hints = {
        name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__
    }
    return st.builds(kind, **{name: of(hint) for name, hint in hints.items()})


COMMAND: Final[dict[type, Values]] = {kind: of(kind) for kind in get_args(Command)}
"""A strategy for every command."""
EVENT: Final[dict[type, Values]] = {kind: of(kind) for kind in get_args(Event)}
"""A strategy for every event."""
BODY: Final[dict[type, Values]] = {kind: of(kind) for kind in get_args(Body)}
"""A strategy for every body."""


def bodies() -> st.SearchStrategy[Body]:
    """Any body of the log."""
    return st.one_of(*BODY.values())
