"""The betting time as auditors see it: who may cut it short, and that the house does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.audit.betting import BettingTimes
from bot.audit.findings import Code
from bot.engine.commands import Deal
from bot.engine.events import Closed, Staked
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.store.entries import Message, TableOpened
from tests.audit.evenings import check_export, codes
from tests.audit.forger import Forgery

Bend = Callable[[Forgery], None]


def test_deals_in_time_by_staff_and_with_everybody_have_no_finding(betting_times: Path) -> None:
    assert () == check_export(betting_times / "export").findings


def test_who_only_stakes_behind_a_box_is_missed_like_its_owner() -> None:
    """Bert was behind anna's box in the last round; she deals without him, and then with him."""
    times, box = BettingTimes(), Box(1, 1, "MM", (Hand(1, "1-1", 1000),))
    behind = SideBet(Beside.BACKING, "1-2", 1, 1, 2, "MM", 1000)
    both = Round(number=1, boxes=(box,), beside=(behind,))
    at = "2026-11-29T20:00:00.000+00:00"
    times.announce(
        TableOpened(at=at, table=1, guild=1, cause=1, preset="casino", betting_seconds=300)
    )
    times.happen(1, both, Closed(), at)
    times.happen(1, Round(number=2), Staked("2-1", 1, 1, 1, "MM", 1000), at)
    said = Message(
        at=at, table=1, guild=1, message="1", account=1, commands=(Deal(1),), refused=None, text=""
    )

    assert ["deals 300 seconds before the betting time is over"] == list(
        times.deal(said, Round(number=2, boxes=(box,)))
    )
    assert [] == list(times.deal(said, both))


def deals(forgery: Forgery) -> list[dict[str, object]]:
    """The commands that dealt, in order."""
    return [
        command
        for _, body in forgery.all("message")
        for command in body["commands"]
        if command["command"] == "deal"
    ]


def another_time_than_was_announced(forgery: Forgery) -> None:
    forgery.first("betting_over")[1]["seconds"] = 60


def a_longer_time_was_announced(forgery: Forgery) -> None:
    forgery.first("table_opened")[1]["betting_seconds"] = 91


def a_player_deals_as_only_staff_may(forgery: Forgery) -> None:
    deals(forgery)[0]["by"] = "player"


def somebody_did_not_say_that_he_sits_out(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("presence")[0]]


def a_deal_at_once_while_another_has_staked(forgery: Forgery) -> None:
    """Bert stakes in the third round, and the quick word is put into his mouth."""
    _, message = [
        each
        for each in forgery.all("message", account=2)
        if any(command["command"] == "stake" for command in each[1]["commands"])
    ][2]
    message["commands"].append({"command": "deal", "player": 2, "by": "player"})


@pytest.mark.parametrize(
    "bend",
    [
        another_time_than_was_announced,
        a_longer_time_was_announced,
        a_player_deals_as_only_staff_may,
        somebody_did_not_say_that_he_sits_out,
        a_deal_at_once_while_another_has_staked,
    ],
)
def test_a_deal_that_comes_too_early_is_found(
    betting_times: Path, tmp_path: Path, bend: Bend
) -> None:
    forgery = Forgery.of(betting_times / "export")
    bend(forgery)

    assert Code.DEADLINE in codes(check_export(forgery.write(tmp_path / "forged")))
