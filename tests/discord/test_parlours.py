"""Games at home in Discord, with chosen cards: a bank that goes round, hidden cards, a shuffle."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.discord.parlours import Parlour
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Guild
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.tables import until

GENERATE: Final = "generateSignedIntegers"
SPARE: Final = ("Herz Bube", "Herz Dame", "Herz König")  # numbers drawn for five cards, and unused

Opening = Callable[[str], Parlour]


@pytest.fixture
def at(discord: StandIn, random_org: RandomOrg, tmp_path: Path, guild: Guild) -> Opening:
    """Opens a parlour with rules of its own."""
    return partial(Parlour, discord, random_org, tmp_path / "house", guild)


async def test_a_rotating_bank_keeps_its_hidden_card_over_kills(
    at: Opening, random_org: RandomOrg
) -> None:
    """Killed in mid-round, and when random.org has drawn the hidden card but could not say so."""
    parlour = at("home52")
    anna, bert, carl = parlour.anna, parlour.bert, parlour.carl
    with parlour.open() as house:
        parlour.ask(anna, "!bank 60")
        parlour.sign(bert, "10 MM")
        parlour.sign(carl, "4 MM")
        parlour.plan("Pik 10", "Karo 9", "Kreuz 6", "Pik 8", "Karo 7", *SPARE, "Herz 10")
        dealt = parlour.ask(anna, "!geben")
        house.kill()
    parlour.plan("Karo 4")
    stands, takes = parlour.say(bert, "!reste"), parlour.say(carl, "!karte")
    with parlour.open() as house:
        assert "Bank (anna): Zahl 31 → Kreuz 6 · verdeckt" in dealt
        assert "Am Zug: carl" in parlour.answer(stands)
        assert "Karo 4 = **20**" in parlour.answer(takes)
        assert all("Herz 10" not in said for said in parlour.said())

        parlour.plan("Herz 3")
        over = parlour.ask(carl, "!reste")

        assert "Kreuz 6 · Zahl 48 → Herz 10, bis jetzt verdeckt · Zahl 41 → Herz 3 = **19**" in over
        assert "Box 1 bert: 18 gegen 19, verloren." in over
        assert "Box 2 carl: 20 schlägt 19." in over
        assert "Die Bank (anna): 6 MM gewonnen." in over
        assert "66 MM zurück an anna. Die nächste Bank ist bert;" in over

        parlour.ask(bert, "!bank 50")
        parlour.sign(carl, "5 MM")
        parlour.sign(anna, "7 MM")
        parlour.plan("Pik 10", "Karo 9", "Kreuz 10", "Pik 9", "Karo 7", *SPARE, "Herz 8")
        random_org.plan("never", method=GENERATE, when="after", skip=1, times=None)
        before = len(random_org.draws())
        asked = parlour.say(carl, "!geben")
        await until(lambda: len(random_org.draws()) == before + 2)
        house.kill()
    random_org.forget_plan()
    with parlour.open() as house:
        dealt = parlour.answer(asked)
        assert "Kreuz 10 · verdeckt" in dealt
        assert "sieht unter die Zehn: kein Blackjack." in dealt
        parlour.ask(carl, "!reste")
        over = parlour.ask(anna, "!reste")

        assert "Kreuz 10 · Zahl 46 → Herz 8, bis jetzt verdeckt = **18**" in over
        assert "Die Bank (bert): 2 MM gewonnen." in over
        assert "52 MM zurück an bert. Die nächste Bank ist carl;" in over
        parlour.require_reckoned(house)


def test_own_cards_are_told_to_their_owner_and_nowhere_else(at: Opening) -> None:
    """Neither the channel nor anybody else is sent a face, by anything, until all are turned up."""
    parlour = at("classic32")
    anna, bert, carl = parlour.anna, parlour.bert, parlour.carl
    with parlour.open() as house:
        parlour.ask(anna, "!bank 60")
        parlour.sign(bert, "10 MM")
        parlour.sign(carl, "4 MM")
        parlour.plan("Pik 9", "Karo 10", "Pik König", "Karo 8")
        parlour.ask(anna, "!geben")
        parlour.sign(bert, "!meine karten")
        parlour.plan("Herz 7")
        assert parlour.ask(bert, "!karte").startswith("Box 1: verdeckt\n")
        parlour.sign(bert, "!meine karten")
        assert "Verdeckt liegt von Ihnen hier nichts" in parlour.ask(anna, "!meine karten")
        for who in (anna, bert, carl):
            parlour.ask(who, "!runde")
        told = parlour.directs(bert)
        sent = [one for one in parlour.discord.requests() if one["path"] != parlour.private(bert)]

        moves = " Möglich: *Karte · Keine Karte*"
        assert told == [
            f"Box 1: Pik 9 · Pik König = **13**.{moves}",
            f"Box 1: Pik 9 · Pik König · Herz 7 = **20**.{moves}",
        ]
        assert len(sent) > 10
        for face in ("Pik 9", "Pik König", "Herz 7", "Karo 10", "Karo 8", "**13**", "**20**"):
            assert face not in json.dumps(sent, ensure_ascii=False)
        assert [] == parlour.directs(anna) == parlour.directs(carl)

        parlour.plan("Kreuz 10", "Kreuz 8")
        parlour.ask(bert, "!reste")
        parlour.ask(carl, "!reste")
        over = parlour.ask(anna, "!reste")

        assert "Zahl 25 → Herz 7, bis jetzt verdeckt = **20**" in over
        assert "Box 2 carl: 18 gegen 18, bei Gleichstand gewinnt die Bank." in over
        assert "Die Bank (anna): 6 MM verloren. In der Bank: 54 MM." in over
        parlour.require_reckoned(house)
        assert told == parlour.directs(bert)


def test_a_shoe_is_shuffled_at_the_neutral_card(at: Opening) -> None:
    """It is told when it comes, and again with the next stake: then the same cards may come."""
    parlour = at("aquatique shoe=cut_card cut_card_after=4")
    bert = parlour.bert
    with parlour.open() as house:
        parlour.sign(bert, "10 MM")
        parlour.plan("Pik 10", "Karo 9", "Pik 8", *SPARE)
        parlour.ask(bert, "!geben")
        parlour.plan("Karo 9", "Herz 8", *SPARE[:2])
        over = parlour.ask(bert, "!reste")

        assert "Zahl 121 ist schon heraus, es wird neu gezogen." in over
        assert "Karo 9 · Zahl 271 → Herz 8 = **17**" in over
        assert "Die neutrale Karte ist gekommen, nach dieser Runde wird gemischt." in over
        shuffled = parlour.ask(bert, "10 MM")
        assert "Der Croupier hat gemischt, alle 312 Karten sind wieder im Spiel." in shuffled

        parlour.plan("Pik 10", "Karo 9", "Pik 8", *SPARE)
        assert "Box 1 bert (10 MM): Zahl 49 → Pik 10" in parlour.ask(bert, "!geben")
        parlour.plan("Herz 8", *SPARE)
        again = parlour.ask(bert, "!reste")

        assert "schon heraus" not in again
        assert "Karo 9 · Zahl 271 → Herz 8 = **17**" in again
        parlour.require_reckoned(house)
