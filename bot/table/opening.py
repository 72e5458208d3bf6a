"""Opening and closing a table, and what is played there: staff asks, or a channel is gone.

A table closes when its running round is over; that follows from the log and needs no entry of its
own. What was played and booked stays, and the table opens again under its number.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot.engine.banking import HOUSE, is_players
from bot.engine.presets import choose
from bot.engine.rules import as_json
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import tables
from bot.store.codec import canonical
from bot.store.entries import TableClosing, TableOpened, TableRules
from bot.table import duties, replies
from bot.table.requests import CloseTable, OpenTable, SetRules
from bot.table.step import Step


def serve(
    step: Step, request: OpenTable | CloseTable | SetRules, *, cause: int, source: str
) -> None:
    """Do what staff asks; ``cause`` is the position of the message."""
    match request:
        case OpenTable():
            _open(step, request.betting_seconds, cause=cause, source=source)
        case CloseTable():
            _close(step, cause=cause)
        case SetRules():
            _set_rules(step, request.text, cause=cause, source=source)


def _set_rules(step: Step, text: str, *, cause: int, source: str) -> None:
    """Play by other rules from the next round on: a preset, single fields, or both."""
    if step.game.party:
        raise RuleViolation(Refusal.PARTY_RUNNING)
    preset, overrides = step.house.preset, {}
    for place, word in enumerate(text.split()):
        field, equals, value = word.partition("=")
        if not equals and place == 0:
            preset = field
        else:
            overrides[field] = value
    rules = choose(preset, overrides)
    step.house = house = replace(step.house, preset=preset, rules=rules)
    content = as_json(rules)
    tables.set_rules(step.connection, house.table, preset, canonical(content).decode())
    entry = step.note(
        TableRules(
            at=step.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            preset=preset,
            rules=rules,
        )
    )
    if not is_players(rules):
        step.return_bank(cause=entry.position, actor=HOUSE)
    step.facts.append(replies.Rules(preset=preset, rules=content, source=source))


def _open(step: Step, betting_seconds: int | None, *, cause: int, source: str) -> None:
    if not step.game.closing:
        raise RuleViolation(Refusal.TABLE_OPEN)
    if betting_seconds is not None:
        step.house = replace(step.house, betting_seconds=betting_seconds)
    house = step.house
    tables.set_betting_seconds(step.connection, house.table, house.betting_seconds)
    step.note(
        TableOpened(
            at=step.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            preset=house.preset,
            betting_seconds=house.betting_seconds,
        )
    )
    step.game = replace(step.game, closing=False)
    step.facts.append(
        replies.Welcome(
            preset=house.preset,
            rules=as_json(house.rules),
            source=source,
            betting_seconds=house.betting_seconds,
        )
    )


def _close(step: Step, *, cause: int) -> None:
    if step.game.closing:
        raise RuleViolation(Refusal.TABLE_CLOSED)
    _note_closing(step, cause)


def lose_place(step: Step) -> bool:
    """Close a table whose channel is gone; stakes that are not dealt go back, for nobody can deal.

    Hands that are dealt stand at their deadlines, and the round ends as any other.
    """
    state = step.game.round
    if not step.game.closing:
        _note_closing(step, UNSET)
    if state.is_running and not state.bets_closed and state.boxes:
        duties.void(step, actor=HOUSE, reason="the channel is gone")
    return True


def _note_closing(step: Step, cause: int | UnsetType) -> None:
    house, state = step.house, step.game.round
    closing = TableClosing(at=step.at, table=house.table, guild=house.guild, cause=cause)
    entry = step.note(closing)
    step.game = replace(step.game, closing=True)
    step.run((), cause=entry.position, actor=HOUSE)
    step.facts.append(replies.TableClosed(after=state.number if step.game.is_open else None))
