"""Tips: who gets one, what it says, and that the table plays on while the odds are worked out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from decimal import Decimal
from enum import Enum
from pathlib import Path
from random import Random
from typing import Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.audit.findings import Code
from bot.engine.cards import DECK, Card
from bot.engine.commands import Back, Deal, Decline, Deliver, Double, Hit, Move, Split, Stake, Stand
from bot.engine.rules import RuleSet
from bot.engine.state import Round
from bot.engine.wants import Action, wants
from bot.errors import RuleViolation
from bot.odds.play import Play
from bot.odds.solution import solve
from bot.odds.strategy import best_move
from bot.refusals import Refusal
from bot.store.codec import read_body
from bot.store.entries import Message, TableTips
from bot.table.advising import Adviser, worked_out
from bot.table.game import Game
from bot.table.heard import Heard
from bot.table.house import House
from bot.table.replies import BetsClosed, Rules, Staked
from bot.table.requests import Request, SetRules, SetTips, ShowRules, ShowTip
from bot.table.step import Step
from bot.table.tips import Edge, Odds, Tip, TipsSwitched, tip
from tests.engine.script import ANNA, BERT, after, cards, changed, hand, opened
from tests.tables import DEAL, HOUSE, Table, numbers_of, of_kind, open_table, stake

CASINO: Final = House(rules=changed("casino"), preset="casino", tips=True)
MOVES: Final[dict[Action, type[Move]]] = {
    Action.HIT: Hit,
    Action.STAND: Stand,
    Action.DOUBLE: Double,
    Action.SPLIT: Split,
}


async def the_tip(table: Table, name: str, box: int | None = None) -> Tip:
    (found,) = of_kind(Tip, await table.hear(name, ShowTip(box)))
    return found


async def refusal(table: Table, name: str, box: int | None = None) -> Refusal:
    return (await table.refused(name, ShowTip(box))).code


# ── on and off ───────────────────────────────────────────────────────────────────────────────────


async def test_tips_are_off_until_staff_switches_them_on_and_stay_so(tmp_path: Path) -> None:
    numbers = numbers_of("10 10 6")
    async with open_table(tmp_path, numbers=numbers) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        await table.hear("anna", DEAL)
        assert Refusal.TIPS_OFF is await refusal(table, "anna")
        assert Refusal.STAFF_ONLY is (await table.refused("anna", SetTips(on=True))).code
        assert [TipsSwitched(on=True)] == of_kind(
            TipsSwitched, await table.hear("karl", SetTips(on=True), staff=True)
        )
        assert Play.HIT is (await the_tip(table, "anna")).best

    async with open_table(tmp_path, numbers=numbers) as table:
        assert Play.HIT is (await the_tip(table, "anna")).best
        await table.hear("karl", SetTips(on=False), staff=True)
        assert (await table.audit()).ok

    async with open_table(tmp_path, numbers=numbers) as table:
        assert Refusal.TIPS_OFF is await refusal(table, "anna")


async def test_switching_stands_in_the_log_with_its_cause(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        await table.hear("karl", SetTips(on=True), staff=True)
        *_, said, switched = await table.entries()

    assert isinstance(read_body(said.body), Message)
    body = read_body(switched.body)
    assert isinstance(body, TableTips)
    assert (True, said.position) == (body.on, body.cause)


async def test_a_switch_that_follows_from_no_message_is_found(tmp_path: Path) -> None:
    def forge(step: Step) -> bool:
        step.note(TableTips(at=step.at, table=1, guild=1, cause=1, on=True))
        return True

    async with open_table(tmp_path) as table:
        await table.hear("karl", ShowRules())
        await table.croupier._play(Heard("forged", "", ""), forge)

        assert [Code.CAUSE] == [finding.code for finding in (await table.audit()).findings]


# ── who gets one ─────────────────────────────────────────────────────────────────────────────────


async def test_a_tip_is_for_whom_has_an_open_hand_at_turn(tmp_path: Path) -> None:
    numbers = numbers_of("10 5 6  9  6 6 9")
    async with open_table(tmp_path, numbers=numbers, house=replace(HOUSE, tips=True)) as table:
        await table.credit(anna=100, bert=100)
        assert Refusal.NO_ROUND is await refusal(table, "anna")
        await table.hear("anna", stake(20))
        await table.hear("anna", stake(20, 2))
        assert Refusal.NOT_DEALT_YET is await refusal(table, "anna")
        await table.hear("anna", DEAL)
        assert Refusal.NO_OPEN_HAND is await refusal(table, "bert")
        assert Refusal.WHICH_BOX is await refusal(table, "anna")
        assert 2 == (await the_tip(table, "anna", 2)).box
        assert (await table.audit()).ok


async def test_where_there_is_nothing_to_go_by_none_is_given() -> None:
    for under in (
        changed("home52"),
        changed("classic32"),
        changed("aquatique", dealer_shows="none"),
        changed("aquatique", player_cards="hidden"),
    ):
        with pytest.raises(RuleViolation) as refused:
            tip(opened(under), ANNA, "anna", None, None)
        assert Refusal.NO_TIPS is refused.value.refusal


def test_where_the_round_is_another_by_now_the_hand_is_over() -> None:
    state = after(opened(), Stake(ANNA, 1000, "MM"), Deal(ANNA), cards("10 10 6"))
    other = worked_out(changed("casino"))

    for odds in (None, other):
        with pytest.raises(RuleViolation) as refused:
            tip(state, ANNA, "anna", None, odds)
        assert Refusal.NO_OPEN_HAND is refused.value.refusal


# ── what it says ─────────────────────────────────────────────────────────────────────────────────


def asked(rules: RuleSet, chance: Random) -> Iterator[Round]:
    """A round of anna's, played by chance and split where it can be; each time she is asked."""
    state = after(opened(rules), Stake(ANNA, 1000, "MM"), Deal(ANNA))
    while not state.closed:
        want = wants(state)
        if want.draws:
            numbers = chance.choices(range(1, 313), k=len(want.draws))
            state = after(state, Deliver(tuple(numbers)))
        elif want.offers:
            yield state
            state = after(state, Decline(ANNA))
        else:
            yield state
            may = want.turns[0].may
            move = Action.SPLIT if Action.SPLIT in may else chance.choice(may)
            state = after(state, MOVES[move](ANNA))


