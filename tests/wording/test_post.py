"""What the house says while a round is played: the evening's lines, turns, doubles, receipts."""

from __future__ import annotations

import pytest

from bot.engine.commands import By
from bot.engine.events import Outcome, Reason
from bot.engine.presets import AQUATIQUE, choose
from bot.engine.wants import Action
from bot.refusals import Refusal
from bot.table.replies import (
    Done,
    Drawn,
    Fact,
    Presence,
)
from bot.wording.language import Language
from bot.wording.post import Post, post, refusal, welcome
from tests.wording.facts import (
    ALL_MOVES,
    ANNA,
    BERT,
    DEAL,
    HEAD,
    TWO_MOVES,
    acted,
    bets_closed,
    card,
    closed,
    dealer,
    doubled,
    drawn,
    opened,
    push,
    refused,
    settled,
    staked,
    wants,
    withdrawn,
)
from tests.wording.told import lines, text

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


# ── the evening ───────────────────────────────────────────────────────────────────────────────────


def test_the_welcome() -> None:
    expected = (
        "Willkommen am Tisch „Aquatique“. 10 – 5.000 MM je Box, sechs Pakete, Karten von "
        "random.org. Die Einsätze bitte. `50 MM` genügt; `!hilfe` sagt mehr."
    )

    assert expected == welcome(AQUATIQUE, "aquatique", "random.org", GERMAN)


def test_the_welcome_suits_the_table() -> None:
    rules = choose("aquatique", {"min_stake": "100", "packs": "1"})
    expected = (
        "Welcome to the table “Vegas Red”. 100 – 5,000 MM a box, one pack, cards from this "
        "machine. Your stakes, please. `100 MM` will do; `!help` says more."
    )

    assert expected == welcome(rules, "vegas_red", "local", ENGLISH)
    assert "vorgegebene Karten" in welcome(AQUATIQUE, "aquatique", "scripted", GERMAN)


def test_a_stake_is_a_receipt() -> None:
    facts: list[Fact] = [opened(), staked(ANNA), wants(), Done()]

    assert Post("Box 1 · 50 MM", receipt=True) == post(facts, GERMAN)


def test_missing_money_is_named_exactly() -> None:
    expected = (
        "Es fehlen 30 MM (Guthaben 20 MM). Überweisen Sie auf das Konto 30011154749 „Aquatique“ "
        "bei der ZSBA, Verwendungszweck **A2**."
    )

    assert expected == text(refused(Refusal.INSUFFICIENT_FUNDS))
    assert expected == refusal(refused(Refusal.INSUFFICIENT_FUNDS), GERMAN)


