"""What people wrote shows as they wrote it, and acts on nobody."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.refusals import Refusal
from bot.table.replies import Refused, Settled
from bot.wording.disarming import disarmed, with_names_disarmed
from bot.wording.language import Language
from bot.wording.post import Manner, post
from tests.wording.facts import BERT, DEAL, push, refused

IN_DISCORD = Manner("!", markdown=True)

_ACTIVE = re.compile(r"(?<!\\)(?:\\\\)*[`*_~|<>\[\]()#]")
_SUMMONS = re.compile(r"@(?:everyone|here)|<@[!&]?[0-9]+>|<#[0-9]+>")


@given(st.text(max_size=300))
def test_no_text_is_markdown_a_mention_or_a_second_line(text: str) -> None:
    shown = disarmed(text)

    assert not _ACTIVE.search(shown)
    assert not _SUMMONS.search(shown)
    assert shown.isprintable() or "\u200b" in shown
    assert "\n" not in shown


@given(st.text("anbERT ÄÖüß0123456789", min_size=1, max_size=32))
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert " ".join(name.split()) == disarmed(name)


@pytest.mark.parametrize(
    "name",
    ["**anna**", "@everyone", "<@7>", "[hier](http://evil.example)", "a`b", "x\n# y", "||z||"],
)
def test_a_name_in_a_post_is_disarmed(name: str) -> None:
    fact = push(BERT, 2000)
    assert isinstance(fact, Settled)
    made = post([*DEAL, _renamed(fact, name)], Language.GERMAN, IN_DISCORD)

    assert made is not None
    assert disarmed(name) in made.text
    assert name not in made.text.replace(disarmed(name), "")


def _renamed(fact: Settled, name: str) -> Settled:
    from msgspec.structs import replace

    return replace(fact, player=name)


def test_names_inside_other_facts_are_disarmed_too() -> None:
    refusal = refused(Refusal.NOT_UNDERSTOOD, ["nearest"], word="@everyone `x` *y*")
    changed = with_names_disarmed(refusal)

    assert isinstance(changed, Refused)
    assert changed.data["word"] == disarmed("@everyone `x` *y*")
    assert changed.code is refusal.code


def test_a_refusal_shows_what_was_disarmed_as_it_is() -> None:
    refusal = refused(Refusal.NOT_UNDERSTOOD, ["nearest"], word="@everyone <@1>")
    made = post([refusal], Language.GERMAN, Manner(markdown=True))

    assert made is not None
    assert made.text.startswith(f"„{disarmed('@everyone <@1>')}“")


def test_commands_are_quoted_with_the_prefix_of_the_guild() -> None:
    refusal = refused(Refusal.NOT_UNDERSTOOD, word="einsaz", nearest="einsatz 80")
    made = post([refusal], Language.GERMAN, Manner("$"))

    assert made is not None
    assert made.text == "„einsaz“ verstehe ich nicht. Meinen Sie `$einsatz 80`?"
