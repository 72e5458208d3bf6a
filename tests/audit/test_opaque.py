"""While the players' cards are not told: what is settled and raised follows from what lies open."""

from __future__ import annotations

from dataclasses import replace as with_rules
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.audit.findings import Code
from bot.audit.opaque_bets import settled
from bot.engine.events import Settled
from bot.engine.round import decide
from bot.engine.rules import DoubleOn
from bot.store.entries import Draw, FromScript
from tests.audit.evenings import check_export, codes, export_evening
from tests.audit.forger import Forgery, Json
from tests.audit.test_unseen import CLOSED, Bend, forged
from tests.engine.script import TEN_MM, cards, changed, closed_bets, fold
from tests.tables import DEAL, DOUBLE, HOUSE, open_table, stake


@pytest.fixture
async def untold(tmp_path: Path) -> Path:
    """Anna doubles with three cards face down, bert has two; the dealer shows a nine."""
    rules = with_rules(CLOSED, double=DoubleOn.ANY_TWO)
    house = replace(HOUSE, rules=rules, preset="american")
    async with open_table(tmp_path, numbers=(1, 2, 43, 25, 26, 3), house=house) as table:
        await table.credit(anna=100, bert=100)
        await table.hear("anna", stake(10))
        await table.hear("bert", stake(10))
        await table.hear("anna", DEAL)
        await table.hear("anna", DOUBLE)
    export_evening(tmp_path)
    return tmp_path


def happens(forgery: Forgery, **event: object) -> Json:
    """Let it happen behind the last event, out of the same cause."""
    place, last = forgery.all("happened")[-1]
    body: Json = {**last, "version": last["version"] + 1, "event": event}
    forgery.bodies[place + 0.01] = body
    return body


def settles(forgery: Forgery, **wrong: object) -> None:
    """The house pays her out of nowhere, with the posting that belongs to it."""
    won = {"stake": 2000, "returned": 4000, "outcome": "won", "reason": "higher"}
    bet = {"bet": "1-1", "box": 1, "hand": 1, "player": 1, "asset": "MM"}
    body = happens(forgery, event="settled", **{**bet, **won, **wrong})
    event, entry = body["event"], max(forgery.bodies)
    kept = min(event["stake"], event["returned"])
    rows = [
        ("hold:1-1", "player:1", kept),
        ("hold:1-1", "house:1", event["stake"] - kept),
        ("house:1", "player:1", event["returned"] - kept),
    ]
    moved = [
        {"source": source, "target": target, "asset": "MM", "amount": amount}
        for source, target, amount in rows
        if amount
    ]
    forgery.postings.append(
        {
            **forgery.posting("stake:1-1"),
            "key": "empty:1-1",
            "reason": f"settlement:{event['reason']}",
            "actor": "croupier",
            "at": body["at"],
            "entry": entry,
            "transfers": moved,
        }
    )
    balance(forgery)


def balance(forgery: Forgery) -> None:
    """Let the balances be what the postings add up to."""
    forgery.cut_after(max(forgery.bodies))


def turns_up(forgery: Forgery, *cards: tuple[int, str]) -> None:
    lying = forgery.all("card_hidden", box=1)
    for (_, down), (number, card) in zip(lying, cards, strict=False):
        event = {**down["event"], "event": "card_revealed", "number": number, "card": card}
        happens(forgery, **event)


TENS = ((49, "♠10"), (50, "♠10"), (51, "♠10"))


def paid_while_it_lies_face_down(forgery: Forgery) -> None:
    settles(forgery)


def taken_while_it_lies_face_down(forgery: Forgery) -> None:
    settles(forgery, returned=0, outcome="lost", reason="lower")


def paid_before_the_dealer_is_done(forgery: Forgery) -> None:
    turns_up(forgery, (1, "♠2"), (49, "♠10"), (43, "♠9"))
    settles(forgery)


def paid_on_a_bust(forgery: Forgery) -> None:
    turns_up(forgery, *TENS)
    settles(forgery)


def paid_too_much(forgery: Forgery) -> None:
    turns_up(forgery, *TENS)
    settles(forgery, returned=5, outcome="lost", reason="player_bust")


def another_stake(forgery: Forgery) -> None:
    turns_up(forgery, *TENS)
    settles(forgery, stake=1000, returned=0, outcome="lost", reason="player_bust")


