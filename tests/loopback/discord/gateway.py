"""The gateway: one socket per connection, HELLO to RESUME; what is told is decided elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from aiohttp import WSMsgType, web

from tests.loopback.discord import payloads
from tests.loopback.discord.intents import flags, refused
from tests.loopback.discord.record import Record
from tests.loopback.discord.sessions import Session, Sessions
from tests.loopback.discord.world import World

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11
BAD_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, DISALLOWED_INTENTS = (
    4001,
    4002,
    4003,
    4004,
    4014,
)
LEAVING: Final = (1000, 1001)  # a client that closes so has no session any more
HEARTBEAT_INTERVAL: Final = 41_250  # milliseconds
ACK_AFTER: Final = 0.005  # seconds: an instant one confuses discord.py's latency


class Socket:
    """One connection; frames leave in the order in which they were given."""

    def __init__(self, ws: web.WebSocketResponse, close: Callable[[], None]) -> None:
        self.ws = ws
        self.abort = close
        self.closing = False  # by us
        self.frames: asyncio.Queue[bytes | int] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        """Send a frame soon."""
        self.frames.put_nowait(frame)

    def say(self, op: int, data: object = None) -> None:
        """Send a frame that is no event."""
        self.send(msgspec.json.encode({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close after what was sent."""
        self.closing = True
        self.frames.put_nowait(code)

    async def write(self) -> None:
        """Write until closed."""
        while True:
            frame = await self.frames.get()
            if isinstance(frame, int):
                await self.ws.close(code=frame)
                return
            await self.ws.send_frame(frame, WSMsgType.TEXT)


class Gateway:
    """Receives what bots say."""

    def __init__(self, world: World, sessions: Sessions, record: Record) -> None:
        self._world = world
        self._record = record
        self._sessions = sessions

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """One connection, from HELLO until it is lost."""
        ws = web.WebSocketResponse(compress=False, max_msg_size=0, autoping=True)
        await ws.prepare(request)
        transport = request.transport
        socket = Socket(ws, lambda: transport.abort() if transport is not None else None)
        writer = asyncio.create_task(socket.write())
        socket.say(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL, "_trace": []})
        try:
            async for frame in ws:
                if frame.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    self._understood(socket, frame.data)
        finally:
            left = ws.close_code in LEAVING and not socket.closing
            self._sessions.lost(socket, for_good=left)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer
        return ws

    def _understood(self, socket: Socket, frame: str | bytes) -> None:
        try:
            self._heard(socket, msgspec.json.decode(frame))
        except Exception as error:  # noqa: BLE001 - a fault of ours must not look like Discord's
            self._record.trouble(f"gateway: {type(error).__name__}: {error}")
            socket.close(DECODE_ERROR)

    def _heard(self, socket: Socket, said: Json) -> None:
        op, data = said["op"], said["d"]
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_AFTER, socket.say, ACK)
        elif op == IDENTIFY:
            self._identify(socket, data)
        elif op == RESUME:
            self._resume(socket, data)
        elif op == REQUEST_MEMBERS:
            self._members(socket, data)
        elif op not in {PRESENCE, VOICE}:
            socket.close(BAD_OPCODE)

    def _identify(self, socket: Socket, said: Json) -> None:
        world = self._world
        user = world.holder(said["token"])
        if user is not world.bot:
            socket.close(BAD_TOKEN)
            return
        if refused(said["intents"], world.privileges):
            socket.close(DISALLOWED_INTENTS)
            return
        session = self._sessions.open(Session(secrets.token_hex(16), user, said["intents"], socket))
        guilds = [guild for guild in world.guilds.values() if user.id in guild.members]
        ready: Json = {
            "v": 10,
            "user": {**payloads.user(user), "verified": True, "mfa_enabled": True},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": world.address.replace("http", "ws", 1) + "/gw",
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "application": {"id": str(world.application_id), "flags": flags(world.privileges)},
            "shard": said.get("shard", [0, 1]),
        }
        session.tell("READY", ready)
        for guild in guilds:
            session.tell("GUILD_CREATE", payloads.guild(world, guild, everybody=session.presences))
        self._sessions.ready(session)

    def _resume(self, socket: Socket, said: Json) -> None:
        if self._world.holder(said["token"]) is not self._world.bot:
            socket.close(BAD_TOKEN)
        elif not self._sessions.resume(socket, said["session_id"], said["seq"] or 0):
            socket.say(INVALID_SESSION, data=False)

    def _members(self, socket: Socket, said: Json) -> None:
        session = self._sessions.of(socket)
        if session is None:
            socket.close(NOT_AUTHENTICATED)
            return
        guild = self._world.guild(said["guild_id"])
        wanted = {int(one) for one in _listed(said.get("user_ids"))}
        start = (said.get("query") or "").lower()
        found = [
            payloads.member(member)
            for member in guild.members.values()
            if (not wanted or member.user.id in wanted)
            and member.user.name.lower().startswith(start)
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": found[: said.get("limit") or None],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "presences": [],
        }
        if said.get("nonce") is not None:
            chunk["nonce"] = said["nonce"]
        session.tell("GUILD_MEMBERS_CHUNK", chunk)


def _listed(one_or_many: object) -> list[Any]:
    if one_or_many is None:
        return []
    return one_or_many if isinstance(one_or_many, list) else [one_or_many]
