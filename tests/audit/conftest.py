"""Evenings that several tests look at, played once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.audit.evenings import (
    export_evening,
    play_betting_times,
    play_bookings,
    play_evening,
    play_limits,
    play_one_round,
)


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``table.db`` and its ``export``; nobody may change them."""
    folder = tmp_path_factory.mktemp("evening")
    asyncio.run(play_evening(folder))
    export_evening(folder)
    return folder


@pytest.fixture(scope="session")
def one_round(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of one round."""
    folder = tmp_path_factory.mktemp("one-round")
    asyncio.run(play_one_round(folder))
    export_evening(folder)
    return folder


@pytest.fixture(scope="session")
def bookings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of what staff booked."""
    folder = tmp_path_factory.mktemp("bookings")
    asyncio.run(play_bookings(folder))
    export_evening(folder)
    return folder


@pytest.fixture(scope="session")
def betting_times(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of deals in time, and before it."""
    folder = tmp_path_factory.mktemp("betting-times")
    asyncio.run(play_betting_times(folder))
    export_evening(folder)
    return folder


@pytest.fixture(scope="session")
def limits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of higher stakes that staff granted."""
    folder = tmp_path_factory.mktemp("limits")
    asyncio.run(play_limits(folder))
    export_evening(folder)
    return folder
