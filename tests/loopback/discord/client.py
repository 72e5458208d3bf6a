"""Starts the stand-in, steers it, looks into it and always ends it; for tests, synchronous.

    with standing_in(folder) as discord:
        table = discord.guild("Aquatique", owner="saalchef").channel("tisch-1")
        ...  # start the bot with discord.api_base, discord.gateway and discord.token
        discord.wait_until_ready()
        said = anna.say(table, "50 MM")
        table.wait_for_reply(said)

Every call is short, so that an asynchronous test may make it too; what waits says so.
"""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.handles import Guild, Member
from tests.loopback.discord.wire import PATIENCE, Reply, Wire

Json = dict[str, Any]

ROOT: Final = Path(__file__).parents[3]
PRIVILEGES: Final = frozenset({"presences", "members", "message_content"})
SEND: Final = "/channels/{channel}/messages"


class StandIn:
    """One stand-in: a process, and what it has said of itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._said: Json = {}
        self._privileges = set(PRIVILEGES)
        self.wire = Wire(0)

    @property
    def address(self) -> str:
        """Scheme, host and port."""
        return str(self._said["address"])

    @property
    def api_base(self) -> str:
        """The setting DISCORD_API_BASE."""
        return str(self._said["api_base"])

    @property
    def gateway(self) -> str:
        """The setting DISCORD_GATEWAY."""
        return str(self._said["gateway"])

    @property
    def token(self) -> str:
        """The bot's token, made up."""
        return str(self._said["token"])

    @property
    def application_id(self) -> int:
        """The bot's application, and its user."""
        return int(self._said["application_id"])

    @property
    def errors(self) -> str:
        """All that the process said on standard error."""
        return (self.folder / "discord.stderr").read_text(encoding="utf-8")

    # ── the process ──────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Start the process and wait until it listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.loopback.discord", "--port=0"]
        pipe = subprocess.PIPE
        with (self.folder / "discord.stderr").open("ab") as errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=errors
            )
        try:
            self._said = _first_line(self._process)
        except BaseException:
            self.stop()
            raise
        self.wire = Wire(int(self.address.rpartition(":")[2]))

    def stop(self) -> None:
        """End the process, whether or not it runs."""
        self.wire.close()
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is None or process.stdout is None:
            raise AssertionError
        try:
            process.stdin.close()
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    # ── who and what there is ────────────────────────────────────────────────────────────────────

    def guild(self, name: str, *, owner: str = "saalchef") -> Guild:
        """A new guild with the bot in it."""
        made = self.wire.ask("guild", name=name, owner=owner)
        return Guild(self.wire, made["id"], name, made["bot_role"])

    def user(self, name: str, *, bot: bool = False) -> Member:
        """Somebody, who need not be in any guild."""
        made = self.wire.ask("user", name=name, bot=bot)
        return Member(self.wire, made["id"], name, made["token"])

    def bot_says(self, channel: Channel, content: str, *, name: str = "other bot") -> Message:
        """Let another bot say something."""
        speaker = self.user(name, bot=True)
        if channel.guild_id is not None:
            self.wire.ask("member", guild=channel.guild_id, name=name, roles=[])
        return speaker.say(channel, content)

    def webhook_says(self, channel: Channel, content: str, *, name: str = "webhook") -> Message:
        """Let a webhook say something."""
        said = {"channel": channel.id, "name": name, "content": content}
        return Message(**self.wire.ask("webhook", **said))

    def system_message(self, channel: Channel, *, type: int, by: Member | None = None) -> Message:  # noqa: A002 - Discord's word
        """Let Discord say something about somebody: 6 a pin, 7 that they have come."""
        return (by or self.user("newcomer")).say(channel, type=type)

    def directs(self, *, to: Member) -> list[Message]:
        """What the bot has written to somebody alone."""
        return [one for one in to.directs().messages() if one.author_id == self.application_id]

    def interactions(self) -> list[Json]:
        """All that was pressed and called, with what the bot answered."""
        found: list[Json] = self.wire.ask("interactions")
        return found

    def commands(self, guild: Guild | None = None) -> list[Json]:
        """The slash commands that the bot has registered."""
        found: list[Json] = self.wire.ask("commands", guild=None if guild is None else guild.id)
        return found

    # ── faults and limits ────────────────────────────────────────────────────────────────────────

    def plan(self, fault: str, **given: object) -> None:
        """Append a fault: its parameters, and what it fits (see ``faults``)."""
        if isinstance(given.get("channel"), Channel):
            given["channel"] = given["channel"].id  # type: ignore[attr-defined]
        self.wire.ask("plan", fault={"fault": fault, **given})

    def forget_plan(self) -> None:
        """No more faults, of requests or of events."""
        self.wire.ask("plan", clear=True)
        self.wire.ask("plan_events", clear=True)

    def plan_event(self, fault: str, event: str | None = None, **given: object) -> None:
        """Let the gateway lose an event, say it "twice" or "late" (see ``event_faults``)."""
        self.wire.ask("plan_events", fault={"fault": fault, "event": event, **given})

    def planned(self) -> list[Json]:
        """The faults that still wait."""
        waiting: list[Json] = self.wire.ask("plan") + self.wire.ask("plan_events")
        return waiting

    def wait_for_faults(self, *, timeout: float = 20.0) -> None:
        """Wait until all that is planned has struck: its requests have come in, at least."""
        end = time.monotonic() + timeout
        while waiting := self.planned():
            assert time.monotonic() < end, f"nothing met {waiting} within {timeout} s"
            time.sleep(0.02)

    def limit(
        self, count: int | None, seconds: float = 5.0, *, method: str = "POST", route: str = SEND
    ) -> None:
        """So many requests in so many seconds, for each channel; None: as many as they like."""
        self.wire.ask("limit", method=method, route=route, count=count, seconds=seconds)

    def revoke(self, *privileges: str) -> None:
        """Take privileged intents from the application."""
        self._privileges -= set(privileges)
        self.wire.ask("privileges", names=sorted(self._privileges))

    def grant(self, *privileges: str) -> None:
        """Give privileged intents to the application."""
        self._privileges |= set(privileges)
        self.wire.ask("privileges", names=sorted(self._privileges))

    def remember_nonces_for(self, seconds: float) -> None:
        """For how long a nonce is known; 120 at first."""
        self.wire.ask("nonce_seconds", seconds=seconds)

    def interactions_wait(self, *, answer: float = 3.0, token: float = 900.0) -> None:
        """How many seconds an interaction waits for its first answer, and for further ones."""
        self.wire.ask("interaction_seconds", answer=answer, token=token)

    def new_token(self) -> str:
        """Let the bot's token be another one; the old one is worth nothing from now on."""
        self._said["token"] = self.wire.ask("new_token")
        return self.token

    # ── the gateway ──────────────────────────────────────────────────────────────────────────────

    def drop_gateways(self, code: int | None = None) -> None:
        """Lose all sockets, abruptly or with a close code, so that bots resume."""
        self.wire.ask("drop_gateways", code=code)

    def forget_sessions(self) -> None:
        """Lose all sockets and sessions, so that bots identify anew."""
        self.wire.ask("forget_sessions")

    def ask_to_reconnect(self) -> None:
        """Send op 7."""
        self.wire.ask("ask_to_reconnect")

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Send op 9."""
        self.wire.ask("invalidate_sessions", resumable=resumable)

    def sessions(self) -> list[Json]:
        """The gateway's sessions: ``connected``, ``intents``, ``sequence``, ``resumed``."""
        found: list[Json] = self.wire.ask("sessions")
        return found

    def bots_connected(self) -> int:
        """How many gateway sessions are identified and have a socket."""
        return sum(one["connected"] for one in self.sessions())

    def wait_until_ready(
        self, timeout: float = 20.0, *, bots: int = 1, identified: int = 0, resumed: int = 0
    ) -> None:
        """Wait until so many bots are connected, after so many IDENTIFYs and RESUMEs in all."""
        wanted = {"count": bots, "identified": identified, "resumed": resumed}
        state = self.wire.ask("connected", **wanted, seconds=timeout)
        assert state["enough"], f"wanted {wanted} within {timeout} s, but there are {state}"

    # ── what happened ────────────────────────────────────────────────────────────────────────────

    def requests(
        self, method: str | None = None, route: str | None = None, *, first: int = 0
    ) -> list[Json]:
        """Requests: method, route, path, status, code, fault, by, body, at (monotonic)."""
        every: list[Json] = self.wire.ask("requests", first=first)
        return [
            one
            for one in every
            if method in {None, one["method"]} and route in {None, one["route"]}
        ]

    def wait_for_requests(
        self, count: int, method: str = "POST", route: str = SEND, *, timeout: float = 20.0
    ) -> list[Json]:
        """Wait until a route was asked so often, and was answered."""
        wanted = {"count": count, "method": method, "route": route}
        enough = self.wire.ask("requested", **wanted, seconds=timeout)
        found = self.requests(method, route)
        assert enough, f"wanted {wanted}, but there were {found}"
        return found

    def request(self, verb: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """Send any request, as any client would."""
        return self.wire.request(verb, path, body, headers)

    @property
    def unknown_routes(self) -> list[str]:
        """What was asked for and the stand-in does not have."""
        found: list[str] = self.wire.ask("troubles", take=False)["unknown_routes"]
        return found

    def take_troubles(self) -> list[str]:
        """What the stand-in could not do; forgotten with that. ``standing_in`` wants it empty."""
        troubles: list[str] = self.wire.ask("troubles", take=True)["troubles"]
        return troubles


@contextmanager
def standing_in(folder: Path) -> Iterator[StandIn]:
    """A running stand-in, ended in any case; a trouble that nobody took fails the test."""
    stand_in = StandIn(folder)
    stand_in.start()
    try:
        yield stand_in
        assert stand_in.take_troubles() == []
    finally:
        stand_in.stop()


def _first_line(process: subprocess.Popen[bytes]) -> Json:
    if process.stdout is None:
        raise AssertionError
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        line = process.stdout.readline() if selector.select(PATIENCE) else b""
    if not line:
        msg = "the stand-in did not start; its folder holds stderr"
        raise RuntimeError(msg)
    said: Json = json.loads(line)
    return said
