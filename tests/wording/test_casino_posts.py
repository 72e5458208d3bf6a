"""What the house says in the full casino game: evenings line by line, and any evening at all."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.commands import (
    Back,
    BustBet,
    By,
    Deal,
    Decline,
    Insure,
    Split,
    Stake,
)
from bot.engine.events import Event, Outcome, Reason
from bot.engine.round import decide
from bot.engine.rules import as_json
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import Action, wants
from bot.ledger.money import MM
from bot.table.narration import narrate, wanting
from bot.table.offers import Declined, Offered, OpenOffer
from bot.table.replies import (
    Card,
    Expired,
    Fact,
    OpenHand,
    Rules,
    Settled,
    Staked,
    Wants,
)
from bot.wording.board import beside, hand_number, standing, what_may_be_said
from bot.wording.language import Language
from bot.wording.post import post, welcome
from bot.wording.results import result
from bot.wording.speech import SPEECH
from tests.engine.evenings import Evening, default, evenings
from tests.engine.script import after, cards, changed, fold, opened
from tests.table.test_casino import CASINO
from tests.wording.casino_evenings import EVENINGS, FOLDER, played
from tests.wording.facts import ANNA, acted, doubled, settled
from tests.wording.test_evenings import NAMES
from tests.wording.told import lines, text

GERMAN = Language.GERMAN
LONGEST = 500  # a dealer may draw a dozen cards, each named in full


@pytest.mark.parametrize("name", EVENINGS)
async def test_an_evening_reads_as_it_stands_in_its_file(name: str, tmp_path: Path) -> None:
    path = FOLDER / f"{name}.txt"
    expected = path.read_text(encoding="utf-8")
    read = await played(tmp_path, EVENINGS[name])
    if os.environ.get("REWRITE_TRANSCRIPTS"):
        path.write_text(read, encoding="utf-8")

    assert expected == read


def test_every_file_is_an_evening() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(EVENINGS)


# ── any evening ───────────────────────────────────────────────────────────────────────────────────


def messages(evening: Evening) -> Iterator[tuple[Event, ...]]:
    """What each command led to, until the round is over."""
    yield from evening.heard
    state, numbers = evening.state, cycle(evening.numbers)
    while state.boxes and not state.closed:
        events = tuple(decide(state, default(state, numbers)))
        yield events
        state = fold(state, events)


def posts(evening: Evening, *, late: bool) -> Iterator[list[Fact]]:
    """The facts of each post; with ``late`` chance, cards come in a post of their own."""
    facts: list[Fact] = []
    state = NO_ROUND
    for events in messages(evening):
        for event in events:
            state = fold(state, [event])
            facts += narrate(event, state, NAMES, lambda _, __: 100)
        facts.append(wanting(state, wants(state), NAMES))
        if late or not wants(state).draws:
            yield facts
            facts = []


@settings(deadline=None, max_examples=60)
@given(evening=evenings(), late=st.booleans())
def test_any_evening_is_told_in_whole_lines(evening: Evening, late: bool) -> None:
    for facts in posts(evening, late=late):
        said = [post(facts, language) for language in Language]
        assert len({made is None or made.receipt for made in said}) == 1
        for made in said:
            assert made is None or not re.search(r"[{}]|None|Decimal|UNSET|\S  |\(\)", made.text)
            assert made is None or max(map(len, made.text.split("\n"))) <= LONGEST


@settings(deadline=None, max_examples=60)
@given(evening=evenings(), late=st.booleans(), language=st.sampled_from(Language))
def test_every_result_and_every_card_is_told_once(
    evening: Evening, late: bool, language: Language
) -> None:
    speech = SPEECH[language]
    for facts in posts(evening, late=late):
        made = post(facts, language)
        told = "" if made is None else made.text
        of_dealer = [each for each in facts if isinstance(each, Card) and each.to == "dealer"]
        blackjack = any(card.blackjack for card in of_dealer)
        for bet in facts:
            if isinstance(bet, Settled):
                line = result(bet, speech, dealer_has_one=blackjack)
                amount = bet.net if bet.outcome is Outcome.WON else bet.stake
                assert told.count(line) == 1
                assert speech.amount(amount, MM) in line
        dealt = Counter(
            speech.drawn(each.number, each.card)
            for each in facts
            if isinstance(each, Card) and each.number and each.card
        )
        assert all(told.count(drawn) >= times for drawn, times in dealt.items())
        assert told.count(" → ") == dealt.total()


@settings(deadline=None, max_examples=50)
@given(evening=evenings())
def test_every_stake_is_told_when_it_is_placed(evening: Evening) -> None:
    for facts in posts(evening, late=True):
        made = post(facts, GERMAN)
        for bet in facts:
            if isinstance(bet, Staked):
                raised = bet.bet in {"double", "backing_double"}
                assert made is not None
                shown = SPEECH[GERMAN].amount(bet.stake if raised else bet.amount, MM)
                assert shown in made.text


@settings(deadline=None, max_examples=60)
@given(evening=evenings(), language=st.sampled_from(Language))
def test_the_board_names_every_bet(evening: Evening, language: Language) -> None:
    for state in evening.states:
        shown = beside(state, NAMES, language)
        assert len(state.beside) + len(state.offers) == sum(line.count(" · ") + 1 for line in shown)
        for box in state.boxes:
            numbers = [hand_number(box, hand, language) for hand in box.hands]
            assert len(set(numbers)) == len(box.hands)


# ── what needs its own look ───────────────────────────────────────────────────────────────────────


def test_the_welcome_names_the_game() -> None:
    assert welcome(CASINO.rules, "casino", "random.org", GERMAN).startswith(
        "Willkommen am Tisch „Casino“. 10 – 5.000 MM je Box"
    )


def test_who_does_not_answer_has_no_insurance() -> None:
    declined = Declined(round=1, bet_id="1-1", box=1, player="anna", by=By.DEADLINE)

    assert text(declined) == "Box 1 anna: keine Antwort, also keine Versicherung."


def test_a_split_that_waits_for_its_cards() -> None:
    split = replace(doubled(ANNA)[1], bet="split", hand=2, stake=Decimal(50))
    behind = replace(split, bet="backing", player="bert", behind="anna", follows=True)

    assert lines(acted(ANNA, Action.SPLIT), split, behind) == [
        "Box 1 geteilt, 50 MM auf die neue Hand (bert geht mit, 50 MM)."
    ]


def open_hand(player: str, box: int, hand: int, *may: Action, split: bool = False) -> OpenHand:
    made = OpenHand(player=player, box=box, hand=hand, may=may)
    return replace(made, split=True) if split else made


def test_in_free_order_only_hands_of_a_split_box_are_named() -> None:
    """And the next hand of a box is news, while other boxes have been waiting all the time."""
    may = (Action.HIT, Action.STAND)
    hands = (open_hand("anna", 1, 2, *may, split=True), open_hand("bert", 2, 1, *may))
    want = Wants(round=1, stakes_open=False, open=hands, draws=0)

    assert lines(acted(ANNA, Action.STAND), want) == [
        "Box 1, Hand 1 · Keine Karte",
        "Am Zug: anna (Box 1, Hand 2), bert. *Karte · Keine Karte*",
    ]
    other = replace(acted(ANNA, Action.STAND), box=3)
    made = post([other, want], GERMAN)
    assert made is not None
    assert made.receipt


def test_a_deadline_names_the_hand() -> None:
    late = Expired(round=1, box=1, hand=2, player="anna", hours=24)

    assert text(late) == "Box 1 anna, Hand 2: 24 Stunden ohne Antwort, die Hand bleibt stehen."


def test_many_offers_take_several_lines() -> None:
    offers = tuple(
        OpenOffer(
            player="anna", box=box, bet_id=f"1-{box}", asset=MM, stake=Decimal(50),
            most=Decimal(25), even_money=False,
        )
        for box in range(1, 8)
    )  # fmt: skip
    _, first, second = lines(Offered(round=1, offers=offers))

    assert first.count("bis 25 MM") == 6
    assert second == "Versichern kann: anna (Box 7) bis 25 MM."


def test_five_cards_of_both_are_no_tie_of_totals() -> None:
    bet = settled(
        ANNA, Reason.EQUAL, "♠2 ♥2 ♠3 ♥3 ♠4", 18, outcome=Outcome.LOST, returned=0, balance=0
    )

    assert "Fünf Karten gegen fünf Karten, da gewinnt die Bank." in text(bet)


WITHOUT = {
    "Split": {"split": "null", "max_hands": "1", "resplit_aces": "false"},
    "Insurance": {"insurance": "false", "even_money": "false"},
    "Bust bet": {"bust_pays": "null"},
    "Backing": {"backing": "false"},
    "Five cards": {"five_cards": "null"},
}


@pytest.mark.parametrize("name", WITHOUT)
def test_the_rules_say_nothing_of_what_is_not_played(name: str) -> None:
    fields = {"five_cards": "wins", **WITHOUT[name]}
    if name == "Split":
        fields["double_after_split"] = "false"

    assert any(line.startswith(f"- {name}") for line in rules_of(five_cards="wins"))
    assert not any(line.startswith(f"- {name}") for line in rules_of(**fields))


def rules_of(**fields: str) -> list[str]:
    rules = as_json(changed("casino", **fields))
    return lines(Rules(preset="casino", rules=rules, source="local"), language=Language.ENGLISH)


def test_the_board_shows_offers_and_then_hands() -> None:
    state = after(
        opened(changed("casino")),
        Stake(1, 5000, "MM", 1),
        Stake(2, 2000, "MM", 2),
        Back(2, 1, 1000, "MM"),
        BustBet(2, 1000, "MM"),
        Deal(1),
        cards("8 9 A 8 9"),
    )

    assert beside(state, NAMES, GERMAN) == [
        "mitgesetzt: bert (Box 1) 10 MM",
        "Bust: bert 10 MM",
        "Versicherung bis: anna (Box 1) 25 MM · bert (Box 1) 5 MM · bert (Box 2) 10 MM",
    ]
    assert what_may_be_said(state, 1, GERMAN).startswith("Versicherung · Keine Versicherung · ")

    played_on = after(state, Insure(1, 500), Decline(2), Split(1, followers=(2,)), cards("3 10"))

    assert board(played_on) == ["1, Hand 1: am Zug", "1, Hand 2: kommt noch", "2: kommt noch"]
    assert "versichert: anna (Box 1) 5 MM" in beside(played_on, NAMES, GERMAN)


@pytest.mark.parametrize(
    ("language", "behind"), [(GERMAN, "mitsetzen"), (Language.ENGLISH, "behind")]
)
def test_the_line_below_the_prompt_names_bets_beside_where_they_are_taken(
    language: Language, behind: str
) -> None:
    staked = after(opened(changed("casino")), Stake(1, 5000, "MM", 1))

    def words(state: Round, player: int | None) -> list[str]:
        said = what_may_be_said(state, player, language).split(" · ")
        return [word.split()[0] for word in said if word.startswith(("bust", behind))]

    assert words(opened(changed("casino")), 1) == []
    assert (words(staked, 1), words(staked, 2), words(staked, None)) == (
        ["bust"], [behind], [behind]
    )  # fmt: skip
    backed = after(staked, Back(2, 1, 1000, "MM"))
    assert words(backed, 2) == ["bust"]
    assert words(after(backed, BustBet(2, 1000, "MM")), 2) == []
    none = changed("casino", bust_pays="null", backing="false")
    assert words(after(opened(none), Stake(1, 5000, "MM", 1)), 2) == []
    assert words(after(backed, Deal(1)), 1) == []


def board(state: Round) -> list[str]:
    return [
        f"{hand_number(box, hand, GERMAN)}: {standing(hand, state, GERMAN)}"
        for box in state.boxes
        for hand in box.hands
    ]
