"""What lies face down: the dealer's second card with and without peek, the players' own cards."""

from __future__ import annotations

import pytest

from bot.engine.commands import (
    Command,
    Decline,
    Deliver,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Split,
    Stand,
)
from bot.engine.events import CardRevealed, Closed, DealerDealt, Event, Offered, Peeked, Settled
from bot.engine.round import Phase, decide, phase
from bot.engine.rules import RuleSet
from bot.engine.state import Round
from bot.engine.wants import DEALER, Slot, wants
from tests.engine.script import (
    ANNA,
    BERT,
    after,
    cards,
    changed,
    closed_bets,
    fold,
    refused,
    settlements,
)

AMERICAN = changed("american")
NO_PEEK = changed("american", peek="false")
FACE_DOWN = changed("casino", player_cards="hidden")
HOLE = Slot(0, 1, hidden=True)


def dealt(
    *letters: str, under: RuleSet = AMERICAN, boxes: int = 1
) -> tuple[Round, tuple[Event, ...]]:
    """A round after these draws, the last of them apart: the events it brought."""
    state = closed_bets(*(1000,) * boxes, under=under)
    for each in letters[:-1]:
        state = after(state, cards(each))
    events = decide(state, cards(letters[-1]))
    return fold(state, events), events


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_hidden_card_comes_last_and_by_itself() -> None:
    """Reading 21."""
    state = closed_bets(1000, 1000, under=AMERICAN)

    first = wants(state).draws
    assert (Slot(1), Slot(2), DEALER, Slot(1), Slot(2)) == first
    state = after(state, cards("8 9 7 8 9"))
    assert (HOLE,) == wants(state).draws
    assert phase(state) is Phase.DEALING
    state = after(state, cards("10"))
    assert phase(state) is Phase.PLAY
    assert state.hole
    assert (0, 6) == (state.hole.box, state.hole.index)


def test_under_a_small_card_nobody_looks() -> None:
    _, events = dealt("8 7 8", "10")

    assert ["DealerDealt"] == kinds(events)


def test_a_peek_finds_no_blackjack_and_play_begins() -> None:
    state, events = dealt("8 K 8", "9")

    assert ["DealerDealt", "Peeked"] == kinds(events)
    assert state.peeked
    assert wants(state).turns


def test_a_blackjack_ends_the_round_before_anybody_plays() -> None:
    """Reading 6: only the first stakes are lost, and a blackjack is a push."""
    state, events = dealt("8 A K 8 K", "A", boxes=2)

    assert ["DealerDealt", "CardRevealed", "Settled", "Settled", "Closed"] == kinds(events)
    lost, push = settlements(events)
    assert (1, "lost", "dealer_blackjack", -1000) == lost
    assert (2, "push", "equal", 0) == push
    assert state.closed


def test_insurance_is_answered_before_the_peek_and_paid_first() -> None:
    state, events = dealt("8 A 8", "K")
    assert ["DealerDealt", "Offered"] == kinds(events)

    answered = decide(state, Insure(ANNA, 500))

    assert ["Insured", "CardRevealed", "Settled", "Settled", "Closed"] == kinds(answered)
    assert (1, "won", "insurance", 1000) == settlements(answered)[0]


def test_after_a_declined_insurance_the_dealer_looks() -> None:
    state, _ = dealt("8 A 8", "9")

    assert ["Declined", "Peeked"] == kinds(decide(state, Decline(ANNA)))


def test_without_a_peek_a_blackjack_takes_doubles_too() -> None:
    state, events = dealt("5 K 6", "A", under=NO_PEEK)
    assert ["DealerDealt"] == kinds(events)

    ended = decide(after(state, Double(ANNA)), cards("10"))

    assert (1, "lost", "dealer_blackjack", -2000) == settlements(ended)[0]


def test_the_last_stand_turns_it_up_and_may_end_the_round() -> None:
    """With seventeen the dealer needs no card: nothing else could end this round."""
    state, _ = dealt("10 7 8", "10")

    stood = decide(state, Stand(ANNA))

    assert ["Stood", "CardRevealed", "Settled", "Closed"] == kinds(stood)


