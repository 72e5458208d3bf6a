"""The evening of the design as the channel shows it, to be read aloud.

``evening.txt`` is both what is said and what is expected. A line is a message: who, to whom, what,
and the signs on it; further lines of a post are set in. ``…`` stands where nothing comes of what
was said. ``REWRITE_TRANSCRIPTS=1`` writes the rest anew; then the diff is read, line by line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from tests.discord.houses import open_house
from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.random_org.client import standing_in

FILE: Final = Path(__file__).parent / "evening.txt"
NUMBERS: Final = (58, 13, 111, 270, 199, 247, 52)  # of the evening, in the order of the draws
CROUPIER: Final = "Croupier"
NOTHING: Final = "  …"
SLOWLY: Final = "wartet auf Karten: random.org hat noch nicht geantwortet."  # or this machine
SAID: Final = re.compile(r"(?P<name>\w+) · (?P<text>.*?)(?P<signs>  [^\w\s]+)?")
_TIME: Final = re.compile(r"\b\d\d\.\d\d\.\d{4}, \d\d:\d\d UTC")
_HASH: Final = re.compile(r"\b[0-9a-f]{16}\b")  # heads and tickets: times and salts go into them


def test_the_evening_reads_as_it_was_written_down(
    discord: StandIn, tmp_path: Path, random_org_key: Path, guild: Guild, channel: Channel
) -> None:
    text = FILE.read_text(encoding="utf-8")
    heading, _, evening = text.partition("\n\n")
    people = {name: guild.member(name) for name in ("saalchef", "anna", "bert")}
    nothing = []
    with standing_in(tmp_path / "random_org", key=random_org_key, numbers=NUMBERS) as random_org:
        settings = {"AQUATIQUE_BETTING_SECONDS": "0"}
        with open_house(discord, tmp_path, env=settings, random_org=random_org):
            for line in evening.splitlines():
                found = SAID.fullmatch(line)
                if found is None or line.startswith(CROUPIER):
                    continue
                said = say(channel, people, found["name"], found["text"])
                if found["signs"] == NOTHING:
                    nothing.append(said)
                else:
                    channel.wait_for(partial(answers, said))
    written = shown(channel, people, nothing)
    if os.environ.get("REWRITE_TRANSCRIPTS"):
        FILE.write_text(f"{heading}\n\n{written}\n", encoding="utf-8")

    assert evening.splitlines() == written.splitlines()


def say(channel: Channel, people: Mapping[str, Member], name: str, text: str) -> Message:
    """Say a line of the file."""
    for member in people.values():
        text = text.replace(f"@{member.name}", member.mention)
    return people[name].say(channel, text)


def answers(to: Message, one: Message) -> bool:
    """Whether a message answers ``to``, or is that one with a sign on it."""
    return one.reply_to == to.id or (one.id == to.id and bool(one.reactions))


def shown(
    channel: Channel,
    people: Mapping[str, Member],
    nothing: Sequence[Message],
    before: Mapping[int, Sequence[str]] = {},
) -> str:
    """The channel as people see it; ``before``: lines that stand before what somebody says."""
    messages = [one for one in channel.messages() if SLOWLY not in one.content]
    authors = {one.id: one.author for one in messages}
    quiet = {one.id for one in nothing}
    lines: list[str] = []
    for one in messages:
        lines += before.get(one.id, ())
        name = CROUPIER if one.author_is_bot else one.author
        whom = f" → {authors[one.reply_to]}" if one.reply_to else ""
        signs = f"  {''.join(one.reactions)}" if one.reactions else ""
        silent = NOTHING if one.id in quiet else ""
        text = _TIME.sub("··.··.····, ··:·· UTC", _HASH.sub("·" * 16, one.content))
        text = text.replace("\n", "\n    ")
        for member in people.values():
            text = text.replace(member.mention, f"@{member.name}")
        lines.append(f"{name}{whom} · {text}{signs}{silent}")
    return "\n".join(lines)
