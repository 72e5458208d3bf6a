"""What people may ask of the croupier, after their words were understood and before any rule.

``wording.vocabulary`` makes these from text. Amounts are hundredths, or a share that only the
croupier can resolve, since it depends on the speaker's balance and the table's limits.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from bot.engine.wants import Action
from bot.refusals import Refusal


class Share(Enum):
    """An amount that depends on the speaker's balance or the table's limits."""

    ALL = "all"  # the whole balance in whole units
    MAX = "max"  # the smaller of limit and balance
    MIN = "min"  # the table's minimum


class PlaceStake(Struct, frozen=True):
    """``einsatz 50``, ``50 MM auf Box 2``; ``replace`` where the word may change a stake."""

    amount: int | Share
    asset: str
    box: int | None = None
    replace: bool = False


class TakeBack(Struct, frozen=True):
    """``einsatz zurück``; without a box, all of the speaker's stakes."""

    box: int | None = None


class DealCards(Struct, frozen=True):
    """``geben``."""


class QuickHand(Struct, frozen=True):
    """``hand 50``: stake and deal at once, when nobody else has staked."""

    amount: int | Share
    asset: str
    box: int | None = None


class MakeMove(Struct, frozen=True):
    """``karte``, ``keine karte``, ``verdoppeln``."""

    action: Action
    box: int | None = None


class StakeAgain(Struct, frozen=True):
    """``nochmal``: the speaker's last stakes here; with an amount, that on his last box."""

    amount: int | Share | None = None
    asset: str | None = None
    box: int | None = None  # only the stake that lay there


class LeaveStake(Struct, frozen=True):
    """``stehen lassen``: what came back of a push lies where it lay; without a box, all of it."""

    box: int | None = None


class SitOut(Struct, frozen=True):
    """``setze aus``: do not wait for me in the coming round."""


class Leave(Struct, frozen=True):
    """``aussteigen``: take my stakes back and do not wait for me any more."""


class ShowBalance(Struct, frozen=True):
    """``konto``."""


class ShowOwnCards(Struct, frozen=True):
    """``meine karten``."""


class ShowRules(Struct, frozen=True):
    """``regeln``."""


class ShowHelp(Struct, frozen=True):
    """``hilfe``."""


class ShowNumbers(Struct, frozen=True):
    """``zahlen``: the whole table of numbers and cards."""


class ShowNumber(Struct, frozen=True):
    """``zahl 47``."""

    number: int


class ShowRound(Struct, frozen=True):
    """``runde 12``; without a number the running or the last one."""

    round: int | None = None


class Insure(Struct, frozen=True):
    """``versicherung 10``; without an amount, half the stake."""

    amount: int | None = None
    box: int | None = None


class DeclineInsurance(Struct, frozen=True):
    """``keine versicherung``, ``weiter``; without a box, on all of the speaker's bets."""

    box: int | None = None


class TakeEvenMoney(Struct, frozen=True):
    """``1:1``: have an own blackjack paid at once."""

    box: int | None = None


class StakeBehind(Struct, frozen=True):
    """``mitsetzen anna 20``: a stake on somebody else's box; ``owner`` is the word that names him.

    Without ``alone`` it goes along with his doubles and splits.
    """

    owner: str
    amount: int | Share
    asset: str
    box: int | None = None
    alone: bool = False
    replace: bool = False


class StakeOnBust(Struct, frozen=True):
    """``bust 20``: that the dealer busts."""

    amount: int | Share
    asset: str
    replace: bool = False


class TakeBank(Struct, frozen=True):
    """``bank 500``: be the bank, or put more into the own one."""

    amount: int | Share
    asset: str


class GiveUpBank(Struct, frozen=True):
    """``bank abgeben``: be it no more, or not this time; staff says it for who is away."""


class BeginParty(Struct, frozen=True):
    """``partie 12 runden 50 chips``; ``usage`` is how it is said in full."""

    rounds: int | None
    amount: int | None  # hundredths
    usage: str


class EndParty(Struct, frozen=True):
    """``partie beenden``: the running round is its last."""


