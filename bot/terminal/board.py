"""The drawn table: a picture of the round for a person at a terminal. Red suits are red."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from rich import box as borders
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bot.engine.cards import Card, Rank, Suit
from bot.engine.hole import lying, public_view
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import score
from bot.table.replies import money
from bot.wording.board import (
    bank_standing,
    beside,
    board_words,
    dealer_name,
    hand_number,
    standing,
)
from bot.wording.cards import rank_name, suit_name
from bot.wording.language import Language, amount_of

_BACK: Final = " ▒▒ "
RED: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})


def draw(
    state: Round, names: Mapping[int, str], balances: Mapping[str, Decimal], language: Language
) -> RenderableType:
    """Return the table as it lies: dealer, boxes, whose move it is, balances."""
    words = board_words(language)
    running = state.is_running or state.closed
    title = words.round.format(number=state.number) if running else words.no_round
    grid = Table(box=borders.SIMPLE_HEAD, show_edge=False, expand=False)
    for name in (words.box, words.player, words.stake, words.cards, words.total, ""):
        grid.add_column(name, justify="right" if name in {words.stake, words.total} else "left")
    state = public_view(state)  # at one keyboard sit several
    points = str(score(state.dealer, state.rules)) if state.dealer else ""
    holds = amount_of(money(state.purse), state.asset, language) if state.holder else ""
    turn = Text(bank_standing(state, language), style="bold yellow")
    dealer = dealer_name(state, names, language)
    dealt = _faces(state.dealer, lying(state, 0, 1))
    grid.add_row("", dealer, holds, dealt, points, turn, end_section=True)
    for each in state.boxes:
        for hand in each.hands:
            grid.add_row(*_row(each, hand, state, names, language))
    purse = Text(f"{words.balance}: ", style="dim")
    purse.append(
        " · ".join(
            f"{name} {amount_of(amount, 'MM', language)}" for name, amount in balances.items()
        )
    )
    lines = (Text(line, style="dim") for line in beside(state, names, language))
    body = Group(grid, *lines, *([purse] if balances else []))
    return Panel(body, title=title, border_style="green", expand=False)


def _row(
    each: Box, hand: Hand, state: Round, names: Mapping[int, str], language: Language
) -> tuple[RenderableType, ...]:
    open_now = hand.is_open and state.bets_closed
    style = "bold" if open_now else ""
    return (
        hand_number(each, hand, language),
        Text(names[each.player], style=style),
        amount_of(money(hand.stake), each.asset, language),
        _faces(hand.cards, lying(state, each.number, hand.number)),
        str(score(hand.cards, state.rules)) if hand.cards else "",
        Text(standing(hand, state, language), style="bold yellow" if open_now else "dim"),
    )


def _faces(cards: tuple[Card, ...], backs: int) -> Text:
    text = Text()
    for card in cards:
        ink = "red" if card.suit in RED else "black"
        text.append(f" {card} ", style=f"bold {ink} on grey93")
        text.append(" ")
    for _ in range(backs):
        text.append(_BACK, style="white on blue")
        text.append(" ")
    return text


def styled(text: str, language: Language) -> Text:
    """Return a post for a terminal: its markdown as style, cards of red suits in red."""
    shown = Text()
    for number, line in enumerate(text.split("\n")):
        small = line.startswith("-# ")
        shown.append("\n" if number else "")
        shown.append_text(_line(line.removeprefix("-# "), "dim" if small else ""))
    shown.highlight_regex(_red_names(language), "red")
    return shown


_MARKED: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")


def _line(line: str, style: str) -> Text:
    shown, at = Text(style=style), 0
    for found in _MARKED.finditer(line):
        shown.append(line[at : found.start()])
        bold, italic, code = found.groups()
        if bold:
            shown.append(bold, style="bold")
        elif italic:
            shown.append(italic, style="italic")
        else:
            shown.append(code, style="cyan")
        at = found.end()
    shown.append(line[at:])
    return shown


def _red_names(language: Language) -> str:
    ranks = "|".join(rank_name(rank, language) for rank in reversed(Rank))
    suits = "|".join(suit_name(suit, language) for suit in RED)
    match language:
        case Language.GERMAN:
            return rf"\b(?:{suits}) (?:{ranks})\b"
        case Language.ENGLISH:
            return rf"\b(?:{ranks}) of (?:{suits})\b"
