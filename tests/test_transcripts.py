"""Golden evenings: what is typed, and every line that is printed for it.

``REWRITE_TRANSCRIPTS=1`` writes them anew; then the diff is read, line by line.
"""

from __future__ import annotations

import asyncio
import os
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot.engine.presets import PRESETS
from bot.engine.rules import RuleSet
from bot.terminal import command
from bot.wording.language import Language
from bot.wording.vocabulary import ROWS, read
from tests.evening import play, take_apart

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_evening_reads_as_it_was_written_down(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    played = asyncio.run(play(take_apart(text), tmp_path))
    if os.environ.get("REWRITE_TRANSCRIPTS"):
        path.write_text(played, encoding="utf-8")

    assert text.splitlines() == played.splitlines()


def test_there_are_enough_evenings_in_both_languages() -> None:
    arguments = [take_apart(path.read_text(encoding="utf-8")).arguments for path in FILES]
    english = sum("--language en" in each for each in arguments)

    assert english >= 1
    assert len(FILES) - english >= 8


def test_every_preset_has_an_evening_under_exactly_its_rules() -> None:
    played = {rules_of(path) for path in FILES}

    assert set(PRESETS.values()) <= played


def rules_of(path: Path) -> RuleSet:
    """Return the rules that an evening is played by, until staff changes them."""
    parser = ArgumentParser()
    command.add_arguments(parser)
    given = parser.parse_args(shlex.split(take_apart(path.read_text(encoding="utf-8")).arguments))
    return command.arguments_of(given, Language.GERMAN).rules


def test_every_word_that_is_served_occurs_in_some_evening() -> None:
    typed = {
        line.split(": ", 1)[-1]
        for path in FILES
        for line in take_apart(path.read_text(encoding="utf-8")).typed
    }
    heard = set()
    for text in typed:
        try:
            understood = read(text, language=Language.GERMAN, bare=True)
        except Exception:  # noqa: BLE001, S112 - a text that is meant to be wrong
            continue
        if understood:
            heard.add(type(understood.request))
    wanted = {
        type(understood.request)
        for row in ROWS
        for word in row.words
        if word.means is not None
        for understood in [read(example(word.german), language=Language.GERMAN, bare=True)]
        if understood
    }

    assert wanted - heard == set()


def example(cell: str) -> str:
    """Return a form with its slots filled by their examples, as the help prints it."""
    from bot.wording.forms import printed

    return printed(cell.split(", ", maxsplit=1)[0])
