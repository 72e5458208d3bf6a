"""Anything that anybody may say at a table, and cards for any rule set: for Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from hypothesis import strategies as st

from bot.draws.chance import Answer, Question
from bot.engine.cards import SHORT, Rank, deck, numbers_of
from bot.engine.rules import RuleSet, as_json
from bot.engine.shoe import is_finite
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import Action
from bot.table.requests import (
    AllowLimit,
    AskForLimit,
    BeginParty,
    Book,
    Booking,
    CloseTable,
    DealCards,
    DeclineInsurance,
    EndParty,
    GiveUpBank,
    Insure,
    Leave,
    LeaveStake,
    MakeMove,
    OpenTable,
    PlaceStake,
    QuickHand,
    Request,
    Reverse,
    SetRules,
    SetTips,
    Share,
    ShowBalance,
    ShowDraw,
    ShowOwnCards,
    ShowRound,
    ShowRules,
    ShowTip,
    SitOut,
    StakeAgain,
    StakeBehind,
    StakeOnBust,
    TakeBack,
    TakeBank,
    TakeEvenMoney,
    VerifyRound,
)
from tests.tables import Deadly

NAMES: Final = ("anna", "bert", "carl")
"""The players, by account number from 1."""

BOX: Final = st.none() | st.integers(1, 3)
AMOUNT: Final = st.sampled_from([1000, 2000, 5000, 100, 300, 950, 0, 10**9, *Share])
ASSET: Final = st.sampled_from(["MM", "MM", "MM", "Jetons", "Chips-1"])
BESIDE: Final[st.SearchStrategy[Request]] = st.one_of(
    st.builds(
        StakeBehind, st.sampled_from(NAMES), AMOUNT, ASSET, BOX, st.booleans(), st.booleans()
    ),
    st.builds(StakeOnBust, AMOUNT, ASSET, st.booleans()),
)
ANSWER: Final[st.SearchStrategy[Request]] = st.one_of(
    st.builds(Insure, st.none() | st.sampled_from([100, 150, 500, 5000]), BOX),
    st.builds(DeclineInsurance, BOX),
    st.builds(TakeEvenMoney, BOX),
)
BANK: Final[st.SearchStrategy[Request]] = st.one_of(
    st.builds(TakeBank, AMOUNT | st.just(20_000), ASSET), st.just(GiveUpBank())
)
QUESTION: Final[st.SearchStrategy[Request]] = st.one_of(
    st.builds(ShowDraw, st.integers(1, 30)),
    st.builds(ShowTip, BOX),
    st.sampled_from(
        [ShowOwnCards(), ShowOwnCards(), ShowBalance(), ShowRound(), ShowRules(), VerifyRound()]
    ),
)
REQUEST: Final[st.SearchStrategy[Request | None]] = st.one_of(
    st.builds(PlaceStake, AMOUNT, ASSET, BOX, st.booleans()),
    st.just(DealCards()),
    st.builds(MakeMove, st.sampled_from(Action), BOX),
    st.builds(TakeBack, BOX),
    st.builds(QuickHand, AMOUNT, ASSET),
    st.builds(StakeAgain, st.none() | AMOUNT),
    st.builds(LeaveStake, BOX),
    st.builds(AskForLimit, st.sampled_from([4000, 6000, 6050]), ASSET),
    st.sampled_from([SitOut(), Leave(), None]),
    BESIDE,
    ANSWER,
    BANK,
    QUESTION,
)
BOOK: Final[st.SearchStrategy[Book | Reverse]] = st.one_of(
    st.builds(
        Book,
        st.sampled_from([Booking.CREDIT, Booking.DEBIT]),
        st.sampled_from([*NAMES, "dora", "nobody"]),
        st.sampled_from([1, 2500, 40_000, 0]),
        ASSET,
        st.sampled_from(["a reason", "a reason", ""]),
        st.just(""),
    ),
    st.builds(Reverse, st.integers(1, 12), st.just("a mistake"), st.just("")),
)
LIMIT: Final = st.builds(
    AllowLimit,
    st.sampled_from([*NAMES, "nobody"]),
    st.sampled_from([0, 6000, 20_000, 3000, None]),
    ASSET,
    st.booleans(),
    st.just(""),
)
MANAGED: Final[st.SearchStrategy[Request]] = st.one_of(
    st.builds(OpenTable, st.sampled_from([None, 0, 60])),
    st.just(CloseTable()),
    st.builds(SetTips, st.booleans()),
    st.builds(BeginParty, st.sampled_from([1, 3, 12, None]), st.just(5000), st.just("")),
    st.just(EndParty()),
)
"""What staff may say of the table, but for its rules."""


def set_rules(rules: RuleSet) -> SetRules:
    """``tisch regeln`` with every field said."""
    texts = {
        name: str(value).lower() for name, value in as_json(rules).items() if value is not None
    }
    fields = {name: texts.get(name, "null") for name in as_json(rules)}
    return SetRules(" ".join(["aquatique", *(f"{name}={text}" for name, text in fields.items())]))


class Dice(Deadly):
    """A list without an end, of whatever range is asked for, that a seed decides.

    From a continuous shoe it gives aces and numbers of three other ranks: blackjacks, pairs and
    three sevens are everyday things. From others it gives all numbers, some of them twice.
    """

    def __init__(self, seed: int, after: int = 0) -> None:
        super().__init__(numbers=(seed,), after=after)
        self.round: Callable[[], Round] = lambda: NO_ROUND  # that runs
        self._seed = seed

    async def draw(self, question: Question) -> Answer:
        chance = Random(f"{self._seed} {self.used}")
        every = range(1, question.highest + 1)
        if is_finite(self.round().rules):
            numbers = [*chance.choices(every, k=question.count), *chance.sample(every, len(every))]
        else:
            numbers = [chance.choice(self._few(question.highest)) for _ in range(question.count)]
        self._numbers = (0,) * self.used + tuple(numbers)  # what is dealt, nobody asks for again
        return await super().draw(question)

    def _few(self, highest: int) -> list[int]:
        pack = 52 if highest % 52 == 0 else len(SHORT)  # with 1 … 8 packs never both
        faces = deck(pack)
        others = sorted({card.rank for card in faces} - {Rank.ACE}, key=str)
        ranks = [Rank.ACE, *Random(self._seed).sample(others, 3)]
        return [
            number
            for card in faces
            if card.rank in ranks
            for number in numbers_of(card, packs=highest // pack, pack=pack)
        ]
