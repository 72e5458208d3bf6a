"""What the house rules promise about the code, and what documents say about the program."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

import bot
from bot import config

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FORBIDDEN_NAMES = {"utils", "helpers", "helper", "manager", "common", "core", "misc"}


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES + TESTS, ids=shown)
def test_a_file_fits_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", SOURCES, ids=shown)
def test_a_function_fits_on_one_screen(path: Path) -> None:
    """A flat ``match`` whose arms are one call each may be longer."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    long = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not any(isinstance(part, ast.Match) for part in ast.walk(node))
        and (node.end_lineno or 0) - node.lineno > 36
    ]

    assert long == []


@pytest.mark.parametrize("path", SOURCES, ids=shown)
def test_nothing_is_called_utils(path: Path) -> None:
    assert FORBIDDEN_NAMES & {part.removesuffix(".py") for part in path.parts} == set()


@pytest.mark.parametrize("path", SOURCES, ids=shown)
def test_german_is_spoken_in_wording_only(path: Path) -> None:
    """Docstrings may quote what people say; code may not."""
    if "wording" in path.parts:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    german = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
        and re.search(r"[äöüßÄÖÜ]|\b(?:und|nicht|Karte|Einsatz|Guthaben|Runde)\b", node.value)
    ]

    assert german == []


def test_the_version_stands_in_two_places_and_is_one() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert metadata["project"]["version"] == bot.__version__


def test_every_setting_stands_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)

    assert list(config.NAMES.values()) == named
    assert {field.name for field in fields(config.Settings)} == config.NAMES.keys()


def test_nothing_committed_names_a_registry_or_a_download() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")

    assert re.findall(r"https?://|--index|--extra-index|--find-links|pypi", lock) == []
    assert len(re.findall(r"^[a-z0-9-]+==", lock, re.MULTILINE)) > 10
    assert "--hash=sha256:" in lock
