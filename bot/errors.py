"""Every error of the croupier, and the six ways it reacts to one.

::

    CroupierError
    ├── RuleViolation        not allowed now                  → a polite sentence, nothing changed
    ├── NotUnderstood        not a command here               → the nearest word, or silence
    ├── LedgerError          the books refuse                 → what is missing, exactly
    │   ├── InsufficientFunds
    │   └── Conflict
    ├── ChanceUnavailable    no card to be had                → the table waits, and says why
    ├── IntegrityBroken      chain, replay or books disagree  → play stops, the owner is told
    └── CannotStart          settings, database, lock, disk   → one sentence, exit code 2
        └── NumbersExhausted

Errors carry codes and data, never sentences for players; ``wording`` puts words to them.
``CannotStart`` alone holds a sentence: it speaks to the operator, whose language is English.
It is also raised when the disk fails in mid-play, since the cure is the same: mend, start again.
This module knows :mod:`bot.refusals`, the codes, and nothing else of the package.
"""

from __future__ import annotations

from datetime import datetime

from bot.refusals import Outage, Refusal


class CroupierError(Exception):
    """Anything the croupier can name; adapters catch this once."""


class RuleViolation(CroupierError):
    """The rules do not allow it now; nothing changed."""

    def __init__(self, refusal: Refusal, **data: object) -> None:
        super().__init__(refusal.value, data)
        self.refusal = refusal
        self.data = data


class NotUnderstood(CroupierError):
    """Meant for the house, but no word of it, or an amount that can be read in two ways."""

    def __init__(self, refusal: Refusal, **data: object) -> None:
        super().__init__(refusal.value, data)
        self.refusal = refusal
        self.data = data


class LedgerError(CroupierError):
    """The books refuse a booking; nothing was booked."""


class InsufficientFunds(LedgerError):
    """An account would fall below its floor.

    ``missing`` and ``available`` are hundredths of ``asset``.
    """

    def __init__(self, *, account: str, asset: str, missing: int, available: int) -> None:
        super().__init__(account, asset, missing, available)
        self.account = account
        self.asset = asset
        self.missing = missing
        self.available = available


class Conflict(LedgerError):
    """An idempotency key was used before, for another request."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class ChanceUnavailable(CroupierError):
    """The source of cards gives none now; the table waits, and the draw may be tried again.

    ``until`` is UTC where a time is known; ``detail`` is for operators and names no secret.
    """

    def __init__(self, outage: Outage, *, until: datetime | None = None, detail: str = "") -> None:
        super().__init__(outage.value, until, detail)
        self.outage = outage
        self.until = until
        self.detail = detail


class IntegrityBroken(CroupierError):
    """What is stored contradicts itself: chain, replay or books."""


class CannotStart(CroupierError):
    """The operator must act: ``str(error)`` is the one sentence that says how."""


class NumbersExhausted(CannotStart):
    """A scripted source has given ``used`` numbers, and ``wanted`` more than it has are wanted."""

    def __init__(self, *, used: int, wanted: int) -> None:
        super().__init__(
            f"--numbers: the list is used up: {used} numbers were used, {wanted} more are wanted; "
            "start again with a list of further numbers"
        )
        self.used = used
        self.wanted = wanted
