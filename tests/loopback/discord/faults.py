"""The fault plan: which request is answered badly, and how; carries nothing out.

Faults wait in a queue. A request meets the first one that it fits: while ``skip`` is above zero the
request passes and ``skip`` falls by one; then the fault strikes, ``count`` times (null: until the
plan is cleared), and leaves the queue. "before" means that the request has no effect, "after" that
it has and only the answer suffers.

    a number     that HTTP status; 429 takes ``via``, ``retry_after`` and ``everywhere`` (global)
    "drop"       the connection is cut
    "slow"       the answer takes ``seconds`` more, before or after the effect
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from tests.loopback.discord.refusals import Trouble

Json = dict[str, Any]


@dataclass(slots=True)
class Fault:
    """One entry of the plan."""

    fault: str  # a status in digits, "drop" or "slow"
    when: str = "before"
    method: str | None = None
    route: str | None = None  # as the table of routes writes it
    channel: int | None = None
    skip: int = 0
    count: int | None = 1
    via: bool = True
    everywhere: bool = False
    retry_after: float = 0.1  # seconds
    seconds: float = 0.1

    def fits(self, method: str, route: str, channel: str | None) -> bool:
        """Whether a request is meant."""
        return (
            (self.method is None or self.method == method)
            and (self.route is None or self.route == route)
            and (self.channel is None or str(self.channel) == channel)
        )

    @property
    def status(self) -> int | None:
        """The HTTP status, if it is one."""
        return int(self.fault) if self.fault.isdigit() else None


class Plan:
    """The queue."""

    def __init__(self, routes: set[str]) -> None:
        self._routes = routes
        self._waiting: list[Fault] = []

    def append(self, given: Json) -> None:
        """Take in one fault."""
        unknown = set(given) - {one.name for one in fields(Fault)}
        if unknown:
            msg = f"a fault has no {sorted(unknown)}"
            raise Trouble(msg)
        fault = Fault(**{**given, "fault": str(given.get("fault"))})
        if fault.when not in {"before", "after"}:
            msg = "when is before or after"
            raise Trouble(msg)
        if fault.status is None and fault.fault not in {"drop", "slow"}:
            msg = f"there is no fault {fault.fault!r}, only a status, drop and slow"
            raise Trouble(msg)
        if fault.route is not None and fault.route not in self._routes:
            msg = f"there is no route {fault.route!r}, only {', '.join(sorted(self._routes))}"
            raise Trouble(msg)
        self._waiting.append(fault)

    def clear(self) -> None:
        """Forget all that is planned."""
        self._waiting.clear()

    def waiting(self) -> list[Json]:
        """What is planned and has not struck often enough."""
        return [
            {one.name: getattr(fault, one.name) for one in fields(Fault)} for fault in self._waiting
        ]

    def meet(self, method: str, route: str, channel: str | None) -> Fault | None:
        """The fault that strikes this request, if any; it counts as struck."""
        for fault in self._waiting:
            if fault.fits(method, route, channel):
                return self._strike(fault)
        return None

    def _strike(self, fault: Fault) -> Fault | None:
        if fault.skip > 0:
            fault.skip -= 1
            return None
        if fault.count is not None:
            fault.count -= 1
            if fault.count <= 0:
                self._waiting.remove(fault)
        return fault
