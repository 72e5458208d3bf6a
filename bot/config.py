"""Settings, from the environment and ``.env``: the only reader of ``os.environ``.

Every setting stands in ``.env.example`` with its unit and default; a test compares the two.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.errors import CannotStart
from bot.store.entries import RANDOM_ORG
from bot.table.house import Bank
from bot.wording.language import Language

OFFICIAL_URL: Final = "https://api.random.org/json-rpc/4/invoke"
_LOOPBACK: Final = {"127.0.0.1", "localhost", "::1"}
_IN_A_SENTENCE: Final = re.compile(r"(?! )[^`*_~|<>\[\]@#\\]{1,60}(?<! )")
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TOKEN: Final = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII)
_SNOWFLAKE: Final = re.compile(r"[0-9]{15,20}")
_PREFIX: Final = re.compile(r"[!$%&?+=.;^§]{1,3}")

NAMES: Final = {
    "token": "DISCORD_TOKEN",
    "staff": "AQUATIQUE_STAFF",
    "prefix": "AQUATIQUE_PREFIX",
    "betting_seconds": "AQUATIQUE_BETTING_SECONDS",
    "database": "AQUATIQUE_DB",
    "draws": "DRAWS",
    "language": "AQUATIQUE_LANGUAGE",
    "debug": "AQUATIQUE_DEBUG",
    "api_key": "RANDOM_ORG_API_KEY",
    "url": "RANDOM_ORG_URL",
    "signing_key": "RANDOM_ORG_SIGNING_KEY",
    "reserve": "RANDOM_ORG_RESERVE",
    "account_name": "AQUATIQUE_ACCOUNT_NAME",
    "account_number": "AQUATIQUE_ACCOUNT_NUMBER",
    "account_bank": "AQUATIQUE_ACCOUNT_BANK",
    "discord_api": "DISCORD_API_BASE",
    "discord_gateway": "DISCORD_GATEWAY",
}
"""Each setting's name in the environment."""


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What commands begin with: everywhere, and in the guilds that want another sign."""

    everywhere: str = "!"
    by_guild: Mapping[int, str] = field(default_factory=dict)

    def of(self, guild: int) -> str:
        """Return a guild's prefix."""
        return self.by_guild.get(guild, self.everywhere)


