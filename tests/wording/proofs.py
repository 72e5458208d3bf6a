"""Draws and verifications made by hand, as the croupier gives them."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from bot.audit.findings import Code, Finding
from bot.engine.cards import parse
from bot.engine.commands import By
from bot.table.proofs import Decision, DrawPart, DrawRecord, Led, Verified
from tests.wording.facts import HEAD

LED: Final = Led(by=By.PLAYER, player="anna", decision=Decision.HIT, table=1, message="m7", log=218)
CHAINED: Final = Finding(Code.CHAIN, "entry 12", "is not linked to the one before")


def draw(**changes: Any) -> DrawRecord:
    """A draw of random.org's for two tables, asked for at the first."""
    parts = (
        DrawPart(table=1, round=12, boxes=(2,), cards=((58, parse("♠B")),), led=LED),
        DrawPart(table=2, round=13, boxes=(0,), cards=((111, parse("♦7")),)),
    )
    record = DrawRecord(
        draw=31, source="random.org", highest=312, parts=parts, intended=219, intended_head=HEAD,
        ticket="992104b84ba7aed6", next_ticket="448c8e3467a07577", serial=6277,
        at="2026-12-24 18:03:05Z", log=220, head=HEAD[::-1], table=1,
    )  # fmt: skip
    return replace(record, **changes)


def waiting(**changes: Any) -> DrawRecord:
    """The same before it is drawn."""
    parts = tuple(replace(part, cards=()) for part in draw().parts)
    unknown = dict.fromkeys(("next_ticket", "serial", "at", "log", "head"))
    return draw(**{"parts": parts, **unknown, **changes})


def verified(**changes: Any) -> Verified:
    """A round that is verified, and right."""
    found = Verified(
        round=12, running=False, decisions=5, draws=3, signed=3, settled=2, entries=228,
        head=HEAD * 4, rounds=14, all_draws=37, transfers=52, found=0, of_round=0,
    )  # fmt: skip
    return replace(found, **changes)
