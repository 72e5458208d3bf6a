"""One request to the API, read: who asks, for what, with which body and files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web
from aiohttp.web_request import FileField

from tests.loopback.discord.message_payload import message as message_payload
from tests.loopback.discord.refusals import Refused, Unauthorized
from tests.loopback.discord.world import Attachment, Channel, Message, User, World, find

Json = dict[str, Any]
Answer = Json | list[Json] | None  # None: 204
FILE: Final = "files["


@dataclass(frozen=True, slots=True)
class Call:
    """What a handler is given."""

    world: World
    actor: User
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Json
    files: Mapping[int, FileField]

    @property
    def channel(self) -> Channel:
        """The channel of the address."""
        return self.world.channel(self.path["channel"])

    @property
    def message(self) -> Message:
        """The message of the address."""
        return find(self.channel, self.path["message"])

    def shown(self, message: Message) -> Json:
        """A message as the one who asks may read it."""
        reads = not self.actor.bot or "message_content" in self.world.privileges
        return message_payload(self.world, message, self.actor, reads=reads)

    def attachments(self) -> list[Attachment]:
        """The files that were sent along."""
        described = {int(one["id"]): one for one in self.body.get("attachments") or []}
        return [
            Attachment(
                self.world.snowflakes.now(),
                described.get(number, {}).get("filename") or field.filename,
                field.content_type,
                field.file.read(),
                described.get(number, {}).get("description"),
            )
            for number, field in sorted(self.files.items())
        ]


Handler = Callable[[Call], Answer]


def holder(world: World, request: web.Request) -> User:
    """Whose token the request bears."""
    given = request.headers.get("Authorization", "")
    user = world.holder(given.removeprefix("Bot "))
    if user is None or user.bot is not given.startswith("Bot "):
        raise Unauthorized
    return user


async def read(request: web.Request) -> tuple[Json, dict[int, FileField]]:
    """The body, JSON alone or with files."""
    if request.content_type == "multipart/form-data":
        form = await request.post()
        files: dict[int, FileField] = {}
        for name, value in form.items():
            if isinstance(value, FileField):
                number = name.removeprefix(FILE).removesuffix("]")
                files[int(number) if number.isdigit() else 0] = value
        payload = form.get("payload_json")
        if isinstance(payload, FileField):
            raise Refused(50109)
        return _parsed(payload or "{}"), files
    raw = await request.read()
    return (_parsed(raw) if raw else {}), {}


def _parsed(raw: str | bytes | bytearray) -> Json:
    try:
        body = json.loads(raw)
    except ValueError:
        raise Refused(50109) from None
    return body if isinstance(body, dict) else {"": body}
