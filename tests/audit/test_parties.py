"""Who cheats in a party is found: chips for one, a bank out of turn, an end at the wrong time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.engine.presets import choose
from bot.table.house import House
from bot.table.requests import BeginParty, EndParty, QuickHand, TakeBank
from tests.audit.evenings import check_database, check_export, export_evening
from tests.audit.forger import Forgery, Json
from tests.tables import DEAL, STAND, numbers_of, open_table, stake

RULES = choose(
    "casino", {"bank": "rotates", "min_stake": "1", "insurance": "false", "even_money": "false"}
)
NUMBERS = numbers_of("10 10 9 9 9 8 " + "10 9 9 8 " * 5)
ANNA, BERT, CARL = 1, 2, 3


async def play(folder: Path) -> None:
    """Anna, bert and carl, each the bank once; and one of two that staff ends."""
    async with open_table(
        folder, house=House(rules=RULES, preset="casino"), numbers=NUMBERS
    ) as table:
        await table.credit(anna=100, bert=100, carl=100)
        await table.hear("karl", BeginParty(3, 5000, ""), staff=True)
        await table.hear("anna", TakeBank(100, "MM"))
        await table.hear("bert", stake(5))
        await table.hear("carl", stake(5))
        await table.hear("bert", DEAL)
        await table.hear("bert", STAND)
        await table.hear("carl", STAND)
        for speaker in ("anna", "anna"):
            await table.hear(speaker, QuickHand(500, "MM"))
            await table.hear(speaker, STAND)
        await table.hear("karl", BeginParty(3, 5000, ""), staff=True)
        await table.hear("anna", TakeBank(100, "MM"))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("karl", EndParty(), staff=True)
        await table.hear("bert", STAND)


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parties")
    asyncio.run(play(folder))
    export_evening(folder)
    return folder


def test_an_honest_evening_has_no_findings(parties: Path) -> None:
    assert check_export(parties / "export").ok
    assert check_database(parties).ok


def more_chips_for_one(forgery: Forgery) -> None:
    forgery.first("party_joined", account=CARL)[1]["amount"] = 90_00


def chips_without_a_word(forgery: Forgery) -> None:
    position, body = forgery.first("party_joined", account=CARL)
    forgery.insert_after(position, {**body, "account": 4})


def chips_twice(forgery: Forgery) -> None:
    position, body = forgery.first("party_joined", account=CARL)
    forgery.insert_after(position, dict(body))


def an_end_that_is_left_out(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("party_ended")[0]]


def an_end_too_early(forgery: Forgery) -> None:
    position, body = forgery.first("party_ended")
    closed, _ = forgery.first("closed", round=1)
    forgery.insert_after(closed, {**body, "cause": forgery.bodies[closed]["cause"]})
    del forgery.bodies[position]


def an_end_that_nobody_asked_for(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("party_ending")[0]]


def chips_that_vanish(forgery: Forgery) -> None:
    forgery.first("party_ended")[1]["chips"][0][1] -= 500


def a_bank_out_of_turn(forgery: Forgery) -> None:
    """Carl is the bank before bert."""
    _command(forgery, 2, "open")["bank"] = str(CARL)
    forgery.event("opened", round=2)["bank"] = str(CARL)


def a_smaller_bank(forgery: Forgery) -> None:
    """Bert keeps chips back."""
    _command(forgery, 2, "fund")["amount"] -= 500


def a_bank_of_money(forgery: Forgery) -> None:
    for name in ("open", "fund"):
        _command(forgery, 2, name)["asset"] = "MM"
    forgery.event("opened", round=2)["asset"] = "MM"


def other_chips(forgery: Forgery) -> None:
    forgery.first("party_begun")[1]["asset"] = "Chips-2"


def _command(forgery: Forgery, number: int, name: str) -> Json:
    for _, body in forgery.all("message"):
        found = {each["command"]: each for each in body["commands"]}
        if found.get("open", {}).get("round") == number:
            command: Json = found[name]
            return command
    raise LookupError(number)


@pytest.mark.parametrize(
    ("bend", "text"),
    [
        (more_chips_for_one, "all got 5000"),
        (chips_without_a_word, "without a word"),
        (chips_twice, "twice, or late"),
        (an_end_that_is_left_out, "a party that is over goes on"),
        (an_end_too_early, "ends a party too early"),
        (an_end_that_nobody_asked_for, "ends a party too early"),
        (chips_that_vanish, "the chips that are left"),
        (a_bank_out_of_turn, "the party's round begins with"),
        (a_smaller_bank, "the bank is not 5500 of account 2"),
        (a_bank_of_money, "the party's round begins with"),
        (other_chips, "a party for Chips-2"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_cheat_is_found(
    parties: Path, tmp_path: Path, bend: Callable[[Forgery], None], text: str
) -> None:
    forgery = Forgery.of(parties / "export")
    bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    assert any(text in finding.text for finding in report.findings), report.findings
