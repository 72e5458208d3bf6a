"""The drawn table where a player is the bank: who it is, what it holds, and whose word it is."""

from __future__ import annotations

from io import StringIO

import pytest
from msgspec.structs import replace
from rich.console import Console

from bot.engine.commands import Command, Deal, Deliver, Fund, Open, Stake, Stand
from bot.engine.presets import PRESETS
from bot.engine.state import NO_ROUND, Round
from bot.terminal.board import draw
from bot.wording.board import what_may_be_said
from bot.wording.language import Language
from tests.engine.script import ANNA, BERT, after, changed

NAMES = {ANNA: "anna", BERT: "bert"}
UNDER = changed("classic32", shoe="continuous", player_cards="open")
TAKEN: list[Command] = [
    Open(1, UNDER, "classic32", str(ANNA), "scripted", purse=0, asset="MM", circle=()),
    Fund(ANNA, 2000, "MM"),
]
DEALT: list[Command] = [Stake(BERT, 500, "MM"), Deal(BERT), Deliver((4, 3)), Stand(BERT)]


def drawn(state: Round, language: Language) -> str:
    console = Console(file=StringIO(), width=100)
    console.print(draw(state, NAMES, {}, language))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("language", "amount", "at_turn"),
    [(Language.GERMAN, "20 MM", "am Zug"), (Language.ENGLISH, "20 MM", "to act")],
)
def test_the_bank_has_a_name_and_its_money(language: Language, amount: str, at_turn: str) -> None:
    taken = drawn(after(NO_ROUND, *TAKEN), language)
    assert "Bank (anna)" in taken
    assert amount in taken
    assert at_turn not in taken

    state = after(NO_ROUND, *TAKEN, *DEALT, Deliver((3, 1)))
    assert at_turn in drawn(state, language)


def test_what_may_be_said_is_the_banks_when_it_is_at_turn() -> None:
    state = after(NO_ROUND, *TAKEN, *DEALT, Deliver((3, 1)))

    assert what_may_be_said(state, ANNA, Language.GERMAN).startswith("Karte · Keine Karte")
    assert "Karte" not in what_may_be_said(state, BERT, Language.GERMAN)
    assert what_may_be_said(after(NO_ROUND, *TAKEN), ANNA, Language.GERMAN).startswith("bank 500")


def test_the_line_below_the_prompt_names_stakes_of_the_table_and_own_cards() -> None:
    rules = PRESETS["classic32"]
    before = replace(NO_ROUND, rules=rules)
    bank = Open(1, rules, "classic32", str(ANNA), "scripted", purse=0, asset="MM", circle=())
    staked: tuple[Command, ...] = (bank, Fund(ANNA, 2_000, "MM"), Stake(BERT, 500, "MM"))
    dealt: tuple[Command, ...] = (*staked, Deal(BERT), Deliver((4, 12)))

    assert what_may_be_said(before, BERT, Language.GERMAN).startswith("bank 500 · 10 MM · nochmal")
    assert what_may_be_said(after(NO_ROUND, *staked), ANNA, Language.ENGLISH).startswith("deal · ")
    assert " · meine karten · " in what_may_be_said(after(NO_ROUND, *dealt), BERT, Language.GERMAN)
    assert "meine" not in what_may_be_said(after(NO_ROUND, *dealt), ANNA, Language.GERMAN)
