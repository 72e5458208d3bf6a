"""Three players say anything in any order, and the process dies now and then: the books agree."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections import Counter
from collections.abc import Coroutine
from contextlib import closing
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.engine.cards import DECK, Rank, numbers_of
from bot.engine.presets import choose
from bot.engine.wants import Action, wants
from bot.store.database import Database
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.game import Game
from bot.table.heard import Heard, Member
from bot.table.house import House
from bot.table.loading import load
from bot.table.replies import Fact
from bot.table.requests import (
    AllowLimit,
    AskForLimit,
    Book,
    Booking,
    DealCards,
    Leave,
    LeaveStake,
    MakeMove,
    PlaceStake,
    QuickHand,
    Request,
    Reverse,
    Share,
    ShowBalance,
    ShowRound,
    SitOut,
    StakeAgain,
    TakeBack,
)
from tests.tables import BEGAN, HOUSE, Deadly, Dying, Killed, scripted

NAMES: Final = ("anna", "bert", "carl")
NEVER: Final = 10**9
LIMITED: Final = replace(HOUSE, rules=choose("aquatique", {"max_stake": "40"}))
"""So that stakes above the table's limit can be paid."""

BOX: Final = st.none() | st.integers(1, 3)
AMOUNT: Final = st.sampled_from([1000, 2000, 5000, 950, 0, 10**9, *Share])
ASSET: Final = st.sampled_from(["MM", "MM", "MM", "Jetons"])
REQUEST: Final[st.SearchStrategy[Request | None]] = st.one_of(
    st.builds(PlaceStake, AMOUNT, ASSET, BOX, st.booleans()),
    st.just(DealCards()),
    st.builds(MakeMove, st.sampled_from(Action), BOX),
    st.builds(TakeBack, BOX),
    st.builds(QuickHand, AMOUNT, ASSET),
    st.builds(StakeAgain, st.none() | AMOUNT),
    st.builds(LeaveStake, BOX),
    st.builds(AskForLimit, st.sampled_from([4000, 6000, 6050]), ASSET),
    st.sampled_from([SitOut(), Leave(), ShowBalance(), ShowRound(), None]),
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
MEMBERS: Final = tuple(Member(name, name, by_name=True) for name in (*NAMES, "dora"))


def some_numbers(seed: int) -> tuple[int, ...]:
    """Numbers of four ranks: blackjacks, three sevens and long hands are everyday things."""
    chance = Random(seed)
    ranks = chance.sample(list(Rank), 4)
    deck = [card for card in DECK if card.rank in ranks]
    return tuple(chance.choice(numbers_of(chance.choice(deck), packs=6)) for _ in range(900))


class Evening(RuleBasedStateMachine):
    """One table, from its first start to its last."""

    database: Database
    croupier: Croupier
    voice: Dying

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "table.db"
        self.runner = asyncio.Runner()
        self.clock = SetClock(BEGAN)
        self.ids = count(1)
        self.said: dict[int, Fact] = {}
        self.numbers: tuple[int, ...] = ()

    # ── starting, dying, ending ──────────────────────────────────────────────────────────────────

    @initialize(seed=st.integers(0, 2**16))
    def everybody_has_money_and_chips(self, seed: int) -> None:
        self.numbers = some_numbers(seed)
        for asset in ("Jetons", "MM"):
            self.runner.run(self.start(house=replace(HOUSE, asset=asset)))
            for name in NAMES:
                self.run(self.croupier.deposit(name, 30_000, actor="cashier", reason="deposit"))
            self.close()
        self.runner.run(self.start())

    async def start(self, words: int = NEVER, draws: int = NEVER, house: House = LIMITED) -> None:
        """Open the table; the process dies after so many words or draws."""
        self.database = await Database.open(self.path)
        source = Deadly(numbers=self.numbers, after=draws)
        source.used = (await scripted(self.database, self.numbers)).used
        self.voice = Dying(words)
        drawing = Drawing(self.database, source, self.clock)
        self.croupier = Croupier(self.database, drawing, self.clock, self.voice, house)
        await self.croupier.open()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it; whoever dies of it is started again, and does not die soon."""
        try:
            self.runner.run(work)
        except Killed:
            self.die()
            self.runner.run(self.start())
        self.listen()

    def die(self) -> None:
        """End without a word; the database alone is closed, since threads outlive no process."""
        self.listen()
        self.runner.run(self.database.close())

    def close(self) -> None:
        """End in peace."""
        self.run(self.croupier.close())
        self.die()

    def listen(self) -> None:
        """What is said again must be what was said before."""
        for utterance in self.voice.said:
            for seq, fact in enumerate(utterance.facts, start=utterance.first_seq):
                assert fact == self.said.setdefault(seq, fact)
        self.voice.said.clear()

    def teardown(self) -> None:
        if self.numbers:
            self.die()
            with closing(sqlite3.connect(self.path)) as connection:
                assert () == verify(FromDatabase(connection)).findings
        self.runner.close()
        self.folder.cleanup()

    # ── what may happen ──────────────────────────────────────────────────────────────────────────

    def hear(self, speaker: str, request: Request | None, *, staff: bool = False) -> None:
        heard = Heard(f"m{next(self.ids)}", speaker, "", request, staff, meant=MEMBERS)
        self.run(self.croupier.hear(heard))

    @rule(speaker=st.sampled_from(NAMES), request=REQUEST, staff=st.booleans())
    def somebody_says(self, speaker: str, request: Request | None, staff: bool) -> None:
        self.hear(speaker, request, staff=staff)

    @rule(speaker=st.sampled_from(NAMES), request=REQUEST, back=st.integers(1, 5))
    def somebody_repeats(self, speaker: str, request: Request | None, back: int) -> None:
        message = f"m{next(self.ids) - back}"
        self.run(self.croupier.hear(Heard(message, speaker, "", request)))

    @rule(amount=st.sampled_from([1000, 2000]))
    def all_stake_and_the_cards_are_dealt(self, amount: int) -> None:
        for name in NAMES:
            self.hear(name, PlaceStake(amount, "MM"))
        self.hear("anna", DealCards(), staff=True)

    @rule(action=st.sampled_from(Action))
    def whoever_may_move_does(self, action: Action) -> None:
        for turn in wants(self.croupier.game.round).turns:
            self.hear(NAMES[turn.player - 1], MakeMove(action, turn.box))

    @rule(speaker=st.sampled_from(NAMES), request=st.sampled_from([SitOut(), Leave()]))
    def somebody_goes(self, speaker: str, request: SitOut | Leave) -> None:
        self.hear(speaker, request)

    @rule(request=BOOK, staff=st.sampled_from([True, True, False]))
    def the_staff_books(self, request: Book | Reverse, staff: bool) -> None:
        self.hear("carl", request, staff=staff)

    @rule(request=LIMIT, staff=st.sampled_from([True, True, False]))
    def the_staff_grants_a_limit(self, request: AllowLimit, staff: bool) -> None:
        self.hear("carl", request, staff=staff)

    @rule(speaker=st.sampled_from(NAMES))
    def somebody_leaves_a_push_standing(self, speaker: str) -> None:
        self.hear(speaker, LeaveStake())

    @rule(hours=st.sampled_from([1, 12, 24, 25]))
    def time_passes(self, hours: int) -> None:
        self.clock.move(timedelta(hours=hours, milliseconds=1))
        self.run(self.croupier.tick())

    @rule(seconds=st.sampled_from([60, 3600 * 25]))
    def the_clock_is_moved(self, seconds: int) -> None:
        heard = Heard(f"m{next(self.ids)}", "anna", f"#clock +{seconds}s")
        self.run(self.croupier.move_clock(heard, seconds))

    @rule(words=st.integers(0, 4), draws=st.integers(0, 3))
    def the_process_dies_and_will_again_soon(self, words: int, draws: int) -> None:
        self.die()
        self.run(self.start(words, draws))

    @rule()
    def the_table_is_closed_and_opened(self) -> None:
        self.close()
        self.runner.run(self.start())
        assert [] == self.voice.said

    # ── what always holds ────────────────────────────────────────────────────────────────────────

    @invariant()
    def memory_is_what_is_stored(self) -> None:
        if self.numbers:
            stored = self.runner.run(self.database.read(lambda connection: load(connection, 1)))
            assert stored == self.croupier.game

    @invariant()
    def the_books_agree_with_the_table(self) -> None:
        if not self.numbers:
            return
        balances = self.runner.run(self.database.read(all_balances))
        sums: Counter[str] = Counter()
        for (account, asset), amount in balances.items():
            sums[asset] += amount
            assert amount >= 0 or account in {"outside:1", "house:1"}
        assert {"MM": 0, "Jetons": 0} == sums
        held = {key: amount for key, amount in balances.items() if key[0].startswith("hold:")}
        assert open_stakes(self.croupier.game) == {key: held[key] for key in held if held[key]}

    @invariant()
    def nothing_is_left_unsaid(self) -> None:
        assert list(range(1, len(self.said) + 1)) == sorted(self.said)


def all_balances(connection: sqlite3.Connection) -> dict[tuple[str, str], int]:
    rows = connection.execute("SELECT account, asset, amount FROM balance")
    return {(account, asset): amount for account, asset, amount in rows}


def open_stakes(game: Game) -> dict[tuple[str, str], int]:
    """What lies in the boxes, by hold and asset."""
    if not game.round.is_running:
        return {}
    return {
        (f"hold:{hand.bet}", box.asset): hand.stake
        for box in game.round.boxes
        for hand in box.hands
        if hand.returned is None
    }


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=40, stateful_step_count=25)


@pytest.mark.slow
def test_many_long_evenings() -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))
    long = settings(max_examples=max(10, int(2000 * scale)), stateful_step_count=50)

    run_state_machine_as_test(Evening, settings=long)
