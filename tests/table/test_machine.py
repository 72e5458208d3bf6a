"""Three players say anything in any order, under any rules, and the process dies now and then."""

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
from bot.draws import log
from bot.engine.rules import RuleSet
from bot.engine.wants import Action, wants
from bot.ledger import accounts
from bot.store.database import Database
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.game import Game
from bot.table.heard import Heard, Member
from bot.table.loading import load
from bot.table.replies import Fact
from bot.table.requests import (
    DealCards,
    DeclineInsurance,
    Insure,
    MakeMove,
    OpenTable,
    PlaceStake,
    Request,
    TakeBank,
    TakeEvenMoney,
)
from tests.engine.any_rules import rule_sets
from tests.table.anything import (
    ANSWER,
    BESIDE,
    BOOK,
    LIMIT,
    MANAGED,
    NAMES,
    REQUEST,
    Dice,
    set_rules,
)
from tests.table.secrecy import Secrets, check_facts, check_log, secrets_of
from tests.tables import BEGAN, HOUSE, Dying, Killed

NEVER: Final = 10**9
MEMBERS: Final = tuple(Member(name, name, by_name=True) for name in (*NAMES, "dora"))


class Evening(RuleBasedStateMachine):
    """One table, from its first start to its last."""

    database: Database
    croupier: Croupier
    voice: Dying
    dice: Dice

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "table.db"
        self.runner = asyncio.Runner()
        self.clock = SetClock(BEGAN)
        self.ids = count(1)
        self.said: dict[int, Fact] = {}
        self.house = HOUSE
        self.seed: int | None = None
        self.turned: frozenset[tuple[int, int]] = frozenset()
        self.checked = 0, 0  # log position and fact up to which nothing was betrayed

    # ── starting, dying, ending ──────────────────────────────────────────────────────────────────

    @initialize(seed=st.integers(0, 2**16), rules=rule_sets())
    def everybody_has_money_and_chips(self, seed: int, rules: RuleSet) -> None:
        self.seed = seed
        for asset in ("Jetons", "MM"):
            self.house = replace(HOUSE, asset=asset, rules=rules)
            self.runner.run(self.start())
            for name in NAMES:
                self.run(self.croupier.deposit(name, 50_000, actor="cashier", reason="deposit"))
            self.close()
        self.runner.run(self.start())

    async def start(self, words: int = NEVER, draws: int = NEVER) -> None:
        """Open the table; the process dies after so many words or draws."""
        self.database = await Database.open(self.path)
        self.dice = Dice(self.seed or 0, after=draws)
        name = self.dice.list
        self.dice.used = await self.database.read(lambda each: log.numbers_used(each, name))
        self.voice = Dying(words)
        drawing = Drawing(self.database, self.dice, self.clock)
        self.croupier = Croupier(self.database, drawing, self.clock, self.voice, self.house)
        self.dice.round = lambda: self.croupier.game.round
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
        self.house = self.croupier.house
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
        try:
            if self.seed is not None:
                self.die()
                with closing(sqlite3.connect(self.path)) as connection:
                    found = verify(FromDatabase(connection)).findings
                assert not found, found
        finally:
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

    @rule(
        amount=st.sampled_from([1000, 2000]),
        banker=st.sampled_from(NAMES),
        beside=st.lists(st.tuples(st.sampled_from(NAMES), BESIDE), max_size=3),
    )
    def all_stake_and_the_cards_are_dealt(
        self, amount: int, banker: str, beside: list[tuple[str, Request]]
    ) -> None:
        if not self.croupier.game.is_open:
            self.hear("anna", OpenTable(), staff=True)
        self.hear(banker, TakeBank(20_000, "MM"))
        for name in NAMES:
            self.hear(name, PlaceStake(amount, "MM"))
        for name, request in beside:
            self.hear(name, request)
        self.hear("anna", DealCards(), staff=True)

    @rule(
        amount=st.sampled_from([1000, 2000]),
        banker=st.sampled_from(NAMES),
        beside=st.lists(st.tuples(st.sampled_from(NAMES), BESIDE), max_size=5),
        choices=st.lists(st.integers(0, 5), min_size=15, max_size=25),
    )
    def a_round_is_played(
        self, amount: int, banker: str, beside: list[tuple[str, Request]], choices: list[int]
    ) -> None:
        self.all_stake_and_the_cards_are_dealt(amount, banker, beside)
        self.the_round_goes_on(choices)

    @rule(action=st.sampled_from(Action), answer=ANSWER)
    def whoever_may_act_does(self, action: Action, answer: Request) -> None:
        want = wants(self.croupier.game.round)
        for turn in want.turns:
            self.hear(NAMES[turn.player - 1], MakeMove(action, turn.box or None))
        for offer in want.offers:
            self.hear(NAMES[offer.player - 1], answer)

    @rule(choices=st.lists(st.integers(0, 5), min_size=3, max_size=25))
    def the_round_goes_on(self, choices: list[int]) -> None:
        """One after the other does something that he may."""
        for choice in choices:
            want = wants(self.croupier.game.round)
            for offer in want.offers[:1]:
                self.hear(NAMES[offer.player - 1], an_answer(choice, offer.box))
            for turn in want.turns[:1]:
                action = sorted(turn.may, key=str)[choice % len(turn.may)]
                self.hear(NAMES[turn.player - 1], MakeMove(action, turn.box or None))

    @rule(request=st.one_of(BOOK, LIMIT, MANAGED), staff=st.sampled_from([True, True, False]))
    def the_staff_says(self, request: Request, staff: bool) -> None:
        self.hear("carl", request, staff=staff)

    @rule(rules=rule_sets())
    def the_staff_sets_other_rules(self, rules: RuleSet) -> None:
        self.hear("carl", set_rules(rules), staff=True)
        assert self.croupier.game.party or self.croupier.house.rules == rules

    @rule(hours=st.sampled_from([1, 12, 24, 25]), is_said=st.booleans())
    def time_passes(self, hours: int, is_said: bool) -> None:
        if is_said:
            heard = Heard(f"m{next(self.ids)}", "anna", f"#clock +{hours}h")
            self.run(self.croupier.move_clock(heard, hours * 3600))
        else:
            self.clock.move(timedelta(hours=hours, milliseconds=1))
            self.run(self.croupier.tick())

    @rule(words=st.integers(0, 4), draws=st.integers(0, 3))
    def the_process_dies_and_will_again_soon(self, words: int, draws: int) -> None:
        self.die()
        self.run(self.start(words, draws))

    @rule(is_gone=st.sampled_from([False, False, False, True]))
    def the_table_is_closed_and_opened(self, is_gone: bool) -> None:
        if is_gone:  # its channel
            self.run(self.croupier.lose_place())
        self.close()
        self.runner.run(self.start())
        assert [] == self.voice.said

    # ── what always holds ────────────────────────────────────────────────────────────────────────

    @invariant()
    def memory_is_what_is_stored(self) -> None:
        if self.seed is not None:
            stored = self.runner.run(self.database.read(lambda connection: load(connection, 1)))
            assert stored == self.croupier.game

    @invariant()
    def the_books_agree_with_the_table(self) -> None:
        if self.seed is None:
            return
        balances = self.runner.run(self.database.read(all_balances))
        sums: Counter[str] = Counter()
        for (account, asset), amount in balances.items():
            sums[asset] += amount
            assert amount >= 0 or account in {"outside:1", "house:1"}
        assert not any(sums.values())
        held = {key: amount for key, amount in balances.items() if key[0].startswith("hold:")}
        assert open_stakes(self.croupier.game, 1) == {key: held[key] for key in held if held[key]}

    @invariant()
    def nothing_is_left_unsaid(self) -> None:
        assert list(range(1, len(self.said) + 1)) == sorted(self.said)

    @invariant()
    def what_lies_face_down_nobody_is_told(self) -> None:
        if self.seed is None:
            return
        state, (position, seq) = self.croupier.game.round, self.checked

        def check(connection: sqlite3.Connection) -> tuple[Secrets, int]:
            known = secrets_of(connection, state.number, state.rules)
            return known, check_log(connection, known, position)

        known, position = self.runner.run(self.database.read(check))
        facts = [self.said[number] for number in range(seq + 1, len(self.said) + 1)]
        self.turned = check_facts(facts, known, self.turned)
        self.checked = position, len(self.said)


