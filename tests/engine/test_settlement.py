"""Every settled hand of the reference: through ``payout``, and at the table.

Test ids name the documents that demand the result, and what it is. Each row is played under its own
rules: with hidden cards, from a pack of 52 or 32, against a player's bank.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.engine import payout
from bot.engine.cards import Card, deck, numbers_of
from bot.engine.commands import (
    Back,
    BustBet,
    Command,
    Deal,
    Decline,
    Deliver,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Open,
    Split,
    Stake,
    Stand,
)
from bot.engine.events import Outcome, Reason
from bot.engine.payout import compare, returned
from bot.engine.presets import AQUATIQUE
from bot.engine.rules import Bank, RuleSet
from bot.engine.state import NO_ROUND, Beside, Round
from bot.engine.verdict import Verdict, judge
from bot.engine.wants import wants
from tests.engine.script import ANNA, BERT, CARL, after, changed, hand, opened, rules

Row = dict[str, Any]

ROWS: Final[list[Row]] = json.loads(
    (Path(__file__).parents[1] / "data" / "settlement_cases.json").read_text(encoding="utf-8")
)
for _row in ROWS:  # at 17 und 4 the file calls the hand and the dealer's cards otherwise
    _box = _row["input"]["box"]
    if "bank" in _box:
        _box["dealer"] = _box.pop("bank")
        _box["hands"] = [{"cards": _box.pop("cards"), "doubled": False}]
WITH_A_SECOND_BOX: Final = {15, 19, 23, 25, 27, 95}
"""Where reading 12 would leave the dealer without these cards."""
BANKER: Final = 9


def name(row: Row) -> str:
    return f"{'+'.join(dict.fromkeys(row['source']))} {row['id']}: {row['title']}"


every_row = pytest.mark.parametrize("row", ROWS, ids=name)


def test_no_row_is_lost() -> None:
    assert 38 == len(ROWS)
    presets = {row["input"]["rules"]["preset"] for row in ROWS}
    assert {"aquatique", "casino", "casino_9_11", "home52", "pontoon", "classic32"} == presets


def rules_of(row: Row) -> RuleSet:
    """The row's rules, with limits that let its stake pass."""
    texts = {field: str(value).lower() for field, value in row["input"]["rules"].items()}
    under = changed(texts.pop("preset"), **texts)
    box = row["input"]["box"]
    units = (box["stake"] + sum(each["stake"] for each in box.get("backers", []))) // 100
    return replace(under, min_stake=min(under.min_stake, units), max_stake=max(20, units))


# ── through payout ───────────────────────────────────────────────────────────────────────────────


@every_row
def test_through_payout(row: Row) -> None:
    box, under = row["input"]["box"], rules_of(row)
    dealer = hand(" ".join(box["dealer"]))

    hands = [net_of(box["stake"], final, box, under) for final in box["hands"]]
    expected = row["expected"]
    assert expected["main"] == sum(hands)
    assert expected.get("hands", hands) == hands
    if "insurance" in expected:
        stake = box["insurance"]
        back = returned(stake, *payout.insurance(dealer, under), under)
        assert expected["insurance"] == back - stake
    if "bust_bet" in expected:
        stake = box["bust_bet"]
        assert (
            expected["bust_bet"] == returned(stake, *payout.bust_bet(dealer, under), under) - stake
        )
    for backer, net in zip(box.get("backers", []), expected.get("backers", []), strict=True):
        assert net == net_of(backer["stake"], box["hands"][0], box, under)


def net_of(stake: int, final: Row, box: Row, under: RuleSet) -> int:
    """What a bet brings on one final hand."""
    own, split = hand(" ".join(final["cards"])), len(box["hands"]) > 1
    stake *= 2 if final["doubled"] else 1
    verdict = judge(
        own, doubled=final["doubled"], rules=under, split=split, hands=len(box["hands"])
    )
    match verdict:
        case Verdict.BLACKJACK if box.get("even_money"):
            outcome, reason = Outcome.WON, Reason.EVEN_MONEY
        case Verdict.BUST:
            outcome, reason = Outcome.LOST, Reason.PLAYER_BUST
        case Verdict.TRIPLE_SEVEN:
            outcome, reason = Outcome.WON, Reason.TRIPLE_SEVEN
        case Verdict.FIVE_CARDS:
            outcome, reason = Outcome.WON, Reason.FIVE_CARDS
        case Verdict.OPEN | Verdict.STANDS | Verdict.BLACKJACK:
            outcome, reason = compare(own, hand(" ".join(box["dealer"])), under, split=split)
    return returned(stake, outcome, reason, under) - stake


# ── at the table ─────────────────────────────────────────────────────────────────────────────────


@every_row
def test_at_the_table(row: Row) -> None:
    box, expected = row["input"]["box"], row["expected"]

    state = Table(row, second=row["id"] in WITH_A_SECOND_BOX).played()

    assert [final["cards"] for final in box["hands"]] == [ranks(own.cards) for own in hands(state)]
    assert box["dealer"] == ranks(state.dealer)
    nets = [(own.returned or 0) - own.stake for own in hands(state)]
    assert expected["main"] == sum(nets)
    assert expected.get("hands", nets) == nets
    assert expected.get("insurance", 0) == beside(state, Beside.INSURANCE)
    assert expected.get("bust_bet", 0) == beside(state, Beside.BUST)
    assert sum(expected.get("backers", [])) == beside(state, Beside.BACKING)
    own_bets = sum(nets) + beside(state, Beside.INSURANCE) + beside(state, Beside.BUST)
    assert expected.get("total", own_bets) == own_bets


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] in WITH_A_SECOND_BOX], ids=name)
def test_alone_these_rows_leave_the_dealer_with_one_card(row: Row) -> None:
    """Reading 12, and the reason for the second box."""
    assert (0 if row["id"] == 95 else 1) == len(Table(row, second=False).played().dealer)


