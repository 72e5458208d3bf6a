"""The plan for events: which the gateway loses, says twice or says late; sends nothing itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from tests.loopback.discord.refusals import Trouble

Json = dict[str, Any]

KINDS: Final = ("lost", "twice", "late")


@dataclass(slots=True)
class EventFault:
    """One entry; ``late`` by so many seconds, so that later events overtake it."""

    fault: str
    event: str | None = None  # as MESSAGE_CREATE; None: any
    skip: int = 0
    count: int | None = 1
    seconds: float = 0.1


class EventPlan:
    """The queue; an event meets the first fault that it fits, as a request does in ``faults``."""

    def __init__(self) -> None:
        self._waiting: list[EventFault] = []

    def append(self, given: Json) -> None:
        """Take in one fault."""
        unknown = set(given) - {one.name for one in fields(EventFault)}
        if unknown or given.get("fault") not in KINDS:
            msg = f"there is no such fault of events: {given}; there are {KINDS}"
            raise Trouble(msg)
        self._waiting.append(EventFault(**given))

    def clear(self) -> None:
        """Forget all that is planned."""
        self._waiting.clear()

    def waiting(self) -> list[Json]:
        """What is planned and has not struck often enough."""
        return [asdict(fault) for fault in self._waiting]

    def meet(self, event: str) -> EventFault | None:
        """The fault that strikes this event, if any; it counts as struck."""
        fault = next((one for one in self._waiting if one.event in {None, event}), None)
        if fault is None:
            return None
        if fault.skip > 0:
            fault.skip -= 1
            return None
        if fault.count is not None:
            fault.count -= 1
            if fault.count <= 0:
                self._waiting.remove(fault)
        return fault