def an_answer(choice: int, box: int) -> Request:
    """Mostly no; yes, in part or to the even money that an own blackjack may be paid."""
    answers = (Insure(None, box), TakeEvenMoney(box), Insure(150, box))
    return answers[choice] if choice < len(answers) else DeclineInsurance(box)


def all_balances(connection: sqlite3.Connection) -> dict[tuple[str, str], int]:
    rows = connection.execute("SELECT account, asset, amount FROM balance")
    return {(account, asset): amount for account, asset, amount in rows}


def open_stakes(game: Game, table: int) -> dict[tuple[str, str], int]:
    """What lies in the boxes, beside them and in a player's bank, by hold and asset."""
    state, found = game.round, {}
    if state.purse:
        found[accounts.bank(table, state.banker), state.asset] = state.purse
    if not state.is_running:
        return found
    for box in state.boxes:
        for hand in box.hands:
            if hand.returned is None:
                found[f"hold:{hand.bet}", box.asset] = hand.stake
    for side in state.beside:
        if side.returned is None:
            found[f"hold:{side.bet}", side.asset] = side.stake
    return found


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=15, stateful_step_count=25)


@pytest.mark.slow
def test_many_long_evenings() -> None:
    scale = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))
    long = settings(max_examples=max(10, int(600 * scale)), stateful_step_count=50)

    run_state_machine_as_test(Evening, settings=long)
