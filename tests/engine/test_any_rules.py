"""What holds under every valid rule set: hidden cards, shoes, banks of players and all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import get_args

from msgspec import UnsetType

from bot.engine import shoe
from bot.engine.commands import Command, Deliver
from bot.engine.events import (
    BoxDealt,
    CardHidden,
    CardRevealed,
    Closed,
    DealerDealt,
    Event,
    Opened,
    Peeked,
    Rejected,
    Rejection,
    Reshuffled,
    Settled,
)
from bot.engine.presets import PRESETS
from bot.engine.round import decide, replay, wants
from bot.engine.state import NO_ROUND, Beside, Hand, Round, SideBet
from bot.engine.wants import Wants
from bot.ledger.postings import of_event
from tests.engine import second_opinion
from tests.engine.any_rules import Evening, any_evening, rounds
from tests.engine.evenings import even_money
from tests.engine.script import changed, fold


@any_evening
def test_every_round_ends_with_nothing_open(evening: Evening) -> None:
    for state in evening.states:
        if state.closed:
            hands = [hand for box in state.boxes for hand in box.hands]
            assert all(hand.returned is not None for hand in hands)
            assert all(side.returned is not None for side in state.beside)
            assert () == state.face_down
            assert wants(state) == Wants()


@any_evening
def test_open_and_hidden_cards_are_never_asked_for_together(evening: Evening) -> None:
    for state in evening.states:
        assert len({slot.hidden for slot in wants(state).draws}) <= 1


# ── the shoe ─────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_what_is_out_comes_once_between_two_shuffles(evening: Evening) -> None:
    finite = shoe.is_finite(evening.rules)
    out: set[int] = set()
    for event in evening.events:
        match event:
            case Opened():
                carried = set() if isinstance(event.out, UnsetType) else set(event.out)
                assert carried == (out if evening.rules.cut_card_after is not None else set())
                out = carried
            case Reshuffled():
                out = set()
            case BoxDealt() | DealerDealt() if finite:
                assert event.number not in out
                out.add(event.number)
            case Rejected() if event.reason is Rejection.DUPLICATE:
                assert finite
                assert event.number in out
            case _:
                pass


@any_evening
def test_nobody_chooses_among_the_numbers(evening: Evening) -> None:
    """The first that are not out become cards, in their order, and nothing else does."""
    state = NO_ROUND
    for command, events in evening.steps:
        if isinstance(command, Deliver):
            dealt = tuple(e.number for e in events if isinstance(e, BoxDealt | DealerDealt))
            owed = len(wants(state).draws)
            if state.out is None:
                assert dealt == command.numbers
            elif not any(isinstance(event, Reshuffled) for event in events):
                assert dealt == shoe.accepted(command.numbers, state.out, owed)
        state = fold(state, events)


# ── what lies face down ──────────────────────────────────────────────────────────────────────────


Step = tuple[Command, tuple[Event, ...]]


def told(events: list[Event]) -> list[Event]:
    """What those hear who do not see the cards."""
    return [public(event) for event in events]


def public(event: Event) -> Event:
    match event:
        case BoxDealt() if event.hidden:
            return CardHidden(event.index, event.box, event.hand)
        case DealerDealt() if event.hidden:
            return CardHidden(event.index, 0, 1)
        case _:
            return event


@any_evening
def test_who_hears_only_what_is_public_knows_the_same_in_the_end(evening: Evening) -> None:
    if evening.state.closed:
        known, heard = replay(evening.events), replay(told(evening.events))

        assert known.boxes == heard.boxes
        assert known.dealer == heard.dealer
        assert (known.purse, known.cards, known.circle) == (heard.purse, heard.cards, heard.circle)
        assert set(known.out or ()) == set(heard.out or ())


@any_evening
def test_every_hidden_card_is_turned_up_once(evening: Evening) -> None:
    for events in rounds(evening.events, Opened):
        hidden = {
            event.index: (event.number, event.card)
            for event in events
            if isinstance(event, BoxDealt | DealerDealt) and event.hidden
        }
        shown = [event for event in events if isinstance(event, CardRevealed)]

        if any(isinstance(event, Closed) for event in events):
            assert sorted(hidden) == sorted(event.index for event in shown)
        for event in shown:
            assert hidden[event.index] == (event.number, event.card)


@any_evening
def test_nothing_betrays_the_hidden_card(evening: Evening) -> None:
    """With any other card in its place all goes the same until it is turned up (reading 22).

    Only the peek may tell a blackjack from what is none.
    """
    for first, steps in hands_with_a_hole(evening):
        told_openly = {number for command, _ in steps for number in numbers(command)}
        taken = {*(first.out or ()), *told_openly}
        everything = range(1, shoe.highest(first.rules) + 1)
        for other in [n for n in everything if first.out is None or n not in taken][::7]:
            seen, state = True, first
            for command, events in steps:
                if not seen:
                    break
                dealt = command is steps[0][0]
                happened = decide(state, with_other(command, other) if dealt else command)

                if peeked(happened) != peeked(events):
                    break
                seen = not any(isinstance(e, CardRevealed) and e.box == 0 for e in events)
                assert until_shown(told(list(happened))) == until_shown(told(list(events)))
                state = fold(state, happened)


def hands_with_a_hole(evening: Evening) -> Iterator[tuple[Round, list[Step]]]:
    """Each round's state before its hidden card, and what was said and came from there on."""
    state = NO_ROUND
    for at, (_, events) in enumerate(evening.steps):
        if any(card.hidden for card in dealer_cards(events)):
            yield state, evening.steps[at:]
        state = fold(state, events)


