"""German: shoes, shuffles, and numbers that name no card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from bot.engine.events import Rejection, Shuffling
from bot.engine.hole import may_hide
from bot.engine.rules import RuleSet, Shoe
from bot.wording.particulars import joined
from bot.wording.shoe_sentences import ShoeSentences

_NUMBERS: Final = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")
_USUAL: Final = 52


def _packs(packs: int, pack: int) -> str:
    said = "ein Paket" if packs == 1 else f"{_NUMBERS[packs - 1]} Pakete"
    return said if pack == _USUAL else f"{said} zu {pack} Karten"


def _welcome(rules: RuleSet) -> str:
    packs = _packs(rules.packs, rules.pack)
    match rules.shoe:
        case Shoe.CONTINUOUS:
            return packs
        case Shoe.ROUND:
            return f"{packs}, jede Runde neu gemischt"
        case Shoe.CUT_CARD:
            return f"{packs} mit neutraler Karte nach {rules.cut_card_after}"
        case _:
            assert_never(rules.shoe)


def _rule(rules: RuleSet) -> str:
    cards = rules.packs * rules.pack
    again = "Ist eine gezogene Zahl schon heraus, wird neu gezogen" + (
        "; solange eine Karte verdeckt liegt, stillschweigend." if may_hide(rules) else "."
    )
    match rules.shoe:
        case Shoe.CONTINUOUS:
            return "Gezogene Zahlen bleiben im Spiel."
        case Shoe.ROUND:
            return (
                f"Die {cards} Karten werden jede Runde neu gemischt, und wenn alle heraus sind. "
                f"{again}"
            )
        case Shoe.CUT_CARD:
            return (
                f"Die neutrale Karte kommt nach {rules.cut_card_after} von {cards} Karten; nach "
                f"der Runde, in der sie kommt, werden alle {cards} neu gemischt. {again}"
            )
        case _:
            assert_never(rules.shoe)


def _drawn_again(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"Zahl {numbers[0]} ist schon heraus, es wird neu gezogen."
    listed = joined([str(number) for number in numbers], "und")
    return f"Die Zahlen {listed} sind schon heraus, es wird neu gezogen."


def _shuffled(why: Shuffling, cards: int) -> str:
    match why:
        case Shuffling.CUT_CARD:
            return f"Der Croupier hat gemischt, alle {cards} Karten sind wieder im Spiel."
        case Shuffling.RAN_OUT:
            return f"Alle {cards} Karten sind heraus. Sie werden gemischt, und es geht weiter."
        case _:
            assert_never(why)


def _why_rejected(why: Rejection) -> str:
    match why:
        case Rejection.DUPLICATE:
            return "schon heraus"
        case Rejection.UNUSED:
            return "nicht gebraucht"
        case _:
            assert_never(why)


GERMAN_SHOE: Final = ShoeSentences(
    packs=_packs,
    welcome=_welcome,
    rule=_rule,
    drawn_again=_drawn_again,
    shuffled=_shuffled,
    last_round="Die neutrale Karte ist gekommen, nach dieser Runde wird gemischt.",
    rejected="Zahl {number} ({why})",
    without_card="{number} ({why})",
    why_rejected=_why_rejected,
)
