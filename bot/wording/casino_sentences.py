"""What a language must be able to say of splits, insurance, bust bets and stakes behind a box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoSentences:
    """One language's phrases, filled in as those of ``Sentences``, of which they are a part."""

    # several hands in a box
    box_hand: str  # box, hand: in place of a box's number
    player_hand: str  # player, hand: in place of a player
    hand: str  # hand, cards
    split: str  # box, amount
    ace_stands: str  # box: a split ace that waited for a further split
    along: str  # said, players: who goes along with a double or a split
    follower: str  # player, amount
    raised: str  # player, stake

    # bets beside
    backed: str  # staked, owner, follows
    follows: Callable[[bool], str]
    backer: str  # player: in place of a player
    bust_staked: str  # amount
    bust_restaked: str  # amount
    bust_withdrawn: str  # amount
    bust: str  # player, said

    # insurance
    offered: str  # answers
    answers: Callable[[bool], str]  # one of them may be paid even money
    offers_one: str  # offers, all of one player
    offers: str  # offers
    offer: str  # player, box, most
    even_money: str  # offer
    insured: str  # box, amount
    declined: str  # box
    unanswered: str  # box, player
    insurance: str  # player, box, said

    # turns
    seat: str  # player, box
