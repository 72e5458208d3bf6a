"""What holds on every evening, whoever says what and whatever cards come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from bot.engine.commands import (
    Double,
    Hit,
    Move,
    Split,
    Stand,
    Void,
)
from bot.engine.events import (
    Backed,
    BetsClosed,
    BoxDealt,
    BustStaked,
    Closed,
    DealerDealt,
    Declined,
    Doubled,
    Event,
    Followed,
    HandSplit,
    Insured,
    Offered,
    Reason,
    Settled,
    Staked,
    Withdrawn,
)
from bot.engine.round import decide, replay, wants
from bot.engine.state import Beside, Hand, Round
from bot.engine.wants import Action, Turn
from bot.errors import RuleViolation
from bot.ledger.postings import of_event
from tests.engine import second_opinion
from tests.engine.evenings import Evening, any_evening, even_money, finished, history

PLACED = (Staked, Backed, BustStaked, Insured, HandSplit)

KINDS: dict[Action, type[Move]] = {
    Action.HIT: Hit,
    Action.STAND: Stand,
    Action.DOUBLE: Double,
    Action.SPLIT: Split,
}


# ── the four verbs ───────────────────────────────────────────────────────────────────────────────


@any_evening
def test_from_every_reachable_state_the_default_actions_end_the_round(evening: Evening) -> None:
    for state in evening.states:
        if state.boxes:
            last, _ = finished(state, evening.numbers)

            assert last.closed
            assert all(hand.returned is not None for box in last.boxes for hand in box.hands)
            assert all(side.returned is not None for side in last.beside)


@any_evening
def test_replay_equals_state(evening: Evening) -> None:
    state, events = history(evening)

    assert evening.state == replay(evening.events)
    assert state == replay(events)
    indexes = [each.index for each in events if isinstance(each, BoxDealt | DealerDealt)]
    assert list(range(1, state.cards + 1)) == indexes


@any_evening
def test_a_refusal_changes_nothing(evening: Evening) -> None:
    for state, command in evening.refused:
        before, open_before = repr(state), wants(state)

        with pytest.raises(RuleViolation):
            decide(state, command)

        assert (before, open_before) == (repr(state), wants(state))


@any_evening
def test_what_is_offered_is_what_is_accepted(evening: Evening) -> None:
    """``wants`` names for every open hand exactly the moves that ``decide`` lets its owner make."""
    for state in evening.states:
        for turn in wants(state).turns:
            box = state.box(turn.box)
            assert box is not None
            (hand,) = [hand for hand in box.hands if hand.number == turn.hand]
            may = {Action.STAND}
            if second_opinion.may_hit(hand):
                may.add(Action.HIT)
            if second_opinion.may_double(hand, state.rules):
                may.add(Action.DOUBLE)
            count = len(box.hands)
            if second_opinion.may_split(hand.cards, count, state.rules, split=hand.split):
                may.add(Action.SPLIT)

            assert may == set(turn.may)
            assert may == {action for action, kind in KINDS.items() if accepts(state, kind, turn)}


def accepts(state: Round, kind: type[Move], turn: Turn) -> bool:
    try:
        return bool(decide(state, kind(turn.player, turn.box)))
    except RuleViolation:
        return False


# ── money ────────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_every_bet_is_settled_or_withdrawn_exactly_once(evening: Evening) -> None:
    _, events = history(evening)

    placed = [each.bet for each in events if isinstance(each, PLACED)]
    ended = [each.bet for each in events if isinstance(each, Settled | Withdrawn)]
    assert sorted(placed) == sorted(set(placed))
    assert sorted(placed) == sorted(ended)


@any_evening
def test_what_goes_back_belongs_to_what_was_staked(evening: Evening) -> None:
    """The stake of a settlement is what its bet took in; a withdrawal gives all of it back."""
    _, events = history(evening)
    staked: Counter[tuple[str, int, str]] = Counter()

    for each in events:
        match each:
            case Staked() | Backed() | BustStaked() | Insured() | HandSplit():
                assert staked[each.bet, each.player, each.asset] == 0
                staked[each.bet, each.player, each.asset] += each.amount
            case Doubled() | Followed():
                assert staked[each.bet, each.player, each.asset] == each.amount
                staked[each.bet, each.player, each.asset] += each.amount
            case Withdrawn():
                assert each.amount == staked.pop((each.bet, each.player, each.asset))
            case Settled():
                assert each.stake == staked.pop((each.bet, each.player, each.asset))
                assert each.returned >= 0
            case _:
                pass
    assert Counter() == staked


@any_evening
def test_a_void_gives_back_what_is_not_settled_and_nothing_else(evening: Evening) -> None:
    for state in evening.states:
        if not state.closed:
            hands = [hand for box in state.boxes for hand in box.hands]
            undone = [(hand.bet, hand.stake) for hand in hands if hand.returned is None]
            undone += [(side.bet, side.stake) for side in state.beside if side.returned is None]

            *settled, last = decide(state, Void())

            assert Closed() == last
            assert sorted((bet, stake, stake, "void", "void") for bet, stake in undone) == sorted(
                (each.bet, each.stake, each.returned, each.outcome.value, each.reason.value)
                for each in settled
                if isinstance(each, Settled)
            )


@any_evening
def test_a_second_opinion_pays_the_same(evening: Evening) -> None:
    """From final cards alone, by the rules' text; only even money needs to be told."""
    state, events = history(evening)
    at_once = even_money(events)

    for bet, returned, stake, hand in bets_on_hands(state):
        assert returned is not None
        net = stake
        if bet not in at_once:
            net = second_opinion.net(hand.cards, state.dealer, stake, state.rules, split=hand.split)
        assert net == returned - stake
    for side in state.beside_of(Beside.INSURANCE):
        assert side.returned is not None
        net = second_opinion.insurance(state.dealer, side.stake, state.rules)
        assert net == side.returned - side.stake
    for side in state.beside_of(Beside.BUST):
        assert side.returned is not None or not state.closed
        if side.returned is not None:
            net = second_opinion.bust_bet(state.dealer, side.stake, state.rules)
            assert net == side.returned - side.stake


