"""API keys: whether they may, and how much they may still do today; knows no ticket and no draw.

A key is known by its hash and its last four characters; the key itself is never kept.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from tests.loopback.random_org.clock import Clock, written
from tests.loopback.random_org.refusals import Refused, Trouble
from tests.loopback.random_org.state import State

Json = dict[str, Any]

LICENSES: Final[dict[str, Json]] = {
    "developer": {
        "type": "developer",
        "text": "Random values licensed strictly for development and testing only",
        "infoUrl": None,
    },
    "gambling-virtual": {
        "type": "gambling-virtual",
        "text": "Random values licensed for virtual item gambling only",
        "infoUrl": None,
    },
}
STATUSES: Final = ("running", "stopped", "paused")
LICENSE_DATA: Final = ("forbidden", "required")
KEY_FORM: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def hashed(key: str) -> str:
    """``hashedApiKey`` as it stands in every signed object."""
    return base64.b64encode(hashlib.sha512(key.encode()).digest()).decode()


def redacted(key: object) -> str:
    """What the record may show of a key.

    >>> redacted("5f1d7a52-9c3e-4b7a-8e21-3d6c0a94b7e5")
    '…b7e5'
    """
    return f"…{key[-4:]}" if isinstance(key, str) else repr(key)


@dataclass(frozen=True, slots=True)
class Account:
    """One API key, with the quota of ``day``."""

    hashed_key: str
    tail: str  # as ``redacted`` shows it
    created_at: int  # seconds since 1970
    day: str
    status: str = "running"
    refusal: int | None = None  # 404 for methods that draw or use tickets, 405 for all, or None
    license: str = json.dumps(LICENSES["developer"])  # JSON object
    license_data: str = "forbidden"
    cost: float = 0.0
    requests_per_day: int = 1_000
    bits_per_day: int = 250_000
    requests_left: int = 1_000
    bits_left: int = 250_000
    total_requests: int = 0
    total_bits: int = 0
    serial: int = 0  # of the last signed draw


class Accounts:
    """All keys. Reading a key on a new UTC day gives it a new quota."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._state = state
        self._clock = clock

    def find(self, hashed_key: str) -> Account | None:
        """A key with today's quota."""
        row = self._state.row("SELECT * FROM accounts WHERE hashed_key = ?", hashed_key)
        if row is None:
            return None
        account = Account(**dict(row))
        today = self._clock.today()
        if account.day == today:
            return account
        return replace(
            account,
            day=today,
            requests_left=account.requests_per_day,
            bits_left=account.bits_per_day,
        )

    def known(self, key: object) -> Account:
        """The account of a key that was sent, whatever its status."""
        if not isinstance(key, str) or not KEY_FORM.fullmatch(key):
            raise Refused(200, "apiKey")
        account = self.find(hashed(key))
        if account is None:
            raise Refused(400)
        if account.refusal == 405:
            raise Refused(405)
        return account

    def working(self, key: object) -> Account:
        """The account of a key that may draw and use tickets."""
        account = self.known(key)
        if account.refusal is not None:
            raise Refused(account.refusal)
        if account.status != "running":
            raise Refused(401)
        return account

    def charged(self, account: Account, *, requests: int, bits: int) -> Account:
        """The account after it paid; 402 or 403 if it cannot."""
        if account.requests_left < requests:
            raise Refused(402, requests, account.requests_left)
        if account.bits_left < bits:
            raise Refused(403, bits, account.bits_left)
        paid = replace(
            account,
            requests_left=account.requests_left - requests,
            bits_left=account.bits_left - bits,
            total_requests=account.total_requests + requests,
            total_bits=account.total_bits + bits,
        )
        self.keep(paid)
        return paid

    def keep(self, account: Account) -> None:
        """Write an account down."""
        self._state.put("accounts", asdict(account))

    def register(self, key: str, **changes: object) -> Account:
        """Make a key known, or change it; for ``control``."""
        if not KEY_FORM.fullmatch(key):
            msg = f"{redacted(key)} does not look like an API key"
            raise Trouble(msg)
        now = self._clock.now()
        fresh = Account(hashed(key), redacted(key), now, self._clock.today())
        account = replace(self.find(fresh.hashed_key) or fresh, **_checked(changes))
        self.keep(account)
        return account


def usage(account: Account) -> Json:
    """The answer to ``getUsage``."""
    return {
        "status": account.status,
        "creationTime": written(account.created_at),
        "bitsLeft": account.bits_left,
        "requestsLeft": account.requests_left,
        "totalBits": account.total_bits,
        "totalRequests": account.total_requests,
    }


def _checked(changes: Json) -> Json:
    if changes.get("status", "running") not in STATUSES:
        msg = f"status is one of {STATUSES}"
        raise Trouble(msg)
    if changes.get("refusal") not in {None, 404, 405}:
        msg = "refusal is 404, 405 or null"
        raise Trouble(msg)
    if changes.get("license_data", "forbidden") not in LICENSE_DATA:
        msg = f"license_data is one of {LICENSE_DATA}"
        raise Trouble(msg)
    given = changes.get("license")
    if given is None:
        return changes
    return {**changes, "license": json.dumps(LICENSES[given] if isinstance(given, str) else given)}
