"""What accounts are called. Names tell auditors what an account is, without any list."""

from __future__ import annotations

from typing import Final


def outside(guild: int) -> str:
    """The world beyond the casino; deposits come from it."""
    return f"outside:{guild}"


def house(guild: int) -> str:
    """The casino."""
    return f"house:{guild}"


def player(number: int) -> str:
    """A player's account, by his account number."""
    return f"player:{number}"


def number_of(name: str) -> int | None:
    """Return whose account it is, if it is a player's.

    >>> number_of("player:17"), number_of("outside:1")
    (17, None)
    """
    kind, _, number = name.partition(":")
    return int(number) if kind == "player" and number.isdecimal() else None


def reference(number: int) -> str:
    """What a member writes on a transfer to the casino: fixed, by his account number.

    >>> reference(17)
    'A17'
    """
    return f"A{number}"


_BANK: Final = "bank-"


def hold(bet: str) -> str:
    """The money bound in one bet."""
    return f"hold:{bet}"


def bank(table: int, number: int) -> str:
    """The money bound in a player's bank at a table: a hold of his, like a bet's."""
    return hold(f"{_BANK}{table}-{number}")


def bank_prefix() -> str:
    """How the names of all players' banks begin."""
    return hold(_BANK)


def may_owe(name: str) -> bool:
    """Whether the account may fall below zero: only the world and the house may."""
    return name.startswith(("outside:", "house:"))


def chips(table: int) -> str:
    """What is played for in a party at a table: no money, and of no use elsewhere."""
    return f"{CHIPS}-{table}"


CHIPS: Final = "Chips"
ASSETS: Final = ("MM", "Jetons")
"""The guild's money and the casino's chips; each has its own world outside."""
