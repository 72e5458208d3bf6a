"""The lines that say what the odds know: the house's edge among the rules, and a tip."""

from __future__ import annotations

from decimal import Decimal

from msgspec import UnsetType

from bot.engine.rules import Shoe
from bot.ledger.money import print_amount
from bot.table.tips import Edge, Tip
from bot.wording.speech import Speech


def edge(found: Edge, shoe: Shoe, speech: Speech) -> str:
    """Return what the house keeps of each bet, and loses, in one sentence."""
    words = speech.words.odds
    kept: list[str] = []
    lost: list[str] = []
    for share, template in (
        (found.stake, words.of_stake),
        (found.insurance, words.of_insurance),
        (found.bust, words.of_bust),
    ):
        if not isinstance(share, UnsetType):
            said = template.format(percent=_percent(abs(share), speech))
            (lost if share < 0 else kept).append(said)
    return words.edge(kept, lost, shoe is not Shoe.CONTINUOUS)


def tip(fact: Tip, speech: Speech) -> str:
    """Return the best move, and what it and the next best bring."""
    words = speech.words
    box = str(fact.box)
    if fact.split:
        box = words.casino.box_hand.format(box=box, hand=fact.hand)
    return words.odds.tip.format(
        place=words.box.format(box=box),
        best=words.odds.play(fact.best),
        brings=_signed(fact.brings, speech),
        other=words.odds.play(fact.other),
        other_brings=_signed(fact.other_brings, speech),
    )


def _signed(share: Decimal, speech: Speech) -> str:
    return ("+" if share > 0 else "") + _percent(share, speech)


def _percent(share: Decimal, speech: Speech) -> str:
    number = print_amount(share, mark=speech.language.mark)
    return speech.words.odds.percent.format(number=number)
