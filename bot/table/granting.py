"""Higher stakes on request (reading 19): a player asks, staff grants him a limit of his own.

A grant follows from a message of staff and is an entry of its own. It moves no money and changes no
stake: what lies already may stay when it is withdrawn. As the table's limit it counts whole units
of whatever is staked, per box.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.audit.limits import after_word
from bot.engine.commands import UNIT
from bot.engine.rules import HIGHEST_STAKE
from bot.errors import RuleViolation
from bot.ledger import accounts
from bot.refusals import Refusal
from bot.store import players
from bot.store.entries import StakeLimit
from bot.table.booking import member_meant
from bot.table.heard import Heard, mention_of
from bot.table.limits import LimitAsked, LimitGranted, LimitWithdrawn
from bot.table.replies import money
from bot.table.requests import AllowLimit, AskForLimit
from bot.table.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Granting:
    """Serves one message; ``account`` is the speaker's, ``cause`` its position in the log."""

    step: Step
    heard: Heard
    account: int
    cause: int

    def serve(self, request: AskForLimit | AllowLimit) -> None:
        """Pass the question on, or do what staff says."""
        if isinstance(request, AskForLimit):
            self._ask(request)
        elif not self.heard.staff:
            raise RuleViolation(Refusal.STAFF_ONLY)
        elif not request.member or request.amount is None:
            raise RuleViolation(Refusal.BOOKING_INCOMPLETE, usage=request.usage)
        else:
            self._allow(request, request.amount)

    def _ask(self, request: AskForLimit) -> None:
        step = self.step
        if not step.game.is_open:
            raise RuleViolation(Refusal.TABLE_CLOSED)
        limit = step.game.limits.get(self.account)
        present = max(self._of_table, limit.amount if limit else 0)
        _require_higher(request.amount, request.asset, present)
        step.facts.append(
            LimitAsked(
                player=self.heard.called,
                mention=mention_of(self.heard.speaker),
                amount=money(request.amount),
                asset=request.asset,
            )
        )

    def _allow(self, request: AllowLimit, amount: int) -> None:
        if amount:
            _require_higher(amount, request.asset, self._of_table)
        step, member = self.step, member_meant(request.member, self.heard.meant)
        account = step.account_of(member.id, member.name)
        if not amount and account not in step.game.limits:
            raise RuleViolation(Refusal.NO_LIMIT, player=member.name)
        body = StakeLimit(
            at=step.at,
            table=step.house.table,
            guild=step.house.guild,
            cause=self.cause,
            actor=accounts.player(self.account),
            account=account,
            amount=amount,
            one_round=request.one_round,
        )
        step.note(body)
        step.game = replace(step.game, limits=after_word(step.game.limits, body))
        self._say(body, request.asset)

    def _say(self, body: StakeLimit, asset: str) -> None:
        step = self.step
        player = players.name(step.connection, body.account)
        member = players.member(step.connection, body.account)
        if not body.amount:
            own = money(self._of_table)
            fact = LimitWithdrawn(player=player, member=member, amount=own, asset=asset)
            step.facts.append(fact)
            return
        step.facts.append(
            LimitGranted(
                player=player,
                member=member,
                mention=mention_of(member),
                amount=money(body.amount),
                asset=asset,
                one_round=body.one_round,
            )
        )

    @property
    def _of_table(self) -> int:
        """The table's own limit, from the next round on."""
        return self.step.house.rules.max_stake * UNIT


def _require_higher(amount: int, asset: str, present: int) -> None:
    """Refuse what is no limit above the ``present`` one; ``RuleViolation``."""
    if amount % UNIT:
        raise RuleViolation(Refusal.STAKE_NOT_WHOLE, amount=amount, asset=asset)
    if amount <= present:
        raise RuleViolation(Refusal.LIMIT_NOT_HIGHER, amount=amount, maximum=present, asset=asset)
    if amount > HIGHEST_STAKE * UNIT:
        raise RuleViolation(Refusal.LIMIT_TOO_HIGH, maximum=HIGHEST_STAKE * UNIT, asset=asset)
