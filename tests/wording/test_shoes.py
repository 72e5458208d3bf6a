"""What the house says of shoes: numbers drawn again, shuffles, the neutral card, packs."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot.engine.events import Rejection, Shuffling
from bot.engine.presets import PRESETS
from bot.engine.rules import RuleSet, as_json
from bot.table.proofs import DrawPart
from bot.table.replies import Drawn, Fact, Numbers, Rules
from bot.table.shuffles import NoCard, Reshuffled
from bot.wording.language import Language
from bot.wording.post import Post, post, welcome
from tests.engine.script import changed
from tests.wording import proofs
from tests.wording.facts import ANNA, closed, dealer, opened, staked, wants

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH
VEGAS: Final = PRESETS["vegas_red"]
HOME: Final = changed("aquatique", packs="1", shoe="round")


def drawn(
    number: int, *, draw: int = 7, reason: Rejection | None = None, serial: int | None = None
) -> Drawn:
    name = "local" if serial is None else "random.org"
    number_of_draw: int | UnsetType = UNSET if serial is None else serial
    return Drawn(
        round=1, draw=draw, position=1, number=number, accepted=reason is None,
        reason=reason or UNSET, source=name, serial=number_of_draw, log=draw, head="0" * 16,
    )  # fmt: skip


def again(number: int, draw: int = 7) -> Drawn:
    return drawn(number, draw=draw, reason=Rejection.DUPLICATE)


def lines(*facts: Fact, language: Language = GERMAN) -> list[str]:
    made = post(facts, language)
    return made.text.split("\n") if made else []


@pytest.mark.parametrize(
    ("numbers", "german", "english"),
    [
        (
            (47,),
            "Zahl 47 ist schon heraus, es wird neu gezogen.",
            "Number 47 is out already, another is drawn.",
        ),
        (
            (47, 12, 47, 300),
            "Die Zahlen 47, 12 und 300 sind schon heraus, es wird neu gezogen.",
            "The numbers 47, 12 and 300 are out already, others are drawn.",
        ),
    ],
)
def test_numbers_that_are_out_are_named_once(
    numbers: tuple[int, ...], german: str, english: str
) -> None:
    facts = [again(number) for number in numbers]

    assert german in lines(*facts)
    assert english in lines(*facts, language=ENGLISH)


def test_spare_numbers_are_not_spoken_of() -> None:
    (small,) = lines(drawn(5, reason=Rejection.UNUSED), drawn(6, reason=Rejection.UNUSED))

    assert small.startswith("-# ")


def test_numbers_drawn_again_one_at_a_time_have_one_small_line() -> None:
    said = lines(again(5), again(5, draw=8), drawn(6, draw=9))

    assert ["-# Runde 1 · Ziehung 7–9 · dieser Rechner · Protokoll 9 · " + "0" * 16] == said[1:]


def test_draws_that_somebody_else_numbers_keep_a_line_each() -> None:
    first = drawn(5, reason=Rejection.DUPLICATE, serial=41)
    said = lines(first, drawn(6, draw=8, serial=42))

    assert 2 == len([line for line in said if line.startswith("-# ")])


def test_the_remark_stands_before_the_cards_that_the_dealer_draws() -> None:
    said = lines(again(5), dealer(49, "♠7", stands=True), wants())

    assert said[0].startswith("Zahl 5 ist")
    assert said[1].startswith("Der Croupier zieht")


def test_a_shuffle_makes_a_post_of_the_first_stake() -> None:
    cut = Reshuffled(round=1, reason=Shuffling.CUT_CARD, cards=312)
    shuffled = "Der Croupier hat gemischt, alle 312 Karten sind wieder im Spiel."

    assert Post(f"Box 1 · 50 MM\n{shuffled}", receipt=False) == post(
        [opened(), cut, staked(ANNA), wants()], GERMAN
    )


def test_a_round_in_which_the_neutral_card_came_ends_with_it() -> None:
    over = replace(closed(), cut_card=True)

    assert "Die neutrale Karte ist gekommen, nach dieser Runde wird gemischt." in lines(over)
    assert any("cut card has come" in line for line in lines(over, language=ENGLISH))
    assert not any("neutrale" in line for line in lines(closed()))


def test_a_pack_that_runs_out_is_announced() -> None:
    out = Reshuffled(round=1, reason=Shuffling.RAN_OUT, cards=52)

    assert ["Alle 52 Karten sind heraus. Sie werden gemischt, und es geht weiter."] == lines(out)


# ── asked, and at the door ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "german", "english"),
    [
        (
            VEGAS,
            ", sechs Pakete mit neutraler Karte nach 260, ",
            ", six packs with a cut card after 260, ",
        ),
        (HOME, ", ein Paket, jede Runde neu gemischt, ", ", one pack, shuffled every round, "),
        (
            changed("aquatique", packs="2", pack="32"),
            ", zwei Pakete zu 32 Karten, ",
            ", two packs of 32 cards, ",
        ),
    ],
)
def test_the_welcome_names_the_shoe(rules: RuleSet, german: str, english: str) -> None:
    assert german in welcome(rules, "vegas_red", "local", GERMAN)
    assert english in welcome(rules, "vegas_red", "local", ENGLISH)


@pytest.mark.parametrize(
    ("rules", "german", "english"),
    [
        (
            VEGAS,
            (
                "Die neutrale Karte kommt nach 260 von 312 Karten; nach der Runde, in der sie "
                "kommt, werden alle 312 neu gemischt."
            ),
            (
                "The cut card comes after 260 of 312 cards; after the round in which it comes, all "
                "312 are shuffled."
            ),
        ),
        (
            HOME,
            (
                "Die 52 Karten werden jede Runde neu gemischt, und wenn alle heraus sind. Ist eine "
                "gezogene Zahl schon heraus, wird neu gezogen."
            ),
            (
                "The 52 cards are shuffled every round, and when all are out. Where a drawn number "
                "is out already, another is drawn."
            ),
        ),
        (
            PRESETS["aquatique"],
            "Gezogene Zahlen bleiben im Spiel.",
            "Numbers that were drawn stay in play.",
        ),
    ],
)
def test_the_rules_name_the_shoe(rules: RuleSet, german: str, english: str) -> None:
    fact = Rules(preset="vegas_red", rules=as_json(rules), source="local")

    assert german in "\n".join(lines(fact))
    assert english in "\n".join(lines(fact, language=ENGLISH))


def test_the_numbers_of_a_short_pack() -> None:
    said = lines(Numbers(packs=1, pack=32))

    assert "**Zahlen 1 bis 32** (ein Paket zu 32 Karten)" == said[0]
    assert said[1].startswith("**Pik** 1 → 7 · 2 → 8")
    assert said[4].endswith("31 → König · 32 → Ass")


def test_a_draw_shows_what_is_no_card_where_chance_put_it() -> None:
    wrong = (
        NoCard(place=1, number=47, reason=Rejection.DUPLICATE),
        NoCard(place=3, number=9, reason=Rejection.UNUSED),
    )
    known = proofs.draw()
    (first, *_) = known.parts
    part = DrawPart(
        table=known.table, round=1, boxes=(1,), cards=first.cards[:1], spares=2, rejected=wrong
    )
    said = lines(replace(known, parts=(part,)))

    assert said[1].startswith("3 Zahlen, jede von 1 bis")
    assert "Zahl 47 (schon heraus) · Zahl" in said[2]
    assert said[2].endswith("· Zahl 9 (nicht gebraucht)")
