"""What the house answers when it is asked: balance, rules, numbers, a round's record."""

from __future__ import annotations

import pytest

from bot.engine.cards import DECK, parse
from bot.engine.commands import By
from bot.engine.presets import choose
from bot.engine.rules import as_json
from bot.engine.wants import Action
from bot.ledger.money import JETONS
from bot.table.proofs import RecordedCard, RecordedDraw
from bot.table.replies import (
    Clock,
    Expired,
    Number,
    Numbers,
    Record,
    Rules,
)
from bot.wording import post as wording
from bot.wording.cards import card_name, protocol_name
from bot.wording.language import Language
from bot.wording.speech import SPEECH
from tests.wording.facts import (
    ANNA,
    BERT,
    HEAD,
    TWO_MOVES,
    acted,
    balance,
    doubled,
    push,
    staked,
    wants,
)
from tests.wording.told import lines, text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


def test_balances() -> None:
    one = balance("anna", "500.00", "0.00")
    more = balance("anna", "16.50", "50.00")
    chips = balance("anna", "1.00", "0.00", JETONS)
    outside = balance("outside", "-500.00", "0.00")

    assert text(one) == "Guthaben 500 MM."
    assert text(more) == "Guthaben 16,50 MM, dazu 50 MM in offenen Einsätzen."
    assert lines(one, chips) == ["Guthaben 500 MM.", "Guthaben 1 Jeton."]
    assert lines(outside, one) == ["außer Haus: Guthaben −500 MM.", "anna: Guthaben 500 MM."]
    assert text(more, language=ENGLISH) == "Balance 16.50 MM, and 50 MM in open bets."


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("overrides", "german", "english"),
    [
        ({}, "auch bei weichen 17", "on a soft 17 too"),
        ({"soft_17": "hit"}, "zieht bis 16 und bei weichen 17", "to 16 and on a soft 17"),
        ({"ties": "bank"}, "Bei Gleichstand gewinnt die Bank", "The bank wins ties"),
        ({"blackjack_pays": "6:5"}, "gewinnt 6:5", "wins 6:5"),
        ({"blackjack_pays": "null"}, "Blackjack zählt wie jede", "blackjack counts like any"),
        ({"triple_seven_pays": "null"}, "Drei Siebener zählen wie", "Three sevens count like"),
        ({"double": "hard_9_11"}, "nur auf harte 9, 10 oder 11", "only on a hard 9, 10 or 11"),
        ({"double": "null"}, "Verdoppelt wird an diesem Tisch nicht", "There is no doubling"),
        ({"max_stake": "8000"}, "10 – 8.000 MM je Box", "10 – 8,000 MM a box"),
        ({"seats": "3"}, "Boxen: 3", "Boxes: 3"),
        ({"packs": "1"}, "von 1 bis 52", "from 1 to 52"),
    ],
)
def test_the_rules_say_what_is_played(
    overrides: dict[str, str], german: str, english: str, language: Language
) -> None:
    rules = as_json(choose("aquatique", overrides))
    said = text(Rules(preset="aquatique", rules=rules, source="local"), language=language)

    assert {GERMAN: german, ENGLISH: english}[language] in said
    assert wording.play_money(language) in said
    assert {GERMAN: "Karten von diesem Rechner", ENGLISH: "Cards from this machine"}[
        language
    ] in said
    assert len(said) <= 2000


def test_numbers() -> None:
    table = lines(Numbers(packs=6))

    assert table[0] == "**Zahlen 1 bis 312** (sechs Pakete)"
    assert table[1].startswith("**Pik** 1–6 → 2 · 7–12 → 3 ")
    assert table[4].endswith("301–306 → König · 307–312 → Ass")
    assert len("\n".join(table)) <= 2000
    assert "**Spades** 1 → 2 · 2 → 3 " in text(Numbers(packs=1), language=ENGLISH)


def test_a_number() -> None:
    fact = Number(number=47, card=parse("♠9"), first=43, last=48)

    assert text(fact) == "Zahl 47 → Pik 9 (43–48)"
    assert text(fact, language=ENGLISH) == "Number 47 → 9 of Spades (43–48)"


def test_a_record() -> None:
    draw = RecordedDraw(
        draw=1, source="scripted", log=14, head=HEAD, at="2026-12-24T18:03:00.000+00:00",
        cards=(RecordedCard(58, parse("♠B"), 1), RecordedCard(111, parse("♦7"), 0)),
    )  # fmt: skip
    taken_back = staked((4, "carl", 20))
    fact = Record(
        round=1, preset="aquatique", running=False, draws=(draw,),
        stakes=(staked(ANNA), taken_back, doubled(ANNA)[1]), settled=(push(ANNA, 1),),
    )  # fmt: skip
    expected = [
        "**Runde 1** · Tisch „Aquatique“",
        "Box 1 anna: 100 MM",
        "24.12.2026, 18:03 UTC: Zahl 58 → Pik Bube (Box 1) · Zahl 111 → Karo 7 (Croupier)",
        "-# Runde 1 · Ziehung 1 · vorgegeben · Protokoll 14 · 9f3a71c20b5e88d1",
        "Box 1 anna: 17 gegen 17, unentschieden. 50 MM zurück.",
    ]

    assert expected == lines(fact)


def test_a_deadline_that_passed() -> None:
    clock = Clock(now="2026-12-24T18:03:00.000+00:00")
    expired = Expired(round=1, box=1, hand=1, player="anna", hours=24)
    expected = [
        "Es ist jetzt 24.12.2026, 18:03 UTC.",
        "Box 1 anna: 24 Stunden ohne Antwort, die Hand bleibt stehen.",
        "Am Zug: bert. *Karte · Keine Karte*",
    ]

    assert expected == lines(
        clock, expired, acted(ANNA, Action.STAND, By.DEADLINE), wants((BERT, TWO_MOVES))
    )


def test_sources_have_names() -> None:
    german = [SPEECH[GERMAN].source(source) for source in ("scripted", "local", "random.org")]
    english = [SPEECH[ENGLISH].source(source) for source in ("scripted", "local", "random.org")]

    assert german == ["vorgegeben", "dieser Rechner", "random.org"]
    assert english == ["scripted", "this machine", "random.org"]


def test_cards_have_names() -> None:
    names = [
        (card_name(parse(each), GERMAN), card_name(parse(each), ENGLISH)) for each in ("♠8", "♦A")
    ]

    assert names == [("Pik 8", "8 of Spades"), ("Karo Ass", "Ace of Diamonds")]
    assert len({protocol_name(card) for card in DECK}) == 52
