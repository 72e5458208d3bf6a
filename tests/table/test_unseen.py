"""Tables with cards face down: a crash keeps them, their owner alone is told, and what is said."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace as with_rules
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from rich.console import Console

from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.draws import log
from bot.draws.commitment import commitment
from bot.engine.hole import public_view
from bot.engine.presets import PRESETS
from bot.engine.rules import DoubleOn, PlayerCards, RuleSet, Shoe
from bot.errors import IntegrityBroken
from bot.refusals import Refusal
from bot.store.codec import canonical
from bot.store.entries import Hidden, Unveiled
from bot.table.house import House
from bot.table.replies import Card, Drawn, Fact
from bot.table.requests import Request, ShowOwnCards
from bot.table.unseen_facts import OwnCards
from bot.table.unseen_facts import Unveiled as Told
from bot.terminal.board import draw
from bot.wording.language import Language
from bot.wording.post import post
from tests.tables import (
    DEAL,
    DOUBLE,
    HIT,
    HOUSE,
    STAND,
    Deadly,
    Dying,
    Killed,
    Table,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

AMERICAN: Final = PRESETS["american"]
ONE_PACK: Final = with_rules(AMERICAN, packs=1, shoe=Shoe.ROUND)
CLOSED: Final = with_rules(PRESETS["aquatique"], player_cards=PlayerCards.HIDDEN)
CLOSED_SHOE: Final = with_rules(CLOSED, packs=1, shoe=Shoe.ROUND)


def house_of(rules: RuleSet) -> House:
    return replace(HOUSE, rules=rules, preset="american")


def new(folder: Path) -> Path:
    folder.mkdir()
    return folder


# ── a table's memory ─────────────────────────────────────────────────────────────────────────────


async def finish(table: Table) -> None:
    while table.croupier.game.round.is_running:
        await table.hear("anna", STAND)


async def test_a_hidden_card_is_the_same_after_a_restart(tmp_path: Path) -> None:
    numbers = numbers_of("10 6 8  9 10")
    house = house_of(AMERICAN)
    async with open_table(tmp_path, numbers=numbers, house=house) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
        before = table.croupier.game
    async with open_table(tmp_path, numbers=numbers, house=house) as table:
        assert before.round == table.croupier.game.round
        assert before.turns == table.croupier.game.turns
        await finish(table)
        report = await table.audit()

        assert "9" == table.croupier.game.round.dealer[1].rank.value
        assert (True, ()) == (report.ok, report.pending or ())


@pytest.mark.parametrize("after", range(3))
async def test_a_crash_between_intent_and_answer_keeps_the_card(tmp_path: Path, after: int) -> None:
    """The open draw, the hidden one, and the one card that is asked for."""
    numbers = numbers_of("10 6 2  9  4 10")
    house = house_of(ONE_PACK)
    with pytest.raises(Killed):
        await _play(tmp_path, house, Deadly(numbers=_one_pack(numbers), after=after))
    async with open_table(tmp_path, numbers=_one_pack(numbers), house=house) as table:
        if not table.croupier.game.round.is_running:
            await table.hear("anna", DEAL)
        if len(table.croupier.game.round.boxes[0].hands[0].cards) == 2:
            await table.hear("anna", HIT)
        await finish(table)
        report = await table.audit()
        state = table.croupier.game.round

        assert report.findings == ()
        assert ["6", "9", "10"] == [card.rank.value for card in state.dealer]
        assert ["10", "2", "4"] == [card.rank.value for card in state.boxes[0].hands[0].cards]


@pytest.mark.parametrize("last", range(2, 9))
async def test_a_crash_before_it_is_said_keeps_the_card(tmp_path: Path, last: int) -> None:
    numbers = _one_pack(numbers_of("10 6 2  9  4 10"))
    house = house_of(ONE_PACK)
    try:
        async with open_table(
            tmp_path, numbers=numbers, house=house, voice=Dying(last), killed=True
        ) as table:
            await _say_all(table)
    except Killed:
        pass
    async with open_table(tmp_path, numbers=numbers, house=house) as table:
        await _say_all(table)
        report = await table.audit()

        assert report.findings == ()
        assert report.rounds == 1
        assert ["6", "9", "10"] == [c.rank.value for c in table.croupier.game.round.dealer]


async def _play(folder: Path, house: House, source: Deadly) -> None:
    async with open_table(folder, source=source, house=house, killed=True) as table:
        await _say_all(table)


async def _say_all(table: Table) -> None:
    await table.hear("anna", stake(1), message="never mind")
    if not (await table.purses()).get("anna", (0, 0))[0]:
        await table.credit(anna=100)
    said: tuple[Request, ...] = (stake(10), DEAL, HIT, STAND)
    for number, request in enumerate(said):
        await table.hear("anna", request, message=f"said {number}")


def _one_pack(numbers: Sequence[int]) -> tuple[int, ...]:
    """The same ranks in another suit each time, so that nothing comes twice."""
    return tuple((number - 1) // 6 + 1 + 13 * (place % 4) for place, number in enumerate(numbers))


def forget_secrets(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TRIGGER secret_card_no_delete")
    connection.execute("DELETE FROM secret_card")


async def test_without_its_secret_a_table_does_not_open(tmp_path: Path) -> None:
    numbers = numbers_of("10 6 8  9 10")
    async with open_table(tmp_path, numbers=numbers, house=house_of(AMERICAN)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
        await table.database.transaction(forget_secrets)
    with pytest.raises(IntegrityBroken):
        async with open_table(tmp_path, house=house_of(AMERICAN)):
            pass


# ── what is said ─────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def dealt(
    folder: Path, rules: RuleSet, letters: str
) -> AsyncIterator[tuple[Table, list[Fact]]]:
    async with open_table(folder, numbers=numbers_of(letters), house=house_of(rules)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        yield table, await table.hear("anna", DEAL)


async def test_a_hidden_card_is_said_twice_with_one_index(tmp_path: Path) -> None:
    async with dealt(tmp_path, AMERICAN, "10 6 8  9 10") as (table, facts):
        hidden = of_kind(Card, facts)[-1]
        drawn = of_kind(Drawn, facts)[-1]
        after = await table.hear("anna", STAND)
        turned = of_kind(Card, after)[0]
        told = of_kind(Told, after)

    assert b'"hidden":true' in canonical(hidden)
    assert b'"number"' not in canonical(hidden)
    assert b'"card":"' not in canonical(hidden)
    assert b'"number"' not in canonical(drawn)
    assert (hidden.index, 15) == (turned.index, turned.total)
    assert [((37 + 6,), 2)] == [(each.numbers, each.draw) for each in told]


async def test_a_void_turns_up_what_lies_face_down(tmp_path: Path) -> None:
    async with dealt(tmp_path, AMERICAN, "10 6 8  9") as (table, _):
        async with table.croupier.turn:
            spoken = await table.database.transaction(
                lambda each: table.croupier.undo(each, (), actor="karl", reason="test")
            )
            table.croupier.accept(spoken)
        report = await table.audit()
        bodies = await _bodies(table)

    assert report.findings == ()
    assert 1 == sum(isinstance(body, Unveiled) for body in bodies)


async def _bodies(table: Table) -> list[object]:
    return await table.database.read(
        lambda each: [log.body_at(each, entry.position) for entry in log.read(each)]
    )


async def test_what_is_told_is_what_was_committed_to(tmp_path: Path) -> None:
    async with dealt(tmp_path, AMERICAN, "10 6 8  9 10") as (table, _):
        await table.hear("anna", STAND)
        bodies = await _bodies(table)
    (told,) = [body for body in bodies if isinstance(body, Unveiled)]
    (origin,) = [
        origin for body in bodies if isinstance(origin := getattr(body, "origin", 0), Hidden)
    ]

    assert origin.commitment == commitment(bytes.fromhex(told.salt), told.content, told.signature)
    assert "[43]" == told.content


async def test_own_cards_are_told_to_their_owner_and_to_nobody_else(tmp_path: Path) -> None:
    async with dealt(tmp_path, CLOSED, "10 6 8 ") as (table, facts):
        (own,) = of_kind(OwnCards, await table.hear("anna", ShowOwnCards()))
        refused = await table.refused("bert", ShowOwnCards())
        seen = public_view(table.croupier.game.round)
        entries = await table.entries()

    assert ["10", "8"] == [card.rank.value for card in own.hands[0].cards]
    assert refused.code is Refusal.NO_CARDS_FACE_DOWN
    assert () == seen.boxes[0].hands[0].cards
    assert all(b"\xe2\x99\xa010" not in entry.body for entry in entries)
    assert all("♠10" not in str(fact) for fact in facts)


async def test_a_refusal_does_not_tell_what_lies_face_down(tmp_path: Path) -> None:
    rules = with_rules(CLOSED, double=DoubleOn.HARD_9_11)
    async with dealt(tmp_path, rules, "10 6 8 ") as (table, _):
        refused = await table.refused("anna", DOUBLE)

        assert refused.code is Refusal.DOUBLE_ONLY_ON_9_TO_11
        assert {} == refused.data
        for language in Language:
            made = post([refused], language)
            assert made
            assert "18" not in made.text


async def test_the_board_shows_backs_and_no_totals(tmp_path: Path) -> None:
    for rules, back in ((CLOSED, 2), (AMERICAN, 1)):
        async with dealt(new(tmp_path / f"{back}"), rules, "10 6 8 9") as (table, _):
            names, balances = await table.croupier.purses()
            console = Console(width=100, record=True, file=StringIO())
            console.print(draw(table.croupier.game.round, names, balances, Language.GERMAN))
            shown = console.export_text()

            assert back == shown.count("▒▒")
            assert ("18" in shown) == (rules is AMERICAN)
            assert "15" not in shown
            assert "am Zug" in shown


async def test_an_audit_of_a_table_with_cards_face_down_has_nothing_to_find(tmp_path: Path) -> None:
    for rules in (AMERICAN, ONE_PACK, CLOSED, CLOSED_SHOE):
        folder = new(tmp_path / f"{rules.packs} {rules.player_cards.value}")
        numbers = (1, 8, 2, 7, 3, 6, 4, 5)
        async with open_table(folder, numbers=numbers, house=house_of(rules)) as table:
            await table.credit(anna=100)
            await table.hear("anna", stake(10))
            await table.hear("anna", DEAL)
            await table.hear("anna", HIT)
            report = await table.database.read(lambda each: verify(FromDatabase(each)))

            assert report.findings == ()
            assert report.pending
