"""Plays a transcript: the whole road from vocabulary to sentence, on a real store, in one process.

A transcript is an evening in plain text. Lines with ``#`` at its head say what it shows; ``args:``
is the command line of the table; ``> `` is what somebody types, ``< `` what is printed for it.
``> #restart`` ends the table and opens it again on the same database.
Hashes differ from run to run, since times and salts do; they read ``················``.
"""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bot.store.database import Database
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.house import House
from bot.terminal import command
from bot.terminal.opening import open_table
from bot.terminal.session import Session
from bot.terminal.voices import PostVoice, written
from bot.wording.language import Language
from bot.wording.post import Post

BEGAN = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
_HASH = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b")
MASK = "·" * 16
RESTART = "#restart"


class Transcript(NamedTuple):
    """A file taken apart."""

    heading: tuple[str, ...]
    arguments: str
    typed: tuple[str, ...]


def take_apart(text: str) -> Transcript:
    """Read a transcript's parts."""
    lines = text.splitlines()
    return Transcript(
        heading=tuple(line for line in lines if line.startswith("#")),
        arguments=next(line.removeprefix("args:") for line in lines if line.startswith("args:")),
        typed=tuple(line.removeprefix(">").strip() for line in lines if line.startswith(">")),
    )


async def play(transcript: Transcript, folder: Path) -> str:
    """Play it, and return the transcript as it reads now."""
    parser = ArgumentParser()
    command.add_arguments(parser)
    parsed = parser.parse_args(shlex.split(transcript.arguments))
    arguments = command.arguments_of(parsed, Language.GERMAN)
    lines = [*transcript.heading, f"args: {transcript.arguments.strip()}", ""]

    def show(text: str) -> None:
        lines.extend(f"< {line}" for line in _HASH.sub(MASK, text).split("\n"))

    def print_post(made: Post, speaker: str) -> None:
        show(written(made, speaker))

    source = arguments.source
    assert source is not None
    voice, clock = PostVoice(arguments.language, print_post), SetClock(BEGAN)
    house = House(rules=arguments.rules, preset=arguments.preset, tips=arguments.tips)
    for at, part in enumerate(_parts(transcript.typed)):
        database = await Database.open(folder / "table.db")
        try:
            drawing = Drawing(database, source, clock)
            croupier = Croupier(database, drawing, clock, voice, house)
            session = Session(croupier, voice, arguments.language, arguments.staff)
            if at:
                lines.extend(["", f"> {RESTART}"])
                await croupier.open()
            else:
                await open_table(croupier, arguments, source.name, show)
            for number, typed in part:
                lines.extend(["", f"> {typed}"])
                await session.take(number, typed)
            if part[-1][0] == len(transcript.typed):
                lines.append("")
                await session.balances()
            await croupier.close()
        finally:
            await database.close()
    return "\n".join(lines) + "\n"


def _parts(typed: tuple[str, ...]) -> list[list[tuple[int, str]]]:
    """What is typed between two restarts, with the lines' numbers."""
    parts: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(typed, start=1):
        if line == RESTART:
            parts.append([])
        else:
            parts[-1].append((number, line))
    return parts
