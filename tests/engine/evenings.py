"""Evenings for Hypothesis: a few players, some boxes, any rules that are played, any commands.

Rules, cards in play and length are drawn, so they shrink; who says what follows from a seed, which
is fast. Decks are narrow on purpose: blackjacks, three sevens and long hands are everyday things.
Most commands make sense, some do not; what is refused is kept too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.cards import DECK, Rank, numbers_of
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
    Hit,
    Insure,
    Open,
    Split,
    Stake,
    Stand,
    Withdraw,
    WithdrawBust,
)
from bot.engine.events import Event, Reason, Settled
from bot.engine.presets import AQUATIQUE
from bot.engine.round import decide, wants
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Beside, Round
from bot.engine.wants import Action, Turn
from bot.errors import RuleViolation
from tests.engine.script import changed, fold, rules

PLAYERS: Final = (1, 2, 3, 4)
STAFF: Final = 99
_BOXES: Final = (None, 1, 2, 3, 4, 5, 6, 7)
_MOVES: Final = (Hit, Stand, Double, Split)
_DECKS: Final = (
    (Rank.ACE, Rank.KING),
    (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.SIX),
    (Rank.ACE, Rank.FIVE, Rank.TEN),
    (Rank.ACE, Rank.FOUR, Rank.SEVEN, Rank.TEN),
    (Rank.ACE, Rank.EIGHT),
    (Rank.TWO, Rank.SIX),
    (Rank.SEVEN,),
)
_RANKS: Final = st.one_of(
    st.sampled_from(_DECKS),
    st.sampled_from(_DECKS),
    st.lists(st.sampled_from(Rank), min_size=1, max_size=6, unique=True),
)
_RATIOS: Final = st.sampled_from(["null", "1:1", "3:2", "6:5", "2:1", "7:3", "100:1"])


_BOOLS: Final = st.sampled_from(["true", "false"])
_SPLITS: Final = st.one_of(
    st.fixed_dictionaries(
        {
            "split": st.sampled_from(["value", "rank"]),
            "max_hands": st.sampled_from(["2", "3", "4", "8"]),
            "resplit_aces": _BOOLS,
            "double_after_split": _BOOLS,
        }
    ),
    st.just({"split": "null", "max_hands": "1", "resplit_aces": "false"}),
)
_CASINO: Final = st.one_of(
    st.fixed_dictionaries({"insurance": st.just("true"), "even_money": _BOOLS}),
    st.just({"insurance": "true", "even_money": "true"}),
    st.just({"insurance": "false", "even_money": "false"}),
).flatmap(
    lambda insurance: st.fixed_dictionaries(
        {name: st.just(text) for name, text in insurance.items()},
        optional={
            "triple_seven_after_split": _BOOLS,
            "bust_pays": st.sampled_from(["null", "2:1", "7:3"]),
            "backing": st.just("false"),
            "five_cards": st.sampled_from(["wins", "trick"]),
            "turn_order": st.just("free"),
        },
    )
)


@dataclass
class Evening:
    """What was said, and what came of it."""

    numbers: tuple[int, ...]  # its deck, for whoever deals on
    state: Round = NO_ROUND
    states: list[Round] = field(default_factory=list)  # every one on the way, the last included
    events: list[Event] = field(default_factory=list)
    heard: list[tuple[Event, ...]] = field(default_factory=list)  # what each command led to
    refused: list[tuple[Round, Command]] = field(default_factory=list)

    def say(self, command: Command) -> None:
        try:
            events = decide(self.state, command)
        except RuleViolation:
            self.refused.append((self.state, command))
            return
        self.events.extend(events)
        self.heard.append(tuple(events))
        self.state = fold(self.state, events)
        self.states.append(self.state)


@st.composite
def played_rules(draw: st.DrawFn) -> RuleSet:
    """Every field that is played, in any value that fits in an evening."""
    casino_like = draw(st.sampled_from([False, True, True]))
    lowest = draw(st.integers(1, 60))
    highest = draw(st.integers(lowest, 60))
    fields = draw(
        st.fixed_dictionaries(
            {"min_stake": st.just(str(lowest)), "max_stake": st.just(str(highest))},
            optional={
                "packs": st.integers(1, 8).map(str),
                "seats": st.integers(1, 7).map(str),
                "soft_17": st.just("hit"),
                "blackjack_pays": _RATIOS.filter(lambda text: not casino_like or text != "null"),
                "triple_seven_pays": _RATIOS,
                "double": st.sampled_from(["hard_9_11", "null"]),
                "ties": st.just("bank"),
            },
        )
    )
    if not casino_like:
        return rules(**fields)
    splits = draw(_SPLITS)
    if splits["split"] == "null" or fields.get("double") == "null":
        splits = {**splits, "double_after_split": "false"}
    return changed("casino", **draw(_CASINO), **splits, **fields)


@st.composite
def evenings(draw: st.DrawFn, by: st.SearchStrategy[RuleSet] | None = None) -> Evening:
    """One round by any rules, or some of ``by``, left at any moment of it."""
    under = draw(played_rules() if by is None else by)
    ranks = draw(_RANKS)
    stakes, steps = draw(st.integers(2, 9)), draw(st.sampled_from((0, 3, 8, 20, 40)))
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
        evening.say(a_bet(evening, under, chance))
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
        return Withdraw(player, box) if chance.random() < 0.8 else WithdrawBust(player)
    if chance.random() < 0.1:
        return a_bet_beside(under, chance)
    amount = 100 * chance.randint(under.min_stake, under.max_stake)
    if chance.random() < 0.1:
        amount = chance.choice((0, -amount, amount + 50, 100 * under.max_stake + 100))
    return Stake(player, amount, "MM", box, chance.random() < 0.5)


def a_bet(evening: Evening, under: RuleSet, chance: Random) -> Command:
    """On a box, or where the rules have it behind one, or on the dealer's bust."""
    boxes = evening.state.boxes
    if not boxes or chance.random() < 0.5 or not (under.backing or under.bust_pays):
        return a_stake(under, chance)
    box = chance.choice(boxes)
    if under.bust_pays and chance.random() < 0.4:
        return BustBet(box.player, 100 * chance.randint(1, under.max_stake), "MM")
    room = under.max_stake - box.hands[0].stake // 100
    amount = 100 * chance.randint(1, max(1, room // 2))
    follows, replace = chance.random() < 0.7, chance.random() < 0.3
    return Back(chance.choice(PLAYERS), box.number, amount, "MM", follows, replace)


def a_bet_beside(under: RuleSet, chance: Random) -> Command:
    """Behind anybody, or on the dealer's bust, with or without a stake."""
    player, replace = chance.choice(PLAYERS), chance.random() < 0.5
    amount = 100 * chance.randint(1, under.max_stake)
    if chance.random() < 0.4:
        return BustBet(player, amount, "MM", replace)
    return Back(player, chance.randint(1, 3), amount, "MM", chance.random() < 0.7, replace)


def sensible(evening: Evening, chance: Random) -> Command:
    """The cards that are owed, or a move of somebody whose turn it is."""
    want = wants(evening.state)
    if want.offers:
        offer = chance.choice(want.offers)
        return an_answer(offer.player, offer.box, offer.most, chance)
    if want.turns:
        turn = chance.choice(want.turns)
        if Action.SPLIT in turn.may and chance.random() < 0.6:
            return Split(turn.player, turn.box, followers=followers(evening.state, turn, chance))
        if chance.random() < 0.2:
            return Double(turn.player, turn.box, followers=followers(evening.state, turn, chance))
        return chance.choice((Hit, *_MOVES))(turn.player, turn.box)
    return Deliver(tuple(chance.choices(evening.numbers, k=len(want.draws))))


def followers(state: Round, turn: Turn, chance: Random) -> tuple[int, ...]:
    """Some of those who said that they go along."""
    behind = state.beside_of(Beside.BACKING, box=turn.box, hand=turn.hand)
    return tuple(side.player for side in behind if side.follows and chance.random() < 0.7)


def an_answer(player: int, box: int | None, most: int, chance: Random) -> Command:
    """To an offer of insurance."""
    amount = chance.choice((None, most, chance.randint(1, most)))
    kinds = (Insure(player, amount, box), EvenMoney(player, box), Decline(player, box))
    return chance.choice(kinds)


def out_of_place(chance: Random) -> Command:
    """A move of anybody's on any box, a stake, a second round, cards that nobody asked for.

    No ``Void``: it is never out of place, and would end every evening early.
    """
    player, box = chance.choice(PLAYERS), chance.choice(_BOXES)
    by = chance.choice((By.PLAYER, By.DEADLINE, By.STAFF))
    return chance.choice(
        (
            *(move(player, box, by) for move in _MOVES),
            an_answer(player, box, 500, chance),
            a_bet_beside(AQUATIQUE, chance),
            Split(player, box, followers=(player,)),
            a_stake(AQUATIQUE, chance),
            Deal(player),
            Open(13, AQUATIQUE, "aquatique", "house", "local"),
            Deliver(tuple(chance.choices(range(1, 53), k=chance.randrange(4)))),
        )
    )


def any_evening(test: Callable[[Evening], None]) -> Callable[[], None]:
    return settings(deadline=None, max_examples=150)(given(evening=evenings())(test))


def default(state: Round, numbers: Iterable[int]) -> Command:
    """What the house does when nobody says anything: deal, give the cards owed, stand."""
    want = wants(state)
    if want.stakes_open:
        return Deal(STAFF, By.STAFF)
    if want.draws:
        return Deliver(tuple(islice(numbers, len(want.draws))))
    if want.offers:
        return Decline(want.offers[0].player, want.offers[0].box, By.DEADLINE)
    turn = want.turns[0]
    return Stand(turn.player, turn.box, By.DEADLINE)


def finished(state: Round, deck: tuple[int, ...]) -> tuple[Round, list[Event]]:
    """Play a round with a stake in it to its end by default actions, and return what happened."""
    numbers, events = cycle(deck), list[Event]()
    for _ in range(150):  # 56 stands, 14 answers and a dealer's seventeen cards are far fewer
        if state.closed:
            return state, events
        happened = decide(state, default(state, numbers))
        events.extend(happened)
        state = fold(state, happened)
    pytest.fail(f"the round does not end: {state}")


def history(evening: Evening) -> tuple[Round, list[Event]]:
    """The whole evening, played to its end if there is a stake in it."""
    if not evening.state.boxes:
        return evening.state, evening.events
    state, rest = finished(evening.state, evening.numbers)
    return state, [*evening.events, *rest]


def even_money(events: Iterable[Event]) -> frozenset[str]:
    """The bets that were paid 1:1 at once."""
    return frozenset(
        each.bet
        for each in events
        if isinstance(each, Settled) and each.reason is Reason.EVEN_MONEY
    )
