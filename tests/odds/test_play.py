"""What the odds believe of hands, held against evenings under any valid rule set.

The engine plays; every answer of ``questions`` that the odds are built on must be what happened.
Hands are asked about as the odds do it, by cards that stand for all of their worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.hand import Cards
from bot.engine.presets import PRESETS
from bot.engine.round import wants
from bot.engine.rules import BankPlays, FiveCards, RuleSet, Soft17, SplitBy, Values, validate
from bot.engine.state import Box, Hand, Round
from bot.engine.verdict import Verdict
from bot.engine.wants import Action
from bot.odds import questions
from bot.odds.dealer import Dealer
from bot.odds.shoe import Shoe
from bot.odds.solution import Solution
from tests.engine.any_rules import Evening, rule_sets
from tests.engine.evenings import even_money
from tests.engine.script import changed

SPLITS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"split": SplitBy.VALUE, "max_hands": 2},
    {"split": SplitBy.RANK, "max_hands": 4},
)


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Under any valid rules, and often those by which cards are judged differently."""
    rules = replace(
        draw(rule_sets()),
        values=draw(st.sampled_from(Values)),
        soft_17=draw(st.sampled_from(Soft17)),
        five_cards=draw(st.sampled_from((None, *FiveCards))),
        **draw(st.sampled_from(SPLITS)),
    )
    validate(rules)
    evening = Evening(rules, Random(draw(st.integers(0, 2**32 - 1))))
    for _ in range(draw(st.integers(1, 4))):
        evening.round()
    return evening


def every(test: Callable[[Evening], None]) -> Callable[[], None]:
    return settings(deadline=None, max_examples=600)(given(evening=evenings())(test))


def few(test: Callable[[Evening], None]) -> Callable[[], None]:
    """For what takes long to work out."""
    return settings(deadline=None, max_examples=25)(given(evening=evenings())(test))


def like(own: Cards, rules: RuleSet) -> questions.Cards:
    """The cards that stand for these in the odds."""
    shoe = Shoe(rules)
    return shoe.held(shoe.kinds(own))


def at_turn(evening: Evening) -> Iterator[tuple[Box, Hand, tuple[Action, ...], Round]]:
    for state in evening.states:
        for turn in wants(state).turns:
            box = state.box(turn.box)
            if box is not None:
                hand = next(each for each in box.hands if each.number == turn.hand)
                yield box, hand, turn.may, state


def over(evening: Evening) -> Iterator[tuple[Hand, Round]]:
    """Hands that were settled by their cards."""
    at_once = even_money(evening.events)
    for state in evening.states:
        if state.closed:
            for box in state.boxes:
                for hand in box.hands:
                    if hand.bet not in at_once:
                        yield hand, state


def judged(hand: Hand, rules: RuleSet) -> Fraction | Verdict:
    last = hand.doubled or (hand.split and questions.gets_no_more(hand.cards))
    return questions.judged(like(hand.cards, rules), rules, last=last, split=hand.split)


@every
def test_a_hand_may_do_what_the_odds_think_of(evening: Evening) -> None:
    rules = evening.rules
    for box, hand, may, _ in at_turn(evening):
        left = questions.splits(hand.cards[0], rules, hands=len(box.hands))

        pair = questions.is_pair(hand.cards, rules) and left > 0
        assert (Action.SPLIT in may) is pair
        assert (judged(hand, rules) is Verdict.OPEN) is (Action.HIT in may)
        if Action.HIT in may:
            double = questions.may_double(like(hand.cards, rules), rules, split=hand.split)
            assert (Action.DOUBLE in may) is double


@few
def test_a_solution_values_the_moves_that_there_are(evening: Evening) -> None:
    known: dict[tuple[object, ...], set[str]] = {}
    solution = Solution(evening.rules)
    for box, hand, may, state in at_turn(evening):
        shown, hands = state.dealer[0] if state.dealer else None, len(box.hands)
        asked = hand.cards, shown, hands
        if asked not in known:
            plays = solution.column(shown).plays(hand.cards, hands=hands)
            known[asked] = {play.value for play in plays}

        assert known[asked] == {action.value for action in may}


@every
def test_a_hand_brings_what_the_odds_say(evening: Evening) -> None:
    rules = evening.rules
    for hand, state in over(evening):
        net = judged(hand, rules)
        if not isinstance(net, Fraction):
            own, dealer = like(hand.cards, rules), like(state.dealer, rules)
            net = questions.net(own, dealer, rules, split=hand.split)

        assert net * hand.stake == (hand.returned or 0) - hand.stake


@every
def test_the_dealer_draws_as_the_odds_say(evening: Evening) -> None:
    """To the end, if a hand waited for all of his cards; a bank that plays freely is no matter."""
    rules = replace(evening.rules, bank_plays=BankPlays.FIXED)
    if rules != evening.rules:
        return
    for hand, state in over(evening):
        dealer = state.dealer

        assert all(questions.draws(like(dealer[:n], rules), rules) for n in range(len(dealer)))
        if judged(hand, rules) in {Verdict.OPEN, Verdict.STANDS}:
            assert not questions.draws(like(dealer, rules), rules)


@few
def test_final_hands_of_one_name_settle_alike(evening: Evening) -> None:
    rules = evening.rules
    examples = Dealer(Shoe(rules)).examples
    for hand, state in over(evening):
        dealer, split = state.dealer, hand.split
        if questions.draws(dealer, rules) or rules.bank_plays is BankPlays.FREE:
            continue
        named = examples[questions.final(like(dealer, rules), rules)]

        expected = questions.net(hand.cards, named, rules, split=split)
        assert expected == questions.net(hand.cards, dealer, rules, split=split)


def test_there_are_evenings_with_all_of_it() -> None:
    """Where the properties above look at something, it is there to be seen."""
    moves: set[Action] = set()
    verdicts: set[object] = set()
    for seed in range(40):
        for rules in (*PRESETS.values(), changed("aquatique", five_cards="wins")):
            evening = Evening(rules, Random(seed))
            for _ in range(4):
                evening.round()
            for _, _, may, _ in at_turn(evening):
                moves.update(may)
            verdicts.update(judged(hand, rules) for hand, _ in over(evening))

    assert set(Action) == moves
    assert {Verdict.OPEN, Verdict.STANDS, Verdict.BLACKJACK, -1, 1} <= verdicts