class OpenTable(Struct, frozen=True):
    """``tisch öffnen``: play begins here, with the house's betting time or another in seconds."""

    betting_seconds: int | None = None


class SetRules(Struct, frozen=True):
    """``tisch regeln casino split=rank``: what is played from the next round on."""

    text: str


class SetTips(Struct, frozen=True):
    """``tisch tipps an``, ``tisch tipps aus``: whether the house gives tips here."""

    on: bool


class CloseTable(Struct, frozen=True):
    """``tisch schließen``: the running round is the last."""


class Booking(Enum):
    """What staff does to a member's account."""

    CREDIT = "credit"
    DEBIT = "debit"
    REVERSAL = "reversal"


class Book(Struct, frozen=True):
    """``gutschrift @anna 500 Grund``, ``abbuchung …``: a credit or a debit.

    ``member`` is the word that names him, empty if none did; who is meant, the croupier decides.
    ``usage`` is how it is said in full, for whoever left something out.
    """

    kind: Booking
    member: str
    amount: int | None
    asset: str
    reason: str
    usage: str


class Reverse(Struct, frozen=True):
    """``storno 88 Grund``: undo the booking of that number; None if none was named."""

    booking: int | None
    reason: str
    usage: str


class AskForLimit(Struct, frozen=True):
    """``höher setzen 8000``: may I stake up to so much? The Saalchef is asked."""

    amount: int
    asset: str


class AllowLimit(Struct, frozen=True):
    """``limit erlauben @anna 8000``: a member may stake up to so much here; 0 withdraws it.

    ``member`` and ``usage`` as in ``Book``.
    """

    member: str
    amount: int | None
    asset: str
    one_round: bool
    usage: str


class ShowDraw(Struct, frozen=True):
    """``ziehung 31``."""

    draw: int


class ShowTip(Struct, frozen=True):
    """``tipp``: the best move of the speaker's open hand, or answer to his offer of insurance."""

    box: int | None = None


class VerifyRound(Struct, frozen=True):
    """``prüfen runde 12``; without a number the running or the last one."""

    round: int | None = None


class NotOffered(Struct, frozen=True):
    """A word of the house that this table does not serve."""

    word: str
    of_money: bool = False  # it names an amount to be staked


class Unclear(Struct, frozen=True):
    """Meant for the house, but not to be understood; codes and data as in ``NotUnderstood``."""

    refusal: Refusal
    data: dict[str, object]


Answer = Insure | DeclineInsurance | TakeEvenMoney
"""What may be said to an offer of insurance."""

Play = (
    PlaceStake
    | TakeBack
    | StakeBehind
    | StakeOnBust
    | DealCards
    | QuickHand
    | Answer
    | MakeMove
    | StakeAgain
    | SitOut
    | Leave
    | LeaveStake
    | TakeBank
    | GiveUpBank
)
"""The requests that may change a round."""


def is_play(request: Request | None) -> bool:
    """Whether the request may change a round, and so waits while the round waits for cards."""
    return isinstance(request, Play)


def is_order(request: Request | None) -> bool:
    """Whether the request changes anything: a round, a table, an account."""
    tables = OpenTable | CloseTable | SetRules | SetTips | BeginParty | EndParty
    return isinstance(request, Play | tables | Book | Reverse | AllowLimit)


Question = (
    ShowBalance
    | ShowOwnCards
    | ShowRules
    | ShowHelp
    | ShowNumbers
    | ShowNumber
    | ShowRound
    | ShowDraw
    | ShowTip
    | VerifyRound
)
"""What changes nothing."""
Request = (
    Play
    | ShowBalance
    | ShowOwnCards
    | ShowRules
    | ShowHelp
    | ShowNumbers
    | ShowNumber
    | ShowRound
    | OpenTable
    | CloseTable
    | SetRules
    | SetTips
    | BeginParty
    | EndParty
    | Book
    | Reverse
    | ShowDraw
    | VerifyRound
    | ShowTip
    | NotOffered
    | Unclear
    | AskForLimit
    | AllowLimit
)