@dataclass(frozen=True, slots=True)
class Staff:
    """Ids of users and roles that are Saalchef: in every guild, and in single ones besides."""

    everywhere: frozenset[int] = frozenset()
    by_guild: Mapping[int, frozenset[int]] = field(default_factory=dict)

    def of(self, guild: int) -> frozenset[int]:
        """Return who is Saalchef in a guild."""
        return self.everywhere | self.by_guild.get(guild, frozenset())


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may set. Secrets are kept out of ``repr``."""

    token: str = ""  # of the Discord bot; empty: none
    staff: Staff = Staff()
    prefix: Prefixes = Prefixes()
    betting_seconds: int = 60  # at tables that are opened without a betting time of their own
    database: Path = Path("data/aquatique.db")
    language: Language = Language.GERMAN  # of the house
    debug: bool = False  # tracebacks of our own faults on standard error
    draws: str = RANDOM_ORG  # where cards come from in Discord: random.org, local
    api_key: str = ""  # at random.org; empty: none
    url: str = OFFICIAL_URL  # anything else must be a stand-in on this machine
    signing_key: Path | None = None  # instead of the pinned one
    reserve: int = 8  # requests per open box that must be left before a deal
    discord_api: str = ""  # of a stand-in on this machine; empty: Discord itself
    discord_gateway: str = ""
    account_name: str = Bank().name  # the house's account, where members send money to
    account_number: str = Bank().number
    account_bank: str = Bank().bank

    @property
    def bank(self) -> Bank:
        """The house's account."""
        return Bank(name=self.account_name, number=self.account_number, bank=self.account_bank)

    def __repr__(self) -> str:
        return f"Settings(language={self.language}, url={self.url!r})"

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must stand in no log."""
        return tuple(filter(None, (self.api_key, self.token)))


def load(environment: Mapping[str, str | None] | None = None) -> Settings:
    """Read the settings; what stands in the environment goes before ``.env``.

    Raises ``CannotStart`` for a value that is none; it names the setting and never a secret.
    """
    values = {**dotenv_values(".env"), **os.environ} if environment is None else environment
    given = {name: values.get(variable) or "" for name, variable in NAMES.items()}
    return Settings(
        token=_token(given["token"].strip()),
        staff=_staff(given["staff"]),
        prefix=_prefixes(given["prefix"]),
        betting_seconds=_number("betting_seconds", given["betting_seconds"] or "60", "seconds"),
        database=Path(given["database"] or "data/aquatique.db"),
        language=_language(given["language"]),
        debug=_flag(given["debug"]),
        draws=_draws(given["draws"]),
        api_key=_api_key(given["api_key"]),
        url=_stand_in("url", given["url"], OFFICIAL_URL, {"http", "https"}),
        signing_key=Path(given["signing_key"]) if given["signing_key"] else None,
        reserve=_number("reserve", given["reserve"] or "8", "requests"),
        discord_api=_stand_in("discord_api", given["discord_api"], "", {"http"}),
        discord_gateway=_stand_in("discord_gateway", given["discord_gateway"], "", {"ws"}),
        account_name=_shown("account_name", given["account_name"]) or Bank().name,
        account_number=_shown("account_number", given["account_number"]) or Bank().number,
        account_bank=_shown("account_bank", given["account_bank"]) or Bank().bank,
    )


def _token(text: str) -> str:
    if re.fullmatch(r"[0-9]+", text):
        _refuse("token", "the bot's token; this is the application's id, or a public number")
    if text and not _TOKEN.fullmatch(text):
        _refuse("token", "the token that `Reset Token` shows on the Bot page of your application")
    return text


def _staff(text: str) -> Staff:
    everywhere: set[int] = set()
    by_guild: dict[int, set[int]] = {}
    for each in [each for each in re.split(r"[,\s]+", text) if each]:
        guild, marked, staff = each.rpartition("=")
        if not _SNOWFLAKE.fullmatch(staff) or (marked and not _SNOWFLAKE.fullmatch(guild)):
            _refuse(
                "staff",
                "ids of users or roles, parted by commas (right click, Copy ID), and for one "
                "server alone its id, =, and theirs",
            )
        (by_guild.setdefault(int(guild), set()) if marked else everywhere).add(int(staff))
    return Staff(
        frozenset(everywhere), {guild: frozenset(staff) for guild, staff in by_guild.items()}
    )


def _prefixes(text: str) -> Prefixes:
    everywhere, by_guild = "!", {}
    for each in [each for each in re.split(r"[,\s]+", text) if each]:
        guild, _, prefix = each.rpartition("=")
        if guild and not _SNOWFLAKE.fullmatch(guild):
            guild, prefix = "", each
        if not _PREFIX.fullmatch(prefix):
            _refuse("prefix", "one to three signs of !$%&?+=.;^§, and for a guild 1234…=$")
        if guild:
            by_guild[int(guild)] = prefix
        else:
            everywhere = prefix
    return Prefixes(everywhere, by_guild)


def _language(text: str) -> Language:
    try:
        return Language(text or "de")
    except ValueError:
        _refuse("language", "de, en")


def _flag(text: str) -> bool:
    if text not in {"", "0", "1"}:
        _refuse("debug", "0, 1")
    return text == "1"


def _draws(text: str) -> str:
    if text not in {"", "local", RANDOM_ORG}:
        _refuse("draws", f"{RANDOM_ORG}, local")
    return text or RANDOM_ORG


def _api_key(text: str) -> str:
    if text and not _KEY.fullmatch(text):
        _refuse("api_key", "a key as api.random.org/dashboard shows it, in lower case")
    return text


def _stand_in(name: str, text: str, official: str, schemes: set[str]) -> str:
    if not text or text == official:
        return official
    try:
        parts = urlsplit(text)
        fits = parts.scheme in schemes and parts.hostname in _LOOPBACK and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        _refuse(name, "an address of a stand-in on this machine, or nothing")
    return text.rstrip("/") if name != "url" else text


def _number(name: str, text: str, unit: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        _refuse(name, f"a number of {unit}, 0 to 9999")
    return int(text)


def _shown(name: str, text: str) -> str:
    """Accept what stands in a sentence as it is; nothing is accepted too."""
    if text and not (_IN_A_SENTENCE.fullmatch(text) and text.isprintable()):
        _refuse(name, "1 to 60 printable characters, none of ` * _ ~ | < > [ ] @ #")
    return text


def _refuse(name: str, accepts: str) -> NoReturn:
    msg = f"settings: {NAMES[name]} is not accepted; give {accepts}"
    raise CannotStart(msg)
