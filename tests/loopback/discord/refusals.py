"""What Discord says no with: a status, a code, a sentence; and the trouble of a test's own slip."""

from __future__ import annotations

from typing import Any, Final, NoReturn

Json = dict[str, Any]

CODES: Final[dict[int, tuple[int, str]]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (400, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30010: (400, "Maximum number of reactions reached (20)"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (403, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
}


class Refused(Exception):
    """An answer that is an error."""

    def __init__(self, code: int, errors: Json | None = None) -> None:
        self.code = code
        self.status, self.message = CODES[code]
        self.errors = errors
        super().__init__(f"{code} {self.message} {errors or ''}")

    def body(self) -> Json:
        """As it is sent."""
        body: Json = {"message": self.message, "code": self.code}
        return body if self.errors is None else {**body, "errors": self.errors}


class Unauthorized(Exception):
    """The token is nobody's."""


class Trouble(Exception):
    """The stand-in was asked for something that it does not have: the test is at fault."""


def reject(path: str, code: str, message: str) -> NoReturn:
    """Refuse one member of the body, with 50035.

    >>> reject("embeds.0.title", "BASE_TYPE_REQUIRED", "This field is required")
    Traceback (most recent call last):
      ...
    tests.loopback.discord.refusals.Refused: 50035 Invalid Form Body {'embeds': {'0': {'title': \
{'_errors': [{'code': 'BASE_TYPE_REQUIRED', 'message': 'This field is required'}]}}}}
    """
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for name in reversed(path.split(".")):
        errors = {name: errors}
    raise Refused(50035, errors)
