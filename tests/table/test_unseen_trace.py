"""Cards that lie face down: nothing that leaves the process tells of them.

The public trace is the log byte for byte, positions and heads included, every fact and every post
in both languages. It must be the same for every number that the hidden card may have without
changing the play; salt and commitment are fixed here, since a commitment differs as a random
number would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as with_rules
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from bot.draws.chance import Answer, Question, Tail
from bot.engine.cards import card_of
from bot.engine.presets import PRESETS, choose
from bot.engine.rules import DoubleOn, PlayerCards, RuleSet, Shoe
from bot.store.codec import canonical
from bot.store.database import Database
from bot.store.entries import FromMachine, Hidden
from bot.store.secrets import Sealed
from bot.table.clock import SetClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.house import House
from bot.table.replies import Fact
from bot.table.requests import (
    DeclineInsurance,
    Request,
    ShowDraw,
    ShowRound,
    StakeBehind,
    TakeBank,
)
from bot.table.voice import Recorder
from bot.wording.language import Language
from bot.wording.post import post
from tests.tables import (
    BEGAN,
    DEAL,
    DOUBLE,
    HIT,
    HOUSE,
    PATIENCE,
    STAND,
    Table,
    numbers_of,
    stake,
)

AMERICAN: Final = PRESETS["american"]
ONE_PACK: Final = with_rules(AMERICAN, packs=1, shoe=Shoe.ROUND)
CLOSED: Final = with_rules(
    PRESETS["german"], player_cards=PlayerCards.HIDDEN, double=DoubleOn.HARD_9_11
)
CLOSED_SHOE: Final = with_rules(CLOSED, packs=1, shoe=Shoe.ROUND)
BANKED: Final = choose(
    "classic32",
    {"double": "any_two", "triple_seven_pays": "10:1", "max_stake": "20", "backing": "true"},
)


def house_of(rules: RuleSet) -> House:
    return replace(HOUSE, rules=rules, preset="american")


class Planned:
    """Chance as it was planned: open numbers in order, and one for the hidden card.

    In a shoe the hidden card's number comes again in every later draw, and must be refused.
    """

    name = "local"
    has_tickets = False
    gives_spares = False

    def __init__(self, numbers: Sequence[int], hidden: int, *, at: int, shoe: Shoe) -> None:
        self._numbers = [*numbers[:at], hidden, *numbers[at:]]
        self._again = (hidden,) if shoe is Shoe.ROUND else ()
        self._before = at + 1  # numbers until the hidden one has come
        self.asked: list[Question] = []

    def requests_left(self, bits: int) -> int | None:
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
        await table.credit(anna=100, bert=100, carl=100, dora=1000)
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


@pytest.mark.parametrize("purse", [210, 309, 315, 320])
async def test_what_a_players_bank_can_pay_does_not_depend_on_anothers_hidden_cards(
    tmp_path: Path, purse: int
) -> None:
    """Dora is the bank: bert's double is refused, or goes alone, or with carl's stake behind it.

    Anna has a seven and any other card, bert two sevens: three of them would bring ten for one.
    """
    said: tuple[Said, ...] = (
        ("dora", TakeBank(purse * 100, "MM")),
        ("anna", stake(10)),
        ("bert", stake(10)),
        ("carl", StakeBehind("bert", 100, "MM")),
        ("anna", DEAL),
        ("anna", STAND),
        ("bert", DOUBLE),
        ("bert", ShowRound()),
    )
    numbers = [1, 9, 25, 5, 10, 11]
    for shoe in (Shoe.CONTINUOUS, Shoe.ROUND):
        rules = with_rules(BANKED, shoe=shoe)
        hidden = [each for each in range(1, 33) if each not in numbers]
        traces = {
            (await public_trace(new(tmp_path / f"{shoe} {each}"), rules, numbers, each, 2, said))[0]
            for each in hidden
        }

        assert len(traces) == 1


async def test_in_a_shoe_a_hidden_draw_asks_for_what_is_out_and_owed(tmp_path: Path) -> None:
    numbers = [9, 8, 5, 2, 3, 4, 1]
    _, asked = await public_trace(tmp_path, ONE_PACK, numbers, 20, 5, TWO_PLAY)

    assert [5, 5 + 1, 6 + 1, 7 + 1] == [question.count for question in asked]
