"""What one message does: it is known already, it plays, it asks to be shown something, or nothing.

A refusal is an answer too: the log keeps it with its code, and nothing else of it remains.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.audit.examine import Examined
from bot.draws.quota import hands
from bot.engine.commands import Command, Stake
from bot.errors import CroupierError, InsufficientFunds, NotUnderstood, RuleViolation
from bot.ledger import accounts
from bot.refusals import Refusal
from bot.store import players
from bot.store.database import savepoint
from bot.store.entries import LEFT, SITTING_OUT, Message, Presence
from bot.table import opening, parties, replies
from bot.table.attention import concerns
from bot.table.booking import Bookkeeper
from bot.table.drawing import Drawing
from bot.table.granting import Granting
from bot.table.heard import Heard
from bot.table.refusing import refused
from bot.table.requests import (
    AllowLimit,
    AskForLimit,
    BeginParty,
    Book,
    CloseTable,
    DealCards,
    DeclineInsurance,
    EndParty,
    GiveUpBank,
    Insure,
    Leave,
    LeaveStake,
    MakeMove,
    NotOffered,
    OpenTable,
    PlaceStake,
    Play,
    QuickHand,
    Request,
    Reverse,
    SetRules,
    SetTips,
    SitOut,
    StakeAgain,
    StakeBehind,
    StakeOnBust,
    TakeBack,
    TakeBank,
    TakeEvenMoney,
    Unclear,
)
from bot.table.resolving import Asked, Resolver
from bot.table.showing import Showing
from bot.table.step import Step, salted
from bot.table.tips import Odds

FEW_HANDS: Final = 20
"""Fewer hands left today than this are told to whoever stakes."""
RESERVED: Final = frozenset({"house", "outside", "croupier"})
"""Names that the house itself goes by."""


class Hearing:
    """Applies one message within a step."""

    def __init__(
        self,
        step: Step,
        heard: Heard,
        drawing: Drawing,
        examined: Examined | None = None,
        odds: Odds | None = None,
    ) -> None:
        """``examined``: what the auditor says, where the message asks for him; so ``odds``."""
        self._step = step
        self._heard = heard
        self._drawing = drawing
        self._odds = odds
        self._source = drawing.source
        self._showing = Showing(step, heard, drawing.source.name, examined, odds)

    def apply(self) -> bool:
        """Do what the message asks; whether it has a complete answer now.

        It has none where cards are waited for, and where a plain word was conversation.
        """
        step, request = self._step, self._heard.request
        if request is None:
            self.is_new()
            return True
        if step.knows(self._heard.id):
            return self._repeated()
        if self._heard.plain and not self._is_meant(request):
            # Remembered, so that it is not taken for a word when the history is read again.
            step.remember(self._heard.id, entry=None, salt=None)
            return False
        try:
            account = self._account(request)
        except (RuleViolation, NotUnderstood) as refused:
            self._say_no(refused)
            self.is_new()
            return True
        return self._answer(account, request)

    def is_new(self) -> bool:
        """Remember a message that needs no entry of its own; whether it was new."""
        if self._step.knows(self._heard.id):
            return not self._repeated()
        self._step.remember(self._heard.id, entry=None, salt=None)
        return True

    def _repeated(self) -> bool:
        self._step.repeated = True
        self._step.facts.append(replies.Done(repeated=True))
        return True

    def _is_meant(self, request: Request) -> bool:
        step = self._step
        account = players.find(step.connection, step.house.guild, self._heard.speaker)
        return concerns(request, step.game, account)

    def _account(self, request: Request) -> int:
        heard = self._heard
        if not heard.speaker:
            if isinstance(request, Unclear):  # about a line, not about who spoke
                raise NotUnderstood(request.refusal, **request.data)
            raise RuleViolation(Refusal.NO_SPEAKER)
        if not heard.name and heard.speaker.lower() in RESERVED:
            raise RuleViolation(Refusal.NAME_RESERVED, name=heard.speaker)
        return self._step.account_of(heard.speaker, heard.called)

    def _answer(self, account: int, request: Request) -> bool:
        """Try in a savepoint: what is refused leaves nothing but the refusal."""
        step = self._step
        before, facts, added = step.game, len(step.facts), dict(step.added)
        try:
            return savepoint(step.connection, lambda: self._grant(account, request))
        except (RuleViolation, NotUnderstood, InsufficientFunds) as refused:
            step.game = before
            step.forget(added)
            del step.facts[facts:]
            self._note(account, (), refused=self._say_no(refused))
            return True

    def _grant(self, account: int, request: Request) -> bool:
        if self._heard.edited:
            raise NotUnderstood(Refusal.EDITED)
        match request:
            case (
                PlaceStake()
                | TakeBack()
                | StakeBehind()
                | StakeOnBust()
                | DealCards()
                | QuickHand()
                | Insure()
                | DeclineInsurance()
                | TakeEvenMoney()
                | MakeMove()
                | StakeAgain()
                | SitOut()
                | Leave()
                | LeaveStake()
                | TakeBank()
                | GiveUpBank()
            ):
                return self._play(account, request)
            case OpenTable() | CloseTable() | SetRules() | SetTips() | BeginParty() | EndParty():
                self._require_staff()
                self._manage(account, request)
                return True
            case Book() | Reverse():
                return self._book(account, request)
            case AskForLimit() | AllowLimit():
                cause = self._note(account, (), refused=None)
                granting = Granting(
                    step=self._step, heard=self._heard, account=account, cause=cause
                )
                granting.serve(request)
                return True
            case NotOffered():
                raise RuleViolation(Refusal.NOT_OFFERED, word=request.word)
            case Unclear():
                raise NotUnderstood(request.refusal, **request.data)
            case _:
                self._step.facts.extend(self._showing.shown(account, request))
                self._note(account, (), refused=None)
                return True

    def _require_staff(self) -> None:
        if not self._heard.staff:
            raise RuleViolation(Refusal.STAFF_ONLY)

    def _play(self, account: int, request: Play) -> bool:
        step = self._step
        if not step.game.is_open:
            raise RuleViolation(Refusal.TABLE_CLOSED)
        asked = Asked(
            account,
            self._heard.staff,
            step.now,
            self._source.name,
            self._drawing.requests_left(step.house.table),
        )
        is_new = parties.joins(step.game, account, request)
        resolver = Resolver(step.connection, step.house, step.game, asked)
        commands = resolver.commands(request)
        cause = self._note(account, commands, refused=None)
        if is_new:
            parties.join(step, account, cause=cause)
        step.run(commands, cause=cause, actor=accounts.player(account))
        if isinstance(request, SitOut | Leave):
            self._absent(account, request, cause)
        taken_back = isinstance(request, TakeBack | Leave)
        if taken_back and step.game.closing and not _stakes(step):
            step.facts.append(replies.TableClosed())  # the round that was to be the last
        if not commands:  # cards that are owed are owed to another message
            return True
        self._say_hands_left(commands)
        step.say_wants()
        return not step.waits

    def _manage(
        self,
        account: int,
        request: OpenTable | CloseTable | SetRules | SetTips | BeginParty | EndParty,
    ) -> None:
        cause, source = self._note(account, (), refused=None), self._source.name
        if isinstance(request, BeginParty | EndParty):
            parties.serve(self._step, request, cause=cause)
            return
        opening.serve(self._step, request, cause=cause, source=source, odds=self._odds)

    def _book(self, account: int, request: Book | Reverse) -> bool:
        cause = self._note(account, (), refused=None)
        keeper = Bookkeeper(step=self._step, heard=self._heard, account=account, cause=cause)
        keeper.book(request)
        return True

    def _say_hands_left(self, commands: tuple[Command, ...]) -> None:
        """Who stakes should know when the day's draws run out."""
        left = self._drawing.left_today()
        staked = any(isinstance(command, Stake) for command in commands)
        if staked and left is not None and hands(left) < FEW_HANDS:
            self._step.facts.append(replies.HandsLeft(hands=hands(left)))

    def _absent(self, account: int, request: SitOut | Leave, cause: int) -> None:
        step = self._step
        status = LEFT if isinstance(request, Leave) else SITTING_OUT
        step.note(
            Presence(
                at=step.at, table=step.house.table, account=account, status=status, cause=cause
            )
        )
        left = step.game.left | ({account} if status == LEFT else frozenset())
        step.game = replace(step.game, absent=step.game.absent | {account}, left=left)
        step.facts.append(replies.Presence(player=self._heard.called, status=status))
        step.run((), cause=cause, actor=accounts.player(account))  # with him a party may be over

    def _note(self, account: int, commands: tuple[Command, ...], *, refused: Refusal | None) -> int:
        step, heard = self._step, self._heard
        salt, text = salted(heard.text)
        entry = step.note(
            Message(
                at=step.at,
                table=step.house.table,
                guild=step.house.guild,
                message=heard.id,
                account=account,
                commands=commands,
                refused=refused,
                text=text,
            )
        )
        step.remember(heard.id, entry=entry.position, salt=salt)
        return entry.position

    def _say_no(self, error: CroupierError) -> Refusal:
        fact = refused(error, self._step, self._heard.called)
        self._step.facts.append(fact)
        return fact.code


def _stakes(step: Step) -> bool:
    """Whether anything is staked in the round that runs."""
    return step.game.round.is_running and bool(step.game.round.boxes)
