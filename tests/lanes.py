"""What the default lane samples, and the slow lane goes through."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final

import pytest

SCALE: Final = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))


def sampled(cases: Sequence[Any], every: int) -> list[Any]:
    """Cases for ``parametrize``: each ``every``-th in the default lane, the others in the slow one.

    A case that is a tuple has a value for each name. With a smaller scale
    the slow lane takes as many of the others as that says, one at least.
    """
    others = [place for place in range(len(cases)) if place % every]
    kept = {*others[: max(1, round(len(others) * SCALE))]}
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=(pytest.mark.slow,) if place % every else (),
        )
        for place, case in enumerate(cases)
        if not place % every or place in kept
    ]
