"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# An example that takes long on a busy machine is no failure.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