def dealer_cards(events: Iterable[Event]) -> list[DealerDealt]:
    return [event for event in events if isinstance(event, DealerDealt)]


def numbers(command: Command) -> tuple[int, ...]:
    return command.numbers if isinstance(command, Deliver) else ()


def with_other(command: Command, number: int) -> Command:
    """Another number for the hidden card, which comes last in its draw."""
    return Deliver((*numbers(command)[:-1], number))


def peeked(events: Iterable[Event]) -> bool:
    """Whether the dealer has looked, and has no blackjack."""
    return any(isinstance(event, Peeked) for event in events)


def until_shown(events: list[Event]) -> list[Event]:
    for at, event in enumerate(events):
        if isinstance(event, CardRevealed) and event.box == 0:
            return events[:at]
    return events


# ── money ────────────────────────────────────────────────────────────────────────────────────────


@any_evening
def test_a_second_opinion_pays_the_same(evening: Evening) -> None:
    """From the final cards alone, by the rules' text; only even money needs to be told."""
    at_once = even_money(evening.events)
    for state in evening.states:
        if not state.closed:
            continue
        for box in state.boxes:
            for hand in box.hands:
                behind = state.beside_of(Beside.BACKING, box=box.number, hand=hand.number)
                bets: tuple[Hand | SideBet, ...] = (hand, *behind)
                for bet in bets:
                    net = bet.stake
                    if bet.bet not in at_once:
                        net = second_opinion.net(
                            hand.cards, state.dealer, bet.stake, state.rules, split=hand.split
                        )
                    assert net == (bet.returned or 0) - bet.stake
        for side in state.beside_of(Beside.INSURANCE):
            net = second_opinion.insurance(state.dealer, side.stake, state.rules)
            assert net == (side.returned or 0) - side.stake
        for side in state.beside_of(Beside.BUST):
            net = second_opinion.bust_bet(state.dealer, side.stake, state.rules)
            assert net == (side.returned or 0) - side.stake


@any_evening
def test_a_players_bank_pays_everything_from_what_it_holds(evening: Evening) -> None:
    """Its hold is what the round believes, at every event, and never below nothing."""
    funds: Counter[str] = Counter()
    state = NO_ROUND
    for version, event in enumerate(evening.events):
        state = fold(state, (event,))
        bank = f"hold:bank-1-{state.banker}" if state.banker else ""
        posting = of_event(event, guild=1, bank=bank, key=f"{state.number}-{version}")
        for moved in posting.transfers if posting else ():
            funds[moved.source] -= moved.amount
            funds[moved.target] += moved.amount
        if bank:
            assert funds[bank] == state.purse >= 0
            assert funds["house:1"] == 0
    assert 0 == funds.total()


@any_evening
def test_a_bank_that_breaks_is_not_owed_anything(evening: Evening) -> None:
    for state in evening.states:
        if state.closed and state.banker:
            assert all(hand.returned is not None for box in state.boxes for hand in box.hands)
    for events in rounds(evening.events, Opened):
        for event in events:
            assert not isinstance(event, Settled) or 0 <= event.returned <= 101 * event.stake


def test_there_are_evenings_with_everything() -> None:
    """Where the properties above look at something, it is there to be seen."""
    seen: set[str] = set()
    for seed in range(40):
        for rules in (*PRESETS.values(), changed("vegas_red", cut_card_after="30")):
            evening = Evening(rules, Random(seed))
            for _ in range(9):
                evening.round()
            seen.update(type(event).__name__ for event in evening.events)

    assert {event.__name__ for event in get_args(Event)} - seen == {"CardHidden"}
