"""Why not: a sentence for every code, in both languages, with its numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.refusals import Outage, Refusal
from bot.table.replies import Chain, HandsLeft, Waiting
from bot.wording.language import Language
from bot.wording.post import refusal
from tests.wording.facts import (
    AMOUNTS,
    DATA,
    refused,
)
from tests.wording.told import text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


REFUSALS = Path(__file__).parents[2] / "bot" / "refusals.py"


def carried(code: Refusal) -> list[str]:
    """The names of data that the comment beside a code lists."""
    (comment,) = re.findall(
        rf'= "{code.value}"(?:  # (.*))?$', REFUSALS.read_text("utf-8"), re.MULTILINE
    )
    return re.findall(r"\b(?:[a-z]+)\b", re.sub(r"\(.*?\)|:.*|, if .*", "", comment))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", Refusal)
def test_every_refusal_has_a_sentence_with_its_numbers(code: Refusal, language: Language) -> None:
    """Everything a code carries is said; the unit stands with the amounts."""
    said = refusal(refused(code), language)
    names = set(carried(code))
    printed = {
        "amount": {GERMAN: "7,50 MM", ENGLISH: "7.50 MM"}[language],
        "maximum": {GERMAN: "5.000 MM", ENGLISH: "5,000 MM"}[language],
        "minimum": "10 MM",
        "missing": "30 MM",
        "available": "20 MM",
    }

    assert names <= AMOUNTS.keys() | DATA.keys()
    assert re.fullmatch(r"(?:[A-ZÄÖÜ„“0-9]|random\.org).*[.?*]", said)
    assert not re.search(r"[{}]|None|Decimal", said)
    for name in names:
        value = DATA.get(name)
        for each in value if isinstance(value, tuple) else (printed.get(name, value),):
            assert str(each) in said


@pytest.mark.parametrize("language", Language)
def test_refusals_with_less_data(language: Language) -> None:
    facts = [
        refused(Refusal.NOT_UNDERSTOOD, ["nearest"]),
        refused(Refusal.NOT_UNDERSTOOD, nearest=None),
        refused(Refusal.NO_OPEN_HAND, ["box"]),
        refused(Refusal.NO_SUCH_ROUND, round=0),
        refused(Refusal.NO_SUCH_ROUND, ["round"]),
        refused(Refusal.NO_SUCH_BOX, seats=1),
        refused(Refusal.INSUFFICIENT_FUNDS, ["reference"]),
        refused(Refusal.BETTING_TIME, until=1),
        refused(Refusal.WAITING_FOR_CARDS, draws=1),
        refused(Refusal.WHICH_BOX, ["boxes"], boxes=(1, 2, 3)),
    ]

    assert all(refusal(fact, language).endswith(".") for fact in facts)


def test_the_stake_stays_where_there_is_one() -> None:
    standing = text(refused(Refusal.QUOTA_RESERVE, standing=True))
    none = text(refused(Refusal.QUOTA_RESERVE, standing=False))

    assert standing.endswith("Ab 00:00 UTC geht es weiter; der Einsatz bleibt stehen.")
    assert none.endswith("Ab 00:00 UTC geht es weiter.")


def test_who_sits_out_with_a_stake_is_told_how_to_take_it_back() -> None:
    said = text(refused(Refusal.ALREADY_STAKED, sits_out=True))

    assert said.endswith("Wer aussetzt, nimmt sie zuerst zurück: `!einsatz zurück`.")


@pytest.mark.parametrize(
    ("until", "german", "english"),
    [
        (1, "noch eine Sekunde", "a second more"),
        (119, "noch 119 Sekunden", "119 seconds more"),
        (3540, "noch etwa 59 Minuten", "about 59 minutes more"),
        (86_399, "noch etwa 24 Stunden", "about 24 hours more"),
    ],
)
def test_the_betting_time_is_told_in_a_unit_that_fits(
    until: int, german: str, english: str
) -> None:
    why = refused(Refusal.BETTING_TIME, until=until)

    assert f" {german} " in text(why)
    assert f" {english}," in text(why, language=ENGLISH)


@pytest.mark.parametrize(
    ("hands", "german", "english"),
    [
        (0, "für keine ganze Hand mehr.", "too few for one more hand."),
        (1, "für etwa eine Hand.", "for about one hand."),
        (2, "für etwa 2 Hände.", "for about 2 hands."),
    ],
)
def test_hands_that_are_left_are_counted_as_people_do(
    hands: int, german: str, english: str
) -> None:
    left = HandsLeft(hands=hands)

    assert text(left).endswith(german)
    assert text(left, language=ENGLISH).endswith(english)


def test_the_nearest_word_is_offered() -> None:
    expected = "„einsaz“ verstehe ich nicht. Meinen Sie `!einsatz 80`?"

    assert expected == text(refused(Refusal.NOT_UNDERSTOOD))


def test_what_was_typed_cannot_move_the_cursor() -> None:
    said = text(refused(Refusal.NOT_UNDERSTOOD, word="\x1b[2Jx\u202e\ud800\n"))

    assert "„�[2Jx���“" in said


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("outage", Outage)
def test_every_outage_has_a_sentence_and_its_end_if_known(
    outage: Outage, language: Language
) -> None:
    until = Waiting(outage=outage, until="2026-12-25T00:00:00.000+00:00")
    said = text(until, language=language)

    assert {GERMAN: "25.12.2026, 00:00 UTC", ENGLISH: "2026-12-25, 00:00 UTC"}[language] in said
    assert said.startswith(text(Waiting(outage=outage), language=language))
    assert re.fullmatch(r"[A-Z].*: \S.*\.", said)


def test_a_new_chain_of_tickets_is_one_small_line() -> None:
    assert text(Chain(ticket="new")) == "-# random.org · neue Ticketkette ab new"
    assert text(Chain(ticket="new", replaces="old")).endswith(" new · alte unbenutzt ab old")
    both = "-# random.org · neue Ticketkette ab new · für verdeckte Karten ab other"
    assert text(Chain(ticket="new", beside="other")) == both