def test_the_deal() -> None:
    expected = [
        "Nichts geht mehr. **Runde 1**",
        "Box 1 anna (50 MM): Zahl 58 → Pik Bube · Zahl 270 → Herz 7 = **17**",
        "Box 2 bert (10 MM): Zahl 13 → Pik 4 · Zahl 199 → Kreuz 9 = **13**",
        "Croupier: Zahl 111 → Karo 7",
        "Am Zug: anna, bert. *Karte · Keine Karte · Verdoppeln*",
        "-# Runde 1 · Ziehung 1 · vorgegeben · Protokoll 14 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(*DEAL)


def test_the_deal_in_english() -> None:
    expected = [
        "No more bets. **Round 1**",
        "Box 1 anna (50 MM): Number 58 → Jack of Spades · Number 270 → 7 of Hearts = **17**",
        "Box 2 bert (10 MM): Number 13 → 4 of Spades · Number 199 → 9 of Clubs = **13**",
        "Dealer: Number 111 → 7 of Diamonds",
        "To act: anna, bert. *Card · No card · Double*",
        "-# Round 1 · Draw 1 · scripted · Log 14 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(*DEAL, language=ENGLISH)


def test_a_card() -> None:
    expected = [
        "Box 2: Zahl 247 → Herz 4 = **17**",
        "-# Runde 1 · Ziehung 2 · vorgegeben · Protokoll 19 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(
        acted(BERT, Action.HIT),
        drawn(247, draw=2, log=19),
        card(247, BERT, "♠4 ♣9"),
        wants((ANNA, ALL_MOVES), (BERT, TWO_MOVES)),
    )


def test_a_stand_from_which_nothing_follows_is_a_receipt() -> None:
    facts: list[Fact] = [acted(BERT, Action.STAND), wants((ANNA, ALL_MOVES)), Done()]

    assert Post("Box 2 · Keine Karte", receipt=True) == post(facts, GERMAN)


_AGAIN = "`!nochmal` setzt dasselbe, `!runde 1` zeigt jede Ziehung."


def test_the_last_decision() -> None:
    expected = [
        "Der Croupier zieht: Karo 7 · Zahl 52 → Pik 10 = **17**, er bleibt stehen.",
        "Box 1 anna: 17 gegen 17, unentschieden. 50 MM zurück. Guthaben 500 MM.",
        "Box 2 bert: 17 gegen 17, unentschieden. 10 MM zurück. Guthaben 20 MM.",
        f"{_AGAIN} `!stehen lassen` lässt den Einsatz nach dem Unentschieden stehen.",
        "-# Runde 1 · Ziehung 3 · vorgegeben · Protokoll 28 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(
        acted(ANNA, Action.STAND),
        drawn(52, draw=3, log=28),
        dealer(52, "♦7", stands=True),
        push(ANNA, 500_00),
        push(BERT, 20_00),
        closed(),
        wants(),
    )


def test_a_draw_of_random_org_has_its_number() -> None:
    expected = "-# Runde 12 · Ziehung 31 · random.org Nr. 6277 · Protokoll 214 · 9f3a71c20b5e88d1"
    fact = Drawn(
        round=12, draw=31, position=1, number=58, accepted=True, source="random.org", serial=6277,
        log=214, head=HEAD,
    )  # fmt: skip

    assert expected == text(fact)


# ── turns, doubles, other ends ────────────────────────────────────────────────────────────────────


def test_different_moves_are_told_apart() -> None:
    expected = "Am Zug: anna (*Karte · Keine Karte · Verdoppeln*), bert (*Karte · Keine Karte*)."

    assert expected in lines(*DEAL[:-1], wants((ANNA, ALL_MOVES), (BERT, TWO_MOVES)))


def test_several_boxes_of_a_player_are_named() -> None:
    third = (3, "anna", 50)
    same = wants((ANNA, ALL_MOVES), (BERT, ALL_MOVES), (third, ALL_MOVES))
    different = wants((ANNA, ALL_MOVES), (BERT, TWO_MOVES), (third, TWO_MOVES))
    moves = "*Karte · Keine Karte · Verdoppeln*"

    assert f"Am Zug: anna (Box 1, 3), bert. {moves}" in lines(*DEAL[:-1], same)
    assert (
        f"Am Zug: anna Box 1 ({moves}), bert (*Karte · Keine Karte*), "
        "anna Box 3 (*Karte · Keine Karte*)."
    ) in lines(*DEAL[:-1], different)


def test_a_hand_that_is_over_passes_the_turn() -> None:
    bust = settled(
        BERT, Reason.PLAYER_BUST, "♠4 ♣9 ♥B", 7, outcome=Outcome.LOST, returned=0, balance=10_00
    )
    expected = [
        "Box 2: Zahl 289 → Herz Bube = **23**, überkauft",
        "Box 2 bert: 23, überkauft. Der Einsatz von 10 MM geht an die Bank. Guthaben 10 MM.",
        "Am Zug: anna. *Karte · Keine Karte · Verdoppeln*",
        "-# Runde 1 · Ziehung 2 · vorgegeben · Protokoll 19 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(
        acted(BERT, Action.HIT),
        drawn(289, draw=2, log=19),
        card(289, BERT, "♠4 ♣9"),
        bust,
        wants((ANNA, ALL_MOVES)),
    )


def test_a_double_echoes_the_new_stake() -> None:
    expected = "Box 1 verdoppelt, Einsatz jetzt 100 MM: Zahl 1 → Pik 2 = **19**"

    assert expected in lines(*doubled(ANNA), drawn(1), card(1, ANNA, "♠B ♥7"))


def test_a_double_whose_card_is_owed_is_no_receipt() -> None:
    assert text(*doubled(ANNA), wants(draws=1)) == "Box 1 verdoppelt, Einsatz jetzt 100 MM."


def test_two_draws_in_one_post() -> None:
    """A quick hand that is a blackjack: deal, then the dealer's one card."""
    won = settled(
        ANNA, Reason.BLACKJACK, "♠A ♠K", 19, outcome=Outcome.WON, returned=125_00, balance=575_00
    )
    expected = [
        "Nichts geht mehr. **Runde 1**",
        "Box 1 anna (50 MM): Zahl 73 → Pik Ass · Zahl 67 → Pik König = **21**, Blackjack",
        "Croupier: Zahl 49 → Pik 10",
        (
            "Der Croupier zieht: Pik 10 · Zahl 13 → Pik 4 = **14**, "
            "kein Blackjack, mehr braucht er nicht."
        ),
        "Box 1 anna: Blackjack, 3:2. 75 MM gewonnen, 125 MM ausgezahlt. Guthaben 575 MM.",
        "`!nochmal` setzt dasselbe, `!runde 1` zeigt jede Ziehung.",
        "-# Runde 1 · Ziehung 1 · vorgegeben · Protokoll 14 · 9f3a71c20b5e88d1",
        "-# Runde 1 · Ziehung 2 · vorgegeben · Protokoll 20 · 9f3a71c20b5e88d1",
    ]

    assert expected == lines(
        opened(),
        staked(ANNA),
        bets_closed(),
        *(drawn(number, position=at) for at, number in enumerate((73, 49, 67), start=1)),
        card(73, ANNA),
        dealer(49),
        card(67, ANNA, "♠A", blackjack=True),
        acted(ANNA, Action.STAND, By.RULE),
        wants(draws=1),
        drawn(13, draw=2, log=20),
        dealer(13, "♠10"),
        won,
        closed(),
        wants(),
    )


@pytest.mark.parametrize(
    ("fact", "end"),
    [
        (dealer(52, "♦7", stands=True), "= **17**, er bleibt stehen."),
        (dealer(52, "♦7 ♦7", stands=True), "= **24**, überkauft."),
        (dealer(73, "♠10", blackjack=True, stands=True), "= **21**, Blackjack."),
    ],
)
def test_how_the_dealer_ends(fact: Fact, end: str) -> None:
    (line,) = [line for line in lines(fact, closed()) if line.startswith("Der Croupier zieht")]

    assert line.endswith(end)


def test_a_dealer_who_needs_no_card_says_why() -> None:
    bust = settled(
        ANNA, Reason.PLAYER_BUST, "♠B ♥7 ♥B", 7, outcome=Outcome.LOST, returned=0, balance=1
    )
    natural = settled(
        ANNA, Reason.BLACKJACK, "♠A ♠K", 7, outcome=Outcome.WON, returned=125_00, balance=1
    )

    void = settled(ANNA, Reason.VOID, "♠B ♥7", 7, outcome=Outcome.VOID, returned=50_00, balance=1)

    assert lines(void, closed())[0].startswith("Die Runde ist annulliert")
    assert "Der Croupier braucht keine Karte: Es ist nichts mehr offen." in lines(bust, closed())
    assert ("Der Croupier braucht keine Karte: Ein Blackjack ist für ihn nicht möglich.") in lines(
        natural, closed()
    )


@pytest.mark.parametrize(
    ("number", "before", "state"),
    [
        (31, "♠7 ♥7", "= **21**, die Hand bleibt stehen"),
        (25, "♠A", "= **17** (weich)"),
        (25, "♠A ♠K", "= **17**"),
    ],
)
def test_what_is_said_of_a_hand(number: int, before: str, state: str) -> None:
    assert lines(card(number, ANNA, before))[0].endswith(state)


# ── receipts ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ([withdrawn(ANNA), staked((1, "anna", 80), changed=True)], "Box 1 · jetzt 80 MM"),
        ([withdrawn(ANNA)], "Box 1 · 50 MM zurück"),
        ([staked(ANNA), staked((3, "anna", 20))], "Box 1 · 50 MM\nBox 3 · 20 MM"),
        ([Presence(player="anna", status="sitting_out")], "setzt aus"),
        (
            [withdrawn(ANNA), Presence(player="anna", status="left")],
            "Box 1 · 50 MM zurück\nsteigt aus",
        ),
        ([acted(ANNA, Action.HIT), wants(draws=1)], "Box 1 · Karte"),
    ],
)
def test_receipts(facts: list[Fact], said: str) -> None:
    assert Post(said, receipt=True) == post([*facts, Done()], GERMAN)


@pytest.mark.parametrize("facts", [[], [Done()], [Done(repeated=True)], [wants(), Done()]])
def test_conversation_has_no_post(facts: list[Fact]) -> None:
    assert post(facts, GERMAN) is None
    assert post(facts, ENGLISH) is None
