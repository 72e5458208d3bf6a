"""Since when a hand waits: in seated order and after a split its turn begins with another's end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.engine.commands import Command, Decline, EvenMoney, Hit, Insure, Split, Stand
from bot.engine.events import Opened
from bot.engine.round import decide
from bot.engine.state import Round
from bot.engine.turns import Turns, fold
from bot.engine.wants import wants
from tests.engine.script import ANNA, BERT, cards, changed, dealt
from tests.engine.script import fold as folded

BEGAN = datetime(2026, 12, 1, tzinfo=UTC)
CASINO = changed("casino")
FREE = changed("casino", turn_order="free")


class Clocked:
    """A round whose cards were dealt at ``BEGAN``, an hour between what is said."""

    def __init__(self, state: Round) -> None:
        self.state, self.hours = state, 0
        opened = Opened(1, state.rules, "casino", "house", "scripted")
        self.turns = fold(Turns(), opened, BEGAN)
        self.turns = Turns(
            {(box.number, 1): BEGAN for box in state.boxes},
            offered_at=BEGAN if state.offers else None,
            seated=self.turns.seated,
        )

    def say(self, *commands: Command) -> Clocked:
        for command in commands:
            self.hours += 1
            for event in decide(self.state, command):
                self.turns = fold(self.turns, event, BEGAN + timedelta(hours=self.hours))
                self.state = folded(self.state, [event])
        return self

    def since(self) -> dict[tuple[int, int], int]:
        """Hours from the beginning to each hand's turn, of those at turn."""
        return {
            (turn.box, turn.hand): (self.turns.since[turn.box, turn.hand] - BEGAN).seconds // 3600
            for turn in wants(self.state).turns
        }


def test_in_seated_order_a_turn_begins_when_the_one_before_ends() -> None:
    table = Clocked(dealt("10 6", "10 6", dealer="6", under=CASINO))

    assert {(1, 1): 0} == table.since()
    assert {(2, 1): 1} == table.say(Stand(ANNA)).since()


def test_in_seated_order_a_bust_passes_the_turn_on() -> None:
    table = Clocked(dealt("10 6", "10 6", dealer="6", under=CASINO))

    assert {(2, 1): 2} == table.say(Hit(ANNA), cards("K")).since()


def test_in_free_order_nobody_elses_end_matters() -> None:
    table = Clocked(dealt("10 6", "10 6", dealer="6", under=FREE))

    assert {(2, 1): 0} == table.say(Stand(ANNA)).since()


def test_a_wait_for_chance_does_not_count() -> None:
    """The card comes an hour later: so does every turn."""
    table = Clocked(dealt("10 2", "10 6", dealer="6", under=FREE)).say(Hit(ANNA), cards("3"))

    assert {(1, 1): 2, (2, 1): 1} == table.since()


def test_a_split_hand_waits_for_the_one_at_its_left() -> None:
    table = Clocked(dealt("8 8", "10 6", dealer="6", under=FREE))
    table.say(Split(ANNA), cards("3 2"))

    assert {(1, 1): 2, (2, 1): 1} == table.since()
    assert {(1, 2): 3, (2, 1): 1} == table.say(Stand(ANNA)).since()


def test_turns_begin_when_insurance_is_answered_and_offers_at_once() -> None:
    for answer in (Insure(BERT), Decline(BERT), EvenMoney(BERT)):
        table = Clocked(dealt("10 6", "A K", dealer="A", under=FREE)).say(Decline(ANNA))
        assert BEGAN == table.turns.offered_at

        assert {(1, 1): 2} == table.say(answer).since()
        assert BEGAN == table.turns.offered_at
