"""Evenings for Hypothesis: a few players, some boxes, any rules that are served, any commands.

Rules, cards in play and length are drawn, so they shrink; who says what follows from a seed, which
is fast. Decks are narrow on purpose: blackjacks, three sevens and long hands are everyday things.
Most commands make sense, some do not; what is refused is kept too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from hypothesis import strategies as st

from bot.engine.cards import DECK, Rank, numbers_of
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
from bot.engine.round import decide, wants
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.errors import RuleViolation
from tests.engine.script import fold, rules

PLAYERS: Final = (1, 2, 3, 4)
STAFF: Final = 99
_BOXES: Final = (None, 1, 2, 3, 4, 5, 6, 7)
_MOVES: Final = (Hit, Stand, Double)
_RANKS: Final = st.sampled_from(
    [(Rank.ACE, Rank.KING), (Rank.SEVEN,), (Rank.ACE, Rank.FOUR, Rank.SEVEN, Rank.TEN)]
) | st.lists(st.sampled_from(Rank), min_size=1, max_size=6, unique=True)
_RATIOS: Final = st.sampled_from(["null", "1:1", "3:2", "6:5", "2:1", "7:3", "100:1"])


@dataclass
class Evening:
    """What was said, and what came of it."""

    numbers: tuple[int, ...]  # its deck, for whoever deals on
    state: Round = NO_ROUND
    states: list[Round] = field(default_factory=list)  # every one on the way, the last included
    events: list[Event] = field(default_factory=list)
    refused: list[tuple[Round, Command]] = field(default_factory=list)

    def say(self, command: Command) -> None:
        try:
            events = decide(self.state, command)
        except RuleViolation:
            self.refused.append((self.state, command))
            return
        self.events.extend(events)
        self.state = fold(self.state, events)
        self.states.append(self.state)


@st.composite
def served_rules(draw: st.DrawFn) -> RuleSet:
    """Every field that is served, in any value that fits in an evening."""
    lowest = draw(st.integers(1, 60))
    highest = draw(st.integers(lowest, 60))
    changed = draw(
        st.fixed_dictionaries(
            {"min_stake": st.just(str(lowest)), "max_stake": st.just(str(highest))},
            optional={
                "packs": st.integers(1, 8).map(str),
                "seats": st.integers(1, 7).map(str),
                "soft_17": st.just("hit"),
                "blackjack_pays": _RATIOS,
                "triple_seven_pays": _RATIOS,
                "double": st.sampled_from(["hard_9_11", "null"]),
                "ties": st.just("bank"),
            },
        )
    )
    return rules(**changed)


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """One round, left at any moment of it."""
    under = draw(served_rules())
    ranks = draw(_RANKS)
    stakes, steps = draw(st.integers(2, 9)), draw(st.integers(0, 40))
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    evening = Evening(
        tuple(
            number
            for card in DECK
            if card.rank in ranks
            for number in numbers_of(card, packs=under.packs)
        )
    )
    evening.say(Open(12, under, "aquatique", "house", "scripted"))
    for _ in range(stakes):
        evening.say(a_stake(under, chance))
    evening.say(Deal(chance.choice(PLAYERS)))
    evening.say(Deal(STAFF, By.STAFF))
    for _ in range(steps):
        if evening.state.closed or not evening.state.boxes:
            break
        evening.say(out_of_place(chance) if chance.random() < 0.2 else sensible(evening, chance))
    return evening


def a_stake(under: RuleSet, chance: Random) -> Command:
    """Mostly a stake within the limits, sometimes none; now and then one that is taken back."""
    player, box = chance.choice(PLAYERS), chance.choice(_BOXES)
    if chance.random() < 0.1:
        return Withdraw(player, box)
    amount = 100 * chance.randint(under.min_stake, under.max_stake)
    if chance.random() < 0.1:
        amount = chance.choice((0, -amount, amount + 50, 100 * under.max_stake + 100))
    return Stake(player, amount, "MM", box, chance.random() < 0.5)


def sensible(evening: Evening, chance: Random) -> Command:
    """The cards that are owed, or a move of somebody whose turn it is."""
    want = wants(evening.state)
    if want.turns:
        turn = chance.choice(want.turns)
        return chance.choice((Hit, *_MOVES))(turn.player, turn.box)
    return Deliver(tuple(chance.choices(evening.numbers, k=len(want.draws))))


def out_of_place(chance: Random) -> Command:
    """A move of anybody's on any box, a stake, a second round, cards that nobody asked for.

    No ``Void``: it is never out of place, and would end every evening early.
    """
    player, box = chance.choice(PLAYERS), chance.choice(_BOXES)
    by = chance.choice((By.PLAYER, By.DEADLINE, By.STAFF))
    return chance.choice(
        (
            *(move(player, box, by) for move in _MOVES),
            a_stake(AQUATIQUE, chance),
            Deal(player),
            Open(13, AQUATIQUE, "aquatique", "house", "local"),
            Deliver(tuple(chance.choices(range(1, 53), k=chance.randrange(4)))),
        )
    )
