"""Every fact and every round can be told, in both languages alike."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from dataclasses import fields
from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import card_of, parse
from bot.engine.commands import By, Command, Deal, Deliver, Double, Hit, Open, Stake, Stand
from bot.engine.events import Passing, Shuffling
from bot.engine.presets import AQUATIQUE, choose
from bot.engine.round import decide, evolve
from bot.engine.rules import RuleSet, as_json
from bot.engine.state import NO_ROUND
from bot.engine.wants import Action
from bot.engine.wants import wants as wants_of
from bot.ledger.money import MM
from bot.odds.play import Play
from bot.refusals import Outage, Refusal
from bot.table.banked import BankFunded, BankPassed
from bot.table.narration import narrate, wanting
from bot.table.offers import Declined, Offered
from bot.table.partied import (
    PartyAgreed,
    PartyBegun,
    PartyEnded,
    PartyEnding,
    PartyJoined,
    PartyRound,
    Standing,
)
from bot.table.replies import (
    Chain,
    Clock,
    Done,
    Expired,
    Fact,
    HandsLeft,
    Help,
    Hint,
    Number,
    Numbers,
    Presence,
    Record,
    Rules,
    TableClosed,
    Waiting,
    Welcome,
)
from bot.table.shuffles import Reshuffled
from bot.table.tips import Tip, TipsSwitched
from bot.table.unseen_facts import OwnCards, OwnHand, Peeked, Unveiled
from bot.wording.casino_sentences import CasinoSentences
from bot.wording.english import ENGLISH as ENGLISH_SENTENCES
from bot.wording.german import GERMAN as GERMAN_SENTENCES
from bot.wording.language import Language
from bot.wording.odds_sentences import OddsSentences
from bot.wording.post import post
from bot.wording.proof_sentences import ProofSentences
from bot.wording.sentences import Sentences
from bot.wording.shoe_sentences import ShoeSentences
from bot.wording.unseen_sentences import UnseenSentences
from tests.wording import proofs
from tests.wording.facts import (
    ANNA,
    BERT,
    BOOKINGS,
    DEAL,
    LIMITS,
    acted,
    balance,
    closed,
    opened,
    push,
    refused,
    staked,
    withdrawn,
)

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


ONE_OF_EACH: Sequence[Fact] = (
    opened(),
    *DEAL,
    BankFunded(round=1, player="anna", asset="MM", amount=Decimal(5), holds=Decimal(5), taken=True),
    BankPassed(round=1, player="anna", asset="MM", amount=Decimal(5), reason=Passing.ROTATES),
    PartyBegun(rounds=12, asset="Chips-1", amount=Decimal(50)),
    PartyJoined(player="anna", asset="Chips-1", amount=Decimal(50)),
    PartyAgreed(players=("anna", "bert"), turns=6, rounds=12, asked=13),
    PartyRound(played=3, rounds=12),
    PartyEnding(after=3),
    PartyEnded(asset="Chips-1", standings=(Standing(place=1, player="anna", amount=Decimal(50)),)),
    staked(ANNA),
    withdrawn(BERT),
    acted(ANNA, Action.HIT),
    refused(Refusal.NOT_OFFERED),
    push(ANNA, 1),
    closed(),
    balance("anna", "1.00", "1.00"),
    *BOOKINGS,
    Presence(player="anna", status="left"),
    Rules(preset="aquatique", rules=as_json(AQUATIQUE), source="random.org"),
    Help(player="anna", rules=as_json(AQUATIQUE)),
    Numbers(packs=8),
    Number(number=1, card=parse("♠2"), first=1, last=1),
    Record(round=1, preset="aquatique", running=True, draws=(), stakes=(), settled=()),
    proofs.draw(),
    proofs.verified(),
    Expired(round=1, box=1, hand=1, player="anna", hours=1),
    Clock(now="soon"),
    Waiting(outage=Outage.SLOW),
    Chain(ticket="a"),
    Peeked(round=1, card=parse("♠A")),
    Unveiled(round=1, draw=2, source="local", numbers=(5,), log=3, head="0" * 16),
    OwnCards(
        player="anna",
        member="anna",
        hands=(
            OwnHand(
                box=1,
                hand=1,
                cards=(parse("♠A"), parse("♥7")),
                total=18,
                soft=True,
                may=(Action.HIT, Action.STAND),
            ),
        ),
    ),
    HandsLeft(hands=3),
    Offered(round=1, offers=()),
    Declined(round=1, bet_id="1-1", box=1, player="anna", by=By.PLAYER),
    Welcome(preset="aquatique", rules=as_json(AQUATIQUE), source="local", betting_seconds=3600),
    TableClosed(after=3),
    TableClosed(),
    Tip(
        round=1,
        player="anna",
        box=1,
        hand=2,
        best=Play.SPLIT,
        brings=Decimal("7.50"),
        other=Play.HIT,
        other_brings=Decimal("-1.00"),
        split=True,
    ),
    TipsSwitched(on=True),
    Hint(),
    *LIMITS,
    Done(),
    Reshuffled(round=2, reason=Shuffling.RAN_OUT, cards=52),
)
SILENT = {"opened", "wants", "done", "offered"}


def test_there_is_one_of_each() -> None:
    assert set(get_args(Fact)) == {type(fact) for fact in ONE_OF_EACH}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("fact", ONE_OF_EACH, ids=lambda fact: type(fact).__name__)
def test_every_fact_is_said_or_silent(fact: Fact, language: Language) -> None:
    made = post([fact], language)
    kind = str(type(fact).__struct_config__.tag)

    assert (made is None) == (kind in SILENT)
    assert made is None or made.text.strip()


@pytest.mark.parametrize("language", Language)
def test_all_facts_together_make_one_post(language: Language) -> None:
    made = post(ONE_OF_EACH, language)

    assert made is not None
    assert not re.search(r"[{}]|None|Decimal|UNSET|<", made.text)


def templates(
    sentences: Sentences
    | ProofSentences
    | CasinoSentences
    | OddsSentences
    | ShoeSentences
    | UnseenSentences,
) -> dict[str, list[str]]:
    """Each template's slots, sorted."""
    values = {each.name: getattr(sentences, each.name) for each in fields(sentences)}
    return {
        name: sorted(slot for _, slot, _, _ in string.Formatter().parse(value) if slot)
        for name, value in values.items()
        if isinstance(value, str)
    }


