"""The strategy table and the tip: each cell is the best move of every hand it speaks for."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from bot.engine.cards import DECK, Card
from bot.engine.presets import AQUATIQUE, PRESETS, choose
from bot.engine.rules import DealerShows, RuleSet
from bot.engine.wants import Action, wants
from bot.odds import questions
from bot.odds.play import Play
from bot.odds.solution import solve
from bot.odds.strategy import LETTERS, PAIRS, SEVENS, best_move, rows
from tests.engine.script import dealt, hand, rules

RULES = {
    "aquatique": AQUATIQUE,
    "casino": PRESETS["casino"],
    "casino_9_11": PRESETS["casino_9_11"],
    "american_h17": PRESETS["american_h17"],
    "pontoon": PRESETS["pontoon"],
    "classic32": PRESETS["classic32"],
    "short": choose("casino", {"pack": "32"}),
}
every_rules = pytest.mark.parametrize("under", RULES.values(), ids=RULES)
UNSPLIT = {Play.SPLIT}
COUNTS = {"two": 2, "three": 3, "four": 4}


def spoken_for(section: str, name: str, under: RuleSet) -> list[tuple[Card, ...]]:
    """Hands of up to four cards that a row speaks for."""
    cards = solve(under).shoe.cards
    if section == SEVENS:
        return [hand("7 7")]
    if section == PAIRS:
        return [
            (card, card) for card in cards if name in (str(worth(card, under)), card.rank.value)
        ]
    kind, count, *more = section.split("_")
    counts = range(COUNTS[count], 5 if more == ["or", "more"] else COUNTS[count] + 1)
    return [
        each
        for n in counts
        for each in combinations_with_replacement(cards, n)
        if (int(name), kind == "soft") == questions.points(each, under)
        and not (n == 2 and len(set(each)) == 1)
        and solve(under).first.of(each).is_open
    ]


def worth(card: Card, under: RuleSet) -> int:
    return questions.worth(card, under)


@every_rules
def test_a_cell_is_the_best_move_of_every_hand_it_speaks_for(under: RuleSet) -> None:
    columns = solve(under).columns
    for row in rows(under):
        hands = spoken_for(row.section, row.name, under)
        for column, best in zip(columns, row.best.values(), strict=True):
            for cards in hands:
                plays = set(column.plays(cards)) - (UNSPLIT if row.section != PAIRS else set())
                values = {play: column.value(play, cards) for play in plays}
                assert max(values.values()) == values[best], (row.section, row.name, cards)


@every_rules
def test_where_doubling_is_not_allowed_the_next_best(under: RuleSet) -> None:
    for row in rows(under):
        for shown, best in row.best.items():
            assert Play.DOUBLE is not row.otherwise[shown]
            assert best in (Play.DOUBLE, row.otherwise[shown])


@every_rules
def test_every_move_of_the_table_has_a_letter(under: RuleSet) -> None:
    assert {play for row in rows(under) for play in row.best.values()} <= LETTERS.keys()


def test_a_bank_that_shows_nothing_has_one_column() -> None:
    assert DealerShows.NONE is PRESETS["classic32"].dealer_shows
    assert {("none",)} == {tuple(row.best) for row in rows(PRESETS["classic32"])}


# ── the moves are the engine's ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("double", ["any_two", "hard_9_11", "null"])
def test_the_moves_are_those_that_the_engine_allows(double: str) -> None:
    under = rules(double=double)
    column = solve(under).column(hand("5")[0])
    for one, other in combinations_with_replacement(DECK[:13], 2):
        letters = f"{one.rank.value} {other.rank.value}"
        turns = wants(dealt(letters, dealer="5", under=under)).turns
        allowed = {action.value for turn in turns for action in turn.may}

        assert allowed == {play.value for play in column.plays((one, other))}


# ── the tip ──────────────────────────────────────────────────────────────────────────────────────

PLAYED = (Play.HIT, Play.STAND, Play.DOUBLE)


@pytest.mark.parametrize(
    ("letters", "dealer", "may", "hands", "best"),
    [
        ("8 8", "6", (*PLAYED, Play.SPLIT), 1, Play.SPLIT),
        ("8 8", "6", PLAYED, 4, Play.STAND),
        ("B D", "6", (*PLAYED, Play.SPLIT), 1, Play.STAND),
        ("5 5", "6", (*PLAYED, Play.SPLIT), 1, Play.DOUBLE),
        ("A A", "6", (Play.STAND, Play.SPLIT), 2, Play.SPLIT),
        ("8 3", "6", PLAYED, 2, Play.DOUBLE),
        ("8 3", "6", PLAYED[:2], 2, Play.HIT),
        ("10 6", "A", (*PLAYED, Play.INSURE, Play.DECLINE), 1, Play.DECLINE),
        ("A K", "A", (Play.INSURE, Play.DECLINE, Play.EVEN_MONEY), 1, Play.DECLINE),
    ],
)
def test_tips_of_the_casino(
    letters: str, dealer: str, may: tuple[Play, ...], hands: int, best: Play
) -> None:
    found = best_move(PRESETS["casino"], hand(letters), hand(dealer)[0], may, hands=hands)

    assert best is found


def test_even_money_is_taken_where_a_blackjack_pays_little() -> None:
    under = choose("casino", {"blackjack_pays": "6:5"})
    answers = (Play.INSURE, Play.DECLINE, Play.EVEN_MONEY)

    assert Play.EVEN_MONEY is best_move(under, hand("A K"), hand("A")[0], answers)


def test_insurance_is_taken_where_tens_are_many() -> None:
    under = RULES["short"]
    answers = (Play.INSURE, Play.DECLINE)

    assert Play.INSURE is best_move(under, hand("10 9"), hand("A")[0], answers)


def test_a_tip_is_given_in_the_words_it_was_asked_in() -> None:
    found = best_move(AQUATIQUE, hand("6 5"), hand("6")[0], tuple(Action))

    assert Action.DOUBLE is found


def test_even_money_is_half_the_stake_insured() -> None:
    """Reading 10, where a blackjack pays 3:2."""
    column = solve(PRESETS["casino"]).column(hand("A")[0])

    assert column.value(Play.INSURE, hand("A K")) == column.value(Play.EVEN_MONEY, hand("A K")) == 1
