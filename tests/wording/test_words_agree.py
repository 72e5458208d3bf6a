"""The vocabulary is the table: ``tests/data/words.md`` holds its columns, guards left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.engine.presets import PRESETS
from bot.engine.rules import as_json
from bot.errors import NotUnderstood
from bot.table.replies import Help
from bot.table.requests import AllowLimit, Book, NotOffered, Reverse, SetRules, StakeBehind
from bot.wording.forms import fold, printed
from bot.wording.handbook import command_table, help_text
from bot.wording.language import Language
from bot.wording.speech import SPEECH
from bot.wording.vocabulary import ROWS, Heard, cells, forms, read
from bot.wording.words import Means, Row, Word

TABLE = Path(__file__).parents[1] / "data" / "words.md"


class Line(NamedTuple):
    code: str
    german: list[str]
    english: list[str]
    plain: list[str]
    role: str
    since: str
    open_ended: bool  # the English column ends in three dots


def listed(cell: str) -> list[str]:
    """The forms of a cell: ``einsatz alles`/`max`` is two, remarks are none."""
    cell = cell.partition("; its moves are")[0]
    found: list[str] = []
    for slash, form in re.findall(r"(/?)`([^`]+)`", cell):
        stem = found[-1].rpartition(" ")[0] if slash else ""
        found.append(f"{stem} {form}" if slash else form)
    return found


def lines() -> list[Line]:
    rows = [row for row in TABLE.read_text("utf-8").splitlines()[2:] if row]
    parts = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [
        Line(code, listed(german), listed(english), listed(plain), role, since, "…" in english)
        for code, german, english, plain, role, since in parts
    ]


def column(row: Row, number: int) -> list[str]:
    """A column of the vocabulary, printed as in the table."""
    found = [form for word in row.words for form in forms(cells(word)[number][0])]
    return list(dict.fromkeys(map(printed, found)))


ALL_WORDS = [word for row in ROWS for word in row.words]
ALL_FORMS = [
    (word, printed(form), language, plain)
    for word in ALL_WORDS
    for cell, language, plain in cells(word)
    for form in forms(cell)
]


def heard(text: str, language: Language, *, bare: bool = False) -> Heard | NotUnderstood | None:
    try:
        return read(text, language=language, bare=bare)
    except NotUnderstood as error:
        return error


def folded(answer: Heard | NotUnderstood | None) -> Heard | NotUnderstood | None:
    """The same with free text as it is spelt alike: members and reasons keep their case."""
    if not isinstance(answer, Heard):
        return answer
    match answer.request:
        case Book() as request:
            member, reason = fold(request.member), fold(request.reason)
            return Heard(replace(request, member=member, reason=reason), answer.plain)
        case StakeBehind() as request:
            return Heard(replace(request, owner=fold(request.owner)), answer.plain)
        case SetRules() as request:
            return Heard(replace(request, text=fold(request.text)), answer.plain)
        case AllowLimit() as request:
            return Heard(replace(request, member=fold(request.member)), answer.plain)
        case Reverse() as request:
            return Heard(replace(request, reason=fold(request.reason)), answer.plain)
        case _:
            return answer


def test_the_table_has_all_rows_in_its_order() -> None:
    assert [line.code for line in lines()] == [row.code for row in ROWS]


@pytest.mark.parametrize(
    ("line", "row"), [*zip(lines(), ROWS, strict=True)], ids=[row.code for row in ROWS]
)
def test_a_row_is_the_line_of_the_table(line: Line, row: Row) -> None:
    german, english, plain, _ = (column(row, number) for number in range(4))
    issues = ", ".join(dict.fromkeys(str(word.since) for word in row.words))

    assert line.german == german
    assert line.english == (english[: len(line.english)] if line.open_ended else english)
    assert line.plain == plain
    assert (line.role, line.since) == (row.role, issues)


@pytest.mark.parametrize(("word", "form", "language", "plain"), ALL_FORMS)
def test_every_form_of_the_table_is_understood(
    word: Word, form: str, language: Language, plain: bool
) -> None:
    """With the prefix and at the terminal at every table, without it at its own."""
    answers = [heard("!" + form, each) for each in Language]
    answers += [heard(form, each, bare=True) for each in Language]
    if plain:
        answers.append(heard(form, language))
    offered = [
        isinstance(answer, Heard) and not isinstance(answer.request, NotOffered)
        for answer in answers
    ]

    assert [word.is_served] * len(offered) == offered
    assert all(isinstance(answer, Heard) for answer in answers)
    assert not any(answer.plain for answer in answers[:4] if isinstance(answer, Heard))


@pytest.mark.parametrize(("word", "form", "language", "plain"), ALL_FORMS)
def test_spellings_are_alike(word: Word, form: str, language: Language, plain: bool) -> None:
    expected = folded(heard("!" + form, language))
    spelt = form.replace("ß", "ss").replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    others = [folded(heard("!" + each, language)) for each in (form.upper(), form.lower(), spelt)]

    assert [expected] * 3 == others
    assert fold(form) == fold(spelt)


def test_every_meaning_has_exactly_one_word() -> None:
    meanings = [word.means for word in ALL_WORDS if word.means is not None]

    assert sorted(Means, key=lambda each: each.value) == sorted(
        meanings, key=lambda each: each.value
    )


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_help_fits_in_a_post_and_each_example_of_it_works(
    preset: str, language: Language
) -> None:
    text = told(preset, language)
    examples = [form for form in re.findall(r"`([^`]+)`", text) if form != "!"]
    answers = [heard(form, language) for form in examples]

    assert len(text) <= 2000
    assert all(
        isinstance(answer, Heard) and not isinstance(answer.request, NotOffered)
        for answer in answers
    )


def told(preset: str, language: Language, *, staff: bool = False, tips: bool = False) -> str:
    rules = as_json(PRESETS[preset])
    return help_text(Help(player="anna", rules=rules, staff=staff, tips=tips), SPEECH[language])


@pytest.mark.parametrize("language", Language)
def test_every_word_that_is_served_is_helped_with_somewhere(language: Language) -> None:
    helped = "\n".join(told(preset, language, staff=True, tips=True) for preset in PRESETS)

    for means in Means:
        assert f": {SPEECH[language].words.means(means)}" in helped


def test_the_help_names_what_is_played_here_and_what_the_speaker_may_do() -> None:
    plain, casino = told("aquatique", Language.GERMAN), told("casino", Language.GERMAN)
    staff = told("aquatique", Language.GERMAN, staff=True, tips=True)

    assert "teilen" not in plain
    assert "teilen" in casino
    assert "!gutschrift" not in plain + casino
    assert "!gutschrift" in staff
    assert "!tipp" in staff
    assert "!tipp" not in plain


def test_the_printed_table_lists_every_served_form_and_no_other() -> None:
    expected = {printed for word, printed, _, _ in ALL_FORMS if word.is_served}

    assert expected == set(re.findall(r"`([^`]+)`", command_table()))
