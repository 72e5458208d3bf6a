"""Settings: the house's account as it stands in a sentence, and nothing that breaks out of it."""

from __future__ import annotations

import pytest

from bot.config import load
from bot.errors import CannotStart
from bot.table.house import Bank

ACCOUNT = ("AQUATIQUE_ACCOUNT_NAME", "AQUATIQUE_ACCOUNT_NUMBER", "AQUATIQUE_ACCOUNT_BANK")


def test_the_account_of_the_source_is_the_default() -> None:
    assert Bank(name="Aquatique", number="30011154749", bank="ZSBA") == load({}).bank
    assert load({}).bank == load(dict.fromkeys(ACCOUNT, "")).bank


def test_every_part_of_the_account_can_be_set() -> None:
    given = load(
        dict(zip(ACCOUNT, ("Café Zürich", "DE12 3456-78/9", "1. Bank & Co."), strict=True))
    )

    assert Bank(name="Café Zürich", number="DE12 3456-78/9", bank="1. Bank & Co.") == given.bank


@pytest.mark.parametrize("name", ACCOUNT)
@pytest.mark.parametrize(
    "text",
    ["a`b", "**a**", "a_b", "~~a~~", "||a||", "<@1>", "@here", "[a](b)", "a\nb", "a\x1b", " a",
     "a ", "a" * 61, "\u202ea", "a\\"],
)  # fmt: skip
def test_what_breaks_out_of_a_sentence_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(CannotStart, match=f"settings: {name} is not accepted"):
        load({name: text})


def test_staff_is_named_for_every_server_or_for_one() -> None:
    one, two, here, there = (10**17 + each for each in range(4))
    staff = load({"AQUATIQUE_STAFF": f"{one}, {here}={two},{here}={one} {there}={two}"}).staff

    assert frozenset({one}) == staff.everywhere
    assert {here: {one, two}, there: {two}} == staff.by_guild


@pytest.mark.parametrize("text", ["anna", f"{10**17}=", f"={10**17}", f"1={10**17}", "1,2"])
def test_staff_that_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(CannotStart, match="AQUATIQUE_STAFF"):
        load({"AQUATIQUE_STAFF": text})
