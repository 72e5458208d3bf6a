"""A round whose cards are not told yet: what may happen in it all the same. Pure.

Such a round cannot be decided again before it is told. Yet no money moves in it but by what lies
open: a bet is settled when its hand is turned up, as those cards say, and a raise follows from the
stake that is there. When the round is over everything of it is told, or it is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from bot.audit import opaque_bets
from bot.engine.banking import passed_on
from bot.engine.cards import card_of
from bot.engine.commands import By, Command, Decline, Double, Hit, Insure, LeaveBank, Split, Stand
from bot.engine.events import (
    Backed,
    BankAway,
    BankPassed,
    BetsClosed,
    BoxDealt,
    BustStaked,
    CardAsked,
    CardHidden,
    CardRevealed,
    Closed,
    DealerDealt,
    Declined,
    Doubled,
    Event,
    Followed,
    Funded,
    HandSplit,
    Insured,
    Offered,
    Opened,
    Peeked,
    Redraw,
    Rejected,
    Reshuffled,
    Settled,
    Staked,
    Stood,
    Withdrawn,
)
from bot.engine.offers import due
from bot.engine.shoe import highest
from bot.engine.state import Round
from bot.store.entries import Cause, Draw, Voided

ASKED: Final[Mapping[type[object], object]] = {
    CardAsked: Hit,
    Stood: Stand,
    Doubled: Double,
    HandSplit: Split,
    Insured: Insure,
    Declined: Decline,
    BankAway: LeaveBank,
}
"""By which command a player makes it happen."""


class Opaque:
    """The tables whose players' cards are not told yet, and what is wrong there."""

    def __init__(self) -> None:
        self.tables: set[int] = set()
        self._followed: set[str] = set()  # bets: once each

    def judge(  # noqa: C901, PLR0912 - an arm per event
        self, before: Round, event: Event, cause: Cause
    ) -> Iterator[str]:
        """Say what is wrong with an event after ``before``, the round as everybody sees it."""
        if isinstance(cause, Voided) and not isinstance(event, CardRevealed | Settled | Closed):
            yield f"{event} undoes nothing"
        yield from _asked(event, cause)
        match event:
            case Settled():
                yield from opaque_bets.settled(before, event, cause)
            case Doubled():
                yield from opaque_bets.doubled(before, event)
            case Followed():
                yield from opaque_bets.followed(before, event)
                if event.bet in self._followed:
                    yield f"bet {event.bet} is raised twice"
                self._followed.add(event.bet)
            case HandSplit():
                yield from opaque_bets.split(before, event)
            case Backed():
                yield from opaque_bets.backed(before, event)
            case Insured():
                yield from opaque_bets.insured(before, event)
            case Declined():
                if event.bet not in before.offers:
                    yield f"bet {event.bet} is offered no insurance"
            case Offered():
                dealt = isinstance(cause, Draw) and opaque_bets.is_just_dealt_in(before)
                if not dealt or before.offers or not before.dealer or event.bets != due(before):
                    yield "insurance is offered out of turn"
            case CardAsked() | Stood():
                yield from _moved(before, event)
            case BoxDealt() | DealerDealt() | CardHidden():
                yield from _dealt(before, event, cause)
            case CardRevealed():
                yield from _revealed(before, event)
            case BankPassed():
                yield from _passed(before, event)
            case Closed():
                yield from _closed(before, cause)
            case Peeked() | BankAway() | Reshuffled() | Rejected() | Redraw():
                pass  # no money, and all of it is decided again when the cards are told
            case Opened() | Funded() | Staked() | BustStaked() | Withdrawn() | BetsClosed():
                yield f"{event} while cards of round {before.number} lie face down"
            case _:
                assert_never(event)


def _asked(event: Event, cause: Cause) -> Iterator[str]:
    """What a player does, he said, or a deadline says for him."""
    if isinstance(event, Stood) and event.by is By.RULE:
        return
    command = ASKED.get(type(event))
    if command is None:
        return
    said: tuple[Command, ...] = getattr(cause, "commands", ())
    players = [getattr(each, "player", 0) for each in said if type(each) is command]
    if getattr(event, "player", 0) not in players:
        yield f"{event} was not asked for"


def _moved(before: Round, event: CardAsked | Stood) -> Iterator[str]:
    """A hand that is open, of that owner; the bank's is box 0."""
    if event.box == 0:
        if event.player != before.banker or before.bank_stood:
            yield f"{event} is not the bank's"
        return
    found = opaque_bets.hand_at(before, event.box, event.hand)
    if found is None or found.box.player != event.player or not found.is_free:
        yield f"{event} on a hand that is not open"


def _dealt(
    before: Round, event: BoxDealt | DealerDealt | CardHidden, cause: Cause
) -> Iterator[str]:
    """The next card, of a draw; openly only to the dealer."""
    if not isinstance(cause, Draw) or event.index != before.cards + 1:
        yield f"{event} was not drawn"
        return
    if isinstance(event, CardHidden):
        return
    if isinstance(event, BoxDealt) or event.hidden:
        yield f"{event} tells a card that lies face down"
    if event.number not in cause.numbers or not _names(before, event):
        yield f"{event} is not the card that was drawn"


def _revealed(before: Round, event: CardRevealed) -> Iterator[str]:
    """A card that lies there, and may be it."""
    down = next((each for each in before.face_down if each.index == event.index), None)
    if down is None or (down.box, down.hand) != (event.box, event.hand):
        yield f"{event} does not lie face down"
    elif down.card is not None:
        if (down.number, down.card) != (event.number, event.card):
            yield f"{event} is another card than was dealt"
    elif not _names(before, event) or (event.number in (before.out or ()) and not down.shuffled):
        yield f"{event} is no card that can lie there"


def _names(before: Round, event: BoxDealt | DealerDealt | CardRevealed) -> bool:
    """Whether a number is that card's."""
    rules = before.rules
    if not 1 <= event.number <= highest(rules):
        return False
    return event.card == card_of(event.number, packs=rules.packs, pack=rules.pack)


def _passed(before: Round, event: BankPassed) -> Iterator[str]:
    """The bank passes when everything is settled, with what it holds."""
    open_ = opaque_bets.unsettled(before) or before.face_down or not before.holder
    if open_ or passed_on(before) != (event,):
        yield f"{event} does not follow from the round"


def _closed(before: Round, cause: Cause) -> Iterator[str]:
    """At the end nothing lies face down, no bet stands, and the bank has passed if it must."""
    down = [each.index for each in before.face_down]
    bets = opaque_bets.unsettled(before)
    if down:
        yield f"round {before.number} ends while cards {down} lie face down"
    if bets:
        yield f"round {before.number} ends while bets {bets} stand"
    passes = before.holder and not isinstance(cause, Voided)
    if passes and not down and not bets and passed_on(before):
        yield f"round {before.number} ends and the bank does not pass on"
