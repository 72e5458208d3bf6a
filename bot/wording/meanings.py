"""What each word means: from a matched form's slots to the request for the croupier.

Amounts are read here, by the grammar in :mod:`bot.ledger.money`; shares of the balance or of the
limits stay words for the croupier to resolve. Nothing here knows how anything is spelt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from bot.engine.wants import Action
from bot.ledger.money import JETONS, MM, Mark, read_amount
from bot.table.requests import (
    AllowLimit,
    AskForLimit,
    BeginParty,
    Book,
    Booking,
    CloseTable,
    DealCards,
    DeclineInsurance,
    EndParty,
    GiveUpBank,
    Insure,
    Leave,
    LeaveStake,
    MakeMove,
    OpenTable,
    PlaceStake,
    QuickHand,
    Request,
    Reverse,
    SetRules,
    SetTips,
    Share,
    ShowBalance,
    ShowDraw,
    ShowHelp,
    ShowNumber,
    ShowNumbers,
    ShowOwnCards,
    ShowRound,
    ShowRules,
    ShowTip,
    SitOut,
    StakeAgain,
    StakeBehind,
    StakeOnBust,
    TakeBack,
    TakeBank,
    TakeEvenMoney,
    VerifyRound,
)
from bot.wording.particulars import shown
from bot.wording.words import Means

_SHARES: Final = {"alles": Share.ALL, "all": Share.ALL, "max": Share.MAX, "min": Share.MIN}
_SECONDS: Final = {"s": 1, "sek": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "std": 3600}

LONGEST_REASON: Final = 200
"""Characters that are kept of a booking's reason."""

Slots = Mapping[str, str]
"""What stood in a form's slots: amount, unit, box, …; only those that were filled."""


def request(means: Means, slots: Slots, *, mark: Mark, replace: bool, usage: str) -> Request:
    """Return the request; ``replace`` where the form of a stake may change one that stands.

    ``usage`` is the form in full, for whoever left something out.
    Raises ``NotUnderstood`` for an amount that cannot be read, or in two ways.
    """
    match means:
        case Means.STAKE:
            return PlaceStake(_amount(slots, mark), _asset(slots), _box(slots), replace)
        case Means.CHANGE:
            return PlaceStake(_amount(slots, mark), _asset(slots), _box(slots), replace=True)
        case Means.TAKE_BACK:
            return TakeBack(_box(slots))
        case Means.DEAL:
            return DealCards()
        case Means.QUICK_HAND:
            return QuickHand(_amount(slots, mark), _asset(slots), _box(slots))
        case Means.HIT:
            return MakeMove(Action.HIT, _box(slots))
        case Means.STAND:
            return MakeMove(Action.STAND, _box(slots))
        case Means.DOUBLE:
            return MakeMove(Action.DOUBLE, _box(slots))
        case Means.AGAIN:
            return _again(slots, mark)
        case Means.SIT_OUT:
            return SitOut()
        case Means.LEAVE:
            return Leave()
        case Means.BALANCE:
            return ShowBalance()
        case Means.OWN_CARDS:
            return ShowOwnCards()
        case Means.RULES:
            return ShowRules()
        case Means.HELP:
            return ShowHelp()
        case Means.NUMBERS:
            return ShowNumbers()
        case Means.NUMBER:
            return ShowNumber(int(slots["number"]))
        case Means.ROUND:
            return ShowRound(_number(slots, "number"))
        case Means.SPLIT:
            return MakeMove(Action.SPLIT, _box(slots))
        case Means.INSURE:
            amount = read_amount(slots["amount"], mark=mark) if "amount" in slots else None
            return Insure(amount, _box(slots))
        case Means.NO_INSURANCE:
            return DeclineInsurance(_box(slots))
        case Means.EVEN_MONEY:
            return TakeEvenMoney(_box(slots))
        case Means.BEHIND:
            return _behind(slots, mark, replace=replace)
        case Means.BUST:
            return StakeOnBust(_amount(slots, mark), _asset(slots), replace)
        case Means.TIP:
            return ShowTip(_box(slots))
        case Means.SET_TIPS:
            return SetTips(on=slots["switch"].casefold() in {"an", "on"})
        case Means.SET_RULES:
            return SetRules(slots["reason"])
        case Means.OPEN_TABLE:
            return OpenTable(_seconds(slots))
        case Means.CLOSE_TABLE:
            return CloseTable()
        case Means.CREDIT:
            return _book(Booking.CREDIT, slots, mark, usage)
        case Means.DEBIT:
            return _book(Booking.DEBIT, slots, mark, usage)
        case Means.REVERSE:
            return Reverse(_number(slots, "number"), _reason(slots), usage)
        case Means.DRAW:
            return ShowDraw(int(slots["number"]))
        case Means.VERIFY:
            return VerifyRound(_number(slots, "number"))
        case Means.LEAVE_STAKE:
            return LeaveStake(_box(slots))
        case Means.ASK_LIMIT:
            return AskForLimit(read_amount(slots["amount"], mark=mark), _asset(slots))
        case Means.ALLOW_LIMIT:
            return _allow(slots, mark, usage)
        case Means.BANK:
            return TakeBank(_amount(slots, mark), _asset(slots))
        case Means.GIVE_UP_BANK:
            return GiveUpBank()
        case Means.PARTY if "end" in slots:
            return EndParty()
        case Means.PARTY:
            amount = read_amount(slots["amount"], mark=mark) if "amount" in slots else None
            return BeginParty(_number(slots, "number"), amount, usage)
        case _:
            assert_never(means)


def _behind(slots: Slots, mark: Mark, *, replace: bool) -> StakeBehind:
    return StakeBehind(
        slots["member"],
        _amount(slots, mark),
        _asset(slots),
        _box(slots),
        alone="alone" in slots,
        replace=replace,
    )


def _again(slots: Slots, mark: Mark) -> StakeAgain:
    if "amount" not in slots:
        return StakeAgain(box=_box(slots))
    return StakeAgain(_amount(slots, mark), _asset(slots), _box(slots))


def _book(kind: Booking, slots: Slots, mark: Mark, usage: str) -> Book:
    amount = read_amount(slots["amount"], mark=mark) if "amount" in slots else None
    return Book(kind, slots.get("member", ""), amount, _asset(slots), _reason(slots), usage)


def _allow(slots: Slots, mark: Mark, usage: str) -> AllowLimit:
    amount = read_amount(slots["amount"], mark=mark) if "amount" in slots else None
    once = "once" in slots
    return AllowLimit(slots.get("member", ""), amount, _asset(slots), once, usage)


def _reason(slots: Slots) -> str:
    return shown(slots.get("reason", ""))[:LONGEST_REASON]


def _amount(slots: Slots, mark: Mark) -> int | Share:
    text = slots["amount"]
    share = _SHARES.get(text.casefold())
    return read_amount(text, mark=mark) if share is None else share


def _asset(slots: Slots) -> str:
    unit = slots.get("unit", MM)
    return MM if unit.casefold() == MM.casefold() else JETONS


def _box(slots: Slots) -> int | None:
    return _number(slots, "box")


def _seconds(slots: Slots) -> int | None:
    if "span" not in slots:
        return None
    return int(slots["span"]) * _SECONDS[slots["of"].casefold()]


def _number(slots: Slots, name: str) -> int | None:
    return int(slots[name]) if name in slots else None
