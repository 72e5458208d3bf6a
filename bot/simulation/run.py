"""Play many rounds of one box on the engine's own verbs, and count what came of them.

The loop is the one that :mod:`bot.engine.round` describes, with chance from a seeded generator:
the same seed gives the same evening. Every stake is the table's highest, so that rounding an odd
ratio to hundredths weighs least; results are in stakes. This file must not know how players decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from math import sqrt
from random import Random
from time import process_time
from typing import Final, assert_never

from bot.engine import shoe
from bot.engine.commands import (
    UNIT,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Open,
    Split,
    Stake,
    Stand,
)
from bot.engine.offers import Offer
from bot.engine.round import decide, evolve, wants
from bot.engine.rules import Bank, BankPlays, RuleSet
from bot.engine.state import NO_ROUND, Round
from bot.engine.wants import Action
from bot.simulation.players import Answer, Player

PLAYER: Final = 1  # the account number of the only player
_BATCH: Final = 1_000  # rounds between two reports of progress
_WITHOUT: Final = (Answer.DECLINE, Answer.INSURE)
_WITH_EVEN_MONEY: Final = (*_WITHOUT, Answer.EVEN_MONEY)

Progress = Callable[[int], None]
"""Told how many rounds have been played so far."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a number of rounds brought, in percent and shares of the initial stake."""

    rounds: int
    net_pct: float  # the player's mean result; negative: the house's edge
    stderr_pct: float  # standard error of that mean
    outcomes: Mapping[str, float]  # net in stakes, as "-2" or "1.5", to its share, ascending
    cpu_seconds: float


def simulate(
    rules: RuleSet,
    player: Player,
    *,
    rounds: int,
    seed: int,
    progress: Progress = lambda _: None,
) -> Result:
    """Play ``rounds`` (at least 1) rounds of one box."""
    began = process_time()
    nets: Counter[int] = Counter()
    played = play(rules, player, Random(seed))
    for done in range(0, rounds, _BATCH):
        batch = min(_BATCH, rounds - done)
        nets.update(_net(over) for over in islice(played, batch))
        progress(done + batch)
    return _result(nets, rules.max_stake * UNIT, process_time() - began)


def play(rules: RuleSet, player: Player, chance: Random) -> Iterator[Round]:
    """Yield rounds that are over, for ever; a shoe that is not shuffled goes on from each.

    A player's bank plays as one that is away: by the fixed rule (reading 18).
    """
    rules = replace(rules, bank=Bank.HOUSE, blackjack_takes_bank=False, bank_plays=BankPlays.FIXED)
    numbers = range(1, shoe.highest(rules) + 1)
    fresh = start = _undealt(rules)
    while True:
        over = _played(start, player, chance, numbers)
        yield over
        start = _undealt(rules, over) if shoe.carried(over, rules) else fresh


def _undealt(rules: RuleSet, before: Round = NO_ROUND) -> Round:
    """Return a round with one stake, before its first card; as a value it may begin many."""
    out = shoe.opened_with(before, rules)
    opened = _after(before, Open(1, rules, "simulated", "house", "seeded", out))
    staked = _after(opened, Stake(PLAYER, rules.max_stake * UNIT, "MM"))
    return _after(staked, Deal(PLAYER))


def _after(state: Round, command: Command) -> Round:
    return reduce(evolve, decide(state, command), state)


def _played(state: Round, player: Player, chance: Random, numbers: range) -> Round:
    """Play a round to its end."""
    while not state.closed:
        want = wants(state)
        if want.draws:
            owed = len(want.draws)
            answer = chance.choices(numbers, k=owed + shoe.spares(state, owed))
            state = _after(state, Deliver(tuple(answer)))
        elif want.offers:
            state = _after(state, _answered(state, want.offers[0], player))
        else:
            turn, hands = want.turns[0], state.boxes[0].hands
            cards = next(hand.cards for hand in hands if hand.number == turn.hand)
            action = player(cards, state.dealer[0], turn.may, len(hands))
            state = _after(state, _move(action))
    return state


def _net(over: Round) -> int:
    """Return what a round brought, insurance and all, in hundredths won or lost."""
    hands = sum((hand.returned or 0) - hand.stake for hand in over.boxes[0].hands)
    if not over.beside:
        return hands
    return hands + sum((side.returned or 0) - side.stake for side in over.beside)


def _answered(state: Round, offer: Offer, player: Player) -> Command:
    """Let the player answer the only offer there is, on his one hand."""
    may = _WITH_EVEN_MONEY if offer.even_money else _WITHOUT
    match player.answer(state.boxes[0].hands[0].cards, state.dealer[0], may):
        case Answer.DECLINE:
            return Decline(PLAYER)
        case Answer.INSURE:
            return Insure(PLAYER)
        case Answer.EVEN_MONEY:
            return EvenMoney(PLAYER)
        case answer:
            assert_never(answer)


def _move(action: Action) -> Command:
    match action:
        case Action.HIT:
            return Hit(PLAYER)
        case Action.STAND:
            return Stand(PLAYER)
        case Action.DOUBLE:
            return Double(PLAYER)
        case Action.SPLIT:
            return Split(PLAYER)
        case _:
            assert_never(action)


def _result(nets: Counter[int], stake: int, cpu_seconds: float) -> Result:
    rounds = nets.total()
    shares = {net / stake: count / rounds for net, count in sorted(nets.items())}
    mean = sum(net * share for net, share in shares.items())
    variance = sum((net - mean) ** 2 * share for net, share in shares.items())
    return Result(
        rounds=rounds,
        net_pct=100 * mean,
        stderr_pct=100 * sqrt(variance / rounds),
        outcomes={f"{net:g}": share for net, share in shares.items()},
        cpu_seconds=cpu_seconds,
    )
