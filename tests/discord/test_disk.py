"""A disk that fails under an open house: it ends with one sentence, and can go on later."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from tests.discord.houses import House, fund, open_house
from tests.discord.reckoning import require_each_answered_once, wait_for_answers
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.discord.handles import Member


def fill_the_disk(house: House) -> None:
    """Let no file of the house grow any more."""
    full = house.database.with_name(house.database.name + "-wal").stat().st_size
    resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (full, full))


@pytest.mark.parametrize("moment", ["hearing", "posting"])
def test_the_disk_is_full(
    discord: StandIn,
    tmp_path: Path,
    channel: Channel,
    saalchef: Member,
    anna: Member,
    moment: str,
) -> None:
    """What was not written was not done; what was posted is not posted again."""
    with open_house(discord, tmp_path) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        fund(channel, saalchef, anna)
        if moment == "posting":
            discord.plan("slow", when="after", method="POST", route=SEND, seconds=3)
            said = anna.say(channel, "!konto")
            channel.wait_for_reply(said)
        fill_the_disk(house)
        if moment == "hearing":
            said = anna.say(channel, "!konto")
        code, last = house.wait(), house.errors.splitlines()[-1]

        assert (code, "the disk" in last) == (2, True), house.errors
        assert "Traceback" not in house.errors
    with open_house(discord, tmp_path) as house:
        wait_for_answers(discord, channel, [said])

        assert house.stop() == 0
    require_each_answered_once(house, channel, [said])
