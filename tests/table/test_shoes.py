"""Tables with finite shoes: what is out stays out, over redraws, rounds and restarts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.draws import log
from bot.draws.chance import Scripted
from bot.engine.events import Opened, Rejection, Shuffling
from bot.engine.rules import RuleSet
from bot.engine.wants import wants
from bot.store.codec import read_body
from bot.store.database import Database
from bot.store.entries import Happened, Intent
from bot.table.house import House
from bot.table.proofs import DrawRecord
from bot.table.replies import Card, Closed, Drawn, Fact, Record
from bot.table.requests import Request, ShowDraw, ShowRound
from bot.table.shuffles import NoCard, Reshuffled
from bot.table.voice import Recorder
from tests.engine.script import changed
from tests.table.test_restarts import Account
from tests.tables import (
    DEAL,
    HOUSE,
    STAND,
    Deadly,
    Dying,
    Killed,
    Table,
    facts,
    of_kind,
    open_table,
    stake,
)

VEGAS: Final = changed("vegas_red", cut_card_after="9", insurance="false")


def house(rules: RuleSet = VEGAS) -> House:
    return replace(HOUSE, rules=rules, preset="vegas_red")


async def play(table: Table, rounds: int = 1) -> list[Fact]:
    """Rounds of anna's, who stands on anything."""
    before = len(table.voice.said)
    for _ in range(rounds):
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
        if wants(table.croupier.game.round).turns:
            await table.hear("anna", STAND)
    return facts(table.voice.said[before:])


async def bodies(table: Table, kind: type) -> list[object]:
    found = [read_body(entry.body) for entry in await table.entries()]
    return [body for body in found if isinstance(body, kind)]


# ── one table ────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_owed_is_asked_at_once_and_again_one_at_a_time(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=house(), numbers=(55, 55, 55, 55, 61, 61, 67)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        said = await table.hear("anna", DEAL)
        intents = await bodies(table, Intent)
        report = await table.audit()

    assert [3, 1, 1, 1, 1] == [len(body.slots) for body in intents if isinstance(body, Intent)]
    assert [
        (55, True, UNSET),
        *[(55, False, Rejection.DUPLICATE)] * 3,
        (61, True, UNSET),
        (61, False, Rejection.DUPLICATE),
        (67, True, UNSET),
    ] == [(each.number, each.accepted, each.reason) for each in of_kind(Drawn, said)]
    assert [1, 2, 3] == [each.index for each in of_kind(Card, said)]
    assert report.findings == ()


async def test_the_shoe_goes_on_to_the_cut_card_over_restarts(tmp_path: Path) -> None:
    numbers = (55, 61, 67, 73, 37, 43, 49, 55, 2, 62, 55, 61, 67, 73)
    async with open_table(tmp_path, house=house(), numbers=numbers) as table:
        await table.credit(anna=100)
        first = await play(table)
    async with open_table(tmp_path, house=house(), numbers=numbers) as table:
        second = await play(table)
    async with open_table(tmp_path, house=house(), numbers=numbers) as table:
        third = await play(table)
        opened = [
            body.event.out
            for body in await bodies(table, Happened)
            if isinstance(body, Happened) and isinstance(body.event, Opened)
        ]
        report = await table.audit()

    assert [(), (55, 61, 67, 73), (55, 61, 67, 73, 37, 43, 49, 2, 62)] == opened
    assert [UNSET, UNSET, True] == [
        each.cut_card
        for said in ([Closed(round=0, dealer=(), net=())], first, second)
        for each in of_kind(Closed, said)
    ]
    assert [Reshuffled(round=3, reason=Shuffling.CUT_CARD, cards=312)] == of_kind(Reshuffled, third)
    assert all(each.accepted for each in of_kind(Drawn, third))
    assert report.findings == ()


