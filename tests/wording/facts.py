"""Facts made by hand, as the croupier gives them: the evening of anna and bert, and its parts."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from msgspec import UNSET, UnsetType

from bot.engine.cards import Card as CardFace
from bot.engine.cards import card_of, parse
from bot.engine.commands import By
from bot.engine.events import Outcome, Reason
from bot.engine.hand import is_soft, total
from bot.engine.presets import AQUATIQUE
from bot.engine.rules import as_json
from bot.engine.wants import Action
from bot.ledger.money import MM
from bot.refusals import Refusal
from bot.table.booked import Booked
from bot.table.limits import LimitAsked, LimitGranted, LimitWithdrawn
from bot.table.replies import (
    Acted,
    Balance,
    BetsClosed,
    Card,
    Closed,
    Datum,
    Drawn,
    Fact,
    Opened,
    OpenHand,
    Refused,
    Settled,
    Staked,
    Wants,
    Withdrawn,
    money,
)
from bot.table.requests import Booking

ALL_MOVES: Final = (Action.HIT, Action.STAND, Action.DOUBLE)
TWO_MOVES: Final = (Action.HIT, Action.STAND)
HEAD: Final = "9f3a71c20b5e88d1"
ANNA, BERT = (1, "anna", 50), (2, "bert", 10)
"""Box, player, stake in whole units."""

Seat = tuple[int, str, int]


def cards(letters: str) -> tuple[CardFace, ...]:
    return tuple(map(parse, letters.split()))


def opened() -> Opened:
    return Opened(
        round=1, rules=as_json(AQUATIQUE), preset="aquatique", bank="house", source="scripted"
    )


def staked(seat: Seat, *, changed: bool = False) -> Staked:
    box, player, stake = seat
    amount = Decimal(stake)
    return Staked(
        round=1, bet_id=f"1-{box}", box=box, hand=1, player=player, bet="main", amount=amount,
        asset=MM, stake=amount, changed=changed,
    )  # fmt: skip


def doubled(seat: Seat) -> tuple[Acted, Staked]:
    box, player, stake = seat
    raised = Staked(
        round=1, bet_id=f"1-{box}", box=box, hand=1, player=player, bet="double",
        amount=Decimal(stake), asset=MM, stake=Decimal(2 * stake), of=f"1-{box}",
    )  # fmt: skip
    return acted(seat, Action.DOUBLE), raised


def withdrawn(seat: Seat) -> Withdrawn:
    box, player, stake = seat
    return Withdrawn(
        round=1, bet_id=f"1-{box}", box=box, player=player, amount=Decimal(stake), asset=MM
    )


def bets_closed() -> BetsClosed:
    return BetsClosed(round=1, player="anna", by=By.PLAYER)


def drawn(number: int, *, draw: int = 1, position: int = 1, log: int = 14) -> Drawn:
    return Drawn(
        round=1, draw=draw, position=position, number=number, accepted=True, source="scripted",
        log=log, head=HEAD,
    )  # fmt: skip


def card(number: int, seat: Seat, before: str = "", *, blackjack: bool = False) -> Card:
    """A card to a hand that had ``before``."""
    box, player, stake = seat
    hand = (*cards(before), card_of(number, packs=6))
    return Card(
        round=1, index=1, to="box", box=box, hand=1, number=number, card=hand[-1], cards=hand,
        total=total(hand), soft=is_soft(hand), blackjack=blackjack, player=player,
        stake=Decimal(stake), asset=MM,
    )  # fmt: skip


def dealer(number: int, before: str = "", *, blackjack: bool = False, stands: bool = False) -> Card:
    """A card to the dealer, who had ``before``."""
    hand = (*cards(before), card_of(number, packs=6))
    return Card(
        round=1, index=1, to="dealer", number=number, card=hand[-1], cards=hand,
        total=total(hand), soft=is_soft(hand), blackjack=blackjack, stands=stands,
    )  # fmt: skip


def acted(seat: Seat, action: Action, by: By = By.PLAYER) -> Acted:
    return Acted(round=1, box=seat[0], hand=1, player=seat[1], action=action, by=by)


def wants(*hands: tuple[Seat, tuple[Action, ...]], draws: int = 0) -> Wants:
    return Wants(
        round=1,
        stakes_open=False,
        open=tuple(OpenHand(player=seat[1], box=seat[0], hand=1, may=may) for seat, may in hands),
        draws=draws,
    )


def settled(
    seat: Seat,
    reason: Reason,
    hand: str,
    dealer_total: int,
    *,
    outcome: Outcome,
    returned: int,
    balance: int,
) -> Settled:
    """A settled bet; ``returned`` and ``balance`` in hundredths."""
    box, player, stake = seat
    return Settled(
        round=1, bet_id=f"1-{box}", box=box, hand=1, player=player, bet="main", asset=MM,
        stake=Decimal(stake), returned=money(returned), net=money(returned - stake * 100),
        outcome=outcome, reason=reason, cards=tuple(each.rank.value for each in cards(hand)),
        doubled=False, split=False, total=total(cards(hand)), dealer_total=dealer_total,
        balance=money(balance),
    )  # fmt: skip


def push(seat: Seat, balance: int) -> Settled:
    return settled(
        seat, Reason.EQUAL, "♠B ♥7", 17, outcome=Outcome.PUSH, returned=seat[2] * 100,
        balance=balance,
    )  # fmt: skip


def closed() -> Closed:
    return Closed(round=1, dealer=("7", "10"), net=())


def balance(player: str, available: str, held: str, asset: str = MM) -> Balance:
    return Balance(player=player, asset=asset, available=Decimal(available), held=Decimal(held))


DEAL: Final[tuple[Fact, ...]] = (
    bets_closed(),
    *(drawn(number, position=at) for at, number in enumerate((58, 13, 111, 270, 199), start=1)),
    card(58, ANNA),
    card(13, BERT),
    dealer(111),
    card(270, ANNA, "♠B"),
    card(199, BERT, "♠4"),
    wants((ANNA, ALL_MOVES), (BERT, ALL_MOVES)),
)
"""The first cards of the evening."""


def booked(
    kind: Booking, number: int, net: int, balance: int, *, reverses: int | UnsetType = UNSET
) -> Booked:
    """A booking of karl's on bert's account; ``net`` and ``balance`` in hundredths."""
    return Booked(
        kind=kind, number=number, reverses=reverses, player="bert", member="202", asset=MM,
        amount=money(abs(net)), net=money(net), balance=money(balance),
        reason="Einzahlung vom 3.12.", actor="karl",
    )  # fmt: skip


BOOKINGS: Final = (
    booked(Booking.CREDIT, 88, 50_000, 52_000),
    booked(Booking.DEBIT, 89, -1250, 50_750),
    booked(Booking.REVERSAL, 91, -50_000, 750, reverses=88),
    booked(Booking.REVERSAL, 92, 1250, 2000, reverses=89),
)

LIMITS: Final = (
    LimitAsked(player="bert", mention="@bert", amount=Decimal(8000), asset=MM),
    LimitGranted(
        player="bert", member="202", mention="@bert", amount=Decimal(8000), asset=MM,
        one_round=False,
    ),
    LimitGranted(
        player="bert", member="202", mention="@bert", amount=Decimal(8000), asset=MM,
        one_round=True,
    ),
    LimitWithdrawn(player="bert", member="202", amount=Decimal(5000), asset=MM),
)  # fmt: skip

AMOUNTS: Final = {
    "amount": Decimal("7.50"),
    "minimum": Decimal(10),
    "maximum": Decimal(5000),
    "missing": Decimal(30),
    "available": Decimal(20),
}
DATA: Final[dict[str, Datum]] = {
    "asset": MM,
    "box": 5,
    "seats": 7,
    "owner": "clara",
    "boxes": (3, 6),
    "until": 44,
    "draws": 2,
    "cards": 4,
    "total": 16,
    "preset": "hundert",
    "known": ("eins", "zwei"),
    "field": "peek",
    "value": "vielleicht",
    "accepts": "true | false",
    "needs": "dealer_shows=one_and_hidden",
    "fields": ("peek", "split"),
    "left": 9,
    "needed": 24,
    "wanted": 3,
    "given": 8,
    "round": 88,
    "draw": 31,
    "word": "einsaz",
    "nearest": "einsatz 80",
    "text": "5,000",
    "readings": ("5.000", "5"),
    "digits": 400,
    "number": 313,
    "highest": 312,
    "name": "outside",
    "account_number": "30011154749",
    "account_name": "Aquatique",
    "bank": "ZSBA",
    "reference": "A2",
    "player": "dora",
    "usage": "storno 88 Grund",
    "booking": 91,
    "later": 94,
    "hands": 4,
}
"""Everything that the comments in ``bot.refusals`` name."""


def refused(code: Refusal, without: Iterable[str] = (), **data: Datum) -> Refused:
    """A refusal that carries everything, ``without`` some of it."""
    kept = {name: value for name, value in DATA.items() if name not in set(without)}
    return Refused(player="bert", code=code, amounts=AMOUNTS, data={**kept, **data})
