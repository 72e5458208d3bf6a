"""Bookings: how staff asks for them, with reasons of any kind, and how they are said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.refusals import Refusal
from bot.table.requests import Book, Booking, Request, Reverse
from bot.wording.language import Language
from bot.wording.meanings import LONGEST_REASON
from tests.wording.facts import BOOKINGS, balance
from tests.wording.hearing import bare, command, plain, refusal_of
from tests.wording.told import lines, text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH
USAGE = "gutschrift @anna 500 Grund"


def credit(reason: str, *, amount: int = 50_000, asset: str = "MM") -> Book:
    return Book(Booking.CREDIT, "@anna", amount, asset, reason, USAGE)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("gutschrift @anna 500 Grund", credit("Grund")),
        ("GUTSCHRIFT @anna 500 MM  viel   Grund", credit("viel Grund")),
        ("gutschrift @anna 500MM MM", credit("MM")),
        ("gutschrift @anna 12,5 Jetons Grund", credit("Grund", amount=1250, asset="Jetons")),
        ("gutschrift @anna 5.000 mmhm", credit("mmhm", amount=500_000)),
        ("gutschrift @anna 500", credit("")),
        ("gutschrift @anna 500 MM", credit("")),
        ("gutschrift @anna", Book(Booking.CREDIT, "@anna", None, "MM", "", USAGE)),
        ("gutschrift", Book(Booking.CREDIT, "", None, "MM", "", USAGE)),
        (
            "abbuchung <@!12> 1 x",
            Book(Booking.DEBIT, "<@!12>", 100, "MM", "x", "abbuchung @anna 500 Grund"),
        ),
        (
            "debit <@&5> 1.5 x",
            Book(Booking.DEBIT, "<@&5>", 150, "MM", "x", "debit @anna 500 reason"),
        ),
        ("storno 88 weil", Reverse(88, "weil", "storno 88 Grund")),
        ("reverse 88", Reverse(88, "", "reverse 88 reason")),
        ("storno", Reverse(None, "", "storno 88 Grund")),
    ],
)
def test_a_booking_is_understood(said: str, expected: Request) -> None:
    language = ENGLISH if said.startswith("debit") else GERMAN

    assert expected == command("!" + said, language)
    assert expected == bare(said, language)
    assert plain(said, language) is None


@pytest.mark.parametrize(
    "reason",
    [
        "stimmt das?",
        "siehe `!konto`",
        "||geheim||",
        "~~nein~~ doch",
        "> Zitat",
        "danke",
        "Danke!",
        "3.12.",
        "einsatz 50",
        "„Anführung“, 'andere' und \"noch welche\"",
        " ".join(["viele"] * 30),
    ],
)
def test_a_reason_is_free_text(reason: str) -> None:
    assert credit(reason) == command(f"!gutschrift @anna 500 {reason}")
    assert credit(reason) == bare(f"gutschrift @anna 500 {reason}")


def test_a_reason_is_one_line_that_cannot_move_the_cursor() -> None:
    heard = command("!gutschrift @anna 500 erste\nzweite\u2028dritte \x1b[2J\u202e")

    assert credit("erste zweite dritte �[2J�") == heard


def test_a_reason_has_an_end() -> None:
    heard = command("!gutschrift @anna 500 " + "lang " * 390)

    assert isinstance(heard, Book)
    assert LONGEST_REASON == len(heard.reason)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("gutschrift @anna alles Grund", Refusal.AMOUNT_MALFORMED),
        ("gutschrift @anna -5 Grund", Refusal.AMOUNT_MALFORMED),
        ("gutschrift @anna 5,000 Grund?", Refusal.AMOUNT_AMBIGUOUS),
        ("gutschrift @anna " + "9" * 16 + " Grund", Refusal.AMOUNT_TOO_LONG),
        ("storno achtundachtzig weil", Refusal.NOT_UNDERSTOOD),
        ("storno?", Refusal.NOT_UNDERSTOOD),
        ("gutschirft @anna 500 Grund", Refusal.NOT_UNDERSTOOD),
    ],
)
def test_a_booking_that_cannot_be_read_is_answered(said: str, expected: Refusal) -> None:
    assert expected == refusal_of("!" + said)[0]


def test_a_booking_is_said_with_number_reason_and_balance() -> None:
    assert [text(fact) for fact in BOOKINGS] == [
        "Buchung 88: 500 MM für bert gutgeschrieben. Grund: Einzahlung vom 3.12. Guthaben 520 MM.",
        (
            "Buchung 89: 12,50 MM vom Konto von bert abgebucht. Grund: Einzahlung vom 3.12. "
            "Guthaben 507,50 MM."
        ),
        (
            "Buchung 91 hebt Buchung 88 auf: 500 MM wieder vom Konto von bert abgebucht. "
            "Grund: Einzahlung vom 3.12. Guthaben 7,50 MM."
        ),
        (
            "Buchung 92 hebt Buchung 89 auf: 12,50 MM für bert wieder gutgeschrieben. "
            "Grund: Einzahlung vom 3.12. Guthaben 20 MM."
        ),
    ]


def test_a_booking_is_said_in_english_too() -> None:
    assert [text(fact, language=ENGLISH) for fact in BOOKINGS[:3]] == [
        "Booking 88: 500 MM credited to bert. Reason: Einzahlung vom 3.12. Balance 520 MM.",
        "Booking 89: 12.50 MM debited from bert. Reason: Einzahlung vom 3.12. Balance 507.50 MM.",
        (
            "Booking 91 undoes booking 88: 500 MM debited from bert again. "
            "Reason: Einzahlung vom 3.12. Balance 7.50 MM."
        ),
    ]


def test_the_reference_stands_behind_the_balance() -> None:
    fact = replace(balance("bert", "20.00", "0.00"), reference="A2")

    assert ["Guthaben 20 MM. Verwendungszweck für Überweisungen: A2."] == lines(fact)
