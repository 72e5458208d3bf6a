"""What is played at a table is what was announced there; rounds under other rules are found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace as with_rules
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.audit.findings import Code
from bot.engine.presets import PRESETS
from bot.table.house import House
from bot.table.requests import CloseTable, OpenTable, SetRules
from tests.audit.evenings import check_export, codes, export_evening
from tests.audit.forger import Forgery, Json
from tests.tables import DEAL, HOUSE, STAND, Table, numbers_of, open_table, stake

NUMBERS = numbers_of("10 8 9 K  10 8 9 K  10 8 9 K")
CASINO = House(rules=PRESETS["casino"], preset="casino")

Bend = Callable[[Forgery], None]


async def play_round(table: Table) -> None:
    await table.hear("anna", stake(10))
    await table.hear("anna", DEAL)
    await table.hear("anna", STAND)


async def play_at_a_table_of_staff(folder: Path) -> None:
    """A round of what the table was opened with, and two of what the Saalchef set."""
    house = replace(HOUSE, opened_by_staff=True)
    async with open_table(folder, house=house, numbers=NUMBERS) as table:
        await table.credit(anna=500)
        await table.hear("karl", OpenTable(), staff=True)
        await play_round(table)
        await table.hear("karl", SetRules("casino split=rank"), staff=True)
        await play_round(table)
        await table.hear("karl", CloseTable(), staff=True)
        await table.hear("karl", OpenTable(), staff=True)
        await play_round(table)


async def play_in_the_terminal(folder: Path) -> None:
    """The first start plays one thing, and staff sets another; the second start a third."""
    async with open_table(folder, numbers=NUMBERS) as table:
        await table.credit(anna=500)
        await play_round(table)
        await table.hear("karl", SetRules("german"), staff=True)
        await play_round(table)
    async with open_table(folder, house=CASINO, numbers=NUMBERS) as table:
        await play_round(table)


@pytest.fixture(scope="module")
def by_staff(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("by-staff")
    asyncio.run(play_at_a_table_of_staff(folder))
    export_evening(folder)
    return folder / "export"


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("terminal")
    asyncio.run(play_in_the_terminal(folder))
    export_evening(folder)
    return folder / "export"


def test_rounds_under_announced_rules_have_no_finding(by_staff: Path, terminal: Path) -> None:
    assert [(), ()] == [check_export(each).findings for each in (by_staff, terminal)]


async def test_rules_that_contradict_each_other_are_found(tmp_path: Path) -> None:
    """A house that was bent so far as to announce them is no better for it."""
    impossible = with_rules(PRESETS["aquatique"], even_money=True)
    house = House(rules=impossible, preset="aquatique")
    async with open_table(tmp_path, house=house, numbers=NUMBERS) as table:
        await table.credit(anna=500)
        await play_round(table)
        findings = (await table.audit()).findings

    assert [
        (Code.CAUSE, "is started with rules that cannot be: even_money"),
        (Code.CAUSE, "round 1 is played by rules that cannot be: even_money"),
    ] == [(each.code, each.text) for each in findings]


def opened(forgery: Forgery, round_: int) -> list[Json]:
    """A round's rules, where they were asked for and where they came into force."""
    said = [
        command
        for _, body in forgery.all("message")
        for command in body["commands"]
        if command["command"] == "open" and command["round"] == round_
    ]
    return [*said, forgery.event("opened", round=round_)]


def a_round_under_rules_of_its_own(forgery: Forgery) -> None:
    for each in opened(forgery, 2):
        each["rules"]["max_stake"] = 4_000


def a_round_under_another_name(forgery: Forgery) -> None:
    for each in opened(forgery, 1):
        each["preset"] = "german"


def other_rules_than_the_saalchef_set(forgery: Forgery) -> None:
    forgery.first("table_rules")[1]["rules"]["split"] = "value"


def rules_that_nobody_set(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("table_rules")[0]]


def a_table_that_opened_with_other_rules(forgery: Forgery) -> None:
    forgery.first("table_opened")[1]["rules"]["min_stake"] = 5


def a_table_that_opened_anew_with_other_rules(forgery: Forgery) -> None:
    forgery.all("table_opened")[1][1]["rules"]["min_stake"] = 5


@pytest.mark.parametrize(
    "bend",
    [
        a_round_under_rules_of_its_own,
        a_round_under_another_name,
        other_rules_than_the_saalchef_set,
        rules_that_nobody_set,
        a_table_that_opened_with_other_rules,
        a_table_that_opened_anew_with_other_rules,
    ],
)
def test_rules_that_were_not_announced_are_found(
    by_staff: Path, tmp_path: Path, bend: Bend
) -> None:
    forgery = Forgery.of(by_staff)
    bend(forgery)

    assert {Code.CAUSE} == codes(check_export(forgery.write(tmp_path / "forged")))


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_a_terminal_plays_what_its_start_says(terminal: Path, tmp_path: Path, round_: int) -> None:
    forgery = Forgery.of(terminal)
    for each in opened(forgery, round_):
        each["rules"]["max_stake"] = 4_000

    assert {Code.CAUSE} == codes(check_export(forgery.write(tmp_path / "forged")))


def test_a_log_from_before_rules_stood_in_it_has_no_finding(
    by_staff: Path, terminal: Path, tmp_path: Path
) -> None:
    for name, folder in (("staff", by_staff), ("terminal", terminal)):
        forgery = Forgery.of(folder)
        for _, start in forgery.all("start"):
            start.pop("plays", None)
        for _, opening in forgery.all("table_opened"):
            del opening["rules"]

        assert () == check_export(forgery.write(tmp_path / name)).findings


# ── rules that cannot be ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "kind"),
    [("by_staff", "table_opened"), ("by_staff", "table_rules"), ("terminal", "start")],
)
def test_rules_that_cannot_be_are_found_where_they_are_announced(
    request: pytest.FixtureRequest, tmp_path: Path, name: str, kind: str
) -> None:
    forgery = Forgery.of(request.getfixturevalue(name))
    position, body = forgery.first(kind)
    body.get("plays", body)["rules"].update(max_hands=4, split=None)
    report = check_export(forgery.write(tmp_path / "forged"))

    where = f"entry {position}"
    assert any((each.where, "cannot be" in each.text) == (where, True) for each in report.findings)
