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
    DealCards,
    Leave,
    MakeMove,
    PlaceStake,
    QuickHand,
    Request,
    Share,
    ShowBalance,
    ShowDraw,
    ShowHelp,
    ShowNumber,
    ShowNumbers,
    ShowRound,
    ShowRules,
    SitOut,
    StakeAgain,
    TakeBack,
    VerifyRound,
)
from bot.wording.words import Means

_SHARES: Final = {"alles": Share.ALL, "all": Share.ALL, "max": Share.MAX, "min": Share.MIN}

Slots = Mapping[str, str]
"""What stood in a form's slots: amount, unit, box, number; only those that were filled."""


def request(means: Means, slots: Slots, *, mark: Mark, replace: bool) -> Request:
    """Return the request; ``replace`` where the form of a stake may change one that stands.

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
        case Means.DRAW:
            return ShowDraw(int(slots["number"]))
        case Means.VERIFY:
            return VerifyRound(_number(slots, "number"))
        case _:
            assert_never(means)


def _again(slots: Slots, mark: Mark) -> StakeAgain:
    if "amount" not in slots:
        return StakeAgain(box=_box(slots))
    return StakeAgain(_amount(slots, mark), _asset(slots), _box(slots))


def _amount(slots: Slots, mark: Mark) -> int | Share:
    text = slots["amount"]
    share = _SHARES.get(text.casefold())
    return read_amount(text, mark=mark) if share is None else share


def _asset(slots: Slots) -> str:
    unit = slots.get("unit", MM)
    return MM if unit.casefold() == MM.casefold() else JETONS


def _box(slots: Slots) -> int | None:
    return _number(slots, "box")


def _number(slots: Slots, name: str) -> int | None:
    return int(slots[name]) if name in slots else None