def ranks(faces: Iterable[Any]) -> list[str]:
    return [card.rank.value for card in faces]


def hands(state: Round) -> Any:
    return state.boxes[0].hands


def beside(state: Round, kind: Beside) -> int:
    return sum((side.returned or 0) - side.stake for side in state.beside_of(kind))


class Table:
    """Plays a row's box to its final hands, and where needed a standing twenty beside it."""

    def __init__(self, row: Row, *, second: bool) -> None:
        self.box = row["input"]["box"]
        self.finals: list[Row] = self.box["hands"]
        self.dealer = list(self.box["dealer"])
        self.pending: dict[tuple[int, int], list[str]] = {(2, 1): ["10", "9"]}
        self.out: set[Card] = set()
        state = after(self.opened(rules_of(row)), Stake(ANNA, self.box["stake"], "MM", 1))
        self.state = after(state, *self.bets(second=second), Deal(ANNA))

    def opened(self, under: RuleSet) -> Round:
        """A round against the house, or against a player's bank that can pay anything."""
        if under.bank is Bank.HOUSE:
            return opened(under)
        bank = Open(1, under, "", str(BANKER), "scripted", purse=10**6, asset="MM")
        return after(NO_ROUND, bank)

    def bets(self, *, second: bool) -> Iterator[Command]:
        if second:
            yield Stake(BERT, 1000, "MM", 2)
        if "bust_bet" in self.box:
            yield BustBet(ANNA, self.box["bust_bet"], "MM")
        for backer in self.box.get("backers", []):
            yield Back(CARL, 1, backer["stake"], "MM")

    def say(self, command: Command) -> None:
        """Say it, and answer what is owed, each slot from its own pile."""
        self.state = after(self.state, command)
        self.deal()

    def deal(self) -> None:
        while slots := wants(self.state).draws:
            piles = [
                self.dealer if slot.box == 0 else self.pending[slot.box, slot.hand]
                for slot in slots
            ]
            self.state = after(
                self.state, Deliver(tuple(self.number(pile.pop(0)) for pile in piles))
            )

    def number(self, rank: str) -> int:
        """A number of that rank; of a suit that is not out, for from a pack it comes once."""
        under = self.state.rules
        faces = [card for card in deck(under.pack) if card.rank.value == rank]
        card = next(card for card in faces if under.packs > 1 or card not in self.out)
        self.out.add(card)
        return numbers_of(card, packs=under.packs, pack=under.pack)[0]

    def played(self) -> Round:
        first, last = self.finals[0]["cards"], self.finals[-1]["cards"]
        several = len(self.finals) > 1
        self.pending[1, 1] = [first[0], last[0]] if several else list(first)
        self.deal()
        self.answer()
        self.split()
        for turn in iter(lambda: wants(self.state).turns, ()):
            self.move(turn[0].player, turn[0].hand)
        assert self.state.closed
        return self.state

    def answer(self) -> None:
        for offer in wants(self.state).offers:
            if offer.player == ANNA and "insurance" in self.box:
                self.say(Insure(ANNA, self.box["insurance"]))
            elif offer.player == ANNA and self.box.get("even_money"):
                self.say(EvenMoney(ANNA))
            else:
                self.say(Decline(offer.player))

    def split(self) -> None:
        """The leftmost hand again and again: the last final hand is the first to be split off."""
        for left in range(len(self.finals) - 1, 0, -1):
            stays = self.finals[left - 1]["cards"]
            new = (1, len(self.state.boxes[0].hands) + 1)
            self.pending[1, 1] = [stays[0] if left > 1 else stays[1]]
            self.pending[new] = [self.finals[left]["cards"][1]]
            self.say(Split(ANNA))

    def move(self, player: int, number: int) -> None:
        """Double, draw or stand, as the final hand says."""
        if player == BANKER and self.dealer:
            self.say(Hit(BANKER))
            return
        if player != ANNA:
            self.say(Stand(player))
            return
        (at,) = [place for place, own in enumerate(hands(self.state)) if own.number == number]
        final, has = self.finals[at], len(hands(self.state)[at].cards)
        self.pending[1, number] = list(final["cards"][has:])
        if len(final["cards"]) == has:
            self.say(Stand(ANNA))
        else:
            self.say(Double(ANNA) if final["doubled"] else Hit(ANNA))


# ── the one place that rounds ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("stake", "pays", "back"),
    [(1100, "3:2", 2750), (1000, "6:5", 2200), (1100, "7:3", 3666), (100, "1:3", 133)],
)
def test_winnings_are_rounded_down_to_a_hundredth(stake: int, pays: str, back: int) -> None:
    """Reading 1: 3:2 on 11 is 16.50; if a half hundredth appears, winnings are rounded down."""
    under = rules(blackjack_pays=pays)

    assert back == returned(stake, Outcome.WON, Reason.BLACKJACK, under)


@pytest.mark.parametrize("reason", Reason)
def test_a_push_returns_the_stake_and_a_loss_nothing(reason: Reason) -> None:
    assert 1234 == returned(1234, Outcome.PUSH, reason, AQUATIQUE)
    assert 0 == returned(1234, Outcome.LOST, reason, AQUATIQUE)


@pytest.mark.parametrize(
    "reason", [Reason.HIGHER, Reason.DEALER_BUST], ids=lambda reason: reason.value
)
def test_an_ordinary_win_pays_one_to_one(reason: Reason) -> None:
    assert 2468 == returned(1234, Outcome.WON, reason, AQUATIQUE)
