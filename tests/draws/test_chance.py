"""Sources of cards: a list in its order, the machine's generator in its range, and no other way."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.draws.chance import Answer, Local, Question, Scripted
from bot.errors import CannotStart, NumbersExhausted
from bot.store.entries import FromMachine, FromScript, source_of
from tests.tables import DEAL, Deadly, Killed, numbers_of, open_table, scripted, stake

NUMBERS = (58, 13, 111, 270, 199, 247, 52)


DRAWS = count(1)


def question(count: int, highest: int = 312, draw: int | None = None) -> Question:
    """A draw of its own, if it is not asked again."""
    return Question(next(DRAWS) if draw is None else draw, count, highest)


# ── scripted ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_list_is_dealt_in_its_order() -> None:
    source = Scripted(NUMBERS)

    assert (58, 13, 111) == (await source.draw(question(3))).numbers
    assert (270,) == (await source.draw(question(1))).numbers
    assert Answer((199, 247), FromScript(source.list, 4)) == await source.draw(question(2))


async def test_a_list_that_is_used_up_says_how_many_it_gave_and_gives_no_part() -> None:
    source = Scripted(NUMBERS)
    await source.draw(question(6))
    for _ in range(2):
        with pytest.raises(NumbersExhausted) as caught:
            await source.draw(question(2))

        assert (6, 2) == (caught.value.used, caught.value.wanted)
    assert (52,) == (await source.draw(question(1))).numbers


async def test_a_number_that_names_no_card_of_the_table_is_refused() -> None:
    source = Scripted((52, 53))

    assert (52,) == (await source.draw(question(1, highest=52))).numbers
    with pytest.raises(CannotStart, match="--numbers: 53 names no card, this table has 1 … 52"):
        await source.draw(question(1, highest=52))


async def test_a_list_goes_on_where_it_stopped() -> None:
    source = Scripted(NUMBERS)
    source.used = 5

    assert Answer((247, 52), FromScript(source.list, 5)) == await source.draw(question(2))


async def test_a_draw_that_is_asked_again_takes_no_further_numbers() -> None:
    """Its first answer may have been lost on the way to the log."""
    source = Scripted(NUMBERS)
    first = await source.draw(question(2, draw=1))

    assert first == await source.draw(question(2, draw=1))
    assert Answer((111,), FromScript(source.list, 2)) == await source.draw(question(1, draw=2))


def test_a_list_is_known_by_its_numbers() -> None:
    assert Scripted(NUMBERS).list == Scripted(NUMBERS).list
    assert Scripted((1, 2)).list != Scripted((12,)).list
    assert Scripted((1, 2)).list != Scripted((2, 1)).list


async def test_a_database_tells_a_list_how_far_it_was_dealt(tmp_path: Path) -> None:
    numbers = (*numbers_of("10 9 5"), 1, 2)
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        await table.hear("anna", DEAL)

        assert 3 == (await scripted(table.database, numbers)).used
        assert 0 == (await scripted(table.database, numbers[:4])).used


# ── local ────────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(0, 40), st.integers(1, 416))
async def test_the_machine_gives_as_many_as_are_asked_in_their_range(
    count: int, highest: int
) -> None:
    answer = await Local().draw(question(count, highest))

    assert FromMachine() == answer.origin
    assert count == len(answer.numbers)
    assert all(1 <= number <= highest for number in answer.numbers)


async def test_the_machine_gives_every_number_about_as_often() -> None:
    """With 6,000 draws of six, one count in 10^12 evenings lies further than 7 sigma away."""
    counts = Counter((await Local().draw(question(6000, 6))).numbers)

    assert set(range(1, 7)) == set(counts)
    assert all(abs(count - 1000) < 7 * 28.9 for count in counts.values())


# ── no fallback ──────────────────────────────────────────────────────────────────────────────────


def test_a_source_is_called_as_its_draws_say() -> None:
    assert Local.name == source_of(FromMachine())
    assert Scripted.name == source_of(FromScript("", 0))


async def test_without_numbers_the_table_stops_and_takes_none_from_elsewhere(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9")) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(50))
        for _ in range(2):
            with pytest.raises(NumbersExhausted, match="0 numbers were used, 3 more are wanted"):
                await table.hear("anna", DEAL)

        assert () == table.croupier.game.round.dealer
        assert 0 == (await table.audit()).draws


@pytest.mark.parametrize("source", [Scripted.name, Local.name])
async def test_an_intended_draw_keeps_its_source_over_a_restart(
    tmp_path: Path, source: str
) -> None:
    """A switch of source is the hole a cheat would use."""
    await die_before_the_draw(tmp_path, source)
    with pytest.raises(CannotStart, match=f"draw 1 .* '{source}'"):
        async with open_table(
            tmp_path, source=Scripted((1, 2, 3)) if source == "local" else Local()
        ):
            pass

    async with open_table(
        tmp_path, source=Local() if source == "local" else Scripted((1, 2, 3))
    ) as table:
        report = await table.audit()
        assert (1, ()) == (report.draws, report.findings)


async def die_before_the_draw(folder: Path, source: str) -> None:
    with suppress(Killed):
        async with open_table(folder, source=Deadly(source)) as table:
            await table.credit(anna=100)
            await table.hear("anna", stake(50))
            await table.hear("anna", DEAL)
