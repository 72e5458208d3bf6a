"""What a question is answered with: nothing of it changes anything."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from bot.audit.examine import Examined
from bot.engine import shoe
from bot.engine.cards import card_of, numbers_of
from bot.engine.rules import RuleSet, as_json
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.table import opening, replies
from bot.table.auditing import verified
from bot.table.booking import own_balances
from bot.table.drawn import draw_record
from bot.table.heard import Heard
from bot.table.own import own_cards
from bot.table.record import record
from bot.table.replies import Fact
from bot.table.requests import (
    Question,
    ShowBalance,
    ShowDraw,
    ShowHelp,
    ShowNumber,
    ShowNumbers,
    ShowOwnCards,
    ShowRound,
    ShowRules,
    ShowTip,
    VerifyRound,
)
from bot.table.step import Step
from bot.table.tips import Odds, tip


class Showing(NamedTuple):
    """A message that asks, and what its answer needs to know besides."""

    step: Step
    heard: Heard
    source: str
    examined: Examined | None
    odds: Odds | None

    def shown(  # noqa: C901 - an arm per question
        self, account: int, request: Question
    ) -> tuple[Fact, ...]:
        """Return the answer."""
        step = self.step
        rules = step.house.rules
        match request:
            case ShowBalance():
                return own_balances(step, account)
            case ShowOwnCards():
                return (own_cards(step, account, self.heard.speaker),)
            case ShowRules():
                return (opening.rules_of(step, self.source, self.odds),)
            case ShowHelp():
                return (self._help(),)
            case ShowNumbers():
                return (replies.Numbers(packs=rules.packs, pack=rules.pack),)
            case ShowNumber():
                return (_number(request.number, rules),)
            case ShowRound():
                return (record(step, request.round),)
            case ShowDraw():
                return (draw_record(step, request.draw),)
            case ShowTip():
                return (self._tip(account, request.box),)
            case VerifyRound():
                number = step.game.round.number if request.round is None else request.round
                return (verified(self.examined, number),)
            case _:
                assert_never(request)

    def _help(self) -> Fact:
        house, heard = self.step.house, self.heard
        rules = as_json(house.rules)
        return replies.Help(player=heard.called, rules=rules, tips=house.tips, staff=heard.staff)

    def _tip(self, account: int, box: int | None) -> Fact:
        step, state = self.step, self.step.game.round
        if not step.house.tips:
            raise RuleViolation(Refusal.TIPS_OFF)
        return tip(state, account, self.heard.called, box, self.odds)


def _number(number: int, rules: RuleSet) -> Fact:
    highest = shoe.highest(rules)
    if not 1 <= number <= highest:
        raise RuleViolation(Refusal.NO_SUCH_NUMBER, number=number, highest=highest)
    card = card_of(number, packs=rules.packs, pack=rules.pack)
    numbers = numbers_of(card, packs=rules.packs, pack=rules.pack)
    return replies.Number(number=number, card=card, first=numbers[0], last=numbers[-1])