def test_both_languages_fill_in_the_same() -> None:
    assert templates(GERMAN_SENTENCES) == templates(ENGLISH_SENTENCES)
    assert templates(GERMAN_SENTENCES.casino) == templates(ENGLISH_SENTENCES.casino)
    assert templates(GERMAN_SENTENCES.odds) == templates(ENGLISH_SENTENCES.odds)
    assert templates(GERMAN_SENTENCES.shoe) == templates(ENGLISH_SENTENCES.shoe)
    assert templates(GERMAN_SENTENCES.proof) == templates(ENGLISH_SENTENCES.proof)
    assert templates(GERMAN_SENTENCES.unseen) == templates(ENGLISH_SENTENCES.unseen)


PLAYERS = {1: "anna", 2: "bert", 3: "carl"}
MOVES: Sequence[Callable[[int, int], Command]] = (Hit, Stand, Double)


@given(
    boxes=st.lists(st.sampled_from([1, 2, 3]), min_size=1, max_size=4),
    numbers=st.lists(st.integers(1, 312), min_size=80, max_size=80),
    moves=st.lists(st.sampled_from(MOVES), min_size=40, max_size=40),
    rules=st.sampled_from(
        [
            AQUATIQUE,
            choose("aquatique", {"ties": "bank"}),
            choose("aquatique", {"blackjack_pays": "null", "soft_17": "hit"}),
        ]
    ),
)
def test_any_round_can_be_told(
    boxes: list[int],
    numbers: list[int],
    moves: list[Callable[[int, int], Command]],
    rules: RuleSet,
) -> None:
    """Each message of a played round makes a post, and every card of it is said once."""
    evening = Evening(rules, numbers)
    evening.apply(Open(1, rules, "aquatique", "house", "local"))
    for box, player in enumerate(boxes, start=1):
        evening.apply(Stake(player, 10_00, MM, box))
        assert evening.posted(receipt=True)
    evening.apply(Deal(boxes[0]))
    evening.deliver()
    assert evening.posted(receipt=False)
    for move in moves:
        turns = wants_of(evening.state).turns
        if not turns:
            break
        able = move if move is not Double or Action.DOUBLE in turns[0].may else Hit
        evening.apply(able(turns[0].player, turns[0].box))
        evening.deliver()
        assert evening.posted()

    assert all(f"Zahl {number} " in evening.said for number in numbers[: evening.used])
    assert evening.used == len(re.findall(r"\bZahl \d+ → ", evening.said))


class Evening:
    """A round that is played and told."""

    def __init__(self, rules: RuleSet, numbers: list[int]) -> None:
        self.state = NO_ROUND
        self.rules = rules
        self.used = 0
        self.said = ""
        self._numbers = numbers
        self._facts: list[Fact] = []

    def apply(self, command: Command) -> None:
        for event in decide(self.state, command):
            self.state = evolve(self.state, event)
            self._facts.extend(narrate(event, self.state, PLAYERS, lambda _, __: 100_00))
        self._facts.append(wanting(self.state, wants_of(self.state), PLAYERS))

    def deliver(self) -> None:
        while owed := len(wants_of(self.state).draws):
            given = self._numbers[self.used : self.used + owed]
            self.used += owed
            self.apply(Deliver(tuple(given)))

    def posted(self, *, receipt: bool | None = None) -> bool:
        """Whether what happened since the last post makes one, of that kind, in both languages."""
        german, english = post(self._facts, GERMAN), post(self._facts, ENGLISH)
        self._facts = []
        if german is None or english is None:
            return False
        self.said += german.text
        return german.receipt == english.receipt and receipt in {None, german.receipt}


def test_the_cards_of_the_evening_are_those_of_the_numbers() -> None:
    assert [str(card_of(number, packs=6)) for number in (58, 13, 111, 270, 199)] == [
        "♠B", "♠4", "♦7", "♥7", "♣9"
    ]  # fmt: skip
