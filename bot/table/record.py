"""The record of one round: every draw, every stake, every result, read from the log."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from bot.draws import log
from bot.draws.chain import short
from bot.draws.tickets import signed_of
from bot.engine.events import (
    Backed,
    BustStaked,
    Doubled,
    Followed,
    HandSplit,
    Insured,
    Settled,
    Staked,
    Withdrawn,
)
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import history
from bot.store.codec import read_as
from bot.store.entries import Draw, Hidden, source_of
from bot.store.history import Stored
from bot.table import replies
from bot.table.causes import led
from bot.table.dealt import Brought, brought_by_draw
from bot.table.game import Game, fold
from bot.table.narration import narrate
from bot.table.proofs import RecordedDraw
from bot.table.step import Step

_OF_BETS: Final = (
    Staked | Backed | BustStaked | Insured | Doubled | Followed | HandSplit | Withdrawn | Settled
)


def record(step: Step, number: int | None) -> replies.Record:
    """Return what happened in a round; without a number, in the running or last one."""
    number = step.game.round.number if number is None else number
    stored = list(history.events(step.connection, number))
    if not stored or stored[0].body.table != step.house.table:
        raise RuleViolation(Refusal.NO_SUCH_ROUND, round=number)
    game = Game()
    stakes: dict[str, replies.Staked] = {}  # what stands, doubles included
    settled: list[replies.Settled] = []
    for each in stored:
        game = fold(game, each.body.event, datetime.fromisoformat(each.body.at))
        if not isinstance(each.body.event, _OF_BETS):
            continue
        for fact in narrate(each.body.event, game.round, step.names, step.balance_of):
            match fact:
                case replies.Staked():
                    stakes[fact.bet_id] = replace(fact, amount=fact.stake)
                case replies.Withdrawn():
                    stakes.pop(fact.bet_id, None)
                case replies.Settled():
                    settled.append(replace(fact, balance=UNSET))  # today's is another matter
                case _:
                    pass
    return replies.Record(
        round=number,
        preset=game.round.preset,
        running=game.round.is_running,
        bank=step.names[game.round.banker] if game.round.banker else UNSET,
        draws=_draws(step, stored),
        stakes=tuple(sorted(stakes.values(), key=lambda each: each.box)),
        settled=tuple(settled),
    )


def _draws(step: Step, stored: list[Stored]) -> tuple[RecordedDraw, ...]:
    brought = brought_by_draw(stored)
    return tuple(_draw(step, position, each, stored) for position, each in brought.items())


def _draw(step: Step, position: int, brought: Brought, stored: list[Stored]) -> RecordedDraw:
    entry = log.entry_at(step.connection, position)
    draw = read_as(Draw, entry.body)
    hidden = isinstance(draw.origin, Hidden)
    told = log.unveiled(step.connection, draw.draw) if hidden else None
    signed = signed_of(draw.origin, told[1] if told else None)
    return RecordedDraw(
        draw=draw.draw,
        source=source_of(draw.origin),
        serial=signed.serial_number if signed else None,
        log=position,
        head=short(entry.hash),
        at=signed.completion_time if signed else draw.at,
        ticket=signed.ticket_data.ticket_id if signed else None,
        led=led(step.connection, stored, intent=draw.intent),
        cards=brought.cards,
        rejected=brought.rejected,
        hidden=hidden and told is None,
    )
