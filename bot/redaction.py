"""Nothing that a process writes may show its secrets: a filter for logs, and for texts.

The API key is sent in a request's body and stands nowhere else; this is the second line.
"""

from __future__ import annotations

import logging
from typing import Final

HIDDEN: Final = "[hidden]"


class Redaction(logging.Filter):
    """Replaces every secret it knows, in log records and in texts."""

    def __init__(self, *secrets: str) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def text(self, text: str) -> str:
        """Return the text without the secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact a record's message, arguments included; never drops it."""
        record.msg = self.text(record.getMessage())
        record.args = ()
        return True


def log_to_stderr(redaction: Redaction, *, debug: bool) -> None:
    """Send log lines to standard error: everything with ``debug``, else warnings."""
    handler = logging.StreamHandler()
    handler.addFilter(redaction)
    logging.basicConfig(
        level=logging.DEBUG if debug else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
        handlers=[handler],
    )
