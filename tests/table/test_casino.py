"""``casino`` on a real database: books, log and audit of everything that has no words yet.

What is said here is put into the log as the commands it will mean.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from bot.audit.findings import Code
from bot.engine.commands import (
    Back,
    BustBet,
    By,
    Command,
    Decline,
    Double,
    EvenMoney,
    Insure,
    Split,
    Void,
    Withdraw,
)
from bot.engine.wants import Action
from bot.errors import InsufficientFunds
from bot.store.codec import canonical
from bot.store.entries import Deadline, Message, Voided
from bot.table import deadlines
from bot.table.clock import stamp
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.requests import MakeMove
from bot.table.step import Step
from tests.engine.script import changed
from tests.tables import DEAL, STAND, Table, numbers_of, open_table, stake

CASINO: Final = House(rules=changed("casino"), preset="casino")
SPLITS: Final = House(
    rules=changed(
        "casino", insurance="false", even_money="false", bust_pays="null", backing="false"
    ),
    preset="casino",
)
ANNA, BERT = 1, 2
SPLIT: Final = MakeMove(Action.SPLIT)

_IDS: Final = count(1)


async def say(table: Table, name: str, *commands: Command) -> None:
    """Take commands as if they had been said."""
    heard = Heard(f"c{next(_IDS)}", name, "")

    def work(step: Step) -> bool:
        account, house = step.account_of(name, name), step.house
        entry = step.note(
            Message(
                at=step.at,
                table=house.table,
                guild=house.guild,
                message=heard.id,
                account=account,
                commands=commands,
                refused=None,
                text="",
            )
        )
        step.remember(heard.id, entry=entry.position, salt=b"")
        step.run(commands, cause=entry.position, actor=f"player:{account}")
        step.say_wants()
        return not step.waits

    await table.croupier._play(heard, work)


async def seated(table: Table) -> None:
    """Anna and bert have a box each; so their account numbers are 1 and 2."""
    await table.credit(anna=1000, bert=1000)
    await table.hear("anna", stake(50))


async def test_a_whole_round_of_casino_is_booked_and_audited(tmp_path: Path) -> None:
    """A split and a double that bert follows, insurance, a bust bet; the dealer busts."""
    numbers = numbers_of("8 A 8  3 10  10  5 10 6")
    async with open_table(tmp_path, numbers=numbers, house=CASINO) as table:
        await seated(table)
        await say(table, "bert", Back(BERT, 1, 2000, "MM"), BustBet(BERT, 1000, "MM"))
        await table.hear("anna", DEAL)
        await say(table, "bert", Insure(BERT, 500))
        await say(table, "anna", Decline(ANNA))
        await say(table, "anna", Split(ANNA, followers=(BERT,)))
        await say(table, "anna", Double(ANNA, followers=(BERT,)))
        assert (95_000 - 10_000, 15_000) == (await table.purses())["anna"]
        await table.hear("anna", STAND)

        assert table.croupier.game.round.closed
        assert (115_000, 0) == (await table.purses())["anna"]
        assert (100_000 + 6000 + 2500 - 500, 0) == (await table.purses())["bert"]
        assert (await table.audit()).ok


@pytest.mark.parametrize("answer", [EvenMoney(ANNA), Insure(ANNA), Decline(ANNA)], ids=repr)
async def test_answers_on_a_blackjack(tmp_path: Path, answer: Command) -> None:
    """Even money ends the round at once; else the dealer's second card does."""
    async with open_table(tmp_path, numbers=numbers_of("A A K  9"), house=CASINO) as table:
        await seated(table)
        await table.hear("anna", DEAL)
        await say(table, "anna", answer)

        won = {EvenMoney: 5000, Insure: 7500 - 2500, Decline: 7500}[type(answer)]
        assert (100_000 + won, 0) == (await table.purses())["anna"]
        assert (await table.audit()).ok


async def test_what_is_taken_back_and_undone_goes_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("8 6 8"), house=CASINO) as table:
        await seated(table)
        await say(table, "bert", Back(BERT, 1, 2000, "MM"), BustBet(BERT, 1000, "MM"))
        await say(table, "anna", Withdraw(ANNA))
        assert [(100_000, 0)] * 2 == [(await table.purses())[name] for name in ("anna", "bert")]
        await table.hear("anna", stake(50))
        await say(table, "bert", Back(BERT, 1, 2000, "MM"), BustBet(BERT, 1000, "MM"))
        await table.hear("anna", DEAL)

        await table.croupier._play(Heard("v", "", ""), voided)

        assert [(100_000, 0)] * 2 == [(await table.purses())[name] for name in ("anna", "bert")]
        assert (await table.audit()).ok


def voided(step: Step) -> bool:
    entry = step.note(
        Voided(
            at=step.at, table=1, guild=1, actor="karl", reason="test", draw=None, commands=(Void(),)
        )
    )  # fmt: skip
    step.run((Void(),), cause=entry.position, actor="karl")
    return True


