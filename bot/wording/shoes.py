"""The lines of a post about the shoe: numbers that are out already, shuffles, the neutral card.

Spare numbers that were not needed are in the records alone; nobody waited for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.events import Rejection, Shuffling
from bot.table.replies import Closed, Drawn, Fact
from bot.table.shuffles import Reshuffled
from bot.wording.speech import Speech


def opening(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say that the round begins with all cards, since the neutral one came in the last."""
    return _shuffled(facts, Shuffling.CUT_CARD, speech)


def dealing(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say which numbers were out already, each once, and that the shoe ran out."""
    again = [
        fact.number
        for fact in facts
        if isinstance(fact, Drawn) and fact.reason is Rejection.DUPLICATE and fact.number
    ]
    said = [speech.words.shoe.drawn_again(list(dict.fromkeys(again)))] if again else []
    return said + _shuffled(facts, Shuffling.RAN_OUT, speech)


def closing(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say that all is shuffled after this round."""
    over = [fact for fact in facts if isinstance(fact, Closed) and fact.cut_card is True]
    return [speech.words.shoe.last_round] if over else []


def _shuffled(facts: Sequence[Fact], why: Shuffling, speech: Speech) -> list[str]:
    return [
        speech.words.shoe.shuffled(why, fact.cards)
        for fact in facts
        if isinstance(fact, Reshuffled) and fact.reason is why
    ]
