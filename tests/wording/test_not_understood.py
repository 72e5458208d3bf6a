"""What is said wrongly: amounts, additions, nearly our words, words that are not served."""

from __future__ import annotations

import pytest

from bot.refusals import Refusal
from bot.table.requests import (
    NotOffered,
)
from bot.wording.language import Language
from tests.wording.hearing import bare, command, refusal_of

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


MALFORMED = (
    "-5", "+5", "1e3", "５０", "٥٠", "NaN", "nan", "inf", "007", "5..0", "1.2345", "50.", ",5",
)  # fmt: skip
AMBIGUOUS = (("5,000", "5.000", "5"), ("5.00", "5", "500"), ("1.5", "1,50", "15"))


@pytest.mark.parametrize("amount", MALFORMED)
@pytest.mark.parametrize("form", ["einsatz {}", "setze {} box 3", "hand {}", "nochmal {}"])
def test_what_is_no_amount_is_refused(form: str, amount: str) -> None:
    expected = (Refusal.AMOUNT_MALFORMED, {"text": amount})
    text = form.format(amount)

    assert expected == refusal_of("!" + text)
    assert expected == refusal_of(text, at_terminal=True)


@pytest.mark.parametrize("amount", MALFORMED)
@pytest.mark.parametrize("form", ["{} MM", "Ich setze {} MM", "doch {} MM", "{} MM auf Box 3"])
def test_what_is_like_an_amount_is_refused_in_plain_words(form: str, amount: str) -> None:
    expected = (Refusal.AMOUNT_MALFORMED, {"text": amount})

    assert expected == refusal_of(form.format(amount))


@pytest.mark.parametrize(("text", "one", "two"), AMBIGUOUS)
@pytest.mark.parametrize("form", ["!einsatz {}", "{} MM", "!nochmal {}", "!hand {} MM"])
def test_an_ambiguous_amount_is_never_guessed(form: str, text: str, one: str, two: str) -> None:
    expected = (Refusal.AMOUNT_AMBIGUOUS, {"text": text, "readings": (one, two)})

    assert expected == refusal_of(form.format(text))


@pytest.mark.parametrize("form", ["!einsatz {}", "!einsatz {} MM box 3", "{} MM", "{}MM"])
def test_four_hundred_digits_are_too_many(form: str) -> None:
    expected = (Refusal.AMOUNT_TOO_LONG, {"digits": 400})

    assert expected == refusal_of(form.format("1" * 400))


@pytest.mark.parametrize(
    ("text", "word", "nearest"),
    [
        ("!einsatz", "einsatz", "einsatz 50"),
        ("!setze", "setze", "setze 50"),
        ("!hand", "hand", "hand 50"),
        ("!einsatz box 3 50", "einsatz box 3 50", "einsatz 50 box 3"),
        ("!einsatz 5 000", "einsatz 5 000", "einsatz 50"),
        ("!runde abc", "runde abc", "runde 12"),
        ("!zahl abc", "zahl abc", "zahl 47"),
        ("!zahl -1", "zahl -1", "zahl 47"),
        ("!zahl " + "9" * 20, "zahl 99999999999999…", "zahl 47"),
        ("!keine", "keine", "keine karte"),
        ("!karte und zwar schnell", "karte und zwar schn…", "karte"),
        ("!box", "box", "Box 2 Karte"),
        ("!karte box 99999999999999999999", "karte box 999999999…", "karte"),
        ("!karte?", "karte?", "karte"),
        ("!einsatz 50?", "einsatz 50?", "einsatz 50"),
        ("!karte\n!karte", "karte !karte", "karte"),
        ("!tisch", "tisch", "tisch öffnen"),
        ("!tisch regeln", "tisch regeln", "tisch regeln casino"),
        ("!table rules", "table rules", "table rules casino"),
        ("!limit", "limit", "limit erlauben"),
    ],
)
def test_a_known_word_with_wrong_additions_is_answered_with_its_form(
    text: str, word: str, nearest: str
) -> None:
    code, data = refusal_of(text)

    assert code == Refusal.NOT_UNDERSTOOD
    assert word == data["word"]
    assert str(data["nearest"]).casefold().startswith(nearest.casefold())


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("!einsaz 80", "einsatz 80"),
        ("!kart", "karte"),
        ("!hlife", "hilfe"),
        ("!regel", "regeln"),
        ("!verdopeln", "verdoppeln"),
        ("!noch mal", "nochmal"),
        ("!keinekarte", "keine karte"),
        ("!karte\x00", "karte"),
    ],
)
def test_a_word_that_is_nearly_one_of_ours_is_answered_with_that_one(
    text: str, nearest: str
) -> None:
    code, data = refusal_of(text)

    assert (Refusal.NOT_UNDERSTOOD, nearest) == (code, data["nearest"])


def test_an_unknown_command_is_refused_without_a_guess() -> None:
    assert refusal_of("!ping 5") == (Refusal.NOT_UNDERSTOOD, {"word": "ping"})


def test_an_unknown_command_that_asks_or_quotes_is_conversation() -> None:
    assert command("!was ist los?") is None
    assert command("!a `b`") is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("!vorschuss @anna 500", "vorschuss"),
        ("!haus schließen", "haus schließen"),
        ("!prüfen heute", "prüfen heute"),
        ("!rangliste heute", "rangliste"),
        ("!plan löschen", "plan löschen"),
        ("!haus schließen " + "weil " * 50, "haus"),
        ("!plan?", "plan"),
    ],
)
def test_a_word_of_the_house_that_is_not_served_is_named(text: str, word: str) -> None:
    assert NotOffered(word, of_money=" MM " in text) == command(text)


@pytest.mark.parametrize("text", ["plan löschen", "offen", "wieder da", "auszug"])
def test_at_the_terminal_its_forms_are_named_too(text: str) -> None:
    assert isinstance(bare(text), NotOffered)
