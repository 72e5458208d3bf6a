"""Whatever is said in a party, and wherever the house starts again, all goes on as agreed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.engine.events import Passing
from bot.engine.wants import wants
from bot.refusals import Refusal
from bot.table.banked import BankPassed
from bot.table.clock import SetClock
from bot.table.partied import (
    PartyAgreed,
    PartyEnded,
)
from bot.table.replies import Refused
from bot.table.requests import (
    GiveUpBank,
    Leave,
    MakeMove,
    Request,
    SitOut,
    StakeAgain,
    StakeBehind,
    TakeBack,
)
from tests.lanes import sampled
from tests.table.party import ANY, LOST, WON, at, chips, party
from tests.tables import BEGAN, DEAL, STAND, of_kind, stake

# ── whatever is said ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", sampled(range(8), every=3))
async def test_whatever_is_said_each_is_the_bank_equally_often(tmp_path: Path, seed: int) -> None:
    """Over restarts, with undone rounds; who is there to the end had it as often as all.

    The slow lane has five evenings more; somebody leaves in every other.
    """
    chance, clock = Random(seed), SetClock(BEGAN)
    numbers = tuple(chance.randint(1, 312) for _ in range(4000))
    names: dict[int, str] = {}
    over = turns_each = 0
    leaver = "dora" if seed % 2 else ""
    for _ in range(8):
        async with at(
            tmp_path, numbers=numbers, clock=clock, killed=chance.random() < 0.5
        ) as table:
            for _ in range(70):
                game = table.croupier.game
                before = game.party
                if before is None:
                    await table.hear("karl", party(chance.randint(1, 6), 20), staff=True)
                    continue
                speaker = chance.choice(("anna", "bert", "carl", "dora"))
                turns = wants(game.round).turns
                units = chance.choice((1, 2, 5))
                asked: Request = chance.choice(
                    (ANY, stake(units), stake(units), DEAL, TakeBack(), StakeAgain(), SitOut(),
                     StakeBehind("anna", 100, "MM"), GiveUpBank())
                )  # fmt: skip
                if turns and chance.random() < 0.9:
                    speaker = names[turns[0].player]
                    asked = MakeMove(chance.choice(turns[0].may))
                elif speaker == leaver and chance.random() < 0.1:
                    asked = Leave()
                said = await table.hear(speaker, asked)
                codes = {each.code for each in of_kind(Refused, said)}
                assert not codes & {Refusal.STAKE_NOT_WHOLE, Refusal.BANK_TOO_SMALL}
                names |= {
                    number: each
                    for each in ("anna", "bert", "carl", "dora")
                    if (number := table.croupier.account_of(each))
                }
                passed = [f for f in of_kind(BankPassed, said) if f.reason is Passing.ROTATES]
                banks = [names[each] for each in before.banks] + [f.player for f in passed]
                turns_each = next((f.turns for f in of_kind(PartyAgreed, said)), turns_each)
                held = await chips(table)
                assert 0 == sum(held.values())
                if of_kind(PartyEnded, said):
                    over += 1
                    assert {} == held
                    check_turns(of_kind(PartyEnded, said)[0], turns_each, banks, leaver)
                if chance.random() < 0.02:
                    clock.move(timedelta(hours=25))
                    await table.croupier.tick()
            report = await table.audit()
            assert report.ok, report.findings
    assert over


def check_turns(over: PartyEnded, turns: int, banks: list[str], leaver: str) -> None:
    """Whoever was there to the end, and had something, was the bank as often as was agreed."""
    there = [each.player for each in over.standings if each.amount >= 2]
    stayed = [player for player in there if player != leaver]
    assert len(stayed) < 2 or all(banks.count(player) >= turns for player in stayed)


# ── a restart anywhere ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("after", sampled(range(10), every=3))
async def test_a_restart_anywhere_changes_nothing(tmp_path: Path, after: int) -> None:
    """After every third word, and in the slow lane after every other too."""
    evening: list[tuple[str, Request]] = [
        ("karl", party(2)),
        ("anna", ANY),
        ("bert", stake(5)),
        ("bert", DEAL),
        ("bert", STAND),
        ("anna", stake(5)),
        ("anna", DEAL),
        ("anna", STAND),
        ("karl", party(3)),
        ("bert", ANY),
    ]
    async with at(tmp_path, WON + LOST, killed=True) as table:
        for speaker, request in evening[:after]:
            await table.hear(speaker, request, staff=speaker == "karl")
        before = table.croupier.game
    async with at(tmp_path, WON + LOST) as table:
        assert before == table.croupier.game
        for speaker, request in evening[after:]:
            await table.hear(speaker, request, staff=speaker == "karl")

        assert {"outside": -50, "bert": 50} == await chips(table)
        assert (await table.audit()).ok
