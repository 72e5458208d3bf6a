"""What is said to whoever doubts: a draw, what led to it, what a verification went through."""

from __future__ import annotations

import re
from itertools import product

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.audit.findings import Code, Finding
from bot.engine.cards import parse
from bot.engine.commands import By
from bot.store.codec import read_special
from bot.table.proofs import Decision, DrawPart, RecordedCard, RecordedDraw
from bot.table.replies import Record
from bot.wording.language import Language
from bot.wording.speech import SPEECH
from tests.wording.facts import ANNA, HEAD, push
from tests.wording.proofs import CHAINED, LED, draw, verified, waiting
from tests.wording.told import lines, text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


def test_a_draw() -> None:
    expected = [
        "**Ziehung 31** · random.org Nr. 6277 · 24.12.2026, 18:03:05 UTC",
        "2 Zahlen, jede von 1 bis 312.",
        "Runde 12: Zahl 58 → Pik Bube (Box 2)",
        "-# Auslöser: anna, „Karte“ (Protokoll 218)",
        "Runde 13 an Tisch 2: Zahl 111 → Karo 7 (Croupier)",
        "-# Ticket 992104b84ba7aed6 · das nächste 448c8e3467a07577",
        "-# Angekündigt: Protokoll 219 · 9f3a71c20b5e88d1",
        "-# Gezogen: Protokoll 220 · 1d88e5b02c17a3f9",
        "`!prüfen runde 12` rechnet alles nach. Das Ticket zeigt random.org jedem (`getTicket`).",
    ]

    assert expected == lines(draw())


def test_a_draw_without_a_round_at_this_table_names_none_to_verify() -> None:
    said = text(draw(table=3))

    assert "Runde 12 an Tisch 1: " in said
    assert "!prüfen" not in said


def test_a_draw_that_waits_is_announced() -> None:
    expected = [
        "**Ziehung 31** · random.org · angekündigt, noch nicht gezogen",
        "2 Zahlen, jede von 1 bis 312.",
        "Runde 12: Karten für Box 2",
        "-# Auslöser: anna, „Karte“ (Protokoll 218)",
        "Runde 13 an Tisch 2: Karten für Croupier",
        "-# Ticket 992104b84ba7aed6",
        "-# Angekündigt: Protokoll 219 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(waiting())


def test_a_draw_that_was_undone_is_never_drawn() -> None:
    assert "nie gezogen, die Runde wurde annulliert (Protokoll 230)" in text(waiting(void=230))
    assert "never drawn" in text(waiting(void=230), language=ENGLISH)


@pytest.mark.parametrize(
    ("by", "decision", "german"),
    [
        (By.PLAYER, Decision.DEAL, "anna, „Karten geben“"),
        (By.PLAYER, Decision.QUICK_HAND, "anna, „Hand“"),
        (By.PLAYER, Decision.DOUBLE, "anna, „Verdoppeln“"),
        (By.PLAYER, Decision.STAND, "anna, „Keine Karte“"),
        (By.STAFF, Decision.DEAL, "anna als Saalchef, „Karten geben“"),
        (By.DEADLINE, Decision.DEAL, "das Haus, die Setzzeit war um"),
        (By.DEADLINE, Decision.STAND, "das Haus, die Frist von anna war um"),
    ],
)
def test_what_led_to_a_draw(by: By, decision: Decision, german: str) -> None:
    led = replace(LED, by=by, decision=decision)

    assert f"Auslöser: {german} (Protokoll 218)" == SPEECH[GERMAN].words.proof.led(led)


@pytest.mark.parametrize("language", Language)
def test_every_cause_has_words_of_its_own(language: Language) -> None:
    leds = [replace(LED, decision=each) for each in Decision]
    leds += [
        replace(LED, by=By.DEADLINE, decision=each) for each in (Decision.DEAL, Decision.STAND)
    ]

    assert len({SPEECH[language].words.proof.led(led) for led in leds}) == len(leds)


def test_the_record_of_a_round_names_ticket_and_cause_in_one_small_line() -> None:
    recorded = RecordedDraw(
        draw=31, source="random.org", serial=6277, log=220, head=HEAD, at="2026-12-24 18:03:05Z",
        cards=(RecordedCard(58, parse("♠B"), 2),), ticket="992104b84ba7aed6", led=LED,
    )  # fmt: skip
    record = Record(
        round=12, preset="aquatique", running=True, draws=(recorded,), stakes=(), settled=()
    )
    small = (
        "-# Runde 12 · Ziehung 31 · random.org Nr. 6277 · Protokoll 220 · 9f3a71c20b5e88d1"
        " · Ticket 992104b84ba7aed6 · Auslöser: anna, „Karte“ (Protokoll 218)"
    )

    assert ["24.12.2026, 18:03 UTC: Zahl 58 → Pik Bube (Box 2)", small] == lines(record)[1:]


@pytest.mark.parametrize(
    ("language", "expected"), [(GERMAN, "Box 2, Hand 3"), (ENGLISH, "Box 2, hand 3")]
)
def test_the_record_says_which_hand_of_a_split_box_got_a_card(
    language: Language, expected: str
) -> None:
    cards = (RecordedCard(58, parse("♠B"), 1), RecordedCard(47, parse("♠9"), 2, 3))
    recorded = RecordedDraw(
        draw=3, source="local", log=9, head=HEAD, at="2026-12-24 18:03:05Z", cards=cards
    )
    record = Record(
        round=1, preset="casino", running=True, draws=(recorded,), stakes=(), settled=()
    )
    shown = lines(record, language=language)[1]

    assert f"({expected})" in shown
    assert shown.lower().count("hand") == 1


def test_a_draw_says_which_hand_of_a_split_box_got_a_card() -> None:
    part = replace(draw().parts[0], hands=(3,))

    assert "(Box 2, Hand 3)" in text(draw(parts=(part,)))
    assert "Box 2, Hand 3" in text(waiting(parts=(replace(part, cards=()),)))


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [("♠A ♦K", "Blackjack gegen Blackjack"), ("♠A ♦4 ♦6", "21 gegen 21")],
)
def test_the_record_of_two_blackjacks_says_so(dealer: str, expected: str) -> None:
    cards = tuple(RecordedCard(1, parse(letter), 0) for letter in dealer.split())
    recorded = RecordedDraw(
        draw=3, source="local", log=9, head=HEAD, at="2026-12-24 18:03:05Z", cards=cards
    )
    even = replace(push(ANNA, 1), total=21, dealer_total=21, balance=UNSET)
    record = Record(
        round=1, preset="casino", running=False, draws=(recorded,), stakes=(), settled=(even,)
    )

    assert f"Box 1 anna: {expected}, unentschieden." in lines(record)[-1]