def moves_of(state: Round) -> tuple[int, Sequence[Enum]]:
    """The number of the hand that is asked about, and what may be done with it."""
    want = wants(state)
    if want.turns:
        return want.turns[0].hand, want.turns[0].may
    more = [Play.EVEN_MONEY] if want.offers[0].even_money else []
    return 1, [Play.DECLINE, Play.INSURE, *more]


@pytest.mark.parametrize("preset", ["aquatique", "casino", "german"])
def test_a_tip_is_the_best_move_and_the_value_of_two(preset: str) -> None:
    """Over whole rounds: of every hand at turn, split ones too, and of every offer."""
    rules, chance = changed(preset), Random(7)
    odds = worked_out(rules)
    for state in (each for _ in range(80) for each in asked(rules, chance)):
        number, may = moves_of(state)
        hands = state.boxes[0].hands
        cards = next(hand.cards for hand in hands if hand.number == number)
        best = best_move(rules, cards, state.dealer[0], may, hands=len(hands))
        said = tip(state, ANNA, "anna", None, odds)

        assert (number, best.value) == (said.hand, said.best.value)
        assert said.brings >= said.other_brings
        assert said.other.value in {move.value for move in may} - {best.value}


@pytest.mark.parametrize("second", DECK[:13], ids=str)
def test_a_second_card_of_the_dealers_is_not_looked_at(second: Card) -> None:
    dealt = after(opened(), Stake(ANNA, 1000, "MM"), Deal(ANNA), cards("10 10 6"))
    hidden = replace(dealt, dealer=(*dealt.dealer, second))
    odds = worked_out(dealt.rules)

    assert tip(dealt, ANNA, "anna", None, odds) == tip(hidden, ANNA, "anna", None, odds)


