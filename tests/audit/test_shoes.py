"""Cheats at a finite shoe: a number wrongly refused or let pass, or what is out told otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.audit.findings import Code
from tests.audit.evenings import check_export, codes, export_evening
from tests.audit.forger import Forgery
from tests.engine.script import changed
from tests.tables import DEAL, HOUSE, STAND, open_table, stake

Bend = Callable[[Forgery], None]
VEGAS: Final = changed("vegas_red", cut_card_after="9", insurance="false")
NUMBERS: Final = (
    *(55, 55, 61, 67, 73),  # anna 55 67, the dealer 61 73; 55 comes twice
    *(37, 43, 49, 55, 2, 62),  # anna 37 49, the dealer 43 2 62; 55 is out still
    *(55, 61, 67, 73),  # and after the shuffle it is not
)


@pytest.fixture(scope="module")
def vegas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rounds from one shoe, the third of them shuffled; and their export."""
    folder = tmp_path_factory.mktemp("vegas")
    asyncio.run(play(folder))
    export_evening(folder)
    return folder


async def play(folder: Path) -> None:
    house = replace(HOUSE, rules=VEGAS, preset="vegas_red")
    async with open_table(folder, house=house, numbers=NUMBERS) as table:
        await table.credit(anna=100)
        for _ in range(3):
            for request in (stake(10), DEAL, STAND):
                await table.hear("anna", request)


def test_the_evening_itself_verifies(vegas: Path, tmp_path: Path) -> None:
    forged = Forgery.of(vegas / "export").write(tmp_path / "forged")

    assert check_export(vegas / "export").findings == ()
    assert check_export(forged).ok


def a_number_wrongly_rejected(forgery: Forgery) -> None:
    """The dealer's 61 is said to be out, and the next number is his."""
    _, body = forgery.first("dealer_dealt", number=61)
    body["event"] = {"event": "rejected", "number": 61, "reason": "duplicate"}


def a_duplicate_wrongly_accepted(forgery: Forgery) -> None:
    _, body = forgery.first("rejected")
    body["event"] = {"event": "dealer_dealt", "index": 2, "number": 55, "card": "♠B"}


def a_rejection_left_out(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("rejected")[0]]


def a_rejection_for_another_reason(forgery: Forgery) -> None:
    forgery.event("rejected")["reason"] = "unused"


def a_redraw_of_two_cards(forgery: Forgery) -> None:
    forgery.event("redraw")["cards"] = 2


def an_intent_for_more_than_the_one_redraw(forgery: Forgery) -> None:
    slots = forgery.first("intent", draw=2)[1]["slots"]
    slots.append(slots[0])


def an_intent_with_a_spare_number(forgery: Forgery) -> None:
    """Of a source that gives none."""
    slots = forgery.first("intent", draw=1)[1]["slots"]
    slots.append([1, 1, 0, 0])


def a_shoe_that_begins_anew(forgery: Forgery) -> None:
    """What was out is forgotten, by whoever opens the round and by what comes of it."""
    _open_with(forgery, 2, [])


def a_shoe_that_remembers_what_never_was(forgery: Forgery) -> None:
    _open_with(forgery, 2, [55, 61, 67, 73, 312])


def a_shuffle_left_out(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("reshuffled")[0]]


def a_shuffle_before_its_time(forgery: Forgery) -> None:
    position, opened = forgery.first("opened", round=2)
    event = {"event": "reshuffled", "reason": "cut_card"}
    forgery.insert_after(position, {**opened, "version": 2, "event": event})


def _open_with(forgery: Forgery, number: int, out: list[int]) -> None:
    for _, message in forgery.all("message"):
        for command in message["commands"]:
            if command["command"] == "open" and command["round"] == number:
                command["out"] = out
    forgery.event("opened", round=number)["out"] = out


CHEATS: list[tuple[Bend, Code]] = [
    (a_number_wrongly_rejected, Code.EVENT),
    (a_duplicate_wrongly_accepted, Code.EVENT),
    (a_rejection_left_out, Code.EVENT),
    (a_rejection_for_another_reason, Code.EVENT),
    (a_redraw_of_two_cards, Code.EVENT),
    (an_intent_for_more_than_the_one_redraw, Code.DRAW),
    (an_intent_with_a_spare_number, Code.DRAW),
    (a_shoe_that_begins_anew, Code.CAUSE),
    (a_shoe_that_remembers_what_never_was, Code.CAUSE),
    (a_shuffle_left_out, Code.EVENT),
    (a_shuffle_before_its_time, Code.EVENT),
]


@pytest.mark.parametrize(("bend", "code"), CHEATS, ids=lambda value: getattr(value, "__name__", ""))
def test_every_cheat_is_found(vegas: Path, tmp_path: Path, bend: Bend, code: Code) -> None:
    forgery = Forgery.of(vegas / "export")
    bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    assert code in codes(report)