@pytest.mark.parametrize(("hours", "ok"), [(25, True), (23, False)])
async def test_a_deadline_declines_insurance_but_not_too_early(
    tmp_path: Path, hours: int, ok: bool
) -> None:
    """An audit finds a house that does not wait for the answer."""
    async with open_table(tmp_path, numbers=numbers_of("10 A 9"), house=CASINO) as table:
        await seated(table)
        await table.hear("anna", DEAL)
        offered_at = table.croupier.game.turns.offered_at
        assert offered_at
        table.clock.move(timedelta(hours=hours))

        def passed(step: Step) -> bool:
            decline = (Decline(ANNA, 1, By.DEADLINE),)
            entry = step.note(
                Deadline(
                    at=step.at,
                    table=1,
                    guild=1,
                    since=stamp(offered_at),
                    hours=24,
                    commands=decline,
                )
            )
            step.run(decline, cause=entry.position, actor="deadline")
            return True

        await table.croupier._play(Heard("d", "", ""), passed)

        report = await table.audit()
        assert ok is report.ok
        assert ok or Code.DEADLINE in {finding.code for finding in report.findings}


async def test_who_does_not_answer_within_a_day_is_not_insured(tmp_path: Path) -> None:
    """All offers began with the first cards, whoever answered since; then play begins."""
    async with open_table(tmp_path, numbers=numbers_of("10 A 9"), house=CASINO) as table:
        await seated(table)
        await say(table, "bert", Back(BERT, 1, 2000, "MM"))
        await table.hear("anna", DEAL)
        table.clock.move(timedelta(hours=20))
        await say(table, "anna", Insure(ANNA))
        table.clock.move(timedelta(hours=4))
        await table.croupier.tick()
        assert [(BERT, ())] == [
            (due.turn.player, due.turn.may) for due in deadlines.turns(table.croupier.game)
        ]
        table.clock.move(timedelta(milliseconds=1))
        await table.croupier.tick()

        (due,) = deadlines.turns(table.croupier.game)
        assert (ANNA, True) == (due.turn.player, Action.HIT in due.turn.may)
        assert (await table.audit()).ok


async def test_nobody_speaks_for_another_in_the_log(tmp_path: Path) -> None:
    """An audit finds bert's message that insures anna, or backs in her name."""
    said: tuple[Command, ...] = (Insure(ANNA), EvenMoney(ANNA), Decline(ANNA))
    for number, forged in enumerate(said):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with open_table(folder, numbers=numbers_of("A A K  9"), house=CASINO) as table:
            await seated(table)
            await table.hear("anna", DEAL)
            await say(table, "bert", forged)

            assert Code.CAUSE in {each.code for each in (await table.audit()).findings}


async def test_a_split_needs_the_money_for_it(tmp_path: Path) -> None:
    async with open_table(
        tmp_path, numbers=numbers_of("8 6 8  3 10  10 10"), house=SPLITS
    ) as table:
        await table.credit(anna=80)
        await table.hear("anna", stake(50))
        await table.hear("anna", DEAL)

        refusal = await table.refused("anna", SPLIT)

        assert "insufficient_funds" == refusal.code.value
        await table.credit(anna=20)
        await table.hear("anna", SPLIT)
        assert (0, 10_000) == (await table.purses())["anna"]
        await table.hear("anna", STAND)
        await table.hear("anna", STAND)
        assert (20_000, 0) == (await table.purses())["anna"]
        assert (await table.audit()).ok


async def test_who_follows_must_be_able_to(tmp_path: Path) -> None:
    """The engine cannot see accounts: naming one that is empty is the croupier's mistake."""
    async with open_table(tmp_path, numbers=numbers_of("6 6 5  10 10 2"), house=CASINO) as table:
        await table.credit(anna=1000, bert=30)
        await table.hear("anna", stake(50))
        await say(table, "bert", Back(BERT, 1, 2000, "MM"))
        await table.hear("anna", DEAL)

        with pytest.raises(InsufficientFunds):
            await say(table, "anna", Double(ANNA, followers=(BERT,)))


async def test_in_seated_order_a_day_begins_when_the_turn_does(tmp_path: Path) -> None:
    numbers = numbers_of("10 10 6 6 6  10 10")
    async with open_table(tmp_path, numbers=numbers, house=SPLITS) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(50))
        await table.hear("bert", stake(50))
        await table.hear("anna", DEAL)
        table.clock.move(timedelta(hours=20))
        await table.hear("anna", STAND)

        table.clock.move(timedelta(hours=24))
        await table.croupier.tick()
        assert [1] == [due.turn.hand for due in deadlines.turns(table.croupier.game)]
        table.clock.move(timedelta(milliseconds=1))
        await table.croupier.tick()

        assert table.croupier.game.round.closed
        assert (await table.audit()).ok


def test_a_double_without_followers_is_written_as_it_always_was() -> None:
    assert b'{"box":null,"by":"player","command":"double","player":1}' == canonical(Double(ANNA))
