"""Opening and closing a table, and what is played there: staff asks, or a channel is gone.

A table closes when its running round is over; that follows from the log and needs no entry of its
own. What was played and booked stays, and the table opens again under its number.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot import __version__
from bot.engine.banking import HOUSE, is_players
from bot.engine.presets import choose, with_fields
from bot.engine.rules import RuleSet, as_json
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.store import tables
from bot.store.codec import canonical
from bot.store.entries import Plays, Start, TableClosing, TableOpened, TableRules, TableTips
from bot.table import duties, replies
from bot.table.house import House
from bot.table.requests import CloseTable, OpenTable, SetRules, SetTips
from bot.table.step import Step
from bot.table.tips import Odds, TipsSwitched, edge, has_tips


def started(house: House, *, at: str, source: str) -> Start:
    """Return the entry of a start; without staff to open a table, it says what is played there."""
    plays = Plays(table=house.table, preset=house.preset, rules=house.rules)
    return Start(
        at=at,
        version=__version__,
        source=source,
        plays=UNSET if house.opened_by_staff else plays,
    )


def serve(
    step: Step,
    request: OpenTable | CloseTable | SetRules | SetTips,
    *,
    cause: int,
    source: str,
    odds: Odds | None,
) -> None:
    """Do what staff asks; ``cause`` is the position of the message."""
    match request:
        case OpenTable():
            _open(step, request.betting_seconds, cause=cause, source=source)
        case CloseTable():
            _close(step, cause=cause)
        case SetRules():
            _set_rules(step, request.text, cause=cause)
            step.facts.append(rules_of(step, source, odds))
        case SetTips():
            _set_tips(step, on=request.on, cause=cause)


def rules_of(step: Step, source: str, odds: Odds | None) -> replies.Rules:
    """Return what is played at the table, with the house's edge if these are its odds."""
    house, running = step.house, step.game.round
    ends_first = running.is_running and running.rules != house.rules
    return replies.Rules(
        preset=house.preset,
        rules=as_json(house.rules),
        source=source,
        edge=edge(odds) if odds and odds.rules == house.rules else UNSET,
        tips=(house.tips and has_tips(house.rules)) or UNSET,
        after=running.number if ends_first else UNSET,
    )


def chosen(house: House, text: str) -> tuple[str, RuleSet]:
    """Read what staff sets: a preset, with fields of it changed, or fields of what is played.

    Raises ``RuleViolation`` as ``choose`` does.
    """
    words = text.split()
    preset = words.pop(0) if words and "=" not in words[0] else ""
    overrides = {field: value for field, _, value in (word.partition("=") for word in words)}
    if preset:
        return preset, choose(preset, overrides)
    return house.preset, with_fields(house.rules, overrides)


def _set_rules(step: Step, text: str, *, cause: int) -> None:
    """Play by other rules from the next round on."""
    if step.game.party:
        raise RuleViolation(Refusal.PARTY_RUNNING)
    preset, rules = chosen(step.house, text)
    step.house = house = replace(step.house, preset=preset, rules=rules)
    _keep_rules(step)
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


def _set_tips(step: Step, *, on: bool, cause: int) -> None:
    step.house = house = replace(step.house, tips=on)
    step.note(TableTips(at=step.at, table=house.table, guild=house.guild, cause=cause, on=on))
    step.facts.append(TipsSwitched(on=on))


def _keep_rules(step: Step) -> None:
    """Let the table play by them after a restart too, by whatever version of the house."""
    house = step.house
    rules = canonical(as_json(house.rules)).decode()
    tables.set_rules(step.connection, house.table, house.preset, rules)


def _open(step: Step, betting_seconds: int | None, *, cause: int, source: str) -> None:
    if not step.game.closing:
        raise RuleViolation(Refusal.TABLE_OPEN)
    if betting_seconds is not None:
        step.house = replace(step.house, betting_seconds=betting_seconds)
    house = step.house
    tables.set_betting_seconds(step.connection, house.table, house.betting_seconds)
    _keep_rules(step)
    step.note(
        TableOpened(
            at=step.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            preset=house.preset,
            rules=house.rules,
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
