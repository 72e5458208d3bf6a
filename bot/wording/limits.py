"""What is said of limits above a table's own: that somebody asks, and what staff decides."""

from __future__ import annotations

from decimal import Decimal

from bot.table.limits import LimitAsked, LimitGranted, LimitWithdrawn
from bot.wording.speech import Speech


def limit_text(fact: LimitAsked | LimitGranted | LimitWithdrawn, speech: Speech) -> str:
    """Return who may stake how much, and the word by which staff grants or withdraws it."""
    words, amount = speech.words, speech.amount(fact.amount, fact.asset)
    match fact:
        case LimitAsked():
            word = _word(fact.mention, fact.amount, speech)
            return words.limit_asked.format(player=fact.player, amount=amount, word=word)
        case LimitGranted(one_round=True):
            return words.limit_granted_once.format(player=fact.player, amount=amount)
        case LimitGranted():
            word = _word(fact.mention, Decimal(0), speech)
            return words.limit_granted.format(player=fact.player, amount=amount, word=word)
        case LimitWithdrawn():
            return words.limit_withdrawn.format(player=fact.player, amount=amount)


def _word(mention: str, amount: Decimal, speech: Speech) -> str:
    """Return it with digits alone, so that it may be copied at every table."""
    return speech.words.limit_word.format(mention=mention, amount=int(amount))
