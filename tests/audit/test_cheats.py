"""Cheats who know how the chain is made: each is found by what he says, and by all of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.audit.findings import Code
from tests.audit.evenings import check_export, codes
from tests.audit.forger import Forgery

Bend = Callable[[Forgery], None]


def test_a_forger_who_changes_nothing_makes_the_same_export(evening: Path, tmp_path: Path) -> None:
    forged = Forgery.of(evening / "export").write(tmp_path / "forged")

    assert {path.name: path.read_bytes() for path in (evening / "export").iterdir()} == {
        path.name: path.read_bytes() for path in forged.iterdir()
    }
    assert check_export(forged).ok


# ── cards ────────────────────────────────────────────────────────────────────────────────────────


def a_swapped_number(forgery: Forgery) -> None:
    forgery.first("draw", draw=1)[1]["numbers"][0] = 300


def a_swapped_number_and_its_card(forgery: Forgery) -> None:
    """The draw and what was dealt of it agree; what followed does not follow any more."""
    forgery.first("draw", draw=3)[1]["numbers"][0] = 307
    forgery.event("dealer_dealt", index=7).update(number=307, card="♥A")


def a_swapped_card(forgery: Forgery) -> None:
    forgery.event("box_dealt", index=1)["card"] = "♠A"


def a_draw_that_nobody_intended(forgery: Forgery) -> None:
    position, draw = forgery.first("draw", draw=2)
    forgery.insert_after(position, {**draw, "draw": 99})


def a_draw_used_twice(forgery: Forgery) -> None:
    position, draw = forgery.first("draw", draw=2)
    forgery.insert_after(position, dict(draw))


def a_dropped_draw(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("draw", draw=2)[0]]


def a_dropped_draw_with_its_cards(forgery: Forgery) -> None:
    position, _ = forgery.first("draw", draw=2)
    for place, _ in forgery.all("happened", cause=position):
        del forgery.bodies[place]
    del forgery.bodies[position]


def a_dropped_intent(forgery: Forgery) -> None:
    del forgery.bodies[forgery.first("intent", draw=2)[0]]


def an_intent_for_another_box(forgery: Forgery) -> None:
    forgery.first("intent", draw=2)[1]["slots"][0][2] = 2


def an_intent_for_one_card_more(forgery: Forgery) -> None:
    slots = forgery.first("intent", draw=2)[1]["slots"]
    slots.append(slots[0])


def a_draw_with_one_number_more(forgery: Forgery) -> None:
    forgery.first("draw", draw=2)[1]["numbers"].append(5)


def a_draw_from_another_source(forgery: Forgery) -> None:
    forgery.all("draw")[-1][1]["origin"] = {"source": "local"}


def numbers_of_the_list_left_out(forgery: Forgery) -> None:
    forgery.first("draw", draw=2)[1]["origin"]["offset"] += 1


def a_number_that_names_no_card(forgery: Forgery) -> None:
    forgery.first("draw", draw=2)[1]["numbers"][0] = 313


# ── stakes, moves, deadlines ─────────────────────────────────────────────────────────────────────


def a_stake_in_anothers_name(forgery: Forgery) -> None:
    forgery.first("message", account=2)[1]["account"] = 3


def a_stake_above_the_limit(forgery: Forgery) -> None:
    forgery.first("message")[1]["commands"][1]["amount"] = 600_000
    forgery.event("staked")["amount"] = 600_000


def a_stake_in_a_refused_message(forgery: Forgery) -> None:
    forgery.first("message")[1]["refused"] = "stakes_closed"


def a_card_that_nobody_asked_for(forgery: Forgery) -> None:
    """The command goes, what it did stays."""
    position, _ = forgery.first("doubled")
    forgery.bodies[position - 1]["commands"] = []


def a_move_that_was_made_by_nobody(forgery: Forgery) -> None:
    position, stood = forgery.first("stood")
    forgery.insert_after(position, {**stood, "version": stood["version"] + 1})


def a_players_own_delivery(forgery: Forgery) -> None:
    position, _ = forgery.first("doubled")
    forgery.bodies[position - 1]["commands"] = [{"command": "deliver", "numbers": [5]}]


def a_round_left_out(forgery: Forgery) -> None:
    for message in forgery.all("message"):
        for command in message[1]["commands"]:
            if command["command"] == "open" and command["round"] > 1:
                command["round"] += 1
    for _, body in forgery.all("happened"):
        body["round"] += body["round"] > 1
        if body["event"]["event"] == "opened":
            body["event"]["round"] = body["round"]


def another_rule_than_was_played(forgery: Forgery) -> None:
    forgery.event("opened")["rules"]["blackjack_pays"] = "6:5"


def versions_out_of_order(forgery: Forgery) -> None:
    (_, first), (_, second) = forgery.all("box_dealt")[:2]
    first["version"], second["version"] = second["version"], first["version"]


def a_deadline_too_early(forgery: Forgery) -> None:
    position, deadline = forgery.first("deadline")
    deadline["at"] = deadline["since"].replace("T20:", "T23:")
    for _, body in forgery.all("happened", cause=position):
        body["at"] = deadline["at"]
        _postings_at(forgery, body, deadline["at"])


def a_deadline_after_exactly_a_day(forgery: Forgery) -> None:
    """A day is allowed; only what is longer is too late."""
    deadline = forgery.first("deadline")[1]
    deadline["at"] = deadline["since"].replace("-29T", "-30T")


def a_deadline_that_counts_from_before_the_card(forgery: Forgery) -> None:
    forgery.first("deadline")[1]["since"] = "2026-11-28T20:00:00.000+00:00"


def a_card_dealt_earlier_than_drawn(forgery: Forgery) -> None:
    """So that the deadline is in time."""
    forgery.first("box_dealt")[1]["at"] = "2026-11-28T20:00:00.000+00:00"


def a_deadline_that_doubles(forgery: Forgery) -> None:
    forgery.first("deadline")[1]["commands"][0]["command"] = "double"


def a_deadline_that_calls_itself_the_player(forgery: Forgery) -> None:
    forgery.first("deadline")[1]["commands"][0]["by"] = "player"


def _postings_at(forgery: Forgery, body: dict[str, object], at: str) -> None:
    position = next(place for place, each in forgery.bodies.items() if each is body)
    for posting in forgery.postings:
        if posting["entry"] == position:
            posting["at"] = at


# ── money ────────────────────────────────────────────────────────────────────────────────────────


def a_bent_payout(forgery: Forgery) -> None:
    """Ten more to the player, in event, posting and balances alike."""
    forgery.event("settled", reason="higher")["returned"] += 1000
    forgery.posting("empty:1-1")["transfers"][-1]["amount"] += 1000
    forgery.pay("player:1", 1000)
    forgery.pay("house:1", -1000)


def a_win_that_was_a_loss(forgery: Forgery) -> None:
    forgery.event("settled", reason="lower").update(outcome="won", reason="higher")


def a_posting_of_other_money(forgery: Forgery) -> None:
    forgery.posting("stake:1-1")["transfers"][0]["amount"] += 1000
    forgery.pay("hold:1-1", 1000)
    forgery.pay("player:1", -1000)


def a_posting_to_another_account(forgery: Forgery) -> None:
    moved = forgery.posting("empty:1-1")["transfers"][-1]
    moved["target"] = "player:2"
    forgery.pay("player:1", -moved["amount"])
    forgery.pay("player:2", moved["amount"])


def a_dropped_posting(forgery: Forgery) -> None:
    posting = forgery.posting("empty:1-1")
    forgery.postings.remove(posting)
    for moved in posting["transfers"]:
        forgery.pay(moved["source"], moved["amount"])
        forgery.pay(moved["target"], -moved["amount"])


def a_posting_of_nothing_that_happened(forgery: Forgery) -> None:
    posting = {**forgery.posting("stake:1-1"), "key": "gift"}
    posting["transfers"] = [{"amount": 5, "asset": "MM", "source": "house:1", "target": "player:1"}]
    forgery.postings.append(posting)
    forgery.pay("house:1", -5)
    forgery.pay("player:1", 5)


def a_posting_in_anothers_name(forgery: Forgery) -> None:
    forgery.posting("stake:1-1")["actor"] = "player:2"


def a_deposit_of_nothing(forgery: Forgery) -> None:
    forgery.first("deposit")[1]["amount"] = 0


def a_larger_deposit(forgery: Forgery) -> None:
    forgery.first("deposit")[1]["amount"] += 1000


def an_edited_balance(forgery: Forgery) -> None:
    forgery.pay("player:1", 1)


def an_account_left_out(forgery: Forgery) -> None:
    forgery.balances.remove(forgery.balance("player:1"))


def an_account_made_up(forgery: Forgery) -> None:
    forgery.balances.append({"account": "player:9", "amount": 100, "asset": "MM"})


CHEATS: list[tuple[Bend, set[Code]]] = [
    (a_swapped_number, {Code.EVENT}),
    (a_swapped_number_and_its_card, {Code.EVENT}),
    (a_swapped_card, {Code.EVENT}),
    (a_draw_that_nobody_intended, {Code.DRAW}),
    (a_draw_used_twice, {Code.DRAW}),
    (a_dropped_draw, {Code.DRAW, Code.EVENT}),
    (a_dropped_draw_with_its_cards, {Code.DRAW, Code.CAUSE}),
    (a_dropped_intent, {Code.DRAW}),
    (an_intent_for_another_box, {Code.DRAW}),
    (an_intent_for_one_card_more, {Code.DRAW}),
    (a_draw_with_one_number_more, {Code.DRAW}),
    (a_draw_from_another_source, {Code.DRAW}),
    (numbers_of_the_list_left_out, {Code.DRAW}),
    (a_number_that_names_no_card, {Code.CAUSE}),
    (a_stake_in_anothers_name, {Code.CAUSE}),
    (a_stake_above_the_limit, {Code.CAUSE}),
    (a_stake_in_a_refused_message, {Code.CAUSE}),
    (a_card_that_nobody_asked_for, {Code.EVENT}),
    (a_move_that_was_made_by_nobody, {Code.EVENT}),
    (a_players_own_delivery, {Code.CAUSE}),
    (a_round_left_out, {Code.CAUSE}),
    (another_rule_than_was_played, {Code.EVENT}),
    (versions_out_of_order, {Code.EVENT}),
    (a_deadline_too_early, {Code.DEADLINE}),
    (a_deadline_after_exactly_a_day, {Code.DEADLINE}),
    (a_deadline_that_counts_from_before_the_card, {Code.DEADLINE}),
    (a_card_dealt_earlier_than_drawn, {Code.EVENT}),
    (a_deadline_that_doubles, {Code.DEADLINE}),
    (a_deadline_that_calls_itself_the_player, {Code.DEADLINE}),
    (a_bent_payout, {Code.EVENT}),
    (a_win_that_was_a_loss, {Code.EVENT}),
    (a_posting_of_other_money, {Code.POSTING}),
    (a_posting_to_another_account, {Code.POSTING}),
    (a_dropped_posting, {Code.POSTING}),
    (a_posting_of_nothing_that_happened, {Code.POSTING}),
    (a_posting_in_anothers_name, {Code.POSTING}),
    (a_deposit_of_nothing, {Code.CAUSE}),
    (a_larger_deposit, {Code.POSTING}),
    (an_edited_balance, {Code.BALANCE}),
    (an_account_left_out, {Code.BALANCE}),
    (an_account_made_up, {Code.BALANCE}),
]


@pytest.mark.parametrize(("bend", "expected"), CHEATS, ids=[bend.__name__ for bend, _ in CHEATS])
def test_a_cheat_who_rewrites_the_chain_is_found_by_what_it_says(
    evening: Path, tmp_path: Path, bend: Bend, expected: set[Code]
) -> None:
    forgery = Forgery.of(evening / "export")
    bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    assert not report.ok
    assert expected <= codes(report)
    assert not codes(report) & {Code.MANIFEST, Code.FILE, Code.CHAIN}


def test_all_that_is_wrong_is_found_and_not_the_first_alone(evening: Path, tmp_path: Path) -> None:
    forgery = Forgery.of(evening / "export")
    for bend in (
        a_stake_in_anothers_name,
        numbers_of_the_list_left_out,
        a_deadline_that_counts_from_before_the_card,
        a_win_that_was_a_loss,
        a_posting_in_anothers_name,
        an_edited_balance,
    ):
        bend(forgery)
    report = check_export(forgery.write(tmp_path / "forged"))

    expected = {Code.CAUSE, Code.DRAW, Code.DEADLINE, Code.EVENT, Code.POSTING, Code.BALANCE}
    assert expected == codes(report)
    assert ["entry", "posting", "player:1"] == sorted(
        {finding.where.partition(" ")[0] for finding in report.findings},
        key=["entry", "posting", "player:1"].index,
    )


# ── words put into somebody's mouth, money from nowhere, time ────────────────────────────────────


def a_player_who_undoes_the_round(forgery: Forgery) -> None:
    forgery.first("message", refused=None)[1]["commands"] = [{"command": "void"}]


def a_message_applied_twice(forgery: Forgery) -> None:
    first, second = forgery.all("message")[:2]
    second[1]["message"] = first[1]["message"]


def a_deadline_from_the_future(forgery: Forgery) -> None:
    _, deadline = forgery.first("deadline")
    deadline["at"] = "2036" + deadline["at"][4:]


@pytest.mark.parametrize(
    ("bend", "code"),
    [
        (a_player_who_undoes_the_round, Code.CAUSE),
        (a_message_applied_twice, Code.CAUSE),
        (a_deadline_from_the_future, Code.TIME),
    ],
)
def test_words_and_times_are_looked_at(
    evening: Path, tmp_path: Path, bend: Bend, code: Code
) -> None:
    forgery = Forgery.of(evening / "export")
    bend(forgery)

    assert code in codes(check_export(forgery.write(tmp_path / "forged")))
