"""Who cheats with a player's bank is found: its money, its turn, its circle, its passing on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine.presets import choose
from bot.table.clock import SetClock
from bot.table.house import House
from bot.table.requests import (
    GiveUpBank,
    Leave,
    QuickHand,
    SetRules,
    SitOut,
    TakeBank,
)
from tests.audit.evenings import check_database, check_export, export_evening
from tests.audit.forger import Forgery, Json
from tests.tables import BEGAN, DEAL, STAND, numbers_of, open_table, stake

ANNA, BERT, CARL = 1, 2, 3
RULES = choose("casino", {"bank": "rotates", "blackjack_takes_bank": "true", "min_stake": "1"})
NUMBERS = numbers_of("10 9 9 8  A 9 K 8  9 9 9 8")


async def play(folder: Path) -> None:
    """Anna's bank stays for a second round, bert's blackjack takes it, he lets it go by."""
    async with open_table(
        folder, house=House(rules=RULES, preset="casino"), numbers=NUMBERS
    ) as table:
        await table.credit(anna=500, bert=500, carl=500)
        await table.hear("anna", TakeBank(5000, "MM"))
        await table.hear("bert", QuickHand(1000, "MM"))
        await table.hear("bert", STAND)
        await table.hear("bert", QuickHand(1000, "MM"))
        await table.hear("carl", stake(5))
        await table.hear("bert", TakeBank(3000, "MM"))
        await table.hear("bert", GiveUpBank())
        await table.hear("anna", SitOut())
        await table.hear("anna", TakeBank(2000, "MM"))
        await table.hear("bert", stake(5))
        await table.hear("anna", DEAL)
        await table.hear("bert", STAND)
        await table.hear("karl", SetRules("casino"), staff=True)
        await table.hear("bert", stake(10))
        await table.hear("bert", Leave())


@pytest.fixture(scope="module")
def banks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("banks")
    asyncio.run(play(folder))
    export_evening(folder)
    return folder


def test_an_honest_evening_has_no_findings(banks: Path) -> None:
    assert check_export(banks / "export").ok
    assert check_database(banks).ok


# ── cheats ───────────────────────────────────────────────────────────────────────────────────────


def opens(forgery: Forgery, number: int) -> tuple[Json, Json]:
    """A round's ``open`` as its message says it, and the event."""
    for _, body in forgery.all("message"):
        for command in body["commands"]:
            if command["command"] == "open" and command["round"] == number:
                return command, forgery.event("opened", round=number)
    raise LookupError(number)


def a_fatter_purse(forgery: Forgery) -> None:
    for each in opens(forgery, 2):
        each["purse"] = 900_00


def an_empty_purse(forgery: Forgery) -> None:
    """What anna has in her bank is forgotten."""
    for each in opens(forgery, 2):
        each["purse"] = 0


def a_bank_that_is_stolen(forgery: Forgery) -> None:
    """The second round is carl's, with anna's money."""
    for each in opens(forgery, 2):
        each["bank"] = str(CARL)


def a_purse_of_other_money(forgery: Forgery) -> None:
    for each in opens(forgery, 2):
        each["asset"] = "Jetons"


def a_smaller_circle(forgery: Forgery) -> None:
    """Bert would not be the next."""
    for each in opens(forgery, 2):
        each["circle"] = [ANNA]


def a_turn_that_is_stolen(forgery: Forgery) -> None:
    """Carl says what bert said."""
    position, body = next(
        (place, body)
        for place, body in forgery.all("message", account=BERT)
        if any(command["command"] == "fund" for command in body["commands"])
    )
    body["account"] = CARL
    opened, event = opens(forgery, 3)
    opened["bank"] = event["bank"] = str(CARL)
    body["commands"][1]["player"] = CARL
    for _, happened in forgery.all("happened", cause=position):
        if "player" in happened["event"]:
            happened["event"]["player"] = CARL


def a_turn_that_another_gives_away(forgery: Forgery) -> None:
    for _, body in forgery.all("message", account=BERT):
        if body["commands"] and body["commands"][0]["command"] == "pass_bank":
            body["account"] = CARL
            return


def a_turn_given_away_by_rule(forgery: Forgery) -> None:
    for _, body in forgery.all("message", account=BERT):
        if body["commands"] and body["commands"][0]["command"] == "pass_bank":
            body["commands"][0]["by"] = "rule"
            return


def a_blackjack_that_takes_nothing(forgery: Forgery) -> None:
    position, _ = forgery.first("bank_passed", reason="blackjack")
    del forgery.bodies[position]


def an_heir_of_the_houses_choice(forgery: Forgery) -> None:
    forgery.event("bank_passed", reason="blackjack")["to"] = CARL


def a_bank_that_keeps_something(forgery: Forgery) -> None:
    forgery.event("bank_passed", reason="blackjack")["amount"] -= 100


def a_bank_that_is_not_given_back(forgery: Forgery) -> None:
    """With other rules anna's money would stay where it is."""
    position, _ = forgery.first("bank_passed", reason="returned")
    del forgery.bodies[position]


def a_house_with_a_purse(forgery: Forgery) -> None:
    for each in opens(forgery, 5):
        each.update(purse=100, asset="MM")


@pytest.mark.parametrize(
    ("bend", "text"),
    [
        (a_fatter_purse, "the round begins with"),
        (an_empty_purse, "the round begins with"),
        (a_bank_that_is_stolen, "the bank is account 1's"),
        (a_purse_of_other_money, "the round begins with"),
        (a_smaller_circle, "the round begins with"),
        (a_turn_that_is_stolen, "takes the bank out of turn"),
        (a_turn_that_another_gives_away, "not a command of account 3"),
        (a_turn_given_away_by_rule, "no other rules are played"),
        (a_blackjack_that_takes_nothing, "was to follow"),
        (an_heir_of_the_houses_choice, "was to follow"),
        (a_bank_that_keeps_something, "was to follow"),
        (a_bank_that_is_not_given_back, "are missing"),
        (a_house_with_a_purse, "the house's bank has no purse"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_cheat_is_found(
    banks: Path, tmp_path: Path, bend: Callable[[Forgery], None], text: str
) -> None:
    forgery = Forgery.of(banks / "export")
    bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    assert any(text in finding.text for finding in report.findings), report.findings


# ── a bank that is away ──────────────────────────────────────────────────────────────────────────

FREE = House(
    rules=choose("classic32", {"player_cards": "open", "shoe": "continuous"}), preset="classic32"
)


async def test_a_bank_is_away_after_its_time_and_not_before(tmp_path: Path) -> None:
    clock = SetClock(BEGAN)
    async with open_table(tmp_path, house=FREE, numbers=(4, 3, 3, 1, 2), clock=clock) as table:
        await table.credit(anna=50, bert=50)
        await table.hear("anna", TakeBank(2000, "MM"))
        await table.hear("bert", QuickHand(500, "MM"))
        await table.hear("bert", STAND)
        clock.move(timedelta(hours=25))
        await table.croupier.tick()
    export_evening(tmp_path)
    assert check_export(tmp_path / "export").ok

    forgery = Forgery.of(tmp_path / "export")
    position, deadline = forgery.first("deadline")
    deadline["at"] = "2026-11-29T21:00:00.000+00:00"
    for _, body in forgery.all("happened", cause=position):
        body["at"] = deadline["at"]
    report = check_export(forgery.write(tmp_path / "forged"))
    assert any("the hand's turn began" in finding.text for finding in report.findings)
