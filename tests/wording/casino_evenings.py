"""Evenings of ``casino`` with given cards, and what was said: played through the croupier.

Each evening's posts stand in a file of its own name in ``casino/``, to be read line by line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from bot.engine.commands import (
    Back,
    BustBet,
    Command,
    Decline,
    Double,
    EvenMoney,
    Insure,
    Split,
    Withdraw,
    WithdrawBust,
)
from bot.engine.wants import Action
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.requests import MakeMove, Request, ShowRound, ShowRules
from bot.wording.language import Language
from bot.wording.post import post
from tests.engine.script import changed
from tests.table.test_casino import ANNA, BERT, CASINO, say, voided
from tests.tables import DEAL, HIT, STAND, Table, facts, numbers_of, open_table, stake

FOLDER: Final = Path(__file__).parent / "casino"
SPLIT: Final = MakeMove(Action.SPLIT)
DOUBLE: Final = MakeMove(Action.DOUBLE)

Said = tuple[str, Request | tuple[Command, ...] | None]
"""Who spoke, and what it meant; nothing where staff undid the round."""


class Evening(NamedTuple):
    """Cards by their letters, and what was said in which order."""

    cards: str
    said: tuple[Said, ...]
    house: House = CASINO
    language: Language = Language.GERMAN


def _house(**overrides: str) -> House:
    return House(rules=changed("casino", **overrides), preset="casino")


_BESIDE: Final = (Back(BERT, 1, 2000, "MM"), BustBet(BERT, 1000, "MM"))
_WHOLE: Final[tuple[Said, ...]] = (
    ("anna", stake(50)),
    ("bert", _BESIDE),
    ("anna", DEAL),
    ("bert", (Insure(BERT, 500),)),
    ("anna", (Decline(ANNA),)),
    ("anna", (Split(ANNA, followers=(BERT,)),)),
    ("anna", (Double(ANNA, followers=(BERT,)),)),
    ("anna", STAND),
    ("bert", ShowRound(1)),
)
EVENINGS: Final = {
    "whole_round": Evening("8 A 8  3 10  10  5 10 6", _WHOLE),
    "whole_round_english": Evening("8 A 8  3 10  10  5 10 6", _WHOLE, language=Language.ENGLISH),
    "insurance_pays": Evening(
        "A 9 10 A  K 5 10  6 K",
        (
            ("anna", stake(50)),
            ("bert", stake(20)),
            ("anna", stake(11, 3)),
            ("anna", DEAL),
            ("anna", (EvenMoney(ANNA, 1),)),
            ("anna", (Insure(ANNA, None, 3),)),
            ("bert", (Decline(BERT),)),
            ("bert", DOUBLE),
            ("anna", STAND),
        ),
    ),
    "split_aces": Evening(
        "A 9 6 A K  A K  5 9  10 10",
        (
            ("anna", stake(50)),
            ("bert", stake(20)),
            ("anna", DEAL),
            ("anna", SPLIT),
            ("anna", SPLIT),
            ("bert", STAND),
        ),
    ),
    "aces_without_a_further_split": Evening(
        "A 6 A  A A  5 9  10 10",
        (("anna", stake(50)), ("anna", DEAL), ("anna", SPLIT), ("anna", SPLIT)),
        _house(max_hands="3"),
    ),
    "in_seated_order": Evening(
        "10 9 6 6 K  10 5",
        (
            ("anna", stake(50)),
            ("bert", stake(10)),
            ("bert", (BustBet(BERT, 1000, "MM"),)),
            ("bert", (BustBet(BERT, 1500, "MM", replace=True),)),
            ("bert", (Back(BERT, 1, 1000, "MM", follows=False),)),
            ("bert", (Back(BERT, 1, 2000, "MM", follows=False, replace=True),)),
            ("anna", DEAL),
            ("bert", STAND),
            ("anna", STAND),
            ("bert", STAND),
        ),
    ),
    "five_cards": Evening(
        "2 9 10 3 9  2 4 3  9",
        (
            ("anna", stake(50)),
            ("bert", stake(10)),
            ("anna", DEAL),
            ("anna", HIT),
            ("anna", HIT),
            ("anna", HIT),
            ("bert", STAND),
        ),
        _house(five_cards="trick", ties="bank"),
    ),
    "five_cards_at_once": Evening(
        "2 10 3  2 4 10",
        (
            ("anna", stake(50)),
            ("anna", DEAL),
            ("anna", HIT),
            ("anna", HIT),
            ("anna", HIT),
        ),
        _house(five_cards="wins"),
    ),
    "taken_back": Evening(
        "8 6 8",
        (
            ("anna", stake(50)),
            ("bert", _BESIDE),
            ("bert", (WithdrawBust(BERT),)),
            ("anna", (Withdraw(ANNA),)),
            ("anna", stake(50)),
            ("bert", _BESIDE),
            ("anna", DEAL),
            ("karl", None),
        ),
    ),
    "rules": Evening("", (("anna", ShowRules()),)),
    "rules_english": Evening("", (("anna", ShowRules()),), language=Language.ENGLISH),
    "rules_of_rank": Evening(
        "",
        (("anna", ShowRules()),),
        _house(
            split="rank",
            max_hands="3",
            resplit_aces="false",
            double_after_split="false",
            even_money="false",
            triple_seven_after_split="false",
            bust_pays="null",
            five_cards="trick",
        ),
    ),
}


async def played(folder: Path, evening: Evening) -> str:
    """Return every message of an evening and its post, without the small lines of the draws."""
    numbers = numbers_of(evening.cards) if evening.cards else ()
    lines: list[str] = []
    async with open_table(folder, numbers=numbers, house=evening.house) as table:
        await table.credit(anna=1000, bert=1000)
        for speaker, meant in evening.said:
            before = len(table.voice.said)
            await _speak(table, speaker, meant)
            made = post(facts(table.voice.said[before:]), evening.language)
            lines.append(f"> {speaker}: {_words(meant)}")
            if made is not None:
                text = made.text.split("\n")
                lines += ["✅", *text] if made.receipt else text
    return "\n".join(line for line in lines if not line.startswith("-# ")) + "\n"


async def _speak(table: Table, speaker: str, meant: Request | tuple[Command, ...] | None) -> None:
    if meant is None:
        await table.croupier._play(Heard("void", "", ""), voided)
    elif isinstance(meant, tuple):
        await say(table, speaker, *meant)
    else:
        await table.hear(speaker, meant)


def _words(meant: Request | tuple[Command, ...] | None) -> str:
    if meant is None:
        return "Void"
    if isinstance(meant, MakeMove):
        return meant.action.name.capitalize()
    each = meant if isinstance(meant, tuple) else (meant,)
    return " ".join(type(one).__name__ for one in each)
