"""English: shoes, shuffles, and numbers that name no card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from bot.engine.events import Rejection, Shuffling
from bot.engine.hole import may_hide
from bot.engine.rules import RuleSet, Shoe
from bot.wording.particulars import joined
from bot.wording.shoe_sentences import ShoeSentences

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_USUAL: Final = 52


def _packs(packs: int, pack: int) -> str:
    said = "one pack" if packs == 1 else f"{_NUMBERS[packs - 1]} packs"
    return said if pack == _USUAL else f"{said} of {pack} cards"


def _welcome(rules: RuleSet) -> str:
    packs = _packs(rules.packs, rules.pack)
    match rules.shoe:
        case Shoe.CONTINUOUS:
            return packs
        case Shoe.ROUND:
            return f"{packs}, shuffled every round"
        case Shoe.CUT_CARD:
            return f"{packs} with a cut card after {rules.cut_card_after}"
        case _:
            assert_never(rules.shoe)


def _rule(rules: RuleSet) -> str:
    cards = rules.packs * rules.pack
    again = "Where a drawn number is out already, another is drawn" + (
        "; while a card lies face down, without a word." if may_hide(rules) else "."
    )
    match rules.shoe:
        case Shoe.CONTINUOUS:
            return "Numbers that were drawn stay in play."
        case Shoe.ROUND:
            return f"The {cards} cards are shuffled every round, and when all are out. {again}"
        case Shoe.CUT_CARD:
            return (
                f"The cut card comes after {rules.cut_card_after} of {cards} cards; after the "
                f"round in which it comes, all {cards} are shuffled. {again}"
            )
        case _:
            assert_never(rules.shoe)


def _drawn_again(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"Number {numbers[0]} is out already, another is drawn."
    listed = joined([str(number) for number in numbers], "and")
    return f"The numbers {listed} are out already, others are drawn."


def _shuffled(why: Shuffling, cards: int) -> str:
    match why:
        case Shuffling.CUT_CARD:
            return f"The dealer has shuffled, all {cards} cards are in play again."
        case Shuffling.RAN_OUT:
            return f"All {cards} cards are out. They are shuffled, and the deal goes on."
        case _:
            assert_never(why)


def _why_rejected(why: Rejection) -> str:
    match why:
        case Rejection.DUPLICATE:
            return "out already"
        case Rejection.UNUSED:
            return "not needed"
        case _:
            assert_never(why)


ENGLISH_SHOE: Final = ShoeSentences(
    packs=_packs,
    welcome=_welcome,
    rule=_rule,
    drawn_again=_drawn_again,
    shuffled=_shuffled,
    last_round="The cut card has come, after this round the cards are shuffled.",
    rejected="Number {number} ({why})",
    without_card="{number} ({why})",
    why_rejected=_why_rejected,
)
