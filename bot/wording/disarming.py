"""What people wrote, shown as it is: no markdown, mention or control character of theirs acts.

A transport whose posts are markdown disarms the facts before words are put to them, so that no
sentence can forget it.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.wording.particulars import BREAK, shown

T = TypeVar("T")

_WRITTEN: Final = frozenset(
    {"player", "players", "actor", "by", "behind", "reason", "data", "bank", "to"}
)
"""Fields that hold what people wrote: names and reasons; and a refusal's data."""
_MARKDOWN: Final = re.compile(r"([\\`*_~|<>\[\]()#+:-])")
_SUMMONS: Final = re.compile(r"@(?=everyone|here|[!&]?[0-9])", re.IGNORECASE)
_MOST: Final = 200  # characters of one text; Discord's own names have 32


def disarmed(text: str) -> str:
    r"""Return a text so that Discord shows it as it was written, and nobody is summoned by it.

    >>> print(disarmed("**anna** <b>"))
    \*\*anna\*\* \<b\>
    """
    short = " ".join(shown(text).split())[:_MOST]
    return _MARKDOWN.sub(r"\\\1", _SUMMONS.sub(f"@{BREAK}", short))


def with_names_disarmed(fact: T) -> T:
    """Return a fact with everything in it disarmed that people wrote."""
    if not isinstance(fact, Struct):
        return fact
    changed: dict[str, Any] = {}
    for name in fact.__struct_fields__:
        value = getattr(fact, name)
        new = _disarmed(value) if name in _WRITTEN else _inside(value)
        if new is not value:
            changed[name] = new
    return replace(fact, **changed) if changed else fact


def _inside(value: Any) -> Any:  # noqa: ANN401 - any field of any fact
    if isinstance(value, tuple) and any(isinstance(each, Struct) for each in value):
        return tuple(map(with_names_disarmed, value))
    return with_names_disarmed(value)


def _disarmed(value: Any) -> Any:  # noqa: ANN401 - as above
    if isinstance(value, str):
        return disarmed(value)
    if isinstance(value, dict):
        return {key: _disarmed(each) for key, each in value.items()}
    return tuple(map(_disarmed, value)) if isinstance(value, tuple) else value
