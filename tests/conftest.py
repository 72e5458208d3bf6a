"""What holds for every test."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.loopback.random_org.signing import signing_key

# An example that takes long on a busy machine is no failure.
settings.register_profile(
    "house", deadline=None, derandomize="AQUATIQUE_SLOW_SCALE" not in os.environ
)
settings.load_profile("house")


@pytest.fixture(scope="session")
def random_org_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The key with which every stand-in of a run signs: to make one takes seconds of CPU time."""
    base = tmp_path_factory.getbasetemp()
    # A worker of xdist has a folder of its own in that of the run; the first one makes the key.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "random_org_key"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return signing_key(folder)