def bets_on_hands(state: Round) -> Iterable[tuple[str, int | None, int, Hand]]:
    """Bet, what came back, stake and hand; owners' and backers'."""
    for box in state.boxes:
        for hand in box.hands:
            yield hand.bet, hand.returned, hand.stake, hand
            for side in state.beside_of(Beside.BACKING, box=box.number, hand=hand.number):
                yield side.bet, side.returned, side.stake, hand


@any_evening
def test_money_is_conserved(evening: Evening) -> None:
    """By the postings: no account goes below what it had, every hold ends empty, the sum is nil."""
    _, events = history(evening)
    funds: Counter[str] = Counter()
    keys: list[str] = []
    owners: dict[str, str] = {}

    for event in events:
        posting = of_event(event, guild=1)
        if posting is None:
            continue
        keys.append(posting.key)
        if posting.opens:
            assert posting.opens[0] not in owners
            owners[posting.opens[0]] = posting.opens[1]
        for moved in posting.transfers:
            funds[moved.source] -= moved.amount
            funds[moved.target] += moved.amount
            assert all(funds[hold] >= 0 for hold in owners)
            assert not moved.source.startswith("hold:") or moved.source in owners
    assert len(keys) == len(set(keys))
    assert 0 == funds.total()
    if not evening.state.boxes and not evening.state.beside:
        assert all(amount == 0 for amount in funds.values())
    assert all(funds[hold] == 0 for hold in owners)


# ── insurance ────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_every_offer_is_answered_once_before_play(evening: Evening) -> None:
    state, events = history(evening)
    offers = [bet for each in events if isinstance(each, Offered) for bet in each.bets]
    answers = [
        each.of if isinstance(each, Insured) else each.bet
        for each in events
        if isinstance(each, Insured | Declined)
        or (isinstance(each, Settled) and each.reason is Reason.EVEN_MONEY)
    ]

    if state.dealer:
        assert offers == list(second_opinion.offered(evening_at_the_offer(events)))
    assert sorted(offers) == sorted(answers)
    for each in evening.states:
        want = wants(each)
        assert not (want.offers and (want.draws or want.turns))
        assert bool(want.offers) == (each.is_running and bool(each.offers))


def evening_at_the_offer(events: list[Event]) -> Round:
    """The round after its first cards."""
    first = next(at for at, each in enumerate(events) if isinstance(each, BetsClosed))
    cards = [at for at, each in enumerate(events) if isinstance(each, BoxDealt)]
    boxes = len(replay(events[: first + 1]).boxes)
    return replay(events[: cards[2 * boxes - 1] + 1])
