"""The house's edge and a tip, as they are said."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from msgspec import UNSET

from bot.engine.presets import AQUATIQUE, PRESETS
from bot.engine.rules import RuleSet, as_json
from bot.odds.play import Play
from bot.table.replies import Rules
from bot.table.tips import Edge, Tip, TipsSwitched
from bot.wording.language import Language
from tests.engine.script import changed
from tests.wording.told import text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH
SHOE = changed("vegas_red")


def told(edge: Edge, language: Language = GERMAN, rules: RuleSet = AQUATIQUE) -> str:
    """The one line that says it."""
    fact = Rules(preset="aquatique", rules=as_json(rules), source="local", edge=edge)
    said = text(fact, language=language)
    (line,) = (
        line for line in said.split("\n") if line.startswith(("- Bei bestem", "- With best"))
    )
    return line


def of(stake: str, insurance: str | None = None, bust: str | None = None) -> Edge:
    sides = [UNSET if side is None else Decimal(side) for side in (insurance, bust)]
    return Edge(stake=Decimal(stake), insurance=sides[0], bust=sides[1])


@pytest.mark.parametrize(
    ("edge", "german", "english"),
    [
        (
            of("1.15"),
            "behält das Haus auf lange Sicht 1,15 % des Einsatzes.",
            "the house keeps 1.15% of the stake in the long run.",
        ),
        (
            of("0.54", "7.69", "1.44"),
            (
                "behält das Haus auf lange Sicht 0,54 % des Einsatzes, 7,69 % jeder Versicherung "
                "und 1,44 % jeder Bust-Wette."
            ),
            (
                "the house keeps 0.54% of the stake, 7.69% of every insurance and 1.44% of every "
                "bust bet in the long run."
            ),
        ),
        (
            of("0.00", "-50", "1.44"),
            (
                "behält das Haus auf lange Sicht 0 % des Einsatzes und 1,44 % jeder Bust-Wette und "
                "verliert 50 % jeder Versicherung."
            ),
            (
                "the house keeps 0% of the stake and 1.44% of every bust bet and loses 50% of "
                "every insurance in the long run."
            ),
        ),
        (
            of("-0.40"),
            "verliert das Haus auf lange Sicht 0,40 % des Einsatzes.",
            "the house loses 0.40% of the stake in the long run.",
        ),
    ],
)
def test_the_edge_is_one_sentence(edge: Edge, german: str, english: str) -> None:
    assert f"- Bei bestem Spiel {german}" == told(edge)
    assert f"- With best play {english}" == told(edge, ENGLISH)


def test_of_another_shoe_it_is_said_for_which_it_holds() -> None:
    german, english = told(of("1.17"), GERMAN, SHOE), told(of("1.17"), ENGLISH, SHOE)

    assert german.startswith("- Bei bestem Spiel und immer vollem Schlitten behält das Haus")
    assert english.startswith("- With best play and a continuous shoe the house keeps 1.17%")


def test_without_an_edge_there_is_no_sentence() -> None:
    fact = Rules(preset="home52", rules=as_json(PRESETS["home52"]), source="local")

    assert "Sicht" not in text(fact)
    assert "Tipps" not in text(fact)


def a_tip(**changed: Any) -> Tip:
    values: dict[str, Any] = {
        "round": 1,
        "player": "anna",
        "box": 2,
        "hand": 1,
        "best": Play.DOUBLE,
        "brings": Decimal("17.32"),
        "other": Play.STAND,
        "other_brings": Decimal("-0.50"),
    }
    return Tip(**values | changed)


def test_a_tip_names_two_moves_and_what_they_bring() -> None:
    assert (
        "Tipp für Box 2: **Verdoppeln**. Im Mittel bringt das +17,32 % des Einsatzes, "
        "Keine Karte −0,50 %."
    ) == text(a_tip())
    assert (
        "Tip for Box 2: **Double**. On average that brings +17.32% of the stake, No card −0.50%."
    ) == text(a_tip(), language=ENGLISH)


def test_a_tip_for_a_split_hand_names_the_hand() -> None:
    assert text(a_tip(hand=3, split=True)).startswith("Tipp für Box 2, Hand 3: **")


@pytest.mark.parametrize("play", Play)
def test_every_move_has_a_name_of_its_own(play: Play) -> None:
    for language in Language:
        said = {text(a_tip(best=each), language=language) for each in Play if each is not play}
        assert text(a_tip(best=play), language=language) not in said


def test_switching_is_answered_and_stands_in_the_rules() -> None:
    on = text(TipsSwitched(on=True))
    rules = Rules(preset="aquatique", rules=as_json(AQUATIQUE), source="local", tips=True)

    assert f"- {on}" in text(rules).split("\n")
    assert "Tipps sind ausgeschaltet." == text(TipsSwitched(on=False))
