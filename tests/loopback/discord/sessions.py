"""Gateway sessions: numbered events, kept for RESUME; who is told what."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from tests.loopback.discord.event_faults import EventPlan
from tests.loopback.discord.intents import Intent
from tests.loopback.discord.permissions import sees
from tests.loopback.discord.world import Event, User, World

Json = dict[str, Any]

KEPT: Final = 20_000  # events
LOST_FOR: Final = 180.0  # seconds that a session without a socket is kept


class Wire(Protocol):
    """Where frames go."""

    abort: Callable[[], None]

    def send(self, frame: bytes) -> None:
        """Send a frame soon."""

    def say(self, op: int, data: object = None) -> None:
        """Send a frame that is no event."""

    def close(self, code: int) -> None:
        """Close after what was sent."""


class Session:
    """What one IDENTIFY began."""

    def __init__(self, session_id: str, user: User, intents: int, wire: Wire) -> None:
        self.id = session_id
        self.user = user
        self.intents = intents
        self.wire: Wire | None = wire
        self.sequence = 0
        self.lost_at = 0.0  # seconds of the monotonic clock
        self.resumed = 0  # times
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=KEPT)

    @property
    def presences(self) -> bool:
        """Whether it is told of everybody at once."""
        return bool(self.intents & Intent.PRESENCES)

    def tell(self, name: str, data: Json) -> None:
        """Send an event, now or at RESUME."""
        self.sequence += 1
        frame = msgspec.json.encode({"op": 0, "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.wire is not None:
            self.wire.send(frame)

    def hears(self, event: Event) -> bool:
        """Whether an event is for this session."""
        if event.only is not None and event.only is not self.user:
            return False
        if event.intent and not self.intents & event.intent:
            return False
        if event.guild is not None and self.user.id not in event.guild.members:
            return False
        if event.name == "MESSAGE_CREATE" and event.channel is None:
            return False
        return event.channel is None or sees(event.channel, self.user)


class Sessions:
    """All of them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._all: dict[str, Session] = {}
        self.identified = 0  # times
        self.plan = EventPlan()
        world.listeners.append(self.dispatch)

    def dispatch(self, event: Event) -> None:
        """Tell everybody whom it concerns, unless the plan says otherwise."""
        fault = self.plan.meet(event.name)
        match None if fault is None else fault.fault:
            case "lost":
                return
            case "late" if fault is not None:
                asyncio.get_running_loop().call_later(fault.seconds, self._tell_all, event)
            case "twice":
                self._tell_all(event)
                self._tell_all(event)
            case _:
                self._tell_all(event)

    def _tell_all(self, event: Event) -> None:
        readable = "message_content" in self._world.privileges
        now = time.monotonic()
        for session in list(self._all.values()):
            if session.wire is None and now - session.lost_at > LOST_FOR:
                del self._all[session.id]
            elif session.hears(event):
                reads = readable and bool(session.intents & Intent.MESSAGE_CONTENT)
                session.tell(event.name, event.data(session.user, reads))

    def open(self, session: Session) -> Session:
        """Begin a session."""
        self._all[session.id] = session
        return session

    def ready(self, _: Session) -> None:
        """A session has been told all that it needs."""
        self.identified += 1
        self._world.bell.ring()

    def resume(self, wire: Wire, session_id: str, sequence: int) -> bool:
        """Go on after the last event that a bot has heard; not if the session is forgotten."""
        session = self._all.get(session_id)
        if session is None or (session.sent and session.sent[0][0] > sequence + 1):
            return False
        if session.wire is not None:
            session.wire.abort()
        session.wire = wire
        session.resumed += 1
        for number, frame in session.sent:
            if number > sequence:
                wire.send(frame)
        session.tell("RESUMED", {"_trace": []})
        self._world.bell.ring()
        return True

    def of(self, wire: Wire) -> Session | None:
        """Whose socket it is."""
        return next((one for one in self._all.values() if one.wire is wire), None)

    def lost(self, wire: Wire, *, for_good: bool) -> None:
        """A socket is gone, and its session too if the client has said goodbye."""
        session = self.of(wire)
        if session is not None:
            if for_good:
                del self._all[session.id]
            session.wire = None
            session.lost_at = time.monotonic()
            self._world.bell.ring()

    def live(self) -> list[Session]:
        """Those that have a socket."""
        return [session for session in self._all.values() if session.wire is not None]

    def drop(self, code: int | None) -> None:
        """Lose all sockets, abruptly or with a close code."""
        for session in self.live():
            if session.wire is None:
                continue
            if code is None:
                session.wire.abort()
            else:
                session.wire.close(code)

    def say(self, op: int, data: object) -> None:
        """Send a frame that is no event to everybody."""
        for session in self.live():
            if session.wire is not None:
                session.wire.say(op, data)

    def forget(self) -> None:
        """Let no session be resumed any more."""
        for session in self.live():
            if session.wire is not None:
                session.wire.abort()
        self._all.clear()
        self._world.bell.ring()

    def known(self) -> list[Json]:
        """For a test to look at."""
        return [
            {
                "id": session.id,
                "connected": session.wire is not None,
                "intents": session.intents,
                "sequence": session.sequence,
                "resumed": session.resumed,
            }
            for session in self._all.values()
        ]
