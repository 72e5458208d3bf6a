"""Anything at all may be said: it is understood, refused or left alone, and never costs much."""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import NotUnderstood
from bot.refusals import Refusal
from bot.wording.forms import printed
from bot.wording.language import Language
from bot.wording.vocabulary import ROWS, Heard, cells, forms, read

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH

SCALE = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))


FORMS = sorted(
    {
        printed(form)
        for row in ROWS
        for word in row.words
        for cell, _, _ in cells(word)
        for form in forms(cell)
    }
)


def mutated(form: str, at: int, change: str, length: int) -> str:
    """The form with some characters replaced."""
    at %= len(form) + 1
    return form[:at] + change + form[at + length :]


anything = st.one_of(
    st.text(max_size=300),
    st.text("!karteeinsatz 0123456789.,MM-?>`~|\n", max_size=80),
    st.builds(
        mutated,
        st.sampled_from(FORMS),
        st.integers(0, 30),
        st.text(max_size=5),
        st.integers(0, 3),
    ),
    st.builds(" ".join, st.lists(st.sampled_from(" ".join(FORMS).split()), max_size=20)),
)
prefixed = st.builds(str.__add__, st.sampled_from(["", "!", "!!"]), anything)


def outcome(act: Callable[[], Heard | None]) -> Heard | tuple[Refusal, dict[str, object]] | None:
    try:
        return act()
    except NotUnderstood as error:
        return error.refusal, error.data


def check_that_nothing_but_a_refusal_is_raised(
    text: str, language: Language, at_terminal: bool
) -> None:
    heard = outcome(lambda: read(text, language=language, bare=at_terminal))
    again = outcome(
        lambda: read(unicodedata.normalize("NFD", text), language=language, bare=at_terminal)
    )

    assert isinstance(again, Heard) == isinstance(heard, Heard)
    if isinstance(heard, tuple):
        assert all(len(str(value)) <= 60 for value in heard[1].values())


@settings(max_examples=250, deadline=None)
@given(prefixed, st.sampled_from(Language), st.booleans())
def test_no_text_does_more_than_be_refused(text: str, language: Language, terminal: bool) -> None:
    """The slow lane tries 20,000."""
    check_that_nothing_but_a_refusal_is_raised(text, language, terminal)


@pytest.mark.slow
@settings(max_examples=max(100, int(20_000 * SCALE)), deadline=None)
@given(prefixed, st.sampled_from(Language), st.booleans())
def test_none_of_many_texts_does(text: str, language: Language, terminal: bool) -> None:
    check_that_nothing_but_a_refusal_is_raised(text, language, terminal)


@settings(max_examples=500, deadline=None)
@given(anything, st.sampled_from(Language))
def test_a_plain_word_means_the_same_with_the_prefix(text: str, language: Language) -> None:
    """What acts without the prefix acts alike with it, unless a word of the other table wins."""
    heard = outcome(lambda: read(text, language=language, prefix=""))
    if isinstance(heard, Heard):
        said = outcome(lambda: read("!" + text.strip(), language=language))

        assert isinstance(said, Heard)
        assert type(heard.request) is type(said.request)


@pytest.mark.parametrize(
    "text",
    [
        "!einsatz " + "9" * 1_000_000,
        "9" * 1_000_000 + "x",
        "!einsatz " + "m" * 1_000_000,
        "1 " * 500_000,
        "!karte " + "bitte " * 200_000,
        "bitte " * 200_000 + "karte",
        "!" + "x" * 1_000_000,
        "50 MM auf " * 100_000,
        "Box " * 300_000,
    ],
)
def test_a_megabyte_costs_no_more_than_reading_it(text: str) -> None:
    began = time.perf_counter()
    outcome(lambda: read(text, language=GERMAN, bare=True))
    outcome(lambda: read(text, language=GERMAN))

    assert time.perf_counter() - began < 5