async def test_a_table_of_other_rules_begins_a_shoe_of_its_own(tmp_path: Path) -> None:
    numbers = (55, 61, 67, 73, 55, 61, 67, 73)
    async with open_table(tmp_path, house=house(), numbers=numbers) as table:
        await table.credit(anna=100)
        await play(table)
    other = changed("vegas_red", packs="8", insurance="false")
    async with open_table(tmp_path, house=house(other), numbers=numbers) as table:
        said = await play(table)
        report = await table.audit()

    assert all(each.accepted for each in of_kind(Drawn, said))
    assert report.findings == ()


async def test_records_name_the_numbers_that_are_no_cards(tmp_path: Path) -> None:
    async with open_table(tmp_path, house=house(), numbers=(55, 55, 61, 67, 73)) as table:
        await table.credit(anna=100)
        await play(table)
        (record,) = of_kind(Record, await table.hear("anna", ShowRound(1)))
        (draw,) = of_kind(DrawRecord, await table.hear("anna", ShowDraw(1)))

    wrong = (NoCard(place=2, number=55, reason=Rejection.DUPLICATE),)
    assert [wrong, (), ()] == [each.rejected for each in record.draws]
    assert [(55, 61), (67,), (73,)] == [
        tuple(card.number for card in each.cards) for each in record.draws
    ]
    (part,) = draw.parts
    assert wrong == part.rejected
    assert (1, 0, 1) == part.boxes
    assert [55, 61] == [number for number, _ in part.cards]


# ── a process that dies ──────────────────────────────────────────────────────────────────────────

NUMBERS: Final = (55, 55, 61, 61, 61, 67, 67, 37, 55, 61, 43, 43, 49, 73, 2, 31)
DRAWS: Final = 12
EVENING: Final[tuple[Request, ...]] = (stake(10), DEAL, STAND, stake(20), DEAL, STAND)


async def evening(folder: Path, account: Account, voice: Recorder, source: Scripted) -> bool:
    """Two rounds of anna's, known messages included; whether they were survived."""
    database = await Database.open(folder / "table.db")
    source.used = await database.read(lambda each: log.numbers_used(each, source.list))
    await database.close()
    try:
        async with open_table(folder, house=house(), voice=voice, source=source) as table:
            for number, request in enumerate(EVENING):
                await table.hear("anna", request, message=f"m{number}")
    except Killed:
        return False
    finally:
        account.add(voice.said)
    return True


async def begin(folder: Path) -> Account:
    account = Account()
    async with open_table(folder, house=house()) as table:
        await table.credit(anna=100)
        account.add(table.voice.said)
    return account


async def in_peace(folder: Path) -> list[Fact]:
    account = await begin(folder)

    assert await evening(folder, account, Recorder(), Scripted(NUMBERS))
    return account.story()


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    deaths, peace = tmp_path / "deaths", tmp_path / "peace"
    deaths.mkdir()
    peace.mkdir()
    return deaths, peace


async def test_every_draw_of_the_evening_is_tried(tmp_path: Path) -> None:
    account = await begin(tmp_path)

    assert await evening(tmp_path, account, Recorder(), Deadly(numbers=NUMBERS, after=DRAWS))
    assert 7 < len([fact for fact in account.story() if isinstance(fact, Drawn)])


@pytest.mark.parametrize("draws", range(DRAWS))
async def test_whoever_dies_between_two_redraws_goes_on_with_the_same_numbers(
    folders: tuple[Path, Path], draws: int
) -> None:
    deaths, peace = folders
    account = await begin(deaths)
    deadly = Deadly(numbers=NUMBERS, after=draws)

    assert not await evening(deaths, account, Recorder(), deadly)
    assert await evening(deaths, account, Recorder(), Scripted(NUMBERS))
    assert await in_peace(peace) == account.story()
    async with open_table(deaths, house=house()) as table:
        assert () == (await table.audit()).findings


@pytest.mark.parametrize("words", range(0, 16, 3))
async def test_whoever_dies_before_he_speaks_of_a_redraw_says_it_later(
    folders: tuple[Path, Path], words: int
) -> None:
    deaths, peace = folders
    account = await begin(deaths)

    assert not await evening(deaths, account, Dying(words), Scripted(NUMBERS))
    assert await evening(deaths, account, Recorder(), Scripted(NUMBERS))
    assert await in_peace(peace) == account.story()
