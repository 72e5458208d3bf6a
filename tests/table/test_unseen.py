"""Cards that lie face down: nothing that leaves the process tells of them, and a crash keeps them.

The public trace is the log byte for byte, positions and heads included, every fact and every post
in both languages. It must be the same for every number that the hidden card may have without
changing the play; salt and commitment are fixed here, since a commitment differs as a random
number would.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace as with_rules
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.draws import log
from bot.draws.chance import Answer, Question, Tail
from bot.draws.commitment import commitment
from bot.engine.cards import card_of
from bot.engine.hole import public_view
from bot.engine.presets import PRESETS
from bot.engine.rules import DoubleOn, PlayerCards, RuleSet, Shoe
from bot.errors import IntegrityBroken
from bot.refusals import Refusal
from bot.store.codec import canonical
from bot.store.database import Database
from bot.store.entries import FromMachine, Hidden, Unveiled
from bot.store.secrets import Sealed
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.house import House
from bot.table.replies import Card, Drawn, Fact
from bot.table.requests import DeclineInsurance, Request, ShowDraw, ShowOwnCards, ShowRound
from bot.table.unseen_facts import OwnCards
from bot.table.unseen_facts import Unveiled as Told
from bot.table.voice import Recorder
from bot.wording.language import Language
from bot.wording.post import post
from tests.tables import (
    BEGAN,
    DEAL,
    HIT,
    HOUSE,
    PATIENCE,
    STAND,
    Deadly,
    Dying,
    Killed,
    Table,
    numbers_of,
    of_kind,
    open_table,
    stake,
)

AMERICAN: Final = PRESETS["american"]
ONE_PACK: Final = with_rules(AMERICAN, packs=1, shoe=Shoe.ROUND)
CLOSED: Final = with_rules(
    PRESETS["german"], player_cards=PlayerCards.HIDDEN, double=DoubleOn.HARD_9_11
)
CLOSED_SHOE: Final = with_rules(CLOSED, packs=1, shoe=Shoe.ROUND)


def house_of(rules: RuleSet) -> House:
    return replace(HOUSE, rules=rules, preset="american")


class Planned:
    """Chance as it was planned: open numbers in order, and one for the hidden card.

    In a shoe the hidden card's number comes again in every later draw, and must be refused.
    """

    name = "local"
    has_tickets = False

    def __init__(self, numbers: Sequence[int], hidden: int, *, at: int, shoe: Shoe) -> None:
        self._numbers = [*numbers[:at], hidden, *numbers[at:]]
        self._again = (hidden,) if shoe is Shoe.ROUND else ()
        self._before = at + 1  # numbers until the hidden one has come
        self.asked: list[Question] = []

    def requests_left(self) -> int | None:
        return None

    async def renew(
        self, tail: Tail | None, *, intended: bool, hidden: bool = False
    ) -> Tail | None:
        return None

    async def draw(self, question: Question) -> Answer:
        self.asked.append(replace(question, out=None))
        out = question.out or ()
        owed = question.count - len(out)
        if question.out is None and self._before <= 0 and self._again:
            return Answer(self._again * owed, FromMachine())
        self._before -= owed
        given, self._numbers = self._numbers[:owed], self._numbers[owed:]
        return Answer((*out, *given), FromMachine())


def new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def sealed_alike(answer: Answer) -> tuple[Hidden, Sealed]:
    """A commitment that is the same whatever it binds."""
    salt = bytes(32)
    return Hidden("local", "", "0" * 64), Sealed(canonical(answer.numbers).decode(), "", salt)


@pytest.fixture(autouse=True)
def _salted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.step.token_bytes", bytes)


async def public_trace(
    folder: Path, rules: RuleSet, numbers: Sequence[int], hidden: int, at: int, said: Sequence[Said]
) -> tuple[bytes, list[Question]]:
    """Play it, and return everything that left the process, and what chance was asked."""
    database = await Database.open(folder / "table.db")
    try:
        voice, clock = Recorder(), SetClock(BEGAN)
        source = Planned(numbers, hidden, at=at, shoe=rules.shoe)
        drawing = Drawing(database, source, clock, PATIENCE, seal=sealed_alike)
        croupier = Croupier(database, drawing, clock, voice, house_of(rules))
        await croupier.open()
        table = Table(croupier, database, voice, clock)
        await table.credit(anna=100, bert=100)
        facts: list[Fact] = []
        for place, (who, request) in enumerate(said):
            facts += await table.hear(who, request, message=f"said {place}")
        assert croupier.game.round.is_running
        assert croupier.game.round.face_down
        posts = [post(facts, language) for language in Language]
        entries = [(each.position, each.hash.hex(), each.body) for each in await table.entries()]
        return repr((entries, canonical(facts), posts)).encode(), source.asked
    finally:
        await database.close()


Said = tuple[str, Request]
TWO_PLAY: Final[tuple[Said, ...]] = (
    ("anna", stake(10)),
    ("bert", stake(20)),
    ("anna", DEAL),
    ("anna", ShowDraw(2)),
    ("anna", ShowRound()),
    ("anna", HIT),
    ("anna", STAND),
    ("bert", HIT),
    ("bert", ShowRound()),
    ("bert", ShowDraw(2)),
    ("bert", ShowDraw(3)),
)
INSURED: Final[tuple[Said, ...]] = (
    *TWO_PLAY[:5],
    ("anna", DeclineInsurance()),
    ("bert", DeclineInsurance()),
    *TWO_PLAY[5:],
)


@pytest.mark.parametrize(
    ("rules", "letters", "said"),
    [
        (AMERICAN, "10 9 6 3 4  5 2", TWO_PLAY),
        (AMERICAN, "10 9 A 3 4  5 2", INSURED),
        (ONE_PACK, "10 9 6 3 4  5 2", TWO_PLAY),
        (ONE_PACK, "10 9 A 3 4  5 2", INSURED),
    ],
    ids=["continuous", "continuous, ace", "shoe", "shoe, ace"],
)
async def test_no_public_record_depends_on_the_hidden_number(
    tmp_path: Path, rules: RuleSet, letters: str, said: tuple[Said, ...]
) -> None:
    highest = rules.packs * rules.pack
    numbers = [(number - 1) // 6 * (highest // 52) + 1 for number in numbers_of(letters)]
    ace = "A" in letters
    finite = rules.shoe is Shoe.ROUND
    hidden = [
        number
        for number in range(1, highest + 1)
        if not (ace and card_of(number, packs=rules.packs).points == 10)
        and not (finite and number in numbers)
    ]
    if not finite:
        hidden = [*range(1, 7), *[each for each in hidden[6:] if each % 5 == 0 or each in numbers]]
    traces = [
        await public_trace(new(tmp_path / str(number)), rules, numbers, number, 5, said)
        for number in hidden
    ]

    assert len(hidden) > 25
    assert len({trace for trace, _ in traces}) == 1
    assert all(asked == traces[0][1] for _, asked in traces)


async def test_no_public_record_depends_on_a_players_hidden_cards(tmp_path: Path) -> None:
    """As long as it leads to the same play: no 21, no bust, the same moves."""
    said: tuple[Said, ...] = (
        ("anna", stake(10)),
        ("anna", DEAL),
        ("anna", ShowDraw(1)),
        ("anna", HIT),
        ("anna", ShowRound()),
        ("anna", ShowDraw(4)),
    )
    for rules in (CLOSED, CLOSED_SHOE):
        factor = rules.packs
        # Her first card is varied; then the dealer's nine, her two and her three.
        numbers = [8 * factor, 1 * factor, 15 * factor]
        hidden = [each for each in range(1, 52 * factor + 1, factor) if each not in numbers]
        hidden = [each for each in hidden if each != numbers[0]]
        traces = {
            (await public_trace(new(tmp_path / f"{factor} {each}"), rules, numbers, each, 0, said))[
                0
            ]
            for each in hidden
        }

        assert len(traces) == 1


async def test_in_a_shoe_a_hidden_draw_asks_for_what_is_out_and_owed(tmp_path: Path) -> None:
    numbers = [9, 8, 5, 2, 3, 4, 1]
    _, asked = await public_trace(tmp_path, ONE_PACK, numbers, 20, 5, TWO_PLAY)

    assert [5, 5 + 1, 6 + 1, 7 + 1] == [question.count for question in asked]


# ── a table's memory ─────────────────────────────────────────────────────────────────────────────


async def finish(table: Table) -> None:
    while table.croupier.game.round.is_running:
        await table.hear("anna", STAND)


async def test_a_hidden_card_is_the_same_after_a_restart(tmp_path: Path) -> None:
    numbers = numbers_of("10 6 8  9 10")
    house = house_of(AMERICAN)
    async with open_table(tmp_path, numbers=numbers, house=house) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
        before = table.croupier.game
    async with open_table(tmp_path, numbers=numbers, house=house) as table:
        assert before.round == table.croupier.game.round
        assert before.turns == table.croupier.game.turns
        await finish(table)
        report = await table.audit()

        assert "9" == table.croupier.game.round.dealer[1].rank.value
        assert (True, ()) == (report.ok, report.pending or ())


@pytest.mark.parametrize("after", range(3))
async def test_a_crash_between_intent_and_answer_keeps_the_card(tmp_path: Path, after: int) -> None:
    """The open draw, the hidden one, and the one card that is asked for."""
    numbers = numbers_of("10 6 2  9  4 10")
    house = house_of(ONE_PACK)
    with pytest.raises(Killed):
        await _play(tmp_path, house, Deadly(numbers=_one_pack(numbers), after=after))
    async with open_table(tmp_path, numbers=_one_pack(numbers), house=house) as table:
        if not table.croupier.game.round.is_running:
            await table.hear("anna", DEAL)
        if len(table.croupier.game.round.boxes[0].hands[0].cards) == 2:
            await table.hear("anna", HIT)
        await finish(table)
        report = await table.audit()
        state = table.croupier.game.round

        assert report.findings == ()
        assert ["6", "9", "10"] == [card.rank.value for card in state.dealer]
        assert ["10", "2", "4"] == [card.rank.value for card in state.boxes[0].hands[0].cards]


@pytest.mark.parametrize("last", range(2, 9))
async def test_a_crash_before_it_is_said_keeps_the_card(tmp_path: Path, last: int) -> None:
    numbers = _one_pack(numbers_of("10 6 2  9  4 10"))
    house = house_of(ONE_PACK)
    try:
        async with open_table(
            tmp_path, numbers=numbers, house=house, voice=Dying(last), killed=True
        ) as table:
            await _say_all(table)
    except Killed:
        pass
    async with open_table(tmp_path, numbers=numbers, house=house) as table:
        await _say_all(table)
        report = await table.audit()

        assert report.findings == ()
        assert report.rounds == 1
        assert ["6", "9", "10"] == [c.rank.value for c in table.croupier.game.round.dealer]


async def _play(folder: Path, house: House, source: Deadly) -> None:
    async with open_table(folder, source=source, house=house, killed=True) as table:
        await _say_all(table)


async def _say_all(table: Table) -> None:
    await table.hear("anna", stake(1), message="never mind")
    if not (await table.purses()).get("anna", (0, 0))[0]:
        await table.credit(anna=100)
    said: tuple[Request, ...] = (stake(10), DEAL, HIT, STAND)
    for number, request in enumerate(said):
        await table.hear("anna", request, message=f"said {number}")


def _one_pack(numbers: Sequence[int]) -> tuple[int, ...]:
    """The same ranks in another suit each time, so that nothing comes twice."""
    return tuple((number - 1) // 6 + 1 + 13 * (place % 4) for place, number in enumerate(numbers))


def forget_secrets(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TRIGGER secret_card_no_delete")
    connection.execute("DELETE FROM secret_card")


async def test_without_its_secret_a_table_does_not_open(tmp_path: Path) -> None:
    numbers = numbers_of("10 6 8  9 10")
    async with open_table(tmp_path, numbers=numbers, house=house_of(AMERICAN)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
        await table.database.transaction(forget_secrets)
    with pytest.raises(IntegrityBroken):
        async with open_table(tmp_path, house=house_of(AMERICAN)):
            pass


# ── what is said ─────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def dealt(
    folder: Path, rules: RuleSet, letters: str
) -> AsyncIterator[tuple[Table, list[Fact]]]:
    async with open_table(folder, numbers=numbers_of(letters), house=house_of(rules)) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        yield table, await table.hear("anna", DEAL)


async def test_a_hidden_card_is_said_twice_with_one_index(tmp_path: Path) -> None:
    async with dealt(tmp_path, AMERICAN, "10 6 8  9 10") as (table, facts):
        hidden = of_kind(Card, facts)[-1]
        drawn = of_kind(Drawn, facts)[-1]
        after = await table.hear("anna", STAND)
        turned = of_kind(Card, after)[0]
        told = of_kind(Told, after)

    assert b'"hidden":true' in canonical(hidden)
    assert b'"number"' not in canonical(hidden)
    assert b'"card":"' not in canonical(hidden)
    assert b'"number"' not in canonical(drawn)
    assert (hidden.index, 15) == (turned.index, turned.total)
    assert [((37 + 6,), 2)] == [(each.numbers, each.draw) for each in told]


async def test_a_void_turns_up_what_lies_face_down(tmp_path: Path) -> None:
    async with dealt(tmp_path, AMERICAN, "10 6 8  9") as (table, _):
        async with table.croupier.turn:
            spoken = await table.database.transaction(
                lambda each: table.croupier.undo(each, (), actor="karl", reason="test")
            )
            table.croupier.accept(spoken)
        report = await table.audit()
        bodies = await _bodies(table)

    assert report.findings == ()
    assert 1 == sum(isinstance(body, Unveiled) for body in bodies)


async def _bodies(table: Table) -> list[object]:
    return await table.database.read(
        lambda each: [log.body_at(each, entry.position) for entry in log.read(each)]
    )


async def test_what_is_told_is_what_was_committed_to(tmp_path: Path) -> None:
    async with dealt(tmp_path, AMERICAN, "10 6 8  9 10") as (table, _):
        await table.hear("anna", STAND)
        bodies = await _bodies(table)
    (told,) = [body for body in bodies if isinstance(body, Unveiled)]
    (origin,) = [
        origin for body in bodies if isinstance(origin := getattr(body, "origin", 0), Hidden)
    ]

    assert origin.commitment == commitment(bytes.fromhex(told.salt), told.content, told.signature)
    assert "[43]" == told.content


async def test_own_cards_are_told_to_their_owner_and_to_nobody_else(tmp_path: Path) -> None:
    async with dealt(tmp_path, CLOSED, "10 6 8 ") as (table, facts):
        (own,) = of_kind(OwnCards, await table.hear("anna", ShowOwnCards()))
        refused = await table.refused("bert", ShowOwnCards())
        seen = public_view(table.croupier.game.round)
        entries = await table.entries()

    assert ["10", "8"] == [card.rank.value for card in own.hands[0].cards]
    assert refused.code is Refusal.NO_CARDS_FACE_DOWN
    assert () == seen.boxes[0].hands[0].cards
    assert all(b"\xe2\x99\xa010" not in entry.body for entry in entries)
    assert all("♠10" not in str(fact) for fact in facts)


async def test_an_audit_of_a_table_with_cards_face_down_has_nothing_to_find(tmp_path: Path) -> None:
    for rules in (AMERICAN, ONE_PACK, CLOSED, CLOSED_SHOE):
        folder = new(tmp_path / f"{rules.packs} {rules.player_cards.value}")
        numbers = (1, 8, 2, 7, 3, 6, 4, 5)
        async with open_table(folder, numbers=numbers, house=house_of(rules)) as table:
            await table.credit(anna=100)
            await table.hear("anna", stake(10))
            await table.hear("anna", DEAL)
            await table.hear("anna", HIT)
            report = await table.database.read(lambda each: verify(FromDatabase(each)))

            assert report.findings == ()
            assert report.pending
