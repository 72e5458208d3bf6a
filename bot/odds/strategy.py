"""Optimal play as people know it: a table of hands against the dealer's card, and a tip.

Sections are those of the reference tables: two cards, which may be doubled, and three or more; the
two sevens by themselves, where a third may be paid. Where hands are split, pairs have a section;
where five cards count, three and four cards have each their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations_with_replacement
from typing import Final, TypeVar

from bot.engine.cards import DECK, Card, Rank
from bot.engine.rules import RuleSet
from bot.odds import questions
from bot.odds.play import Play
from bot.odds.questions import Cards
from bot.odds.solution import Column, Solution, solve

LETTERS: Final = {Play.STAND: "S", Play.HIT: "H", Play.DOUBLE: "D", Play.SPLIT: "P"}
SEVENS: Final = "pair_7_7_unsplit"
PAIRS: Final = "pairs"
_NO_CARD: Final = "none"  # what the column is called when the dealer shows nothing
_SEVEN: Final = DECK[list(Rank).index(Rank.SEVEN)]
_COUNTS: Final = {2: "two", 3: "three", 4: "four"}
_ANSWERS: Final = frozenset({Play.DECLINE, Play.INSURE, Play.EVEN_MONEY})

Move = TypeVar("Move", bound=Enum)
Value = tuple[int, bool]
"""Total, and whether it is soft."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: hands of a kind, and what to do against each card."""

    section: str
    name: str  # the total, or the card of a pair
    cards: Cards  # a hand of the kind
    best: Mapping[str, Play]  # by the dealer's card
    otherwise: Mapping[str, Play]  # the same where doubling is not allowed


def rows(rules: RuleSet) -> tuple[Row, ...]:
    """Return the whole table, section by section."""
    return tuple(_rows(solve(rules)))


def best_move(
    rules: RuleSet,
    cards: Iterable[Card],
    dealer: Card | None,
    may: Iterable[Move],
    *,
    hands: int = 1,
) -> Move:
    """Return the best of the moves that a hand may make; any enum with the plain names will do.

    ``dealer`` is his open card, ``hands`` how many the box has; a split hand's first card is the
    one that was split. While insurance is offered, that is answered first.
    """
    moves = {Play(move.value): move for move in may}
    answers = _ANSWERS & moves.keys()
    column = solve(rules).column(dealer)
    return moves[column.best(tuple(cards), answers or moves.keys(), hands=hands)]


def _rows(solution: Solution) -> Iterator[Row]:
    by_cards = {count: _hands(solution, count) for count in (2, 3, 4)}
    for soft, kind in ((False, "hard"), (True, "soft")):
        sections = {f"{kind}_two_cards": 2, f"{kind}_three_or_more": 3}
        if solution.rules.five_cards is not None:
            sections = {f"{kind}_{word}_cards": n for n, word in _COUNTS.items()}
        for section, count in sections.items():
            for total in sorted({each[0] for each in by_cards[2] if each[1] is soft}):
                # A total that no three cards have is that of two which may not be doubled.
                cards = by_cards[count].get((total, soft), by_cards[2][total, soft])
                yield _row(solution, section, str(total), cards, as_two=count == 2)  # noqa: PLR2004
    if solution.first.of((_SEVEN, _SEVEN)).is_open:
        yield _row(solution, SEVENS, "7 7", (_SEVEN, _SEVEN))
    for card in solution.shoe.cards:
        if Play.SPLIT in solution.columns[0].plays((card, card)):
            yield _row(solution, PAIRS, label(card, solution), (card, card), split=True)


def _hands(solution: Solution, count: int) -> dict[Value, Cards]:
    """Return an open hand of so many cards for each value, a pair only if there is no other."""
    hands: dict[Value, Cards] = {}
    every = combinations_with_replacement(solution.shoe.cards, count)
    for cards in sorted(every, key=lambda each: len(set(each)), reverse=True):
        if solution.first.of(cards).is_open:
            hands.setdefault(questions.points(cards, solution.rules), cards)
    return hands


def _row(
    solution: Solution,
    section: str,
    name: str,
    cards: Cards,
    *,
    as_two: bool = True,
    split: bool = False,
) -> Row:
    without = {Play.STAND, Play.HIT} | ({Play.SPLIT} if split else set())
    allowed = without | {Play.DOUBLE} if as_two else without

    def best(column: Column, plays: set[Play]) -> Play:
        return column.best(cards, plays & set(column.plays(cards)))

    columns = {label(column.card, solution): column for column in solution.columns}
    return Row(
        section,
        name,
        cards,
        {shown: best(column, allowed) for shown, column in columns.items()},
        {shown: best(column, without) for shown, column in columns.items()},
    )


def label(card: Card | None, solution: Solution) -> str:
    """Name a kind of card by what it counts; an ace is an ace."""
    if card is None:
        return _NO_CARD
    if questions.is_ace(card):
        return card.rank.value
    return str(questions.worth(card, solution.rules))


def as_json(rules: RuleSet) -> dict[str, dict[str, object]]:
    """Return the table in letters, as the reference has it; the sevens are a line, no section."""
    sections: dict[str, dict[str, object]] = {}
    for row in rows(rules):
        letters: dict[str, object] = {shown: LETTERS[play] for shown, play in row.best.items()}
        section = sections.setdefault(row.section, {})
        section.update(letters if row.section == SEVENS else {row.name: letters})
    return sections
