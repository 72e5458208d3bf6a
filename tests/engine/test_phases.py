"""The table of phases in ``bot.engine.round`` against what the engine does.

Many random evenings are walked; in every state each command that somebody could give is tried.
What is accepted in a phase, over all its states, must be what the table says, no more, no less.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final, NamedTuple, get_args

import pytest

from bot.engine import round as module
from bot.engine.commands import (
    By,
    Command,
    Deal,
    Deliver,
    Double,
    Hit,
    Open,
    Stake,
    Stand,
    Withdraw,
)
from bot.engine.events import Event
from bot.engine.presets import AQUATIQUE
from bot.engine.round import Phase, decide, phase
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import wants
from bot.errors import RuleViolation
from tests.engine.script import ANNA, BERT, CARL, fold, rules

EVENINGS: Final = 150
STEPS: Final = 60
COMMANDS: Final = {command.__name__ for command in get_args(Command)}
EVENTS: Final = {event.__name__ for event in get_args(Event)}


class Row(NamedTuple):
    """One line of the table."""

    ends_with: str
    commands: str


def documented() -> dict[str, Row]:
    """Read the table: three columns of which the first two are as wide as their rulers."""
    assert module.__doc__
    lines = module.__doc__.splitlines()
    rulers = [n for n, line in enumerate(lines) if line.startswith("====") and " " in line]
    columns = [match.span() for match in re.finditer("=+", lines[rulers[0]])]
    second, third = columns[1][0], columns[2][0]
    return {
        line[:second].strip(): Row(line[second:third].strip(), line[third:].strip())
        for line in lines[rulers[1] + 1 : rulers[2]]
    }


def named(text: str, names: set[str]) -> set[str]:
    return set(re.findall(r"\w+", text)) & names


class Step(NamedTuple):
    """An accepted command and where it led."""

    before: Round
    command: Command
    events: tuple[Event, ...]
    after: Round


@cache
def walked() -> tuple[Step, ...]:
    chance = Random(7)
    return tuple(step for _ in range(EVENINGS) for step in evening(chance))


def evening(chance: Random) -> Iterator[Step]:
    state = NO_ROUND
    for _ in range(STEPS):
        accepted = [step for command in offers(state, chance) if (step := tried(state, command))]
        yield from accepted
        state = chance.choice(accepted).after


def offers(state: Round, chance: Random) -> Iterator[Command]:
    """Everything that anybody could say now; what is wrong is refused."""
    under = chance.choice((AQUATIQUE, rules(soft_17="hit", double="hard_9_11", seats="2")))
    yield Open(state.number + 1, under, "aquatique", "house", "scripted")
    yield Deal(CARL, By.STAFF)
    for count in {1, len(wants(state).draws)}:
        yield Deliver(tuple(chance.randint(1, 312) for _ in range(count)))
    for player in (ANNA, BERT):
        yield Deal(player)
        for box in (None, 1, 2, 3):
            yield Stake(player, 1000, "MM", box, chance.random() < 0.5)
            yield Withdraw(player, box)
            yield Hit(player, box)
            yield Stand(player, box)
            yield Double(player, box)


def tried(state: Round, command: Command) -> Step | None:
    try:
        events = decide(state, command)
    except RuleViolation:
        return None
    return Step(state, command, events, fold(state, events))


# ── the tests ────────────────────────────────────────────────────────────────────────────────────


def test_the_table_has_every_phase() -> None:
    assert [each.value for each in Phase] == list(documented())


def test_the_table_has_every_command() -> None:
    assert COMMANDS == set().union(
        *(named(row.commands, COMMANDS) for row in documented().values())
    )


@pytest.mark.parametrize("each", Phase, ids=lambda each: each.value)
def test_a_phase_accepts_what_the_table_says(each: Phase) -> None:
    accepted = {type(step.command).__name__ for step in walked() if phase(step.before) is each}

    assert named(documented()[each.value].commands, COMMANDS) == accepted


@pytest.mark.parametrize(
    "each", [Phase.NO_ROUND, Phase.STAKES, Phase.DEALER], ids=lambda each: each.value
)
def test_a_phase_ends_with_the_events_that_the_table_says(each: Phase) -> None:
    steps = [step for step in walked() if phase(step.before) is each]
    left = [step for step in steps if phase(step.after) is not each]
    closing = {type(event).__name__ for step in left for event in step.events}

    assert left
    assert named(documented()[each.value].ends_with, EVENTS) == closing - {"DealerDealt"}


def test_phases_follow_each_other_down_the_table() -> None:
    """Only a round that is over goes back to the top."""
    follows = defaultdict(set)
    for step in walked():
        follows[phase(step.before)].add(phase(step.after))

    over = Phase.NO_ROUND
    assert {
        Phase.NO_ROUND: {Phase.STAKES},
        Phase.STAKES: {Phase.STAKES, Phase.DEALING},
        Phase.DEALING: {Phase.PLAY, Phase.DEALER, over},
        Phase.PLAY: {Phase.PLAY, Phase.DEALER, over},
        Phase.DEALER: {Phase.DEALER, over},
    } == follows


def test_in_play_a_card_is_delivered_only_while_it_is_owed_and_moves_only_while_none_is() -> None:
    for step in walked():
        if phase(step.before) is Phase.PLAY:
            assert isinstance(step.command, Deliver) is bool(wants(step.before).draws)
