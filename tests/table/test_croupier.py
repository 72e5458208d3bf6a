"""The croupier: a message is applied once, whoever is cancelled leaves no half of it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.draws.chance import Answer, Question, Scripted
from bot.engine.cards import card_of
from bot.errors import LedgerError
from bot.ledger.money import CAP
from bot.store.codec import read_as
from bot.store.entries import Message
from bot.table.loading import load
from bot.table.replies import Balance, Card, Closed, Done, Drawn, Help, Number, Numbers, Record
from bot.table.replies import Rules as RulesShown
from bot.table.requests import (
    QuickHand,
    Request,
    ShowBalance,
    ShowHelp,
    ShowNumber,
    ShowNumbers,
    ShowRound,
    ShowRules,
)
from tests.tables import DEAL, HIT, STAND, Table, facts, numbers_of, of_kind, open_table, stake

ROUND = numbers_of("10 8 6 7 3  9  10  4")
"""Anna 10 7, bert 8 3 and a nine; the dealer 6 10 4."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Anna and bert have an account; nobody has staked."""
    async with open_table(tmp_path, numbers=ROUND) as opened:
        await opened.credit(anna=500, bert=100)
        yield opened


async def play(table: Table) -> None:
    """A whole round."""
    await table.hear("anna", stake(50))
    await table.hear("bert", stake(10, 2))
    await table.hear("anna", DEAL)
    await table.hear("anna", STAND)
    await table.hear("bert", HIT)
    await table.hear("bert", STAND)


# ── once only ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "asked", [stake(50), stake(5), ShowBalance(), None], ids=["granted", "refused", "shown", "chat"]
)
async def test_a_message_is_applied_once(table: Table, asked: Request | None) -> None:
    first = await table.hear("anna", asked, message="m1")
    before = await table.entries(), await table.purses()

    for speaker, again in (("anna", asked), ("bert", stake(10)), ("anna", None)):
        assert [Done(repeated=True)] == await table.hear(speaker, again, message="m1")
    assert Done() == first[-1]
    assert before == (await table.entries(), await table.purses())


async def test_a_message_with_a_new_id_is_a_new_message(table: Table) -> None:
    await table.hear("anna", stake(50, 1), message="m1")
    await table.hear("anna", stake(50, 2), message="m2")

    assert 10000 == (await table.purses())["anna"][1]


async def test_small_talk_is_acknowledged_and_kept_nowhere(table: Table) -> None:
    before = await table.entries()

    assert [Done()] == await table.hear("anna", None)
    assert before == await table.entries()


async def test_many_messages_at_once_are_applied_one_after_the_other(table: Table) -> None:
    await asyncio.gather(
        *(table.hear("anna", stake(20, box)) for box in range(1, 8)),
        *(table.hear("bert", stake(20, box)) for box in range(1, 8)),
    )

    seqs = [utterance.first_seq for utterance in table.voice.said]
    assert sorted(seqs) == seqs
    assert 7 == len(table.croupier.game.round.boxes)
    assert (await table.audit()).ok


# ── what is said ─────────────────────────────────────────────────────────────────────────────────


async def test_numbers_of_facts_rise_by_one(table: Table) -> None:
    await play(table)
    expected = 1
    for utterance in table.voice.said:
        assert expected == utterance.first_seq
        expected = utterance.last_seq + 1


async def test_every_answer_ends_with_done_and_only_there(table: Table) -> None:
    before = len(table.voice.said)
    await play(table)

    for message in {utterance.message for utterance in table.voice.said[before:]}:
        said = facts([each for each in table.voice.said if each.message == message])
        assert [len(said) - 1] == [place for place, fact in enumerate(said) if fact == Done()]


async def test_a_card_is_said_with_its_draw_and_the_logs_head(table: Table) -> None:
    await play(table)
    said = facts(table.voice.said)
    entries = {entry.position: entry.hash.hex()[:16] for entry in await table.entries()}

    drawn, cards = of_kind(Drawn, said), of_kind(Card, said)
    assert list(ROUND) == [each.number for each in drawn]
    assert [card_of(number, packs=6) for number in ROUND] == [each.card for each in cards]
    assert all(entries[each.log] == each.head for each in drawn)
    assert {"scripted"} == {each.source for each in drawn}


