"""Whatever happens in a game that the engine plays can be told, stored and printed.

What is told of splits, insurance and bets beside is for whoever writes their words; here it must
only be whole.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings

from bot.engine.events import Settled
from bot.engine.state import NO_ROUND
from bot.engine.wants import wants
from bot.store.codec import canonical
from bot.table.narration import narrate, wanting
from bot.table.replies import Closed, Fact, money
from bot.table.replies import Settled as Told
from bot.wording.board import standing, what_may_be_said
from bot.wording.language import Language
from bot.wording.post import post
from tests.engine.evenings import STAFF, Evening, evenings, history
from tests.engine.script import fold

NAMES = {1: "anna", 2: "bert", 3: "carl", 4: "dora", STAFF: "karl"}


def told(evening: Evening) -> list[Fact]:
    """All the facts of an evening, with what is wanted after each event."""
    _, events = history(evening)
    facts: list[Fact] = []
    state = NO_ROUND
    for event in events:
        state = fold(state, [event])
        facts += narrate(event, state, NAMES, lambda _, __: 100)
        facts.append(wanting(state, wants(state), NAMES))
    return facts


@settings(deadline=None, max_examples=60)
@given(evening=evenings())
def test_every_fact_can_be_stored_and_posted(evening: Evening) -> None:
    for fact in told(evening):
        assert canonical(fact)
        for language in Language:
            made = post([fact], language)
            assert made is None or not re.search(r"[{}]|None|Decimal|UNSET", made.text)


@settings(deadline=None, max_examples=60)
@given(evening=evenings())
def test_what_is_told_of_money_adds_up(evening: Evening) -> None:
    """Each bet's result is told once, and the nets of the end are their sum."""
    _, events = history(evening)
    facts = told(evening)

    settled = [fact for fact in facts if isinstance(fact, Told)]
    assert [each.bet for each in events if isinstance(each, Settled)] == [
        fact.bet_id for fact in settled
    ]
    nets: Counter[str] = Counter()
    for each in settled:
        nets[each.player] += int(each.net * 100)
    for closed in facts:
        if isinstance(closed, Closed):
            assert {name: money(net) for name, net in nets.items()} == {
                net.player: net.net for net in closed.net
            }


@pytest.mark.parametrize("language", Language)
@settings(deadline=None, max_examples=60)
@given(evening=evenings())
def test_the_board_can_be_drawn(language: Language, evening: Evening) -> None:
    for state in evening.states:
        assert what_may_be_said(state, 1, language)
        for box in state.boxes:
            for hand in box.hands:
                assert isinstance(standing(hand, state, language), str)
