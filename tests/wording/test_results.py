"""Every result names its cause, what was paid and the balance."""

from __future__ import annotations

import pytest

from bot.engine.events import Outcome, Reason
from bot.wording.language import Language
from tests.wording.facts import (
    ANNA,
    card,
    closed,
    dealer,
    settled,
)
from tests.wording.told import lines, text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


WON, LOST, PUSH, VOID = Outcome.WON, Outcome.LOST, Outcome.PUSH, Outcome.VOID


RESULTS = [
    (Reason.HIGHER, "♠K ♥D", 17, WON, 100_00, "20 schlägt 17."),
    (Reason.LOWER, "♠K ♥7", 20, LOST, 0, "17 gegen 20, verloren."),
    (Reason.EQUAL, "♠K ♥7", 17, PUSH, 50_00, "17 gegen 17, unentschieden."),
    (Reason.EQUAL, "♠K ♥7", 17, LOST, 0, "17 gegen 17, bei Gleichstand gewinnt die Bank."),
    (Reason.PLAYER_BUST, "♠K ♥7 ♥8", 7, LOST, 0, "25, überkauft."),
    (Reason.DEALER_BUST, "♠K ♥7", 24, WON, 100_00, "der Croupier hat sich mit 24 überkauft."),
    (Reason.BLACKJACK, "♠A ♥K", 20, WON, 125_00, "Blackjack, 3:2."),
    (Reason.BLACKJACK, "♠A ♥K", 20, WON, 110_00, "Blackjack, 6:5."),
    (Reason.TRIPLE_SEVEN, "♠7 ♥7 ♣7", 10, WON, 125_00, "Siebener-Drilling!"),
    (Reason.EVEN_MONEY, "♠A ♥K", 11, WON, 100_00, "Blackjack, 1:1 vorab."),
    (Reason.INSURANCE, "♠K ♥7", 21, WON, 150_00, "Der Croupier hat Blackjack, 2:1."),
    (Reason.INSURANCE, "♠K ♥7", 20, LOST, 0, "Der Croupier hat keinen Blackjack."),
    (Reason.BUST_BET, "♠K ♥7", 24, WON, 175_00, "Der Croupier hat sich mit 24 überkauft, 5:2."),
    (Reason.BUST_BET, "♠K ♥7", 20, LOST, 0, "Der Croupier hat sich nicht überkauft."),
    (Reason.FIVE_CARDS, "♠2 ♥2 ♠3 ♥3 ♠4", 20, WON, 100_00, "Fünf Karten mit 14, 1:1."),
    (Reason.DEALER_FIVE_CARDS, "♠K ♥7", 20, LOST, 0, "Fünf Karten der Bank schlagen 17."),
    (Reason.TWO_ACES, "♠A ♥A", 20, WON, 150_00, "Zwei Asse zählen 21, 2:1."),
    (Reason.VOID, "♠K ♥7", 7, VOID, 50_00, "annulliert."),
    (Reason.DEALER_BLACKJACK, "♠7 ♥7 ♣6", 21, LOST, 0, "Blackjack des Croupiers schlägt 20."),
]


@pytest.mark.parametrize(("reason", "hand", "against", "outcome", "returned", "said"), RESULTS)
def test_every_result_names_its_cause(
    reason: Reason, hand: str, against: int, outcome: Outcome, returned: int, said: str
) -> None:
    fact = settled(
        ANNA, reason, hand, against, outcome=outcome, returned=returned, balance=1_016_50
    )
    paid = {
        WON: f"{(returned - 50_00) // 100} MM gewonnen, {returned // 100} MM ausgezahlt.",
        PUSH: "50 MM zurück.",
        VOID: "50 MM zurück.",
        LOST: "Der Einsatz von 50 MM geht an die Bank.",
    }[outcome]

    assert said in text(fact)
    assert text(fact).startswith("Box 1 anna: ")
    assert text(fact).endswith(f" {paid} Guthaben 1.016,50 MM.")


def test_every_reason_has_a_result() -> None:
    assert set(Reason) == {case[0] for case in RESULTS}


def test_two_blackjacks_are_called_so() -> None:
    facts = (
        dealer(73, "♠10", blackjack=True, stands=True),
        settled(ANNA, Reason.EQUAL, "♠A ♠K", 21, outcome=PUSH, returned=50_00, balance=500_00),
        closed(),
    )

    assert "Blackjack gegen Blackjack, unentschieden." in text(*facts)


def test_a_triple_seven_is_not_called_a_hand_that_stands() -> None:
    drilling = settled(
        ANNA, Reason.TRIPLE_SEVEN, "♠7 ♥7 ♠7", 10, outcome=WON, returned=125_00, balance=575_00
    )
    line, result = lines(card(31, ANNA, "♠7 ♥7"), drilling)

    assert line.endswith("Pik 7 = **21**")
    assert result == (
        "Box 1 anna: Siebener-Drilling! Drei Siebener zahlt die Bank sofort, 3:2, was der "
        "Croupier auch hat. 75 MM gewonnen, 125 MM ausgezahlt. Guthaben 575 MM."
    )


def test_odds_that_rounding_bent_are_not_said() -> None:
    fact = settled(
        (1, "anna", 11), Reason.BLACKJACK, "♠A ♠K", 9, outcome=WON, returned=36_66, balance=1
    )

    assert "Blackjack. 25,66 MM gewonnen, 36,66 MM ausgezahlt." in text(fact)
