"""Evenings of chance with cards face down, in small shoes that run out: each verifies, at any time.

The house is closed and opened again in the middle of rounds.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from dataclasses import replace as with_rules
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.draws import log
from bot.draws.chance import Answer, Question, Tail
from bot.engine.hole import public_view
from bot.engine.presets import PRESETS, choose
from bot.engine.round import replay
from bot.engine.rules import DealerShows, DoubleOn, PlayerCards, RuleSet, Shoe
from bot.engine.wants import Action, wants
from bot.store import history
from bot.store.entries import FromMachine, Happened
from bot.table.requests import DeclineInsurance, MakeMove, ShowOwnCards, ShowRound
from tests.lanes import SCALE
from tests.tables import DEAL, HOUSE, STAND, Table, open_table, stake

AMERICAN: Final = PRESETS["american"]
SMALL: Final = with_rules(AMERICAN, packs=1, pack=32, shoe=Shoe.ROUND)
CLOSED: Final = with_rules(
    SMALL,
    player_cards=PlayerCards.HIDDEN,
    double=DoubleOn.HARD_9_11,
    dealer_shows=DealerShows.NONE,
    peek=False,
    insurance=False,
    even_money=False,
)
BOTH: Final = with_rules(SMALL, player_cards=PlayerCards.HIDDEN)
ENDLESS: Final = with_rules(AMERICAN, player_cards=PlayerCards.HIDDEN, peek=False)


PLAYERS: Final = ("", "anna", "bert", "carl")


class Dice:
    """A source that a seed decides."""

    name = "local"
    has_tickets = False
    gives_spares = False

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def requests_left(self, bits: int) -> int | None:
        return None

    async def renew(
        self, tail: Tail | None, *, intended: bool, hidden: bool = False
    ) -> Tail | None:
        return None

    async def draw(self, question: Question) -> Answer:
        every = range(1, question.highest + 1)
        if question.out is None:
            numbers = self._chance.choices(every, k=question.count)
        else:
            numbers = self._chance.sample(every, question.count)
        return Answer(tuple(numbers), FromMachine())


async def play_on(table: Table, chance: random.Random) -> None:
    """Say one thing that may be said."""
    state = table.croupier.game.round
    want = wants(state)
    if not state.is_running:
        for box in range(1, 8):
            await table.hear(PLAYERS[box % 3 + 1], stake(10, box))
        await table.hear("anna", DEAL)
    elif want.offers:
        offer = want.offers[0]
        await table.hear(PLAYERS[offer.player], DeclineInsurance(offer.box))
    else:
        turn = want.turns[0]
        name = PLAYERS[turn.player]
        may = {*turn.may} - ({Action.STAND} if chance.random() < 0.7 else set())
        action = Action.SPLIT if Action.SPLIT in may else chance.choice(sorted(may, key=str))
        await table.hear(name, MakeMove(action, turn.box))
    if chance.random() < 0.1:
        await table.hear("anna", ShowOwnCards())
        await table.hear("bert", ShowRound())


every_game = pytest.mark.parametrize(
    "rules", [SMALL, CLOSED, BOTH, ENDLESS], ids=["small", "closed", "both", "endless"]
)


@every_game
async def test_any_evening_verifies_at_any_time(tmp_path: Path, rules: RuleSet) -> None:
    """Looked at often, and opened three times; the slow lane has longer evenings, and more."""
    await check_evening(tmp_path, rules, seed=1, starts=3, words=30)


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("seed", range(2, 2 + max(1, round(5 * SCALE))))
async def test_any_long_evening_verifies_at_any_time(
    tmp_path: Path, rules: RuleSet, seed: int
) -> None:
    await check_evening(tmp_path, rules, seed, starts=4, words=60)


async def check_evening(tmp_path: Path, rules: RuleSet, seed: int, starts: int, words: int) -> None:
    chance, dice = random.Random(seed), Dice(seed)
    house = replace(HOUSE, rules=rules, preset="american")
    for start in range(starts):
        async with open_table(tmp_path, source=dice, house=house) as table:
            if not start:
                await table.credit(anna=100_000, bert=100_000, carl=100_000)
            for _ in range(words):
                await play_on(table, chance)
                if chance.random() < 0.2:
                    report = await table.audit()

                    assert report.findings == ()
            report = await table.audit()

            assert report.findings == ()
    async with open_table(tmp_path, source=dice, house=house) as table:
        happened = await events(table)

        assert (happened["reshuffled"] > 0) == (rules.shoe is Shoe.ROUND)
        assert happened["card_hidden"] == happened["card_revealed"] + len(
            table.croupier.game.round.face_down
        )


@pytest.mark.parametrize("rules", [SMALL, CLOSED, BOTH], ids=["small", "closed", "both"])
async def test_who_sees_the_log_alone_knows_the_same_in_the_end(
    tmp_path: Path, rules: RuleSet
) -> None:
    """Folded from public events, a round is what the table knows, but for faces."""
    chance, house = random.Random(3), replace(HOUSE, rules=rules, preset="american")
    compared = 0
    async with open_table(tmp_path, source=Dice(3), house=house) as table:
        await table.credit(anna=100_000, bert=100_000, carl=100_000)
        for _ in range(90):
            await play_on(table, chance)
            true = table.croupier.game.round
            stored = await table.database.read(partial(_stored, number=true.number))
            seen = replay(each.body.event for each in stored)
            shown = public_view(true)

            assert (shown.boxes, shown.dealer) == (seen.boxes, seen.dealer)
            assert [(each.index, each.box, each.hand) for each in true.face_down] == [
                (each.index, each.box, each.hand) for each in seen.face_down
            ]
            compared += bool(true.face_down)
    assert compared > 10


def _stored(connection: sqlite3.Connection, number: int) -> list[history.Stored]:
    return list(history.events(connection, number))


async def events(table: Table) -> Counter[str]:
    """How often each event happened."""
    found = await table.database.read(
        lambda each: [log.body_at(each, entry.position) for entry in log.read(each)]
    )
    return Counter(
        str(body.event.__struct_config__.tag) for body in found if isinstance(body, Happened)
    )


LATE: Final = {"shoe": "cut_card", "cut_card_after": "31"}


async def test_a_shoe_that_runs_out_while_cards_are_dealt_face_down_names_them_all(
    tmp_path: Path,
) -> None:
    """What comes after the shuffle is announced whole: six boxes of a pack of 32, five times."""
    rules = choose("classic32", {"bank": "house", "bank_plays": "fixed", **LATE})
    house = replace(HOUSE, rules=rules, preset="classic32")
    async with open_table(tmp_path, source=Dice(1), house=house) as table:
        await table.credit(**dict.fromkeys("abcdef", 5000))
        for _ in range(5):
            for player in "abcdef":
                await table.hear(player, stake(1))
            await table.hear("a", DEAL)
            assert (await table.audit()).findings == ()
            for player in "abcdef" * 2:
                if table.croupier.game.round.is_running:
                    await table.hear(player, STAND)
