"""The lines of a post that offer insurance, and say who gave no answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UnsetType

from bot.engine.commands import By
from bot.table.offers import Declined, Offered, OpenOffer
from bot.table.replies import Fact, Record, Wants
from bot.wording.dealing import bank_of
from bot.wording.speech import Speech

_IN_A_LINE: Final = 6
"""Offers that stand in one line; a full table has many."""


def offers(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return the offer, what may be answered, and to whom it is made."""
    made = _open(facts)
    if not made:
        return []
    words = speech.words.casino
    answers = words.answers(any(offer.even_money for offer in made))
    parts = [made[first : first + _IN_A_LINE] for first in range(0, len(made), _IN_A_LINE)]
    return [
        _offered(facts, answers, speech),
        *(_offers(part, speech) for part in parts),
    ]


def _offered(facts: Sequence[Fact], answers: str, speech: Speech) -> str:
    bank = bank_of(facts)
    if bank is None:
        return speech.words.casino.offered.format(answers=answers)
    return speech.words.bank.offered.format(player=bank, answers=answers)


def _offers(part: Sequence[OpenOffer], speech: Speech) -> str:
    words = speech.words.casino
    one = len({offer.player for offer in part}) == 1
    line = words.offers_one if one else words.offers
    return line.format(offers=", ".join(_offer(offer, speech) for offer in part))


def unanswered(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say of whom nothing was heard in time."""
    return [
        speech.words.casino.unanswered.format(box=fact.box, player=fact.player)
        for fact in facts
        if isinstance(fact, Declined) and fact.by is not By.PLAYER
    ]


def _open(facts: Sequence[Fact]) -> tuple[OpenOffer, ...]:
    """Return the offers that are made here and open at the end, if this post makes any."""
    made = [fact for fact in facts if isinstance(fact, Offered)]
    wants = [fact for fact in facts if isinstance(fact, Wants)]
    if wants and (made or any(isinstance(fact, Record) for fact in facts)):
        open_now = wants[-1].offers
        return () if isinstance(open_now, UnsetType) else open_now
    return made[-1].offers if made else ()


def _offer(offer: OpenOffer, speech: Speech) -> str:
    words = speech.words.casino
    most = speech.amount(offer.most, offer.asset)
    box = speech.words.box.format(box=offer.box)
    line = words.offer.format(player=offer.player, box=box, most=most)
    return words.even_money.format(offer=line) if offer.even_money else line
