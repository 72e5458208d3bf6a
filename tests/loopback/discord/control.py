"""What a test may look at and change while the stand-in runs: POST /control/{verb}, JSON.

Whatever goes wrong is answered with HTTP 500 and kept as a trouble, so that a slip in a test is not
taken for a property of the bot.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from tests.loopback.discord import views
from tests.loopback.discord.buckets import Buckets
from tests.loopback.discord.driving import Driving
from tests.loopback.discord.faults import Plan
from tests.loopback.discord.gateway import INVALID_SESSION, RECONNECT
from tests.loopback.discord.record import Record
from tests.loopback.discord.refusals import Trouble
from tests.loopback.discord.sessions import Sessions
from tests.loopback.discord.world import PRIVILEGES, World

Json = dict[str, Any]


class Control:
    """One method for each verb; those of ``Driving`` are verbs too."""

    def __init__(
        self,
        world: World,
        sessions: Sessions,
        plan: Plan,
        buckets: Buckets,
        record: Record,
        driving: Driving,
    ) -> None:
        self._world = world
        self._sessions = sessions
        self._plan = plan
        self._buckets = buckets
        self._record = record
        self._parts: tuple[object, ...] = (self, driving)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Do what a test asks."""
        verb = request.match_info["verb"]
        try:
            body = msgspec.json.decode(await request.read() or b"{}")
            answer = self._verb(verb)(**body)
            if inspect.isawaitable(answer):
                answer = await answer
        except Exception as error:  # noqa: BLE001 - everything is a trouble here
            text = f"control {verb}: {type(error).__name__}: {error}"
            self._record.trouble(text)
            return web.Response(status=500, text=text)
        headers = {"Content-Type": "application/json"}
        return web.Response(body=msgspec.json.encode(answer), headers=headers)

    def _verb(self, name: str) -> Callable[..., Any]:
        for part in self._parts:
            found = getattr(part, name, None)
            if found is not None and not name.startswith("_") and name != "handle":
                verb: Callable[..., Any] = found
                return verb
        msg = f"there is no verb {name!r}"
        raise Trouble(msg)

    # ── looking ──────────────────────────────────────────────────────────────────────────────────

    async def changes(self, channel: int, after: int, seconds: float) -> Json:
        """The messages of a channel that have changed, as soon as there are any."""
        place = self._world.channels[channel]

        def news() -> bool:
            return bool(place.changed) and next(reversed(place.changed.values())) > after

        await self._world.bell.until(lambda: news() or place.deleted, seconds)
        count = next(reversed(place.changed.values())) if place.changed else 0
        found = [views.message(one) for one in views.changes(place, after)]
        return {"count": count, "messages": found, "deleted": place.deleted}

    def requests(self, first: int = 0) -> list[Json]:
        """The requests to the API, from a position on."""
        return self._record.requests[first:]

    async def requested(self, count: int, method: str, route: str, seconds: float) -> bool:
        """Wait until a route was asked so often and has answered."""

        def enough() -> bool:
            done = [
                one
                for one in self._record.requests
                if one["method"] == method and one["route"] == route and one["status"] is not None
            ]
            return len(done) >= count

        await self._world.bell.until(enough, seconds)
        return enough()

    def sessions(self) -> list[Json]:
        """The gateway's sessions."""
        return self._sessions.known()

    async def connected(self, count: int, identified: int, resumed: int, seconds: float) -> Json:
        """Wait until so many bots are connected, and were identified and resumed so often."""

        def state() -> tuple[int, int, int]:
            known = self._sessions.known()
            live = sum(one["connected"] for one in known)
            return live, self._sessions.identified, sum(one["resumed"] for one in known)

        def enough() -> bool:
            live, identities, resumptions = state()
            return live == count and identities >= identified and resumptions >= resumed

        await self._world.bell.until(enough, seconds)
        names = ("connected", "identified", "resumed")
        return dict(zip(names, state(), strict=True)) | {"enough": enough()}

    def troubles(self, take: bool) -> Json:
        """What went wrong, and the routes that the stand-in lacks; forgotten if they are taken."""
        unknown = list(self._record.unknown_routes)
        troubles = self._record.take_troubles() if take else self._record.troubles
        return {"troubles": troubles, "unknown_routes": unknown}

    # ── steering ─────────────────────────────────────────────────────────────────────────────────

    def plan(self, fault: Json | None = None, clear: bool = False) -> list[Json]:
        """Append a fault to the plan, or clear it; what waits."""
        if clear:
            self._plan.clear()
        if fault is not None:
            self._plan.append(fault)
        return self._plan.waiting()

    def plan_events(self, fault: Json | None = None, clear: bool = False) -> list[Json]:
        """Append a fault to the plan of events, or clear it; what waits."""
        if clear:
            self._sessions.plan.clear()
        if fault is not None:
            self._sessions.plan.append(fault)
        return self._sessions.plan.waiting()

    def limit(self, method: str, route: str, count: int | None, seconds: float) -> None:
        """Let a route have a rate limit."""
        self._buckets.limit(method, route, count, seconds)

    def drop_gateways(self, code: int | None = None) -> None:
        """Lose all sockets."""
        self._sessions.drop(code)

    def forget_sessions(self) -> None:
        """Lose all sockets, and let nobody resume."""
        self._sessions.forget()

    def ask_to_reconnect(self) -> None:
        """Op 7."""
        self._sessions.say(RECONNECT, None)

    def invalidate_sessions(self, resumable: bool) -> None:
        """Op 9."""
        self._sessions.say(INVALID_SESSION, resumable)

    def privileges(self, names: list[str]) -> None:
        """The privileged intents that the application has."""
        unknown = set(names) - set(PRIVILEGES)
        if unknown:
            msg = f"there is no privilege {sorted(unknown)}, only {PRIVILEGES}"
            raise Trouble(msg)
        self._world.privileges = set(names)

    def nonce_seconds(self, seconds: float) -> None:
        """For how long a nonce is known."""
        self._world.nonce_seconds = seconds

    def interaction_seconds(self, answer: float, token: float) -> None:
        """For how long an interaction waits for its first answer, and for further ones."""
        self._world.answer_seconds = answer
        self._world.token_seconds = token

    def new_token(self) -> str:
        """Let the bot's token be another one."""
        return self._world.new_token(self._world.bot)

    def application(self) -> Json:
        """Who the bot is."""
        bot = self._world.bot
        return {"id": bot.id, "token": bot.token, "name": bot.name}
