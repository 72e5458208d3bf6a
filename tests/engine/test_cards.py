"""Numbers and the cards they name (seed 003); what is printed can be read again."""

from __future__ import annotations

import doctest
from collections import Counter

import pytest

from bot.engine import cards
from bot.engine.cards import DECK, Card, Rank, Suit, card_of, numbers_of, parse


@pytest.mark.parametrize(
    ("number", "card"),
    [
        (1, "♠2"),
        (6, "♠2"),
        (7, "♠3"),
        (47, "♠9"),
        (54, "♠10"),
        (55, "♠B"),
        (78, "♠A"),
        (79, "♦2"),
        (156, "♦A"),
        (157, "♣2"),
        (234, "♣A"),
        (235, "♥2"),
        (306, "♥K"),
        (307, "♥A"),
        (312, "♥A"),
    ],
)
def test_six_numbers_name_a_card(number: int, card: str) -> None:
    assert card == str(card_of(number, packs=6))


def test_with_one_pack_a_number_is_a_card() -> None:
    assert list(DECK) == [card_of(number, packs=1) for number in range(1, 53)]


@pytest.mark.parametrize("packs", range(1, 9))
def test_every_card_has_as_many_numbers_as_there_are_packs(packs: int) -> None:
    named = Counter(card_of(number, packs=packs) for number in range(1, packs * 52 + 1))

    assert dict.fromkeys(DECK, packs) == dict(named)


@pytest.mark.parametrize("packs", [1, 6, 8])
def test_numbers_of_is_the_inverse_of_card_of(packs: int) -> None:
    for card in DECK:
        assert {card} == {card_of(number, packs=packs) for number in numbers_of(card, packs=packs)}


@pytest.mark.parametrize("number", [-1, 0, 313])
def test_a_number_out_of_range_names_no_card(number: int) -> None:
    with pytest.raises(ValueError, match="names no card"):
        card_of(number, packs=6)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_what_is_printed_can_be_read_again(card: Card) -> None:
    assert card is parse(str(card))
    assert f"<{card}>" == repr(card)


@pytest.mark.parametrize("text", ["", "♠", "♠1", "10", "♠T", "♠a", "S9", "♠9 ", "♠٩"])
def test_nothing_else_is_a_card(text: str) -> None:
    with pytest.raises(KeyError):
        parse(text)


def test_points_are_those_of_the_rank() -> None:
    """003: two to ten count what they show, pictures ten; an ace is one until the hand says so."""
    points = {card.rank.value: card.points for card in DECK}

    assert {
        **{str(number): number for number in range(2, 11)},
        "B": 10,
        "D": 10,
        "K": 10,
        "A": 1,
    } == points


def test_suits_and_ranks_stand_in_the_order_of_the_numbers() -> None:
    assert [Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS] == list(Suit)
    assert [(suit, rank) for suit in Suit for rank in Rank] == [
        (card.suit, card.rank) for card in DECK
    ]


def test_doctests() -> None:
    result = doctest.testmod(cards)

    assert (0, True) == (result.failed, result.attempted > 0)
