"""A house that dies while cards are owed: the answer that waits for them is still one answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from tests.discord.houses import House, fund, open_house
from tests.discord.reckoning import (
    require_books,
    require_each_answered_once,
    require_nothing_waits,
    require_small_lines,
    wait_for_answers,
)
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.discord.handles import Member
from tests.loopback.random_org.client import StandIn as RandomOrg

AT_ONCE = {"AQUATIQUE_BETTING_SECONDS": "0"}
WAITS = "⏳"

Opening = Callable[[], AbstractContextManager[House]]


@pytest.fixture
def opening(
    discord: StandIn,
    random_org: RandomOrg,
    tmp_path: Path,
    channel: Channel,
    saalchef: Member,
    anna: Member,
) -> Opening:
    """Opens the house again and again; anna has staked there."""
    opening = partial(open_house, discord, tmp_path, env=AT_ONCE, random_org=random_org)
    with opening():
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        fund(channel, saalchef, anna)
        channel.wait_for_reaction(anna.say(channel, "!einsatz 20"))
    return opening


def deal(channel: Channel, anna: Member, random_org: RandomOrg) -> Message:
    """Let anna ask for cards that do not come; the message, once the house has said so."""
    random_org.plan("never", method="generateSignedIntegers", times=None)
    asked = anna.say(channel, "!geben")
    channel.wait_for("random.org", after=asked)
    return asked


def require_reckoned(
    opening: Opening, random_org: RandomOrg, channel: Channel, *said: Message
) -> None:
    """With the cards there, and after one more restart, each message has one answer."""
    random_org.forget_plan()
    for _ in range(2):
        with opening() as house:
            last = house.discord.user("anna").say(channel, "!reste")  # which waits for the cards
            wait_for_answers(house.discord, channel, [*said, last])

            assert house.stop() == 0
    require_each_answered_once(house, channel, said)
    require_small_lines(house, channel)
    require_nothing_waits(house, channel)
    require_books(house, random_org)


def test_what_was_asked_meanwhile_is_not_taken_for_what_waits(
    discord: StandIn, opening: Opening, random_org: RandomOrg, channel: Channel, anna: Member
) -> None:
    """Its answer was not out yet, so it stood behind the one that waits for the cards."""
    with opening() as house:
        asked = deal(channel, anna, random_org)
        discord.plan("503", method="POST", route=SEND, count=None)
        meanwhile = anna.say(channel, "!konto")
        discord.wait_for_requests(len(discord.requests("POST", SEND)) + 1)
        house.kill()
    discord.forget_plan()
    require_reckoned(opening, random_org, channel, asked, meanwhile)


def test_what_waits_is_edited_while_the_house_is_away(
    opening: Opening, random_org: RandomOrg, channel: Channel, anna: Member
) -> None:
    """It is found in the history once more, and was heard already: that is no end of its answer."""
    with opening() as house:
        asked = deal(channel, anna, random_org)
        house.kill()
    anna.edit(asked, "!karte")
    with opening() as house:
        meanwhile = anna.say(channel, "!konto")
        wait_for_answers(house.discord, channel, [meanwhile])
        house.kill()
    require_reckoned(opening, random_org, channel, asked, meanwhile)


def test_the_sign_that_somebody_waits_goes_when_he_is_answered(
    opening: Opening, random_org: RandomOrg, channel: Channel, anna: Member
) -> None:
    with opening() as house:
        asked = deal(channel, anna, random_org)
        waits = anna.say(channel, "!reste")
        channel.wait_for_reaction(waits, WAITS)
        house.kill()
    require_reckoned(opening, random_org, channel, asked, waits)

    assert WAITS not in channel.message(waits).reactions


def test_an_order_that_is_edited_while_it_waits(
    opening: Opening, random_org: RandomOrg, channel: Channel, anna: Member
) -> None:
    """It is no entry of the log yet; the edit is noted when it is one, and changes nothing."""
    with opening():
        random_org.plan("http_error", method="generateSignedIntegers", times=None)
        asked = anna.say(channel, "!geben")
        channel.wait_for("random.org", after=asked)
        waits = anna.say(channel, "!reste")
        channel.wait_for_reaction(waits, WAITS)
        anna.edit(waits, "!karte")
        random_org.forget_plan()
        channel.wait_for_reply(asked)
        channel.wait_for_reaction(waits, "✏️")
    require_reckoned(opening, random_org, channel, asked, waits)