def test_what_the_dealer_draws_is_asked_for_only_when_it_is_turned_up() -> None:
    state, _ = dealt("5 2 6", "2")
    doubled = after(state, Double(ANNA))
    assert (Slot(1),) == wants(doubled).draws

    done = decide(doubled, cards("10"))

    assert isinstance(done[-1], CardRevealed)
    assert DEALER in wants(fold(doubled, done)).draws


def test_it_is_turned_up_also_when_nobody_is_left() -> None:
    state, _ = dealt("10 7 6", "10")

    bust = decide(after(state, Hit(ANNA)), cards("K"))

    assert ["BoxDealt", "Settled", "CardRevealed", "Closed"] == kinds(bust)


# ── the players' own ─────────────────────────────────────────────────────────────────────────────


def test_players_cards_lie_face_down_and_the_dealers_open() -> None:
    state = closed_bets(1000, 1000, under=FACE_DOWN)

    assert tuple(Slot(box, 1, hidden=True) for box in (1, 2)) == wants(state).draws
    state = after(state, cards("8 9"))
    assert (DEALER,) == wants(state).draws
    state = after(state, cards("7"), cards("8 9"))
    assert [1, 2, 1, 2] == [down.box for down in state.face_down]


def test_who_busts_shows_his_cards_and_only_his() -> None:
    state, _ = dealt("10 9", "7", "6 9", under=FACE_DOWN, boxes=2)

    bust = decide(after(state, Hit(ANNA)), cards("K"))

    shown = [event.box for event in bust if isinstance(event, CardRevealed)]
    assert [1, 1, 1] == shown
    assert ["BoxDealt", *["CardRevealed"] * 3, "Settled"] == kinds(bust)


def test_a_pair_must_be_seen_to_be_split() -> None:
    state, _ = dealt("8", "7", "8", under=FACE_DOWN)

    split = decide(state, Split(ANNA))

    assert ["CardRevealed", "CardRevealed", "HandSplit"] == kinds(split)
    assert all(slot.hidden for slot in wants(fold(state, split)).draws)


def test_a_blackjack_that_is_paid_at_once_is_shown() -> None:
    state, _ = dealt("A", "A", "K", under=FACE_DOWN)

    paid = decide(state, EvenMoney(ANNA))

    assert ["CardRevealed", "CardRevealed", "Settled", "Closed"] == kinds(paid)


@pytest.mark.parametrize("command", [Stand(BERT), Hit(BERT)], ids=lambda each: type(each).__name__)
def test_hidden_or_not_a_move_is_its_owners(command: Command) -> None:
    state, _ = dealt("8 7 8", "10")

    assert "no_open_hand" == refused(state, command)[0]


def test_chance_gives_the_hidden_card_like_any_other() -> None:
    state = after(closed_bets(1000, under=AMERICAN), cards("8 7 8"))

    assert ("numbers_not_wanted", {"wanted": 1, "given": 2}) == refused(state, Deliver((1, 2)))


def test_the_unions_name_what_may_happen_here() -> None:
    """Nothing of it happens where all cards lie open."""
    state, events = dealt("8 7 8", under=changed("casino"))

    assert not state.face_down
    assert not any(
        isinstance(e, CardRevealed | Peeked | Offered | Closed | Settled) for e in events
    )
    assert not any(e.hidden for e in events if isinstance(e, DealerDealt))


def test_a_free_banks_hidden_card_is_turned_up_before_it_plays_and_betrays_nothing_before() -> None:
    """Also two aces of 17 und 4, with which it is done at once (found by the properties)."""
    under = changed(
        "classic32",
        dealer_shows="one_and_hidden",
        player_cards="open",
        shoe="continuous",
        packs="6",
    )
    state = after(closed_bets(1000, under=under), Deliver((1, 48, 7)))

    aces, others = (decide(state, Deliver((number,))) for number in (48, 2))

    assert ["DealerDealt"] == kinds(aces) == kinds(others)
    state = fold(state, aces)
    stood = decide(state, Stand(ANNA))
    assert ["Stood", "CardRevealed", "Settled", "Closed"] == kinds(stood)[:4]
    state = fold(after(closed_bets(1000, under=under), Deliver((1, 48, 7))), others)
    assert ["Stood", "CardRevealed"] == kinds(decide(state, Stand(ANNA)))
    assert [0] == [turn.box for turn in wants(after(state, Stand(ANNA))).turns]
