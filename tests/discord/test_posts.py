"""Posts under faults: each once and in order, whatever Discord answers, and where it may not be."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.discord.houses import House, fund, open_house
from tests.discord.reckoning import (
    SIGN,
    require_each_answered_once,
    require_nothing_waits,
    wait_for_answers,
)
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.tables import numbers_of

REACT = "/channels/{channel}/messages/{message}/reactions/{emoji}/@me"
AT_ONCE = {"AQUATIQUE_BETTING_SECONDS": "0"}
ANSWERED: list[tuple[str, dict[str, Any]]] = [
    ("429", {"via": True}),
    ("429", {"via": False}),
    ("429", {"via": True, "everywhere": True}),
    ("503", {"when": "before"}),
    ("503", {"when": "after"}),
    ("502", {"when": "after"}),
    ("500", {"when": "before"}),
    ("200", {"when": "after"}),  # and not a message in it
    ("drop", {"when": "before"}),
    ("drop", {"when": "after"}),
    ("slow", {"when": "before", "seconds": 0.3}),
    ("slow", {"when": "after", "seconds": 0.3}),
]
"""What may become of a request."""


@pytest.fixture
def house(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member, anna: Member
) -> Iterator[House]:
    """A house with an open table, where anna has money."""
    with open_house(discord, tmp_path, env=AT_ONCE) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        fund(channel, saalchef, anna)
        yield house


def require_reckoned(house: House, channel: Channel) -> None:
    """Everything is answered once and in order, also after a restart."""
    assert house.stop() == 0
    with open_house(house.discord, house.folder, env=AT_ONCE) as again:
        last = house.discord.user("anna").say(channel, "!konto")
        wait_for_answers(house.discord, channel, [last])

        assert again.stop() == 0
    require_each_answered_once(again, channel, [last])
    require_nothing_waits(again, channel)


# ── what Discord answers ─────────────────────────────────────────────────────────────────────────


def test_a_post_comes_once_whatever_discord_answers(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    """The same words each time: answers to different messages are different posts."""
    for fault, more in ANSWERED:
        discord.plan(fault, method="POST", route=SEND, channel=channel, **more)
        said = [anna.say(channel, "!konto") for _ in range(3)]
        wait_for_answers(discord, channel, said)

        assert discord.planned() == []

    require_reckoned(house, channel)


def test_a_post_that_came_is_found_when_the_nonce_is_forgotten(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.remember_nonces_for(0)
    for fault in ("503", "drop", "429"):
        discord.plan(
            fault, when="after", via=False, method="POST", route=SEND, channel=channel, count=2
        )
        said = [anna.say(channel, "!konto") for _ in range(3)]
        wait_for_answers(discord, channel, said)

    require_reckoned(house, channel)


def test_a_sign_comes_whatever_discord_answers(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    for (fault, more), word in zip(
        ANSWERED, cycle(("!einsatz 20", "!einsatz zurück")), strict=False
    ):
        discord.plan(fault, method="PUT", route=REACT, channel=channel, **more)
        said = anna.say(channel, word)
        channel.wait_for_reaction(said, SIGN)

        assert discord.planned() == []

    require_reckoned(house, channel)


def test_a_burst_keeps_its_order_under_rate_limits(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    """Answers that are there at once: who asks for the odds waits, and nobody waits for him."""
    discord.limit(5, 0.7)
    said = [anna.say(channel, word) for word in ("!konto", "!zahlen", "!hilfe") * 10]
    wait_for_answers(discord, channel, said)
    discord.limit(None)

    replies = [one.reply_to for one in channel.messages() if one.reply_to in {s.id for s in said}]
    assert [one.id for one in said] == replies
    require_reckoned(house, channel)


# ── a kill between a post and its record ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("nonces", [0, 120])
def test_a_post_is_adopted_after_a_kill(
    discord: StandIn, house: House, channel: Channel, anna: Member, nonces: int
) -> None:
    """Discord is away at first, when the house comes back."""
    discord.remember_nonces_for(nonces)
    discord.plan("slow", when="after", seconds=60, method="POST", route=SEND)
    said = [anna.say(channel, "!konto") for _ in range(2)]
    channel.wait_for_reply(said[0])
    house.kill()
    discord.forget_plan()
    discord.plan("503", method="GET", route="/users/@me")
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        wait_for_answers(discord, channel, said)

        require_reckoned(again, channel)


def test_a_post_is_adopted_in_a_lively_channel(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    """More was said in the minutes before than a look into the history once took in."""
    discord.remember_nonces_for(0)
    for number in range(520):
        anna.say(channel, f"na {number}")
    discord.plan("slow", when="after", seconds=60, method="POST", route=SEND)
    said = anna.say(channel, "!konto")
    channel.wait_for_reply(said)
    house.kill()
    discord.forget_plan()
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        require_reckoned(again, channel)


@pytest.mark.parametrize("part", [0, 1])
def test_an_answer_in_parts_goes_on_after_a_kill(
    discord: StandIn, random_org: RandomOrg, house: House, channel: Channel, anna: Member, part: int
) -> None:
    """The part that was out is not posted again; what comes once more is the same.

    Seven boxes that double make a round too long for one message; no card ends a hand before.
    """
    assert house.stop() == 0
    random_org.add_numbers(*numbers_of("2 2 2 2 2 2 2  10  3 3 3 3 3 3 3  4 4 4 4 4 4 4 10"))
    discord.remember_nonces_for(0)
    with open_house(discord, house.folder, env=AT_ONCE, random_org=random_org) as dealing:
        for box in range(1, 8):
            anna.say(channel, f"!einsatz 20 auf box {box}")
        anna.say(channel, "!geben")
        wait_for_answers(
            discord, channel, [anna.say(channel, f"!verdoppeln box {box}") for box in range(1, 8)]
        )
        discord.plan("slow", when="after", seconds=60, method="POST", route=SEND, skip=part)
        said = anna.say(channel, "!runde 1")
        channel.wait_for(part + 1, after=said)
        dealing.kill()
    discord.forget_plan()
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        once_more = anna.say(channel, "!runde 1")
        last = anna.say(channel, "!konto")
        wait_for_answers(discord, channel, [once_more, last])
        later = [one for one in channel.messages() if one.author_is_bot and one.id > said.id]
        first, second = (
            [one.content for one in later[start : start + len(later) // 2]]
            for start in (0, len(later) // 2)
        )

        assert len(first) > 1
        assert first == second
        require_reckoned(again, channel)


def test_where_the_history_may_not_be_read_it_comes_at_least_once(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.remember_nonces_for(0)
    discord.plan("slow", when="after", seconds=60, method="POST", route=SEND)
    said = anna.say(channel, "!konto")
    first = channel.wait_for_reply(said)
    house.kill()
    discord.forget_plan()
    channel.deny("READ_MESSAGE_HISTORY")
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        second = channel.wait_for(lambda one: one.author_is_bot, after=first)

        assert (second.content, second.reply_to) == (first.content, None)
        assert "the history cannot be read" in again.errors


def test_a_sign_is_made_once_over_a_kill(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.plan("slow", when="after", seconds=60, method="PUT", route=REACT)
    said = anna.say(channel, "!einsatz 20")
    channel.wait_for_reaction(said, SIGN)
    house.kill()
    discord.forget_plan()
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        require_reckoned(again, channel)


# ── what may not be ──────────────────────────────────────────────────────────────────────────────


def test_without_the_permission_to_speak_posts_wait(
    discord: StandIn, house: House, channel: Channel, anna: Member, saalchef: Member
) -> None:
    channel.deny("SEND_MESSAGES")
    said = [anna.say(channel, word) for word in ("!konto", "!regeln", "!konto")]
    saalchef.directs().wait_for("Nachrichten senden")
    discord.wait_for_requests(4, "POST", SEND)
    channel.undo()
    wait_for_answers(discord, channel, said)

    assert len(discord.directs(to=saalchef)) == 1
    require_reckoned(house, channel)


def test_what_discord_refuses_is_tried_again_and_not_looked_for(
    discord: StandIn, house: House, channel: Channel, anna: Member, saalchef: Member
) -> None:
    """It is known not to be there: the history is not read, and one request is one try."""
    tried = len(discord.requests("POST", SEND))
    discord.plan("503", when="before", method="GET", route=SEND, count=None)
    channel.deny("SEND_MESSAGES")
    said = anna.say(channel, "!konto")
    saalchef.directs().wait_for("Nachrichten senden")
    tries = discord.wait_for_requests(tried + 4, "POST", SEND)[tried:]
    channel.undo()
    channel.wait_for_reply(said)

    refused = [one for one in tries if one["status"] == HTTPStatus.FORBIDDEN]
    assert all("message_reference" in one["body"] for one in refused)
    assert len(discord.planned()) == 1


def test_without_the_permission_to_react_words_do(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    channel.deny("ADD_REACTIONS")
    said = anna.say(channel, "!einsatz 20")
    channel.wait_for_reply(said)

    require_reckoned(house, channel)


def test_where_a_message_has_all_the_reactions_it_can_have_words_do(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.plan("503", method="PUT", route=REACT, count=None)
    said = anna.say(channel, "!einsatz 20")
    for number in range(20):
        anna.react(said, chr(0x1F400 + number))
    discord.forget_plan()
    channel.wait_for_reply(said)

    require_reckoned(house, channel)


def test_without_the_permission_to_read_the_history_answers_refer_to_nothing(
    discord: StandIn, house: House, channel: Channel, anna: Member, saalchef: Member
) -> None:
    channel.deny("READ_MESSAGE_HISTORY")
    said = anna.say(channel, "!konto")
    answer = channel.wait_for(lambda one: one.author_is_bot, after=said)
    told = saalchef.directs().wait_for("Nachrichtenverlauf anzeigen")
    anna.say(channel, "!konto")
    channel.wait_for(lambda one: one.author_is_bot, after=answer)

    assert answer.reply_to is None
    assert discord.directs(to=saalchef) == [told]


def test_a_message_that_is_gone_is_answered_all_the_same(
    discord: StandIn, house: House, channel: Channel, anna: Member
) -> None:
    discord.plan("503", method="POST", route=SEND, count=None)
    said = anna.say(channel, "!konto")
    anna.delete(said)
    discord.forget_plan()
    answer = channel.wait_for(lambda one: one.author_is_bot, after=said)
    discord.plan("503", method="PUT", route=REACT, count=None)
    signed = anna.say(channel, "!einsatz 20")
    anna.delete(signed)
    discord.forget_plan()
    after = anna.say(channel, "!konto")
    channel.wait_for_reply(after)

    assert answer.reply_to is None
    posted = [one for one in channel.messages() if one.author_is_bot and one.id > said.id]
    assert [None, after.id] == [one.reply_to for one in posted]
    assert house.stop() == 0
    require_nothing_waits(house, channel)


def test_a_channel_that_is_gone_disturbs_no_other(
    discord: StandIn, house: House, channel: Channel, guild: Guild, anna: Member, saalchef: Member
) -> None:
    other = guild.channel("tisch-2")
    other.wait_for_reply(saalchef.say(other, "!tisch öffnen"))
    discord.plan("503", method="POST", route=SEND, channel=channel)
    anna.say(channel, "!konto")
    discord.wait_for_requests(1, "POST", SEND)
    channel.delete()
    saalchef.directs().wait_for(str(channel.id))
    other.wait_for_reply(anna.say(other, "!konto"))

    assert house.stop() == 0
    assert "Traceback" not in house.errors
    with open_house(discord, house.folder, env=AT_ONCE) as again:
        other.wait_for_reply(anna.say(other, "!konto"))
        assert again.stop() == 0
        assert "Traceback" not in again.errors
