"""Whatever is said, and wherever the house starts again, a bank holds what the round believes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.engine.presets import choose
from bot.engine.rules import RuleSet
from bot.engine.wants import Action, wants
from bot.errors import RuleViolation
from bot.table.banked import BankPassed
from bot.table.clock import SetClock
from bot.table.house import House
from bot.table.replies import (
    Refused,
)
from bot.table.requests import (
    Leave,
    MakeMove,
    QuickHand,
    Request,
    SitOut,
    StakeAgain,
    TakeBack,
)
from tests.lanes import sampled
from tests.table.banks import (
    FREE,
    GIVE_UP,
    OPEN_CARDS,
    at,
    bank,
    purse_is_the_hold,
    short,
)
from tests.tables import (
    BEGAN,
    DEAL,
    HIT,
    STAND,
    Table,
    of_kind,
    stake,
)

# ── whatever is said ─────────────────────────────────────────────────────────────────────────────


def served(preset: str, **overrides: str) -> Iterator[RuleSet]:
    """A game with a player's bank, with its cards open while tables serve no others."""
    for texts in (overrides, overrides | OPEN_CARDS):
        try:
            yield choose(preset, texts)
        except RuleViolation:
            continue
        return


GAMES = [
    House(rules=rules, preset=name)
    for name, rules in (
        *(("home52", rules) for rules in served("home52")),
        *(("pontoon", rules) for rules in served("pontoon")),
        *(("classic32", rules) for rules in served("classic32")),
        *(("casino", rules) for rules in served("casino", bank="until_broken", min_stake="1")),
        *(("home52", rules) for rules in served("home52", blackjack_takes_bank="true")),
    )
]
"""Every preset with a player's bank, and two more games."""


def anything(chance: Random, turns: list[tuple[str, tuple[Action, ...]]]) -> tuple[str, Request]:
    """Something that somebody says; mostly whoever is at turn, and what he may."""
    speaker = chance.choice(("anna", "bert", "carl", "dora"))
    if turns and chance.random() < 0.8:
        player, may = chance.choice(turns)
        return player, MakeMove(chance.choice(may))
    units = chance.choice((1, 3, 5, 10))
    said: list[Request] = [
        bank(chance.choice((5, 20, 60))),
        bank(chance.choice((20, 60))),
        stake(units),
        stake(units),
        stake(units, replace=True),
        StakeAgain(),
        TakeBack(),
        DEAL,
        DEAL,
        QuickHand(units * 100, "MM"),
        HIT,
        STAND,
        GIVE_UP,
        SitOut(),
        Leave(),
    ]
    return speaker, chance.choice(said)


@pytest.mark.parametrize("seed", sampled(range(3), every=3))
@pytest.mark.parametrize("house", GAMES, ids=lambda house: house.preset)
async def test_whatever_is_said_the_bank_holds_what_the_round_believes(
    tmp_path: Path, house: House, seed: int
) -> None:
    """Over restarts and deadlines, with money for nobody but those who had it.

    The slow lane has two evenings more for each game.
    """
    chance, clock = Random(seed), SetClock(BEGAN)
    numbers = tuple(chance.randint(1, house.rules.packs * house.rules.pack) for _ in range(4000))
    passed = 0
    for _ in range(4):
        async with at(
            tmp_path, house, numbers=numbers, clock=clock, killed=chance.random() < 0.5
        ) as table:
            for _ in range(45):
                state = table.croupier.game.round
                names = {number: name for name, number in accounts_of(table).items()}
                turns = [(names[turn.player], turn.may) for turn in wants(state).turns]
                speaker, request = anything(chance, turns)
                said = await table.hear(speaker, request, staff=chance.random() < 0.1)
                passed += len(of_kind(BankPassed, said))
                await purse_is_the_hold(table)
                if chance.random() < 0.03:
                    clock.move(timedelta(hours=25))
                    await table.croupier.tick()
            funds = await table.purses()
            assert 0 == sum(free + held for free, held in funds.values())
            assert (0, 0) == funds["house"]
            report = await table.audit()
            assert report.ok, report.findings
    assert passed


def accounts_of(table: Table) -> dict[str, int]:
    return {
        name: number
        for name in ("anna", "bert", "carl", "dora")
        if (number := table.croupier.account_of(name)) is not None
    }


# ── a restart anywhere ───────────────────────────────────────────────────────────────────────────

EVENING: list[tuple[str, Request]] = [
    ("anna", bank(20)),
    ("bert", stake(5)),
    ("carl", stake(5)),
    ("anna", DEAL),
    ("bert", STAND),
    ("carl", STAND),
    ("anna", HIT),
    ("anna", STAND),
    ("carl", Leave()),
    ("bert", stake(5)),
    ("anna", DEAL),
    ("bert", STAND),
    ("anna", STAND),
    ("anna", GIVE_UP),
    ("bert", bank(10)),
    ("bert", GIVE_UP),
    ("anna", bank(9)),
]
CARDS = short("10 10 9 9  8 7  B  10 9 9 9")


@pytest.mark.parametrize("after", sampled(range(len(EVENING)), every=3))
async def test_a_restart_anywhere_changes_nothing(tmp_path: Path, after: int) -> None:
    """After every third word, and in the slow lane after every other too."""

    async def play(folder: Path, *, stops: bool) -> dict[str, tuple[int, int]]:
        async with at(folder, FREE, numbers=CARDS, killed=True) as table:
            for speaker, request in EVENING[: after if stops else None]:
                assert not of_kind(Refused, await table.hear(speaker, request))
            games = [table.croupier.game]
        async with at(folder, FREE, numbers=CARDS) as table:
            games.append(table.croupier.game)
            assert games[0] == games[1]
            for speaker, request in EVENING[after:] if stops else ():
                assert not of_kind(Refused, await table.hear(speaker, request))
            await purse_is_the_hold(table)
            assert (await table.audit()).ok
            return await table.purses()

    for name in "ab":
        (tmp_path / name).mkdir()
    assert await play(tmp_path / "a", stops=True) == await play(tmp_path / "b", stops=False)
