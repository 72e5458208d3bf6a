"""What happened: every request, and everything that the stand-in could not do."""

from __future__ import annotations

import sys
import time
from typing import Any

Json = dict[str, Any]


class Record:
    """Requests in the order in which they came."""

    def __init__(self) -> None:
        self.requests: list[Json] = []
        self.troubles: list[str] = []
        self.unknown_routes: list[str] = []

    def begin(self, method: str, route: str, path: str) -> Json:
        """Note a request at its arrival; what is known later is added to it."""
        entry: Json = {
            "method": method,
            "route": route,
            "path": path,
            "at": time.monotonic(),
            "status": None,
            "code": None,
            "fault": None,
            "by": None,
            "body": None,
        }
        self.requests.append(entry)
        return entry

    def trouble(self, text: str) -> None:
        """Something the stand-in could not do: kept, and said on standard error."""
        self.troubles.append(text)
        sys.stderr.write(f"Discord stand-in: {text}\n")
        sys.stderr.flush()

    def unknown(self, route: str) -> None:
        """A route that Discord may have, but the stand-in does not."""
        self.unknown_routes.append(route)
        self.trouble(f"no such route: {route}")

    def take_troubles(self) -> list[str]:
        """The troubles so far, which are forgotten with that."""
        troubles, self.troubles = self.troubles, []
        self.unknown_routes = []
        return troubles
