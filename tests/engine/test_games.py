"""The games of the house that the engine plays beside ``aquatique``: a round of each, as agreed."""

from __future__ import annotations

import pytest

from bot.engine.commands import (
    Back,
    BustBet,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    Hit,
    Insure,
    Split,
    Stake,
    Stand,
)
from bot.engine.events import Closed, Event, Settled
from bot.engine.presets import PRESETS
from bot.engine.round import decide, replay
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import Action, wants
from bot.ledger.postings import of_event
from tests.engine.script import (
    ANNA,
    BERT,
    CARL,
    DEALER,
    after,
    cards,
    changed,
    dealt,
    fold,
    opening,
    refused,
    settlements,
)

VEGAS = changed("vegas_red", shoe="continuous", cut_card_after="null")
WINS = changed("aquatique", five_cards="wins")
TRICK = changed("aquatique", five_cards="trick", ties="bank")


def played(under: RuleSet, *said: Command | str) -> tuple[Round, list[Event]]:
    """A whole round; what chance brings stands as letters."""
    state, events = NO_ROUND, list[Event]()
    for each in (opening(under), *said):
        command = cards(each) if isinstance(each, str) else each
        happened = decide(state, command)
        events.extend(happened)
        state = fold(state, happened)
    return state, events


def nets(events: list[Event]) -> dict[int, int]:
    """What the round brought each player, by the postings."""
    brought = dict[int, int]()
    for event in events:
        posting = of_event(event, guild=1)
        for moved in posting.transfers if posting else ():
            for account, amount in ((moved.source, -moved.amount), (moved.target, moved.amount)):
                kind, _, number = account.partition(":")
                if kind == "player":
                    brought[int(number)] = brought.get(int(number), 0) + amount
    return brought


def test_an_evening_of_casino() -> None:
    """Everything at once: a split that bert follows, a double, insurance, a bust bet."""
    state, events = played(
        PRESETS["casino"],
        Stake(ANNA, 1000, "MM", 1),
        Stake(CARL, 2000, "MM", 2),
        Back(BERT, 1, 500, "MM"),
        BustBet(BERT, 200, "MM"),
        Deal(CARL),
        "8 10 A 8 7",  # anna 8 8, carl 10 7
        Insure(BERT, 100),
        Decline(ANNA),
        Insure(CARL),
        Split(ANNA, followers=(BERT,)),
        "3 10",
        Double(ANNA, followers=(BERT,)),
        "10",
        Stand(ANNA),
        Stand(CARL),
        "5",
        "10",
        "6",  # A 5 10 6 = 22
    )

    assert state.closed
    assert state == replay(events)
    assert Closed() == events[-1]
    assert {ANNA: 3000, BERT: 1000 + 500 + 500 - 100, CARL: 2000 - 1000} == nets(events)
    kinds = [each.reason.value for each in events if isinstance(each, Settled)]
    assert ["insurance"] * 2 + ["dealer_bust"] * 5 + ["bust_bet"] == kinds


def test_vegas_red_has_insurance_and_neither_splits_nor_even_money() -> None:
    """001, without its shoe."""
    state = dealt("8 8", "A K", dealer="A", under=VEGAS)
    assert [False, False] == [offer.even_money for offer in wants(state).offers]
    state = after(state, Insure(ANNA), Decline(BERT))

    assert {Action.HIT, Action.STAND, Action.DOUBLE} == set(wants(state).turns[0].may)
    events = decide(after(state, Stand(ANNA)), cards("K"))
    first = [(1, "won", "insurance", 1000), (1, "lost", "dealer_blackjack", -1000)]
    assert [*first, (2, "push", "equal", 0)] == settlements(events)


def test_three_sevens_are_an_ordinary_twenty_one_in_vegas_red() -> None:
    state = after(dealt("7 7", dealer="10", under=VEGAS), Hit(ANNA), cards("7"), cards("9"))

    assert [2000] == [hand.returned for hand in state.boxes[0].hands]


@pytest.mark.parametrize(
    ("letters", "allowed"), [("5 3", False), ("5 4", True), ("A 8", False), ("6 5", True)]
)
def test_casino_9_11_doubles_on_nine_to_eleven_before_and_after_a_split(
    letters: str, allowed: bool
) -> None:
    """000: hard totals only."""
    under = PRESETS["casino_9_11"]
    state = dealt(letters, dealer="6", under=under)
    assert allowed is (Action.DOUBLE in wants(state).turns[0].may)

    first, second = letters.split()
    if first != "A":
        state = after(dealt(f"{first} {first}", dealer="6", under=under), Split(ANNA))
        state = after(state, cards(f"{second} 10"))
        assert allowed is (Action.DOUBLE in wants(state).turns[0].may)


# ── five cards, and ties (reading 15) ────────────────────────────────────────────────────────────


def five(under: RuleSet, letters: str, dealer: str) -> Round:
    first, second, *more = letters.split()
    state = dealt(f"{first} {second}", dealer=dealer, under=under)
    for letter in more[:-1]:
        state = after(state, Hit(ANNA), cards(letter))
    return after(state, Hit(ANNA))


def test_five_cards_win_at_once() -> None:
    """``wins``: up to 21, 1:1, whatever the dealer has."""
    for letters in ("2 3 2 4 3", "2 3 4 5 7"):
        *_, last = letters.split()
        events = decide(five(WINS, letters, "A"), cards(last))

        assert [(1, "won", "five_cards", 1000)] == settlements(events)
        assert Closed() == events[-1]


def test_a_fifth_card_may_bust() -> None:
    events = decide(five(WINS, "2 3 4 9 10", "A"), cards("10"))

    assert [(1, "lost", "player_bust", -1000)] == settlements(events)


def test_five_cards_beat_twenty_one_but_no_blackjack() -> None:
    """``trick``: the hand stands by itself and waits for the dealer."""
    state = five(TRICK, "2 3 2 4 3", "10")

    assert (1, 0) == tuple(slot.box for slot in wants(state).draws)
    assert [(1, "won", "five_cards", 1000)] == settlements(
        decide(after(state, cards("3 5")), cards("6"))
    )
    assert [(1, "lost", "dealer_blackjack", -1000)] == settlements(decide(state, cards("3 A")))


def test_the_banks_five_cards_beat_a_twenty_one_and_equal_means_bank() -> None:
    """They are five: to a trick nothing is drawn, though the bank has not its 17."""

    def ends(state: Round) -> list[tuple[int, str, str, int]]:
        for letters in ("2 3", "4"):
            state = after(state, cards(letters))
        return settlements(decide(state, cards("5")))

    own = after(dealt("10 9", dealer="2", under=TRICK), Stand(ANNA))
    assert (DEALER, DEALER) == wants(own).draws
    assert [(1, "lost", "dealer_five_cards", -1000)] == ends(own)
    both = five(TRICK, "2 3 2 4 3", "2")
    both = after(both, cards("3 2 3"), cards("4"))
    assert [(1, "lost", "equal", -1000)] == settlements(decide(both, cards("5")))


def test_the_bank_wins_ties() -> None:
    state = after(dealt("10 9", dealer="9", under=TRICK), Stand(ANNA))

    assert [(1, "lost", "equal", -1000)] == settlements(decide(state, cards("K")))


def test_no_number_is_asked_for_twice() -> None:
    """A delivery that nobody wants is refused, in insurance too."""
    state = dealt("10 9", dealer="A", under=PRESETS["casino"])

    assert "numbers_not_wanted" == refused(state, Deliver((1,)))[0]