def test_a_record_that_waits_in_an_old_outbox_is_read_without_hands() -> None:
    stored = '[58,"♠B",2]'
    read = msgspec.json.decode(stored, type=RecordedCard, dec_hook=read_special)

    assert RecordedCard(58, parse("♠B"), 2) == read


@pytest.mark.parametrize("language", Language)
def test_no_line_of_a_full_table_is_too_long_for_a_post(language: Language) -> None:
    boxes = (*range(1, 8), 0, *range(1, 8))
    cards = tuple((295 + box, parse("♥D")) for box in boxes)
    full = DrawPart(table=2, round=10**6, boxes=boxes, cards=cards, led=LED)

    assert max(map(len, lines(draw(parts=(full, full)), language=language))) <= 1500


def test_a_verification_says_what_was_checked() -> None:
    expected = [
        "**Runde 12** · nachgeprüft:",
        "- die Kette des Protokolls, Eintrag 1 bis 228",
        "- die 3 Ziehungen der Runde: Unterschrift von random.org, Ticket, laufende Nummer",
        "- ob jede Ansage vor ihrer Ziehung im Protokoll stand",
        "- alle 5 Ansagen der Runde, nach den Regeln noch einmal entschieden",
        "- die 2 Abrechnungen der Runde, jede Buchung und alle Guthaben",
        "Mitgeprüft: 14 Runden, 37 Ziehungen, 52 Buchungen im ganzen Protokoll.",
        "**Alles stimmt.**",
        "-# Geprüft bis Protokoll 228 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(verified())


def test_a_verification_says_what_is_wrong() -> None:
    other = Finding(Code.POSTING, "posting 3", "player:7 has what is no business of yours")
    said = lines(verified(found=5, of_round=1, findings=(CHAINED, other)))
    expected = [
        "**Es stimmt nicht: 5 Fehler, davon einer in dieser Runde.**",
        "- Protokoll 12: Der Eintrag hängt nicht am vorigen.",
        "-# `is not linked to the one before`",
        "- Buchung 3: Die Buchung folgt nicht aus dem Protokoll.",
        "Alle Fehler nennt `audit verify`. Bitte rufen Sie den Saalchef.",
    ]

    assert expected == said[7:-1]


@pytest.mark.parametrize(
    ("found", "here", "german", "english"),
    [
        (1, 1, "ein Fehler, in dieser Runde.", "one fault, in this round."),
        (1, 0, "ein Fehler, nicht in dieser Runde.", "one fault, not in this round."),
        (3, 0, "3 Fehler, davon keiner in", "3 faults, none of them in"),
        (3, 2, "3 Fehler, davon 2 in", "3 faults, 2 of them in"),
        (3, 3, "3 Fehler, davon alle in", "3 faults, all of them in"),
    ],
)
def test_faults_are_counted_as_people_do(found: int, here: int, german: str, english: str) -> None:
    wrong = verified(found=found, of_round=here, findings=(CHAINED,))

    assert german in "\n".join(lines(wrong))
    assert english in text(wrong, language=Language.ENGLISH)


@pytest.mark.parametrize(("language", "code"), [*product(Language, Code)])
def test_everything_that_can_be_wrong_has_words(language: Language, code: Code) -> None:
    finding = Finding(code, "player:1 MM", "`tricky`\n@everyone " * 100)
    said = text(verified(found=1, of_round=1, findings=(finding,)), language=language)
    (own,) = (line for line in said.splitlines() if line.startswith("-# `"))

    assert "player:1 MM: " in said
    assert re.fullmatch(r"-# `[^`]{1,300}`", own)
    assert len(said) <= 2000


@pytest.mark.parametrize("language", Language)
def test_counts_of_one_and_none_are_said_as_such(language: Language) -> None:
    one = verified(decisions=1, draws=1, signed=0, settled=1, rounds=1, all_draws=1, transfers=1)
    none = verified(running=True, draws=0, signed=0, settled=0)

    assert not re.search(r"\b1 (?!bis|to)", text(one, language=language))
    assert not re.search(r"\b0 ", text(none, language=language))
