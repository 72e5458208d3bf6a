"""What the house does of itself: deadlines, the clock, deposits, voids, balances.

Each is a step's work: it writes and gathers facts within one transaction, and tells whether the
answer is complete or waits for cards.
"""

from __future__ import annotations

from datetime import timedelta

from msgspec import UNSET
from msgspec.structs import replace

from bot.draws import log
from bot.engine.commands import By, Deal, Decline, LeaveBank, Stand, Void
from bot.ledger import accounts, book, postings
from bot.refusals import Refusal
from bot.store import history, messages
from bot.store.entries import Alteration, Altered, BettingOver, Clock, Deadline, Lost, Voided
from bot.store.of_money import Deposit
from bot.table import deadlines, replies
from bot.table.clock import stamp
from bot.table.deadlines import Due
from bot.table.record import record
from bot.table.replies import money
from bot.table.step import Step


def move_clock(step: Step, seconds: int) -> None:
    """Move the table's clock."""
    table = step.house.table
    step.now += timedelta(seconds=seconds)
    offset = history.clock_offset(step.connection, table) + seconds
    step.note(Clock(at=step.at, table=table, offset=offset))
    history.set_clock_offset(step.connection, table, offset)
    step.facts.append(replies.Clock(now=step.at))


def pass_deadlines(step: Step) -> None:
    """Play the default for every turn that is too old: stand, or no insurance."""
    expired = deadlines.expired(step.game, step.now)
    for due in expired:
        _pass(step, due)
    if expired:
        step.say_wants()


def end_betting(step: Step, draws_left: int | None) -> None:
    """The betting time is over: deal, if the day's draws suffice; if not, say so once."""
    number, boxes = step.game.round.number, len(step.game.round.boxes)
    needed = boxes * step.house.reserve
    if draws_left is None or draws_left >= needed:
        deal_by_time(step)
    elif step.game.short_of_draws != number:
        step.game = replace(step.game, short_of_draws=number)
        data: dict[str, replies.Datum] = {"left": draws_left, "needed": needed, "standing": True}
        step.facts.append(replies.Refused(player="", code=Refusal.QUOTA_RESERVE, data=data))


def deal_by_time(step: Step) -> None:
    """Close the stakes and deal, for the owner of the first box: the betting time is over."""
    game, seconds = step.game, step.house.betting_seconds
    deal = (Deal(game.round.boxes[0].player, By.DEADLINE),)
    entry = step.note(
        BettingOver(
            at=step.at,
            table=step.house.table,
            guild=step.house.guild,
            since=stamp(game.opened_at or step.now),
            seconds=seconds,
            commands=deal,
        )
    )
    step.run(deal, cause=entry.position, actor="deadline")
    step.say_wants()


def _pass(step: Step, due: Due) -> None:
    turn, offered = due.turn, bool(step.game.round.offers)
    default: Decline | Stand | LeaveBank = LeaveBank(turn.player, By.DEADLINE)
    if turn.box:
        default = (Decline if offered else Stand)(turn.player, turn.box, By.DEADLINE)
    entry = step.note(
        Deadline(
            at=step.at,
            table=step.house.table,
            guild=step.house.guild,
            since=stamp(due.since),
            hours=deadlines.HOURS,
            commands=(default,),
        )
    )
    if not offered:  # of an offer ``Declined`` tells
        step.facts.append(
            replies.Expired(
                round=step.game.round.number,
                box=turn.box,
                hand=turn.hand,
                player=step.names[turn.player],
                hours=deadlines.HOURS,
            )
        )
    step.run((default,), cause=entry.position, actor="deadline")


def note_alteration(step: Step, message: str, how: Alteration) -> bool:
    """Note, once, that a message with an entry has been edited or deleted; whether it was noted."""
    once = f"{message} {how.value}"
    if not messages.is_entered(step.connection, step.house.table, message) or step.knows(once):
        return False
    step.remember(once, entry=None, salt=None)
    house = step.house
    step.note(Altered(at=step.at, table=house.table, guild=house.guild, message=message, how=how))
    return True


def void(step: Step, *, actor: str, reason: str) -> bool:
    """Undo the round that runs; the intent of cards that are owed to it is never answered."""
    table = step.house.table
    found = log.open_intent(step.connection)
    tables = {slot.table for slot in found.body.slots} if found else set()
    entry = step.note(
        Voided(
            at=step.at,
            table=table,
            guild=step.house.guild,
            actor=actor,
            reason=reason,
            draw=found.body.draw if found and table in tables else None,
            commands=(Void(),),
        )
    )
    step.run((Void(),), cause=entry.position, actor=actor)
    step.say_wants()
    return True


def undo(step: Step, lost: tuple[Lost, ...], *, actor: str, reason: str) -> bool:
    """Write down draws that a restored backup does not know, and undo the round that runs."""
    for entry in lost:
        step.note(entry)
    return void(step, actor=actor, reason=reason) if step.game.round.is_running else True


def deposit(step: Step, name: str, amount: int, *, actor: str, reason: str) -> bool:
    """Book money that came in for a player, who is given an account if he has none."""
    guild, asset = step.house.guild, step.house.asset
    account = step.account_of(name, name)
    entry = step.note(
        Deposit(
            at=step.at,
            guild=guild,
            account=account,
            asset=asset,
            amount=amount,
            actor=actor,
            reason=reason,
        )
    )
    key = f"deposit:{entry.position}"
    posting = postings.of_deposit(key=key, guild=guild, account=account, asset=asset, amount=amount)
    step.post(posting, entry=entry.position, actor=actor)
    step.facts.append(step.balance_fact(account, asset))
    return True


def show_round(step: Step) -> bool:
    """Say how the round that runs stands, and who is to act."""
    step.facts.append(record(step, None))
    step.say_wants()
    return True


def show_balances(step: Step) -> bool:
    """Say every account's balance, the house's and the world's included."""
    guild = step.house.guild
    own = (accounts.outside(guild), accounts.house(guild))
    names = (*own, *map(accounts.player, sorted(step.names)))
    assets = (*accounts.ASSETS, accounts.chips(step.house.table))
    for funds in book.all_funds(step.connection, names, assets):
        banked = book.banked(step.connection, funds.account, funds.asset)
        kind, _, number = funds.account.partition(":")
        step.facts.append(
            replies.Balance(
                player=step.names[int(number)] if kind == "player" else kind,
                asset=funds.asset,
                available=money(funds.available),
                held=money(funds.held),
                bank=money(banked) if banked else UNSET,
            )
        )
    return True
