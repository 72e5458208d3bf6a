"""House rule 7: rules are data, and every one that is played changes something.

For each field a pair of valid rule sets that differ in nothing else, and an evening that goes
another way under the second. A rule that is promised and not played cannot hide here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from bot.engine.commands import (
    Back,
    BustBet,
    Command,
    Deal,
    Deliver,
    Double,
    EvenMoney,
    Hit,
    Open,
    Split,
    Stake,
    Stand,
)
from bot.engine.events import Opened
from bot.engine.round import decide
from bot.engine.rules import KINDS, RuleSet, as_json, validate
from bot.engine.shoe import carried
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import wants
from bot.errors import RuleViolation
from tests.engine.script import ANNA, BERT, TEN_MM, cards, changed, fold, opening


class Pair(NamedTuple):
    """One field with two values, and what is said and dealt between them."""

    field: str
    one: str
    other: str
    commands: tuple[Command | str, ...]
    letters: str = ""
    preset: str = "aquatique"
    more: tuple[tuple[str, str], ...] = ()  # other fields, the same in both

    def rules(self, text: str) -> RuleSet:
        return changed(self.preset, **dict(self.more), **{self.field: text})


STAKE: Final = Stake(ANNA, TEN_MM, "MM")
DEAL: Final = Deal(ANNA)
SECOND: Final = Stake(BERT, TEN_MM, "MM", 2)
BUST: Final = BustBet(ANNA, TEN_MM, "MM")
NO_EVEN_MONEY: Final = (("even_money", "false"),)
HELD: Final = (("bank", "until_broken"),)
NEXT_ROUND: Final = "the next round at this table"

PAIRS: Final = (
    Pair("packs", "6", "5", (STAKE, DEAL), "8 7 9"),
    Pair("seats", "7", "3", (Stake(ANNA, TEN_MM, "MM", 4),)),
    Pair("min_stake", "10", "11", (STAKE,)),
    Pair("max_stake", "5000", "4999", (Stake(ANNA, 500_000, "MM"),)),
    Pair("soft_17", "stand", "hit", (STAKE, DEAL, Stand(ANNA)), "10 A 8 6 5"),
    Pair("blackjack_pays", "3:2", "6:5", (STAKE, DEAL), "A 9 K"),
    Pair("blackjack_pays", "1:1", "null", (STAKE, DEAL), "A 9 K"),
    Pair("triple_seven_pays", "3:2", "2:1", (STAKE, DEAL, Hit(ANNA)), "7 9 7 7"),
    Pair("triple_seven_pays", "1:1", "null", (STAKE, DEAL, Hit(ANNA)), "7 9 7 7"),
    Pair("double", "any_two", "hard_9_11", (STAKE, DEAL, Double(ANNA)), "6 9 2 9"),
    Pair("double", "hard_9_11", "null", (STAKE, DEAL, Double(ANNA)), "6 9 5 9"),
    Pair("ties", "push", "bank", (STAKE, DEAL, Stand(ANNA)), "10 10 9 9"),
    Pair("turn_order", "free", "seated", (STAKE, SECOND, DEAL, Hit(BERT)), "10 10 9 9 9 5"),
    Pair("split", "value", "rank", (STAKE, DEAL, Split(ANNA)), "B 9 D", "casino"),
    Pair("max_hands", "2", "3", (STAKE, DEAL, Split(ANNA), Split(ANNA)), "8 9 8 8 8", "casino"),
    Pair("resplit_aces", "true", "false", (STAKE, DEAL, Split(ANNA)), "A 9 A A 8 9", "casino"),
    Pair(
        "double_after_split",
        "true",
        "false",
        (STAKE, DEAL, Split(ANNA), Double(ANNA)),
        "8 9 8 3 3",
        "casino",
    ),
    Pair(
        "triple_seven_after_split",
        "true",
        "false",
        (STAKE, DEAL, Split(ANNA), Hit(ANNA)),
        "7 9 7 7 8 7",
        "casino",
    ),
    Pair("insurance", "true", "false", (STAKE, DEAL), "9 A 9", "casino", NO_EVEN_MONEY),
    Pair("even_money", "true", "false", (STAKE, DEAL, EvenMoney(ANNA)), "A A K", "casino"),
    Pair("bust_pays", "5:2", "2:1", (STAKE, BUST, DEAL, Stand(ANNA)), "10 6 9 10 10", "casino"),
    Pair("bust_pays", "5:2", "null", (STAKE, BUST), "", "casino"),
    Pair("backing", "true", "false", (STAKE, Back(BERT, 1, 100, "MM")), "", "casino"),
    Pair("dealer_shows", "one", "one_and_hidden", (STAKE, DEAL), "9 8 7 6"),
    Pair("dealer_shows", "one", "none", (STAKE, DEAL), "9 8 7 6"),
    Pair("peek", "true", "false", (STAKE, DEAL), "9 K 7 6", "american"),
    Pair("player_cards", "open", "hidden", (STAKE, DEAL), "9 8 7"),
    Pair("five_cards", "null", "wins", (STAKE, DEAL, *(Hit(ANNA),) * 3), "2 9 3 2 3 4"),
    Pair(
        "five_cards", "null", "trick", (STAKE, DEAL, *(Hit(ANNA),) * 3, Stand(ANNA)), "2 9 3 2 3 4"
    ),
    Pair("pack", "52", "32", (STAKE, DEAL), "8 7 9"),
    Pair("values", "casino", "siebzehn_und_vier", (STAKE, DEAL, Stand(ANNA)), "10 9 K 8"),
    Pair("shoe", "continuous", "round", (STAKE, DEAL), "8 8 9"),
    Pair(
        "cut_card_after", "4", "5", (STAKE, DEAL, Stand(ANNA), NEXT_ROUND), "10 9 8 K", "vegas_red"
    ),
    Pair("dealer_shows", "one", "one_and_hidden", (STAKE, DEAL), "8 7 9 9"),
    Pair("dealer_shows", "one", "none", (STAKE, DEAL), "8 7 9 9"),
    Pair("peek", "true", "false", (STAKE, DEAL), "8 K 8 A", "american"),
    Pair("two_aces_pay", "null", "1:1", (STAKE, DEAL), "A 9 A"),
    Pair("two_aces_pay", "1:1", "2:1", (STAKE, DEAL), "A 9 A 8"),
    Pair("player_cards", "open", "hidden", (STAKE, DEAL), "8 7 9"),
    Pair("bank", "house", "rotates", (STAKE, DEAL, Stand(ANNA)), "10 9 9 8"),
    Pair("bank", "rotates", "until_broken", (STAKE, DEAL, Stand(ANNA)), "10 9 9 8"),
    Pair("blackjack_takes_bank", "true", "false", (STAKE, DEAL), "A 9 K", "aquatique", HELD),
    Pair("bank_plays", "fixed", "free", (STAKE, DEAL, Stand(ANNA)), "10 2 9 8", "aquatique", HELD),
)

every_pair = pytest.mark.parametrize(
    "pair", PAIRS, ids=lambda pair: f"{pair.field} {pair.one} or {pair.other}"
)


def test_every_field_has_a_pair() -> None:
    assert set(KINDS) == {pair.field for pair in PAIRS}


@every_pair
def test_both_rule_sets_are_valid_and_differ_in_one_field(pair: Pair) -> None:
    one, other = pair.rules(pair.one), pair.rules(pair.other)

    validate(one)
    validate(other)
    assert [pair.field] == [
        name for name, value in as_json(one).items() if value != as_json(other)[name]
    ]


@every_pair
def test_the_field_matters(pair: Pair) -> None:
    one, other = pair.rules(pair.one), pair.rules(pair.other)

    assert evening(one, pair) != evening(other, pair)


@every_pair
def test_the_same_rules_bring_the_same_evening(pair: Pair) -> None:
    one, again = pair.rules(pair.one), pair.rules(pair.one)

    assert evening(one, pair) == evening(again, pair)


def evening(under: RuleSet, pair: Pair) -> list[object]:
    """What is seen: every refusal, and every event but ``Opened``, which names the rules."""
    numbers = list(cards(pair.letters).numbers)  # the same numbers, whatever they name
    state, seen = NO_ROUND, list[object]()
    for each in (opening(under), *pair.commands):
        command = next_round(state) if isinstance(each, str) else each
        state = said(state, command, seen)
        while 0 < (owed := len(wants(state).draws)) <= len(numbers):
            state = said(state, Deliver(tuple(numbers[:owed])), seen)
            del numbers[:owed]
    return seen


def next_round(state: Round) -> Open:
    out = carried(state, state.rules)
    return Open(state.number + 1, state.rules, "", "house", "scripted", out or ())


def said(state: Round, command: Command, seen: list[object]) -> Round:
    try:
        events = decide(state, command)
    except RuleViolation as refused:
        seen.append((refused.refusal, refused.data))
        return state
    seen.extend(event for event in events if not isinstance(event, Opened))
    return fold(state, events)