def test_a_backer_is_told_about_his_own_offer() -> None:
    staked = after(opened(CASINO.rules), Stake(ANNA, 1000, "MM"), Back(BERT, 1, 500, "MM"))
    state = after(staked, Deal(ANNA), cards("10 A 6"), Decline(ANNA))
    odds = worked_out(CASINO.rules)

    told = tip(state, BERT, "bert", None, odds)
    assert (1, Play.DECLINE, Play.INSURE) == (told.box, told.best, told.other)
    with pytest.raises(RuleViolation) as refused:
        tip(state, ANNA, "anna", None, odds)
    assert Refusal.INSURANCE_FIRST is refused.value.refusal


async def test_a_tip_says_what_two_moves_bring(tmp_path: Path) -> None:
    """Sixteen against a ten: drawing loses a little less."""
    async with open_table(tmp_path, numbers=numbers_of("10 10 6"), house=CASINO) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        await table.hear("anna", DEAL)
        said = await the_tip(table, "anna")

    column = solve(CASINO.rules).column(hand("10")[0])
    hit, stand = (column.value(play, hand("10 6")) for play in (Play.HIT, Play.STAND))
    assert (Play.HIT, Play.STAND) == (said.best, said.other)
    assert (float(100 * hit), float(100 * stand)) == pytest.approx(
        (float(said.brings), float(said.other_brings)), abs=0.005
    )


# ── the edge in the rules ────────────────────────────────────────────────────────────────────────


async def test_the_rules_say_the_edge_of_what_is_played(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        (rules,) = of_kind(Rules, await table.hear("anna", ShowRules()))
        assert Edge(stake=Decimal("1.15")) == rules.edge
        for request in (SetRules("casino"), ShowRules()):
            (rules,) = of_kind(Rules, await table.hear("karl", request, staff=True))
            assert rules.edge == Edge(
                stake=Decimal("0.54"), insurance=Decimal("7.69"), bust=Decimal("1.44")
            )


async def test_of_a_players_bank_no_edge_is_said(tmp_path: Path) -> None:
    house = House(rules=changed("home52"), preset="home52", tips=True)
    async with open_table(tmp_path, house=house) as table:
        (rules,) = of_kind(Rules, await table.hear("anna", ShowRules()))

    assert (UNSET, UNSET) == (rules.edge, rules.tips)


class Busy(Adviser):
    """Odds that take so long that somebody plays meanwhile, or sets other rules."""

    def __init__(self, table: Table, speaker: str, request: Request) -> None:
        super().__init__()
        self.table, self.speaker, self.request = table, speaker, request
        self.asked = 0

    async def odds(self, house: House, game: Game, heard: Heard) -> Odds | None:
        self.asked += 1
        found = await super().odds(house, game, heard)
        if self.asked == 1:
            await self.table.hear(self.speaker, self.request, staff=True)
        return found


async def test_the_table_plays_on_while_the_odds_are_worked_out(tmp_path: Path) -> None:
    async with open_table(tmp_path, numbers=numbers_of("10 9 9")) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(20))
        table.croupier._adviser = Busy(table, "anna", DEAL)
        said = await asyncio.wait_for(table.hear("bert", ShowRules()), 5)

    kinds = [type(fact) for fact in said]
    assert kinds.index(BetsClosed) < kinds.index(Rules)


async def test_odds_of_other_rules_are_not_said(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        table.croupier._adviser = Busy(table, "karl", SetRules("german"))
        *_, last = of_kind(Rules, await table.hear("anna", ShowRules()))

    assert ("german", UNSET) == (last.preset, last.edge)


def at_work() -> bool:
    return any(thread.name == "odds" for thread in threading.enumerate())


async def test_the_odds_are_no_work_of_the_loop_nor_of_the_writer(tmp_path: Path) -> None:
    """What is said while rules are worked out that nobody asked about before, is answered first."""
    house = House(rules=changed("casino", blackjack_pays="11:9"), preset="casino")
    async with open_table(tmp_path, house=house) as table:
        await table.credit(anna=100)
        rules = asyncio.create_task(table.hear("bert", ShowRules()))
        while not at_work():  # noqa: ASYNC110 - a thread that has begun sets no event of ours
            await asyncio.sleep(0)
        await table.hear("anna", stake(20))
        said = [type(fact) for fact in await rules]

    assert said.index(Staked) < said.index(Rules)
