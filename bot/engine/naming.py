"""How commands and events are called where they are stored."""

from __future__ import annotations

import re


def snake_case(name: str) -> str:
    """Return a class's name as a stable code.

    >>> snake_case("BoxDealt")
    'box_dealt'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