async def test_what_is_asked_is_shown_and_kept_as_a_message_of_no_effect(table: Table) -> None:
    await play(table)
    game = table.croupier.game
    for asked, kind in (
        (ShowBalance(), Balance),
        (ShowRules(), RulesShown),
        (ShowHelp(), Help),
        (ShowNumbers(), Numbers),
        (ShowNumber(47), Number),
        (ShowRound(1), Record),
        (ShowRound(), Record),
    ):
        shown, done = await table.hear("anna", asked)
        assert isinstance(shown, kind)
        assert Done() == done
        message = read_as(Message, (await table.entries())[-1].body)
        assert ((), None) == (message.commands, message.refused)
    assert game == table.croupier.game
    assert (await table.audit()).ok


async def test_a_record_tells_every_draw_stake_and_result(table: Table) -> None:
    await play(table)
    record = (await table.hear("carl", ShowRound(1)))[0]

    assert isinstance(record, Record)
    assert not record.running
    assert list(ROUND) == [card.number for draw in record.draws for card in draw.cards]
    assert [1, 2, 0, 1, 2, 2, 0, 0] == [card.box for draw in record.draws for card in draw.cards]
    assert [("anna", 50), ("bert", 10)] == [
        (each.player, int(each.stake)) for each in record.stakes
    ]
    assert [("anna", -50), ("bert", 0)] == [(each.player, int(each.net)) for each in record.settled]


async def test_the_text_of_a_message_is_proved_by_its_salt_and_stands_nowhere(
    table: Table,
) -> None:
    await table.hear("anna", stake(50), message="m1")
    message = read_as(Message, (await table.entries())[-3].body)
    salt = await table.database.read(
        lambda connection: connection.execute(
            "SELECT salt FROM message WHERE id = 'm1'"
        ).fetchone()[0]
    )

    text = f"anna: {stake(50)}"
    assert hashlib.sha256(salt + text.encode()).hexdigest() == message.text


# ── money that comes in ──────────────────────────────────────────────────────────────────────────


async def test_a_deposit_opens_an_account_and_comes_from_outside(table: Table) -> None:
    await table.credit(dora=70)

    purses = await table.purses()
    assert (7000, 0) == purses["dora"]
    assert -67000 == purses["outside"][0]
    assert 0 == sum(free + held for free, held in purses.values())


@pytest.mark.parametrize("amount", [0, -1, CAP + 1])
async def test_a_deposit_that_is_none_changes_nothing(table: Table, amount: int) -> None:
    before = table.croupier.game, await table.entries(), await table.purses()
    with pytest.raises(LedgerError):
        await table.croupier.deposit("dora", amount, actor="cashier", reason="deposit")

    assert before == (table.croupier.game, await table.entries(), await table.purses())
    await table.credit(dora=1)
    assert (await table.audit()).ok


# ── who is cancelled ─────────────────────────────────────────────────────────────────────────────


class Slow(Scripted):
    """A source that takes its time."""

    async def draw(self, question: Question) -> Answer:
        for _ in range(3):
            await asyncio.sleep(0)
        return await super().draw(question)


@pytest.mark.parametrize("seed", range(10))
async def test_a_cancelled_message_is_there_as_a_whole_or_not_at_all(
    tmp_path: Path, seed: int
) -> None:
    """What was stored is remembered; what is owed is drawn with the next message."""
    chance = Random(seed)
    source = Slow(tuple(Random(1).choices(range(1, 313), k=500)))
    async with open_table(tmp_path, source=source) as table:
        await table.credit(anna=5000)
        for _ in range(12):
            asked: Request = chance.choice((QuickHand(1000, "MM"), HIT, STAND, STAND))
            hearing = asyncio.create_task(table.hear("anna", asked))
            for _ in range(chance.randrange(40)):
                await asyncio.sleep(chance.choice([0, 0.0002]))
            hearing.cancel()
            await asyncio.wait([hearing])
            stored = await table.database.read(lambda connection: load(connection, 1))
            assert stored == table.croupier.game
        for _ in range(2):  # the first may only draw what is owed
            await table.hear("anna", STAND)

        said = facts(table.voice.said)
        assert table.croupier.game.round.number == len(of_kind(Closed, said))
        assert (0, ()) == ((await table.purses())["anna"][1], (await table.audit()).findings)
