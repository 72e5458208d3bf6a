"""What insurance is offered to whom: one offer for each main bet, until it is answered.

Reading 10: up to half the stake, to every bettor, when the dealer shows an ace; who has a
blackjack may have even money instead. The one place that reads ``insurance`` and ``even_money``.
"""

from __future__ import annotations

from msgspec import Struct

from bot.engine.cards import Rank
from bot.engine.state import Beside, Round
from bot.engine.verdict import is_blackjack


class Offer(Struct, frozen=True, gc=False):
    """A bet that may be insured now, by up to ``most`` hundredths."""

    player: int
    box: int
    bet: str
    asset: str
    stake: int  # of the bet
    most: int
    even_money: bool  # or it may be paid 1:1 now


def due(state: Round) -> tuple[str, ...]:
    """Return the bets to which insurance is to be offered, after the first cards."""
    if not state.rules.insurance or state.dealer[0].rank is not Rank.ACE:
        return ()
    bets: list[str] = []
    for box in state.boxes:
        bets.append(box.hands[0].bet)
        bets += (side.bet for side in state.beside_of(Beside.BACKING, box=box.number))
    return tuple(bets)


def offers(state: Round) -> tuple[Offer, ...]:
    """Return the offers without an answer, in the order of ``due``."""
    found: dict[str, Offer] = {}
    for box in state.boxes:
        hand = box.hands[0]
        blackjack = is_blackjack(hand.cards, state.rules, split=hand.split)
        bets = [(box.player, hand.bet, box.asset, hand.stake)]
        bets += (
            (side.player, side.bet, side.asset, side.stake)
            for side in state.beside_of(Beside.BACKING, box=box.number)
        )
        for player, bet, asset, stake in bets:
            even_money = blackjack and state.rules.even_money
            found[bet] = Offer(player, box.number, bet, asset, stake, stake // 2, even_money)
    return tuple(found[bet] for bet in state.offers)
