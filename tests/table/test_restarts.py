"""A process that dies: what was written stays, what was not said is said, nothing happens twice."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.draws import log
from bot.draws.chance import Scripted
from bot.store.database import Database
from bot.table.replies import BetsClosed, Card, Done, Drawn, Fact, Wants
from bot.table.requests import QuickHand, Request, Share, TakeBack
from bot.table.voice import Recorder, Utterance
from tests.lanes import SCALE
from tests.tables import (
    DEAL,
    DOUBLE,
    HIT,
    STAND,
    Deadly,
    Dying,
    Killed,
    Table,
    facts,
    numbers_of,
    open_table,
    stake,
)

NUMBERS = numbers_of("10 8 6 7 3  9 4  10  5 9 A K  8 8")
EVENING: list[tuple[str, Request | None]] = [
    ("anna", stake(50)),
    ("bert", stake(20, 4)),
    ("bert", stake(30, 4, replace=True)),
    ("carl", stake(10, 5)),
    ("carl", TakeBack()),
    ("anna", DEAL),
    ("bert", DOUBLE),
    ("anna", None),
    ("anna", HIT),
    ("anna", STAND),
    ("carl", QuickHand(Share.ALL, "MM")),
    ("carl", STAND),
    ("carl", HIT),
]
"""Two rounds with changes, a double and small talk; two words come too late."""
UTTERANCES = 20
DRAWS = 7


@dataclass
class Account:
    """All that was said over several starts, by number."""

    said: dict[int, Fact] = field(default_factory=dict)

    def add(self, utterances: list[Utterance]) -> None:
        """What is said again must be what was said before."""
        for utterance in utterances:
            for seq, fact in enumerate(utterance.facts, start=utterance.first_seq):
                assert fact == self.said.setdefault(seq, fact)

    def story(self) -> list[Fact]:
        """Everything in order, but for what differs from evening to evening."""
        assert list(range(1, len(self.said) + 1)) == sorted(self.said)
        told = [self.said[seq] for seq in sorted(self.said)]
        return [
            replace(fact, log=0, head="") if isinstance(fact, Drawn) else fact
            for fact in told
            if fact != Done(repeated=True)
        ]


async def play(folder: Path, account: Account, voice: Recorder, source: Scripted) -> bool:
    """Say the whole evening, known messages included; whether it was survived."""
    database = await Database.open(folder / "table.db")
    source.used = await database.read(lambda each: log.numbers_used(each, source.list))
    await database.close()
    try:
        async with open_table(folder, voice=voice, source=source) as table:
            for number, (speaker, request) in enumerate(EVENING):
                await table.hear(speaker, request, message=f"m{number}")
    except Killed:
        return False
    finally:
        account.add(voice.said)
    return True


async def open_accounts(folder: Path, account: Account) -> None:
    async with open_table(folder) as table:
        await table.credit(anna=200, bert=200, carl=40)
        account.add(table.voice.said)


async def in_peace(folder: Path) -> tuple[list[Fact], dict[str, tuple[int, int]]]:
    """The evening as it goes when nobody dies; and what everybody has then."""
    account = Account()
    await open_accounts(folder, account)

    assert await play(folder, account, Recorder(), Scripted(NUMBERS))
    return account.story(), await purses(folder)


async def purses(folder: Path) -> dict[str, tuple[int, int]]:
    async with open_table(folder, numbers=NUMBERS) as table:
        assert () == (await table.audit()).findings
        return await table.purses()


@pytest.fixture
async def peaceful(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[list[Fact], dict[str, tuple[int, int]]]:
    return await in_peace(tmp_path_factory.mktemp("peace"))


async def test_every_moment_of_the_evening_is_tried(tmp_path: Path) -> None:
    account = Account()
    await open_accounts(tmp_path, account)

    deadly = Deadly(numbers=NUMBERS, after=DRAWS)
    assert await play(tmp_path, account, Dying(UTTERANCES), deadly)


@pytest.mark.parametrize("last", range(UTTERANCES))
async def test_whoever_dies_before_he_speaks_says_it_later(
    tmp_path: Path, peaceful: tuple[list[Fact], dict[str, tuple[int, int]]], last: int
) -> None:
    account = Account()
    await open_accounts(tmp_path, account)

    assert not await play(tmp_path, account, Dying(last), Scripted(NUMBERS))
    assert await play(tmp_path, account, Recorder(), Scripted(NUMBERS))
    assert peaceful == (account.story(), await purses(tmp_path))


@pytest.mark.parametrize("draws", range(DRAWS))
async def test_whoever_dies_before_a_draw_draws_it_later(
    tmp_path: Path, peaceful: tuple[list[Fact], dict[str, tuple[int, int]]], draws: int
) -> None:
    account = Account()
    await open_accounts(tmp_path, account)

    deadly = Deadly(numbers=NUMBERS, after=draws)
    assert not await play(tmp_path, account, Recorder(), deadly)
    assert await play(tmp_path, account, Recorder(), Scripted(NUMBERS))
    assert peaceful == (account.story(), await purses(tmp_path))


many_deaths = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 3)), min_size=2, max_size=8)


@settings(max_examples=10)
@given(many_deaths)
async def test_whoever_dies_again_and_again_gets_to_the_same_end(
    deaths: list[tuple[int, int]],
) -> None:
    """The slow lane tries hundreds of such evenings."""
    await check_deaths(deaths)


@pytest.mark.slow
@settings(max_examples=max(10, round(500 * SCALE)), deadline=None)
@given(many_deaths)
async def test_hundreds_of_evenings_of_deaths_come_to_the_same_end(
    deaths: list[tuple[int, int]],
) -> None:
    await check_deaths(deaths)


async def check_deaths(deaths: list[tuple[int, int]]) -> None:
    with TemporaryDirectory() as name:
        folder, account = Path(name) / "deaths", Account()
        folder.mkdir()
        await open_accounts(folder, account)
        for words, draws in deaths:
            await play(folder, account, Dying(words), Deadly(numbers=NUMBERS, after=draws))

        assert await play(folder, account, Recorder(), Scripted(NUMBERS))
        (Path(name) / "peace").mkdir()
        assert await in_peace(Path(name) / "peace") == (account.story(), await purses(folder))


# ── what is said at a start ──────────────────────────────────────────────────────────────────────


async def test_what_was_said_and_recorded_is_not_said_again(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))

    async with open_table(tmp_path) as table:
        assert [] == table.voice.said
        await table.hear("anna", stake(60, replace=True))
        assert 6 == table.voice.said[0].first_seq


def said_again(table: Table) -> list[Utterance]:
    """What was said, without the mark that it was stored before."""
    assert all(utterance.stored_at for utterance in table.voice.said)
    return [utterance._replace(stored_at="") for utterance in table.voice.said]


async def test_what_was_said_and_not_recorded_is_said_again_with_its_old_number(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, killed=True) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50), message="m1")
        before = table.voice.said

    for _ in range(2):
        async with open_table(tmp_path, killed=True) as table:
            assert before[-1:] == said_again(table)
            assert ("m1", "anna") == (before[-1].message, before[-1].speaker)
    async with open_table(tmp_path) as table:
        assert before[-1:] == said_again(table)
    async with open_table(tmp_path) as table:
        assert [] == table.voice.said


@pytest.mark.parametrize("words", [2, 3, 4])
async def test_an_answer_that_was_cut_short_is_said_again_as_a_whole(
    tmp_path: Path, words: int
) -> None:
    """A post is made of everything between a message and its ``Done``."""
    numbers = numbers_of("10 9 5")
    with suppress(Killed):
        async with open_table(tmp_path, numbers=numbers, voice=Dying(words), killed=True) as table:
            await table.credit(anna=100)
            await table.hear("anna", stake(50))
            await table.hear("anna", DEAL, message="m7")
    async with open_table(tmp_path, numbers=numbers) as table:
        said = [each for each in table.voice.said if each.message == "m7"]

    assert {"anna"} == {utterance.speaker for utterance in said}
    kinds = [type(fact) for fact in facts(said)]
    assert [BetsClosed, Wants, *[Drawn] * 3, *[Card] * 3, Wants, Done] == kinds


async def test_a_start_writes_one_entry_and_draws_nothing_that_is_not_owed(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 5")) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        before = await table.entries()

    async with open_table(tmp_path, numbers=numbers_of("10 9 5")) as table:
        after = await table.entries()
        assert before == after[:-1]
        assert b'"kind":"start"' in after[-1].body
