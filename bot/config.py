"""Settings, from the environment and ``.env``: the only reader of ``os.environ``.

Every setting stands in ``.env.example`` with its unit and default; a test compares the two.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.errors import CannotStart
from bot.table.house import Bank
from bot.wording.language import Language

OFFICIAL_URL: Final = "https://api.random.org/json-rpc/4/invoke"
_LOOPBACK: Final = {"127.0.0.1", "localhost", "::1"}
_IN_A_SENTENCE: Final = re.compile(r"(?! )[^`*_~|<>\[\]@#\\]{1,60}(?<! )")
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

NAMES: Final = {
    "language": "AQUATIQUE_LANGUAGE",
    "debug": "AQUATIQUE_DEBUG",
    "api_key": "RANDOM_ORG_API_KEY",
    "url": "RANDOM_ORG_URL",
    "signing_key": "RANDOM_ORG_SIGNING_KEY",
    "reserve": "RANDOM_ORG_RESERVE",
    "account_name": "AQUATIQUE_ACCOUNT_NAME",
    "account_number": "AQUATIQUE_ACCOUNT_NUMBER",
    "account_bank": "AQUATIQUE_ACCOUNT_BANK",
}
"""Each setting's name in the environment."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may set. The key is kept out of ``repr``."""

    language: Language = Language.GERMAN  # of the house
    debug: bool = False  # tracebacks of our own faults on standard error
    api_key: str = ""  # at random.org; empty: none
    url: str = OFFICIAL_URL  # anything else must be a stand-in on this machine
    signing_key: Path | None = None  # instead of the pinned one
    reserve: int = 8  # requests per open box that must be left before a deal
    account_name: str = Bank().name  # the house's account, where members send money to
    account_number: str = Bank().number
    account_bank: str = Bank().bank

    @property
    def bank(self) -> Bank:
        """The house's account."""
        return Bank(name=self.account_name, number=self.account_number, bank=self.account_bank)

    def __repr__(self) -> str:
        return f"Settings(language={self.language}, url={self.url!r})"


def load(environment: Mapping[str, str | None] | None = None) -> Settings:
    """Read the settings; what stands in the environment goes before ``.env``.

    Raises ``CannotStart`` for a value that is none; it names the setting and never a secret.
    """
    values = {**dotenv_values(".env"), **os.environ} if environment is None else environment
    given = {name: values.get(variable) or "" for name, variable in NAMES.items()}
    return Settings(
        language=_language(given["language"]),
        debug=_flag(given["debug"]),
        api_key=_api_key(given["api_key"]),
        url=_url(given["url"]),
        signing_key=Path(given["signing_key"]) if given["signing_key"] else None,
        reserve=_reserve(given["reserve"]),
        account_name=_shown("account_name", given["account_name"]) or Bank().name,
        account_number=_shown("account_number", given["account_number"]) or Bank().number,
        account_bank=_shown("account_bank", given["account_bank"]) or Bank().bank,
    )


def _language(text: str) -> Language:
    try:
        return Language(text or "de")
    except ValueError:
        _refuse("language", "de, en")


def _flag(text: str) -> bool:
    if text not in {"", "0", "1"}:
        _refuse("debug", "0, 1")
    return text == "1"


def _api_key(text: str) -> str:
    if text and not _KEY.fullmatch(text):
        _refuse("api_key", "a key as api.random.org/dashboard shows it, in lower case")
    return text


def _url(text: str) -> str:
    if not text or text == OFFICIAL_URL:
        return OFFICIAL_URL
    try:
        parts = urlsplit(text)
        fits = parts.scheme in {"http", "https"} and parts.hostname in _LOOPBACK and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        _refuse("url", "an address of a stand-in on this machine, or nothing")
    return text


def _reserve(text: str) -> int:
    if not re.fullmatch(r"[0-9]{0,4}", text):
        _refuse("reserve", "a number of requests, 0 to 9999")
    return int(text or "8")


def _shown(name: str, text: str) -> str:
    """Accept what stands in a sentence as it is; nothing is accepted too."""
    if text and not (_IN_A_SENTENCE.fullmatch(text) and text.isprintable()):
        _refuse(name, "1 to 60 printable characters, none of ` * _ ~ | < > [ ] @ #")
    return text


def _refuse(name: str, accepts: str) -> NoReturn:
    msg = f"settings: {NAMES[name]} is not accepted; give {accepts}"
    raise CannotStart(msg)
