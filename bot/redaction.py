"""Nothing that a process writes may show its secrets: a formatter for logs, and for texts.

The API key is sent in a request's body and stands nowhere else; this is the second line.
"""

from __future__ import annotations

import logging
from typing import Final

HIDDEN: Final = "[hidden]"


class Redaction(logging.Formatter):
    """Replaces every secret it knows, in whole log lines (tracebacks included) and in texts."""

    def __init__(self, *secrets: str) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._secrets = tuple(secret for secret in secrets if secret)

    def text(self, text: str) -> str:
        """Return the text without the secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def format(self, record: logging.LogRecord) -> str:
        """Write a record as it may be seen."""
        return self.text(super().format(record))


def log_to_stderr(redaction: Redaction, *, debug: bool) -> None:
    """Send log lines to standard error: everything with ``debug``, else warnings."""
    handler = logging.StreamHandler()
    handler.setFormatter(redaction)
    logging.basicConfig(level=logging.DEBUG if debug else logging.WARNING, handlers=[handler])
