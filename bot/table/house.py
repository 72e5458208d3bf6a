"""What is fixed about a table while it is open: who runs it, what is played, and its habits."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.engine.rules import RuleSet

TERMINAL: Final = 1
"""The guild that plays in the terminal, and its table; both are no part of a floor."""


class Bank(Struct, frozen=True, kw_only=True):
    """The house's account, where members send money to."""

    name: str = "Aquatique"
    number: str = "30011154749"
    bank: str = "ZSBA"


class House(Struct, frozen=True, kw_only=True):
    """A table's settings; the rules apply from its next round on."""

    table: int = 1
    guild: int = 1
    rules: RuleSet
    preset: str
    asset: str = "MM"  # the guild's money
    reserve: int = 8  # draws per open box that must be left today before cards are dealt
    betting_seconds: int = 0  # how long stakes stay open; 0: until somebody asks for the cards
    place: str = "terminal"  # the channel's id, where it is at home
    guild_place: str = "terminal"  # the guild's
    opened_by_staff: bool = False  # else it is open from the start
    bank: Bank = Bank()
    tips: bool = False  # whether the house gives tips
