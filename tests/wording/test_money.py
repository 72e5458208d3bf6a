"""Amounts: read strictly, printed the way they are read."""

from __future__ import annotations

from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import NotUnderstood
from bot.ledger.money import CAP, Mark, other, print_amount, read_amount, shorten
from bot.refusals import Refusal

MARKS: tuple[Mark, ...] = get_args(Mark)


def exchanged(text: str) -> str:
    """The same amount as the other language writes it."""
    return text.translate(str.maketrans(",.", ".,"))


def refusal_of(text: str, mark: Mark = ",") -> tuple[Refusal, dict[str, object]]:
    with pytest.raises(NotUnderstood) as caught:
        read_amount(text, mark=mark)
    return caught.value.refusal, caught.value.data


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [
        ("50", 50_00),
        ("5.000", 5_000_00),
        ("5000", 5_000_00),
        ("12,5", 12_50),
        ("12,50", 12_50),
        ("12,05", 12_05),
        ("1.234.567,89", 1_234_567_89),
        ("1234567,89", 1_234_567_89),
        ("0", 0),
        ("0,5", 50),
        ("999999999999999", 99_999_999_999_999_900),
    ],
)
def test_amounts_are_read(text: str, hundredths: int) -> None:
    german = read_amount(text, mark=",")
    english = read_amount(exchanged(text), mark=".")

    assert (hundredths, hundredths) == (german, english)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("5,000", ("5.000", "5")),
        ("5.00", ("5", "500")),
        ("1.5", ("1,50", "15")),
        ("12.50", ("12,50", "1.250")),
        ("120,000", ("120.000", "120")),
        ("1,234", ("1.234", "1,234")),
    ],
)
def test_both_readings_are_named(text: str, readings: tuple[str, str]) -> None:
    ambiguous = Refusal.AMOUNT_AMBIGUOUS
    english = tuple(exchanged(reading) for reading in readings)

    assert (ambiguous, {"text": text, "readings": readings}) == refusal_of(text)
    assert (ambiguous, {"text": exchanged(text), "readings": english}) == refusal_of(
        exchanged(text), "."
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-5",
        "+5",
        "−5",
        "1e3",
        "1E3",
        "0x10",
        "1_000",
        "５０",
        "٥٠",
        "५०",
        "½",
        "²",
        "Ⅴ",
        "五",
        "NaN",
        "nan",
        "inf",
        "Infinity",
        "∞",
        "007",
        "00",
        "0.500",
        "0,500",
        "5.",
        ",5",
        ".5",
        "5,",
        "5.00.000",
        "5.0000",
        "50.00,0",
        "1.2345",
        "12.34.567",
        "1,234,567",
        "1,234.56",
        "1.234,567",
        "5,,0",
        "5..000",
        "50\n",
        "5 000",
        "50MM",
        "5,0\u0660",
        "50\u200b",
        "zehn",
    ],
)
def test_everything_else_is_malformed(text: str) -> None:
    expected = (Refusal.AMOUNT_MALFORMED, {"text": text})

    assert expected == refusal_of(text)


@pytest.mark.parametrize("digits", [16, 17, 400, 5_000])
def test_an_amount_has_fifteen_digits_at_most(digits: int) -> None:
    expected = (Refusal.AMOUNT_TOO_LONG, {"digits": digits})

    assert expected == refusal_of("9" * digits)
    assert expected == refusal_of("0" * (digits - 2) + ",00")


def test_a_long_text_is_shortened() -> None:
    expected = (Refusal.AMOUNT_MALFORMED, {"text": "-" * 19 + "…"})

    assert expected == refusal_of("-" * 400)


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [
        (0, "0"),
        (5, "0,05"),
        (16_50, "16,50"),
        (5_000_00, "5.000"),
        (1_234_567_89, "1.234.567,89"),
        (-16_50, "−16,50"),
        (CAP, "10.000.000.000.000"),
    ],
)
def test_decimals_are_printed_only_when_needed(hundredths: int, text: str) -> None:
    assert text == print_amount(hundredths, mark=",")
    assert exchanged(text) == print_amount(hundredths, mark=".")


@given(st.integers(0, CAP), st.sampled_from(MARKS))
def test_what_is_printed_can_be_read(hundredths: int, mark: Mark) -> None:
    assert hundredths == read_amount(print_amount(hundredths, mark=mark), mark=mark)


@given(st.integers(-CAP, CAP), st.sampled_from(MARKS))
def test_a_decimal_prints_like_its_hundredths(hundredths: int, mark: Mark) -> None:
    whole_units = Decimal(hundredths) / 100

    assert print_amount(hundredths, mark=mark) == print_amount(whole_units, mark=mark)


@given(st.text("0123456789.,", max_size=20), st.sampled_from(MARKS))
def test_no_text_is_read_in_two_languages_as_two_amounts(text: str, mark: Mark) -> None:
    """A text that one language reads, the other reads alike or refuses, unless it groups."""
    try:
        here = read_amount(text, mark=mark)
        there = read_amount(text, mark=other(mark))
    except NotUnderstood:
        return

    assert here == there


@given(st.text(max_size=40) | st.text("0123456789.,", max_size=20), st.sampled_from(MARKS))
def test_a_text_is_an_amount_or_refused(text: str, mark: Mark) -> None:
    try:
        hundredths = read_amount(text, mark=mark)
    except NotUnderstood as error:
        found = error.refusal.value.partition("_")[0]
    else:
        plain = Decimal(text.replace(other(mark), "").replace(mark, "."))
        found = "amount" if text.isascii() and plain * 100 == hundredths else text

    assert found == "amount"


@given(st.text(max_size=60))
def test_shortened_texts_have_twenty_characters_at_most(text: str) -> None:
    assert shorten(text) == text if len(text) <= 20 else len(shorten(text)) == 20
