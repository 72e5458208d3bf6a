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
    Back,
    BustBet,
    By,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    EvenMoney,
    Fund,
    Hit,
    Insure,
    LeaveBank,
    Open,
    PassBank,
    Split,
    Stake,
    Stand,
    Void,
    Withdraw,
    WithdrawBust,
)
from bot.engine.events import Event
from bot.engine.presets import AQUATIQUE, PRESETS
from bot.engine.round import Phase, decide, phase
from bot.engine.rules import Bank
from bot.engine.shoe import highest
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import wants
from bot.errors import RuleViolation
from tests.engine.script import ANNA, BERT, CARL, changed, fold

EVENINGS: Final = 90
STEPS: Final = 60
COMMANDS: Final = {command.__name__ for command in get_args(Command)}
EVENTS: Final = {event.__name__ for event in get_args(Event)}


CASINO_OF_TWO: Final = changed("casino", soft_17="hit", double="hard_9_11", seats="2")
AT_HOME: Final = changed("home52", packs="6", insurance="true", backing="true", bust_pays="1:1")
DECK_IN_PLAY: Final = (*range(1, 313), *(312, 300) * 60)  # more aces and kings than there are


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


def in_all_but_the_first() -> set[str]:
    """Read the sentence below the table."""
    assert module.__doc__
    sentence = re.search(r"``(\w+)`` undoes a round in every phase but the first", module.__doc__)
    assert sentence
    return {sentence[1]}


def expected(each: Phase) -> set[str]:
    """The commands that may succeed in a phase, table and sentence together."""
    always = in_all_but_the_first() if each is not Phase.NO_ROUND else set()
    return named(documented()[each.value].commands, COMMANDS) | always


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


def played() -> list[Step]:
    """Everything but what undoes a round."""
    return [step for step in walked() if not isinstance(step.command, Void)]


def evening(chance: Random) -> Iterator[Step]:
    """Try everything in every state and go on with something; a void only ends evenings early."""
    state = NO_ROUND
    for _ in range(STEPS):
        if void := tried(state, Void()):
            yield void
        accepted = [step for command in offers(state, chance) if (step := tried(state, command))]
        yield from accepted
        state = chance.choice(accepted).after


def offers(state: Round, chance: Random) -> Iterator[Command]:
    """Everything that anybody could say now; what is wrong is refused."""
    under = chance.choice(
        (AQUATIQUE, PRESETS["casino"], CASINO_OF_TWO, AT_HOME, PRESETS["classic32"])
    )
    if under.bank is Bank.HOUSE:
        yield Open(state.number + 1, under, "aquatique", "house", "scripted")
    else:
        bank = str(CARL)
        yield Open(state.number + 1, under, "", bank, "scripted", purse=10_000, asset="MM")
    yield Fund(CARL, 1000, "MM")
    yield PassBank(CARL)
    yield LeaveBank(CARL, By.DEADLINE)
    yield Hit(CARL)
    yield Stand(CARL)
    yield Deal(CARL, By.STAFF)
    for count in {1, len(wants(state).draws)}:
        top = highest(state.rules)
        numbers = [number for number in DECK_IN_PLAY if number <= top]
        yield Deliver(tuple(chance.choice(numbers) for _ in range(count)))
    for player in (ANNA, BERT):
        yield Deal(player)
        yield BustBet(player, 500, "MM", chance.random() < 0.5)
        yield WithdrawBust(player)
        for number in (1, 2):
            yield Back(player, number, 500, "MM", chance.random() < 0.5, chance.random() < 0.5)
        for box in (None, 1, 2, 3):
            yield Stake(player, 1000, "MM", box, chance.random() < 0.5)
            yield Withdraw(player, box)
            yield Hit(player, box)
            yield Stand(player, box)
            yield Double(player, box)
            yield Split(player, box)
            yield Insure(player, chance.choice((None, 1, 500)), box)
            yield EvenMoney(player, box)
            yield Decline(player, box)


def tried(state: Round, command: Command) -> Step | None:
    try:
        events = decide(state, command)
    except RuleViolation:
        return None
    return Step(state, command, events, fold(state, events))


# ── the tests ────────────────────────────────────────────────────────────────────────────────────


def test_the_table_has_every_phase() -> None:
    assert [each.value for each in Phase] == list(documented())


def test_the_documentation_has_every_command() -> None:
    assert COMMANDS == set().union(*(expected(each) for each in Phase))


@pytest.mark.parametrize("each", Phase, ids=lambda each: each.value)
def test_a_phase_accepts_what_the_documentation_says(each: Phase) -> None:
    accepted = {type(step.command).__name__ for step in walked() if phase(step.before) is each}

    assert expected(each) == accepted


@pytest.mark.parametrize(
    "each", [Phase.NO_ROUND, Phase.STAKES, Phase.DEALER], ids=lambda each: each.value
)
def test_a_phase_ends_with_the_events_that_the_table_says(each: Phase) -> None:
    steps = [step for step in played() if phase(step.before) is each]
    left = [step for step in steps if phase(step.after) is not each]
    closing = {type(event).__name__ for step in left for event in step.events}

    assert left
    on_the_way = {"DealerDealt", "Stood", "CardRevealed", "BankAway", "BankPassed"}
    assert named(documented()[each.value].ends_with, EVENTS) == closing - on_the_way


def test_a_void_ends_the_round_from_anywhere() -> None:
    voids = [step for step in walked() if isinstance(step.command, Void)]

    assert {Phase.NO_ROUND} == {phase(step.after) for step in voids}
    assert set(Phase) - {Phase.NO_ROUND} == {phase(step.before) for step in voids}


def test_phases_follow_each_other_down_the_table() -> None:
    """Only a round that is over goes back to the top; a bank may be passed on there and before."""
    follows = defaultdict(set)
    for step in played():
        follows[phase(step.before)].add(phase(step.after))

    over = Phase.NO_ROUND
    assert {
        Phase.NO_ROUND: {Phase.STAKES, over},
        Phase.STAKES: {Phase.STAKES, Phase.DEALING, over},
        Phase.DEALING: {Phase.DEALING, Phase.INSURANCE, Phase.PLAY, Phase.DEALER, over},
        Phase.INSURANCE: {Phase.INSURANCE, Phase.PLAY, Phase.DEALER, over},
        Phase.PLAY: {Phase.PLAY, Phase.DEALER, over},
        Phase.DEALER: {Phase.DEALER, over},
    } == follows


def test_in_play_a_card_is_delivered_only_while_it_is_owed_and_moves_only_while_none_is() -> None:
    for step in played():
        if phase(step.before) is Phase.PLAY:
            assert isinstance(step.command, Deliver) is bool(wants(step.before).draws)
