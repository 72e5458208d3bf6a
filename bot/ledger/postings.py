"""Events and bookings to postings: what moves, from where, to where, and why. Pure.

The one place that knows which event moves money. A settlement empties the hold it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct

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
from bot.ledger import accounts


class Transfer(Struct, frozen=True):
    """One movement of money; ``amount`` hundredths, more than zero."""

    source: str
    target: str
    asset: str
    amount: int


class Posting(Struct, frozen=True):
    """All movements of one reason. ``key`` makes it happen once; ``opens`` a bet's hold, owned."""

    key: str
    reason: str
    transfers: tuple[Transfer, ...]
    opens: tuple[str, str] | None = None  # hold, owner


def of_deposit(*, key: str, guild: int, account: int, asset: str, amount: int) -> Posting:
    """Return the posting of money that comes in for a player."""
    came = Transfer(accounts.outside(guild), accounts.player(account), asset, amount)
    return Posting(key, "deposit", (came,))


def of_chips(*, key: str, guild: int, account: int, asset: str, amount: int) -> Posting:
    """Return the posting of the chips that a party gives somebody."""
    came = Transfer(accounts.outside(guild), accounts.player(account), asset, amount)
    return Posting(key, "party", (came,))


def of_party(*, key: str, guild: int, asset: str, chips: Iterable[tuple[int, int]]) -> Posting:
    """Return the posting of all chips that go back outside; ``chips``: account, hundredths."""
    back = tuple(
        Transfer(accounts.player(account), accounts.outside(guild), asset, amount)
        for account, amount in chips
        if amount
    )
    return Posting(key, "party", back)


def of_debit(*, key: str, guild: int, account: int, asset: str, amount: int) -> Posting:
    """Return the posting of money that is taken from a player."""
    went = Transfer(accounts.player(account), accounts.outside(guild), asset, amount)
    return Posting(key, "debit", (went,))


def of_reversal(number: int, transfers: tuple[Transfer, ...]) -> Posting:
    """Return the posting that undoes that of a number; its key makes it happen once."""
    back = tuple(Transfer(each.target, each.source, each.asset, each.amount) for each in transfers)
    return Posting(reversal_key(number), "reversal", back)


def reversal_key(number: int) -> str:
    """Return the key of what undoes a posting."""
    return f"reversal:{number}"


def of_event(event: Event, *, guild: int, bank: str = "", key: str = "") -> Posting | None:
    """Return what the event moves, or None.

    ``bank`` is the account of a player who is the bank; without it the house pays. ``key`` names
    the event itself, for movements that may come again: of a player's bank.
    """
    match event:
        case Funded() | BankPassed():
            return _of_bank(event, bank, f"bank:{key}") if event.amount else None
        case Staked() | Backed() | BustStaked() | Insured() | HandSplit():
            owner, hold = accounts.player(event.player), accounts.hold(event.bet)
            moved = Transfer(owner, hold, event.asset, event.amount)
            # One key for every way a hold can be opened: it can happen once.
            return Posting(f"stake:{event.bet}", _placed(event), (moved,), opens=(hold, owner))
        case Doubled() | Followed():
            owner, hold = accounts.player(event.player), accounts.hold(event.bet)
            moved = Transfer(owner, hold, event.asset, event.amount)
            return Posting(f"double:{event.bet}", "double", (moved,))
        case Withdrawn():
            owner, hold = accounts.player(event.player), accounts.hold(event.bet)
            moved = Transfer(hold, owner, event.asset, event.amount)
            # One key for every way a hold can be emptied: it can happen once.
            return Posting(f"empty:{event.bet}", "withdrawal", (moved,))
        case Settled():
            return _of_settlement(event, bank or accounts.house(guild))
        case Opened() | BetsClosed() | BoxDealt() | DealerDealt() | Offered() | Declined():
            return None
        case CardAsked() | Stood() | Closed() | CardHidden() | CardRevealed() | Peeked():
            return None
        case BankAway() | Reshuffled() | Rejected() | Redraw():
            return None
        case _:
            assert_never(event)


def _of_bank(event: Funded | BankPassed, bank: str, key: str) -> Posting:
    owner = accounts.player(event.player)
    if isinstance(event, Funded):
        moved = Transfer(owner, bank, event.asset, event.amount)
        return Posting(key, "bank", (moved,), opens=(bank, owner))
    back = Transfer(bank, owner, event.asset, event.amount)
    return Posting(key, f"bank:{event.reason.value}", (back,))


def _placed(event: Staked | Backed | BustStaked | Insured | HandSplit) -> str:
    """Return what the money was placed for."""
    match event:
        case Staked():
            return "stake"
        case Backed():
            return "backing"
        case BustStaked():
            return "bust"
        case Insured():
            return "insurance"
        case HandSplit():
            return "split"
        case _:
            assert_never(event)


def _of_settlement(event: Settled, house: str) -> Posting:
    """Empty the hold; ``house`` is the account that wins and pays."""
    owner, hold = accounts.player(event.player), accounts.hold(event.bet)
    kept = min(event.stake, event.returned)
    rows = (
        (hold, owner, kept),
        (hold, house, event.stake - kept),
        (house, owner, event.returned - kept),
    )
    transfers = tuple(
        Transfer(source, target, event.asset, amount) for source, target, amount in rows if amount
    )
    return Posting(f"empty:{event.bet}", f"settlement:{event.reason.value}", transfers)
