"""The limits of a message's parts: what is too long, too many or missing is refused with 50035."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from tests.loopback.discord import mentions
from tests.loopback.discord.refusals import Refused, reject

Json = dict[str, Any]

CONTENT: Final = 2_000
EMBEDS: Final = 10
FIELDS: Final = 25
EMBED_IN_ALL: Final = 6_000  # over all embeds of a message
NONCE: Final = 25
FILES: Final = 10
ROWS: Final = 5
BUTTONS: Final = 5  # in a row
OPTIONS: Final = 25  # of a select
CUSTOM_ID: Final = 100
LABEL: Final = 80
TITLES: Final = (("title", 256), ("description", 4_096))
NESTED: Final = (("footer", "text", 2_048), ("author", "name", 256))
ACTION_ROW, BUTTON = 1, 2
LINK: Final = 5  # style of a button without custom_id


def check(body: Json) -> None:
    """Refuse a message that Discord would refuse for its form alone."""
    content = body.get("content")
    if content is not None and not isinstance(content, str):
        reject("content", "BASE_TYPE_BAD_TYPE", "Must be a string.")
    _short("content", content, CONTENT)
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > NONCE:
        reject("nonce", "NONCE_TYPE_TOO_LONG", f"Must be {NONCE} or fewer in length.")
    mentions.check(body.get("allowed_mentions"))
    embeds = body.get("embeds") or []
    _few("embeds", embeds, EMBEDS)
    for position, embed in enumerate(embeds):
        _embed(f"embeds.{position}", embed)
    if sum(map(_length, embeds)) > EMBED_IN_ALL:
        text = f"Embed size exceeds maximum size of {EMBED_IN_ALL}"
        reject("embeds", "MAX_EMBED_SIZE_EXCEEDED", text)
    components = body.get("components") or []
    _few("components", components, ROWS)
    for position, row in enumerate(components):
        _row(f"components.{position}", row)


def check_not_empty(body: Json, *, files: int, forwards: bool = False) -> None:
    """Refuse a message with nothing in it."""
    anything = (body.get(name) for name in ("content", "embeds", "components", "sticker_ids"))
    content = body.get("content")
    blank = isinstance(content, str) and not content.strip()
    if not forwards and not files and (not any(anything) or (blank and not _beyond(body))):
        raise Refused(50006)
    if files > FILES:
        reject("files", "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")


def _beyond(body: Json) -> bool:
    return any(body.get(name) for name in ("embeds", "components", "sticker_ids"))


def _embed(path: str, embed: Json) -> None:
    for name, most in TITLES:
        _short(f"{path}.{name}", embed.get(name), most)
    for outer, inner, most in NESTED:
        _short(f"{path}.{outer}.{inner}", (embed.get(outer) or {}).get(inner), most)
    fields = embed.get("fields") or []
    _few(f"{path}.fields", fields, FIELDS)
    for position, field in enumerate(fields):
        for name, most in (("name", 256), ("value", 1_024)):
            place = f"{path}.fields.{position}.{name}"
            _needed(place, field.get(name))
            _short(place, field.get(name), most)
    colour = embed.get("color")
    if colour is not None and not 0 <= colour <= 0xFFFFFF:
        reject(f"{path}.color", "NUMBER_TYPE_MAX", "int value should be 0 to 16777215.")


def _length(embed: Json) -> int:
    texts = [embed.get(name) for name, _ in TITLES]
    texts += [(embed.get(outer) or {}).get(inner) for outer, inner, _ in NESTED]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text or "") for text in texts)


def _row(path: str, row: Json) -> None:
    if row.get("type") != ACTION_ROW:
        return  # newer layouts are taken as they come
    inside = row.get("components") or []
    if not 1 <= len(inside) <= BUTTONS:
        text = f"Must be between 1 and {BUTTONS} in length."
        reject(f"{path}.components", "BASE_TYPE_BAD_LENGTH", text)
    for position, part in enumerate(inside):
        place = f"{path}.components.{position}"
        if part.get("style") != LINK or part.get("type") != BUTTON:
            _needed(f"{place}.custom_id", part.get("custom_id"))
        _short(f"{place}.custom_id", part.get("custom_id"), CUSTOM_ID)
        _short(f"{place}.label", part.get("label"), LABEL)
        _few(f"{place}.options", part.get("options") or [], OPTIONS)


def distinct_custom_ids(components: Iterable[Json]) -> None:
    """Refuse two components with one custom_id."""
    seen: set[str] = set()
    for at_row, row in enumerate(components):
        for at, part in enumerate(row.get("components") or []):
            custom_id = part.get("custom_id")
            if custom_id in seen:
                path = f"components.{at_row}.components.{at}.custom_id"
                text = "Component custom id cannot be duplicated"
                reject(path, "COMPONENT_CUSTOM_ID_DUPLICATED", text)
            if custom_id is not None:
                seen.add(custom_id)


def _short(path: str, text: str | None, most: int) -> None:
    if text is not None and len(text) > most:
        reject(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def _few(path: str, many: list[Any], most: int) -> None:
    if len(many) > most:
        reject(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def _needed(path: str, text: str | None) -> None:
    if not text or not text.strip():
        reject(path, "BASE_TYPE_REQUIRED", "This field is required")
