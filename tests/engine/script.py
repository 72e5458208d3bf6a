"""A round played from a script: cards by their letters, players by name, events by the list.

Cards are written as in the house, without suits: ``"10 K 7"``. Only numbers go into the engine;
they are the first that name a card of spades of that rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final

import pytest

from bot.engine.cards import Card, numbers_of, parse
from bot.engine.commands import Command, Deal, Deliver, Open, Stake
from bot.engine.events import Event, Settled
from bot.engine.presets import AQUATIQUE, choose
from bot.engine.round import decide, evolve
from bot.engine.rules import Bank, RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import Slot
from bot.errors import RuleViolation

ANNA: Final = 1
BERT: Final = 2
CARL: Final = 3
BANKER: Final = 9

TEN_MM: Final = 1000
"""The lowest stake of ``aquatique``, in hundredths."""

DEALER: Final = Slot(0)


def rules(**overrides: str) -> RuleSet:
    """``aquatique`` with fields as people type them."""
    return choose("aquatique", overrides)


def changed(preset: str, **overrides: str) -> RuleSet:
    """Any preset with fields as people type them, whether tables serve it yet or not."""
    return choose(preset, overrides)


def hand(letters: str) -> tuple[Card, ...]:
    """Spades by their letters."""
    return tuple(parse("♠" + letter) for letter in letters.split())


def cards(letters: str, *, packs: int = 6) -> Deliver:
    """Chance's answer that brings these cards."""
    return Deliver(tuple(numbers_of(card, packs=packs)[0] for card in hand(letters)))


def opening(under: RuleSet = AQUATIQUE, number: int = 1) -> Open:
    """The command that begins a round."""
    if under.bank is Bank.HOUSE:
        return Open(number, under, "aquatique", "house", "scripted")
    return Open(number, under, "", str(BANKER), "scripted", purse=10**6, asset="MM")


def opened(under: RuleSet = AQUATIQUE, number: int = 1) -> Round:
    """A round with nothing staked."""
    return after(NO_ROUND, opening(under, number))


def after(state: Round, *commands: Command) -> Round:
    """The round after these commands, none of which may be refused."""
    for command in commands:
        state = fold(state, decide(state, command))
    return state


def refused(state: Round, command: Command) -> tuple[str, dict[str, object]]:
    """Why a command is refused: its code and data."""
    with pytest.raises(RuleViolation) as caught:
        decide(state, command)
    return caught.value.refusal.value, caught.value.data


def fold(state: Round, events: Iterable[Event]) -> Round:
    return reduce(evolve, events, state)


def closed_bets(*stakes: int, under: RuleSet = AQUATIQUE) -> Round:
    """A round that waits for its first cards; box n belongs to player n."""
    state = opened(under)
    for box, stake in enumerate(stakes, 1):
        state = after(state, Stake(box, stake, "MM", box))
    return after(state, Deal(ANNA))


def dealt(
    *hands: str, dealer: str, under: RuleSet = AQUATIQUE, stakes: tuple[int, ...] = ()
) -> Round:
    """A round after the first cards: hands of two, box n belonging to player n."""
    state = closed_bets(*(stakes or (TEN_MM,) * len(hands)), under=under)
    firsts, seconds = zip(*(letters.split() for letters in hands), strict=True)
    return after(state, cards(" ".join((*firsts, dealer, *seconds)), packs=under.packs))


def settlements(events: Iterable[Event]) -> list[tuple[int, str, str, int]]:
    """Box, outcome, reason and net hundredths of every bet that these events settle."""
    return [
        (event.box, event.outcome.value, event.reason.value, event.returned - event.stake)
        for event in events
        if isinstance(event, Settled)
    ]
