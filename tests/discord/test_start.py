"""The house opens; and where it cannot, it says in one sentence what an operator must do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discord.houses import open_house, run
from tests.lanes import sampled
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Member
from tests.loopback.random_org.client import StandIn as RandomOrg

WRONG: str = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB"


FAULTS = [("503", 1), ("429", 1), ("drop", 2)]
ROUTES = ("/users/@me", "/oauth2/applications/@me")


def require_one_sentence(code: int, errors: str, part: str, *secrets: str) -> None:
    """Exit code 2 and one line that says it: no traceback, no secret."""
    assert (code, errors.count("\n")) == (2, 1), errors
    assert part in errors
    assert "Traceback" not in errors
    assert [secret for secret in secrets if secret in errors] == []


def test_a_table_is_opened(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member
) -> None:
    with open_house(discord, tmp_path) as house:
        said = saalchef.say(channel, "!tisch öffnen")
        channel.wait_for(lambda one: one.author_is_bot, after=said)

        assert "oauth2/authorize" in house.said
        assert house.stop() == 0
        assert house.errors == "The house closes; what was not said is kept.\n"


@pytest.mark.parametrize(
    ("token", "part"),
    [
        (None, "set DISCORD_TOKEN"),
        ("123456789012345678", "this is the application's id"),
        ("a word", "`Reset Token`"),
        (WRONG, "does not accept DISCORD_TOKEN"),
    ],
    ids=["none", "application", "no token", "wrong"],
)
def test_without_a_token_that_works(
    discord: StandIn, tmp_path: Path, token: str | None, part: str
) -> None:
    done = run(discord, tmp_path, env={"DISCORD_TOKEN": token})

    assert done.stdout == ""
    require_one_sentence(done.returncode, done.stderr, part, token or WRONG)


def test_the_token_is_revoked_while_the_house_is_open(discord: StandIn, tmp_path: Path) -> None:
    token = discord.token
    with open_house(discord, tmp_path) as house:
        discord.new_token()
        discord.drop_gateways()
        code = house.wait()

        require_one_sentence(code, house.errors, "revoked", token, discord.token)


def test_discord_withholds_the_texts(discord: StandIn, tmp_path: Path) -> None:
    discord.revoke("message_content")
    done = run(discord, tmp_path)

    require_one_sentence(done.returncode, done.stderr, "Message Content Intent", discord.token)


def test_without_a_key_of_random_org(discord: StandIn, tmp_path: Path) -> None:
    done = run(discord, tmp_path, env={"DRAWS": None})

    require_one_sentence(done.returncode, done.stderr, "set RANDOM_ORG_API_KEY", discord.token)


def test_the_key_of_random_org_is_stopped(
    discord: StandIn, tmp_path: Path, random_org: RandomOrg
) -> None:
    random_org.set_key(status="stopped")
    done = run(discord, tmp_path, random_org=random_org)

    secrets = discord.token, random_org.api_key
    require_one_sentence(done.returncode, done.stderr, "start it on the dashboard", *secrets)


def test_another_house_is_open_on_the_database(discord: StandIn, tmp_path: Path) -> None:
    with open_house(discord, tmp_path):
        done = run(discord, tmp_path)

    require_one_sentence(done.returncode, done.stderr, "another croupier", discord.token)


@pytest.mark.parametrize(
    ("fault", "times", "route"),
    sampled(
        [
            (fault, times, route)
            for (fault, times), routes in zip(FAULTS, (ROUTES, ROUTES[::-1], ROUTES), strict=True)
            for route in routes
        ],
        every=2,
    ),
)
def test_discord_is_reached_at_the_second_attempt(
    discord: StandIn,
    tmp_path: Path,
    channel: Channel,
    saalchef: Member,
    fault: str,
    times: int,
    route: str,
) -> None:
    """A dropped connection is tried again at once, by aiohttp; 429 without Via, not at all.

    Each fault meets one of the first two requests, and in the slow lane the other.
    """
    discord.plan(fault, count=times, method="GET", route=route, via=False)
    with open_house(discord, tmp_path) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        code = house.stop()

        assert code == 0
        assert [line.partition(":")[0] for line in house.errors.splitlines()] == [
            "WARNING bot.client",
            "The house closes; what was not said is kept.",
        ]


def test_the_database_cannot_be_made(discord: StandIn, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    done = run(discord, tmp_path)

    require_one_sentence(done.returncode, done.stderr, "set AQUATIQUE_DB", discord.token)
