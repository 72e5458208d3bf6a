"""Evenings under any valid rule set at all, round after round at one table, for Hypothesis.

Beside :mod:`tests.engine.evenings`, whose tables hold to open cards and a house that pays. Rule
sets are drawn field by field and kept where they are valid; the rest follows from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any, Final, cast

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from bot.engine import shoe
from bot.engine.commands import (
    Back,
    BustBet,
    By,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    Fund,
    Hit,
    LeaveBank,
    Open,
    PassBank,
    Split,
    Stake,
    Stand,
)
from bot.engine.events import Event
from bot.engine.presets import PRESETS
from bot.engine.round import decide, wants
from bot.engine.rules import Bank, RuleSet, Shoe, read_field, validate
from bot.engine.state import NO_ROUND, Beside, Round
from bot.engine.wants import Action, Turn
from bot.errors import RuleViolation
from tests.engine.evenings import an_answer
from tests.engine.script import fold

PLAYERS: Final = (1, 2, 3, 4)
BANKERS: Final = (8, 9)
STAFF: Final = 99
VALUES: Final[dict[str, tuple[str, ...]]] = {
    "packs": ("1", "1", "2", "6"),
    "pack": ("52", "32"),
    "values": ("casino", "siebzehn_und_vier"),
    "seats": ("1", "2", "3", "7"),
    "dealer_shows": ("one", "one_and_hidden", "none"),
    "peek": ("true", "false"),
    "soft_17": ("stand", "hit"),
    "blackjack_pays": ("3:2", "6:5", "null"),
    "triple_seven_pays": ("3:2", "7:1", "null"),
    "triple_seven_after_split": ("true", "false"),
    "double": ("any_two", "hard_9_11", "null"),
    "double_after_split": ("true", "false"),
    "split": ("value", "rank", "null"),
    "max_hands": ("1", "2", "4"),
    "resplit_aces": ("true", "false"),
    "insurance": ("true", "false"),
    "even_money": ("true", "false"),
    "bust_pays": ("5:2", "null"),
    "backing": ("true", "false"),
    "five_cards": ("null", "wins", "trick"),
    "ties": ("push", "bank"),
    "two_aces_pay": ("null", "1:1", "2:1"),
    "player_cards": ("open", "hidden"),
    "turn_order": ("free", "seated"),
    "bank": ("house", "rotates", "until_broken"),
    "blackjack_takes_bank": ("true", "false"),
    "bank_plays": ("fixed", "free"),
}
"""What each field may be here; the limits of stakes stay as in the preset."""
SHOES: Final = (("continuous", "null"), ("round", "null"), ("cut_card", "1"), ("cut_card", "20"))


def _is_valid(rules: RuleSet) -> bool:
    try:
        validate(rules)
    except RuleViolation:
        return False
    return True


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any preset, with any fields changed as long as the whole stays valid."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    for name in draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=8)):
        text = draw(st.sampled_from(VALUES[name]))
        other = replace(rules, **cast(dict[str, Any], {name: read_field(name, text)}))
        rules = other if _is_valid(other) else rules
    shoe_is, after = draw(st.sampled_from((*SHOES, (None, None))))
    if shoe_is and after:
        cut = None if after == "null" else int(after)
        rules = replace(rules, shoe=Shoe(shoe_is), cut_card_after=cut)
    return replace(rules, max_stake=max(20, min(60, rules.max_stake)))


class Evening:
    """What happened at the table, and every state on the way."""

    def __init__(self, rules: RuleSet, chance: Random) -> None:
        self.rules = rules
        self.chance = chance
        self.state = NO_ROUND
        self.states: list[Round] = []
        self.steps: list[tuple[Command, tuple[Event, ...]]] = []

    def __repr__(self) -> str:
        return f"<{len(self.steps)} steps under {self.rules}>"

    @property
    def events(self) -> list[Event]:
        return [event for _, events in self.steps for event in events]

    def say(self, command: Command) -> bool:
        try:
            events = decide(self.state, command)
        except RuleViolation:
            return False
        self.steps.append((command, events))
        self.state = fold(self.state, events)
        self.states.append(self.state)
        return True

    def opened(self) -> None:
        """Begin the next round: the shoe goes on, and so may the bank."""
        state, out = self.state, shoe.carried(self.state, self.rules)
        dealt = UNSET if out is None else out
        number = state.number + 1
        if self.rules.bank is Bank.HOUSE:
            self.say(Open(number, self.rules, "", "house", "scripted", dealt))
            return
        stays = state.banker if state.purse else 0
        banker = stays or state.heir or self.chance.choice(BANKERS)
        bank = str(banker), "scripted"
        self.say(Open(number, self.rules, "", *bank, dealt, state.purse, "MM", state.circle))
        assert self.state.banker == banker
        self.say(Fund(banker, 100 * self.chance.randint(0, 300), "MM"))

    def bet(self) -> None:
        chance, most = self.chance, self.rules.max_stake
        player = chance.choice((*PLAYERS, *BANKERS))
        amount = 100 * chance.randint(1, most)
        box, swap = chance.randint(1, self.rules.seats), chance.random() < 0.3
        bets: tuple[Command, ...] = (
            Stake(player, amount, "MM", box, swap),
            Stake(player, amount, "MM", box, swap),
            Back(player, box, amount, "MM", chance.random() < 0.7, swap),
            BustBet(player, amount, "MM", swap),
        )
        self.say(chance.choice(bets))

    def move(self) -> None:
        want, chance = wants(self.state), self.chance
        if want.draws:
            self.say(Deliver(self.numbers(len(want.draws))))
        elif want.offers:
            offer = chance.choice(want.offers)
            if not self.say(an_answer(offer.player, offer.box, offer.most, chance)):
                self.say(Decline(offer.player, offer.box))
        elif want.turns:
            turn = chance.choice(want.turns)
            if not self.say(self.choice(turn)):
                self.say(Stand(turn.player, turn.box or None))

    def numbers(self, owed: int) -> tuple[int, ...]:
        """Exactly what is owed from a continuous shoe; else fewer or more, and duplicates.

        While a card lies face down, or is to, only numbers that are accepted are ever told.
        """
        everything, out = range(1, shoe.highest(self.rules) + 1), self.state.out
        if out is None:
            return tuple(self.chance.choices(everything, k=owed))
        if self.state.face_down or wants(self.state).draws[0].hidden:
            left = [number for number in everything if number not in out]
            return tuple(self.chance.sample(left, min(owed, len(left))))
        count = max(1, owed + self.chance.choice((0, 0, 0, 3, -1)))
        return tuple(self.chance.choices(everything, k=count))

    def choice(self, turn: Turn) -> Command:
        chance = self.chance
        if turn.box == 0:
            leave = LeaveBank(turn.player, By.DEADLINE)
            return chance.choice((Hit(turn.player), Hit(turn.player), Stand(turn.player), leave))
        behind = self.state.beside_of(Beside.BACKING, box=turn.box, hand=turn.hand)
        along = tuple(side.player for side in behind if side.follows and chance.random() < 0.7)
        if Action.SPLIT in turn.may and chance.random() < 0.6:
            return Split(turn.player, turn.box, followers=along)
        if Action.DOUBLE in turn.may and chance.random() < 0.3:
            return Double(turn.player, turn.box, followers=along)
        return chance.choice((Hit, Hit, Stand))(turn.player, turn.box)

    def round(self) -> None:
        """A whole round, from the first stake to its end; without a stake it stays open."""
        if not self.state.is_running:
            self.opened()
        for _ in range(self.chance.randint(1, 8)):
            self.bet()
        if not self.say(Deal(STAFF, By.STAFF)):
            return
        for _ in range(2000):
            if self.state.closed:
                break
            self.move()
        assert self.state.closed, self.state
        if self.chance.random() < 0.3:
            self.say(PassBank(self.state.heir or self.state.banker))


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """A few rounds at one table."""
    evening = Evening(draw(rule_sets()), Random(draw(st.integers(0, 2**32 - 1))))
    for _ in range(draw(st.integers(1, 4))):
        evening.round()
    return evening


def any_evening(test: Callable[[Evening], None]) -> Callable[[], None]:
    return settings(deadline=None, max_examples=200)(given(evening=evenings())(test))


def rounds(events: Iterable[Event], opened: type[Event]) -> list[list[Event]]:
    """Take the events apart, round by round."""
    found: list[list[Event]] = []
    for event in events:
        if isinstance(event, opened):
            found.append([])
        found[-1].append(event)
    return found
