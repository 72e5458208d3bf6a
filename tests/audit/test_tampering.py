"""One byte changed anywhere in an export, a line too many or too few: it does not verify."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.audit.export import BALANCES, ENTRIES, FILES, MANIFEST, POSTINGS
from bot.audit.findings import Code
from tests.audit.evenings import RECORDS, check_export, codes

SCALE = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))
CHANGES = 250
"""Bytes that are changed in the default lane, beside all of the manifest."""


class Copy:
    """An export to be changed and put right again."""

    def __init__(self, exported: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(exported, folder)
        self.content = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    def verifies_with(self, name: str, content: bytes) -> bool:
        """Whether the export verifies when a file holds this instead."""
        path = self.folder / name
        path.write_bytes(content)
        ok = check_export(self.folder).ok
        path.write_bytes(self.content[name])
        return ok


@pytest.fixture
def copy(one_round: Path, tmp_path: Path) -> Copy:
    return Copy(one_round / "export", tmp_path / "copy")


def changed(content: bytes, where: int, chance: Random) -> bytes:
    """The same with another byte at that place."""
    other = (content[where] + chance.randrange(1, 256)) % 256
    return content[:where] + bytes([other]) + content[where + 1 :]


def surviving(copy: Copy, places: Iterator[tuple[str, int]], chance: Random) -> list[str]:
    """Changes of single bytes with which the export still verifies."""
    return [
        f"{name}, byte {where}"
        for name, where in places
        if copy.verifies_with(name, changed(copy.content[name], where, chance))
    ]


def test_the_copy_itself_verifies(copy: Copy) -> None:
    assert {*FILES, MANIFEST} == set(copy.content)
    assert check_export(copy.folder).ok


def test_no_byte_of_the_manifest_may_change(copy: Copy) -> None:
    places = ((MANIFEST, where) for where in range(len(copy.content[MANIFEST])))

    assert [] == surviving(copy, places, Random(1))


def test_no_byte_of_the_records_may_change(copy: Copy) -> None:
    chance = Random(2)
    sizes = [len(copy.content[name]) for name in FILES]
    names = chance.choices(FILES, sizes, k=CHANGES)
    places = ((name, chance.randrange(len(copy.content[name]))) for name in names)

    assert [] == surviving(copy, places, chance)


@pytest.mark.slow
def test_every_single_byte_counts(copy: Copy) -> None:
    chance = Random()
    places = (
        (name, where)
        for name, content in copy.content.items()
        for where in range(len(content))
        if chance.random() < SCALE
    )

    assert [] == surviving(copy, places, chance)


# ── whole pieces ─────────────────────────────────────────────────────────────────────────────────


def with_a_byte_more(content: bytes) -> Iterator[bytes]:
    for where in range(0, len(content) + 1, len(content) // 10 + 1):
        yield content[:where] + b" " + content[where:]


def with_a_byte_less(content: bytes) -> Iterator[bytes]:
    for where in range(0, len(content), len(content) // 10 + 1):
        yield content[:where] + content[where + 1 :]


def without_a_line(content: bytes) -> Iterator[bytes]:
    lines = content.splitlines(keepends=True)
    for where in range(len(lines)):
        yield b"".join(lines[:where] + lines[where + 1 :])


def with_a_line_twice(content: bytes) -> Iterator[bytes]:
    lines = content.splitlines(keepends=True)
    for where in range(len(lines)):
        yield b"".join(lines[: where + 1] + lines[where:])


def with_two_lines_exchanged(content: bytes) -> Iterator[bytes]:
    lines = content.splitlines(keepends=True)
    for where in range(len(lines) - 1):
        first, second = lines[where : where + 2]
        yield b"".join([*lines[:where], second, first, *lines[where + 2 :]])


def cut_short(content: bytes) -> Iterator[bytes]:
    yield content[: len(content) // 2]
    yield content[:-1]
    yield b""


def with_more_behind(content: bytes) -> Iterator[bytes]:
    yield content + b"\n"
    yield content + b"{}\n"
    yield content + content


CHANGED = (
    with_a_byte_more,
    with_a_byte_less,
    without_a_line,
    with_a_line_twice,
    with_two_lines_exchanged,
    cut_short,
    with_more_behind,
)


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("change", CHANGED, ids=[change.__name__ for change in CHANGED])
def test_nothing_is_put_in_taken_out_or_moved(
    copy: Copy, name: str, change: Callable[[bytes], Iterator[bytes]]
) -> None:
    variants = list(change(copy.content[name]))

    assert len(variants) >= 2
    assert [] == [variant for variant in variants if copy.verifies_with(name, variant)]


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_no_file_may_be_missing(copy: Copy, name: str) -> None:
    (copy.folder / name).unlink()
    report = check_export(copy.folder)

    assert Code.FILE in codes(report)
    assert name in {finding.where for finding in report.findings}


def test_no_file_may_be_there_too_many(copy: Copy) -> None:
    (copy.folder / "more.jsonl").write_text("{}\n", encoding="utf-8")
    (copy.folder / "folder").mkdir()

    report = check_export(copy.folder)
    assert ["folder", "more.jsonl"] == [finding.where for finding in report.findings]
    assert {Code.FILE} == codes(report)


@pytest.mark.parametrize(
    ("name", "code"),
    [(ENTRIES, Code.CHAIN), (POSTINGS, Code.POSTING), (BALANCES, Code.BALANCE)],
)
def test_a_missing_line_is_more_than_a_wrong_manifest(copy: Copy, name: str, code: Code) -> None:
    lines = copy.content[name].splitlines(keepends=True)
    (copy.folder / name).write_bytes(b"".join(lines[1:]))

    assert {Code.MANIFEST, code} <= codes(check_export(copy.folder))