def paid_to_another(forgery: Forgery) -> None:
    turns_up(forgery, *TENS)
    settles(forgery, player=2, returned=0, outcome="lost", reason="player_bust")


def a_card_that_is_none(forgery: Forgery) -> None:
    turns_up(forgery, (1, "♠10"))


def a_card_that_does_not_lie_there(forgery: Forgery) -> None:
    event = {"index": 9, "box": 1, "hand": 1, "number": 49, "card": "♠10"}
    happens(forgery, event="card_revealed", **event)


def over_with_cards_face_down(forgery: Forgery) -> None:
    happens(forgery, event="closed")


def a_larger_double(forgery: Forgery) -> None:
    forgery.event("doubled")["amount"] = 2000
    forgery.posting("double:1-1")["transfers"][0]["amount"] = 2000
    balance(forgery)


def a_double_that_nobody_asked_for(forgery: Forgery) -> None:
    forgery.all("message")[-1][1]["commands"] = []


def a_second_stake(forgery: Forgery) -> None:
    bet = {"bet": "1-3", "box": 3, "hand": 1, "player": 1, "asset": "MM", "amount": 1000}
    body = happens(forgery, event="staked", **bet)
    moved = {"source": "player:1", "target": "hold:1-3", "asset": "MM", "amount": 1000}
    stakes = {**forgery.posting("stake:1-1"), "key": "stake:1-3", "actor": "croupier"}
    at = {"at": body["at"], "entry": max(forgery.bodies), "transfers": [moved]}
    forgery.postings.append({**stakes, **at})
    balance(forgery)


def another_card_for_the_dealer(forgery: Forgery) -> None:
    forgery.event("dealer_dealt").update(number=49, card="♠10")


UNTOLD: tuple[tuple[Bend, Code], ...] = (
    (paid_while_it_lies_face_down, Code.EVENT),
    (taken_while_it_lies_face_down, Code.EVENT),
    (paid_before_the_dealer_is_done, Code.EVENT),
    (paid_on_a_bust, Code.EVENT),
    (paid_too_much, Code.EVENT),
    (another_stake, Code.EVENT),
    (paid_to_another, Code.EVENT),
    (a_card_that_is_none, Code.EVENT),
    (a_card_that_does_not_lie_there, Code.EVENT),
    (over_with_cards_face_down, Code.EVENT),
    (over_with_cards_face_down, Code.DRAW),
    (a_larger_double, Code.EVENT),
    (a_double_that_nobody_asked_for, Code.EVENT),
    (a_second_stake, Code.EVENT),
    (another_card_for_the_dealer, Code.EVENT),
)


async def test_what_is_not_told_yet_verifies(untold: Path) -> None:
    assert check_export(untold / "export").findings == ()
    assert check_export(forged(untold, balance)).findings == ()


@pytest.mark.parametrize(
    ("bend", "expected"), UNTOLD, ids=lambda each: getattr(each, "__name__", "")
)
async def test_a_cheat_is_found_while_nothing_is_told(
    untold: Path, bend: Bend, expected: Code
) -> None:
    report = check_export(forged(untold, bend))

    assert expected in codes(report)
    assert not codes(report) - {Code.EVENT, Code.DRAW}


async def test_a_bust_before_it_is_told_is_none(untold: Path) -> None:
    """What lies open agrees: whether it does with the draws, they will tell."""

    def bust(forgery: Forgery) -> None:
        turns_up(forgery, *TENS)
        settles(forgery, returned=0, outcome="lost", reason="player_bust")

    assert check_export(forged(untold, bust)).findings == ()


def test_a_blackjack_is_paid_at_once_where_a_king_counts_four() -> None:
    """Reading 12 with the values of 17 und 4: his next card cannot make a blackjack."""
    rules = changed("aquatique", values="siebzehn_und_vier")
    before = closed_bets(TEN_MM, under=rules)
    events = decide(before, cards("A K 10"))
    paid = next(event for event in events if isinstance(event, Settled))
    before = fold(before, events[: events.index(paid)])
    cause = Draw(at="", guild=1, draw=1, intent=1, numbers=(), origin=FromScript("", 0))

    assert [] == list(settled(before, paid, cause))
