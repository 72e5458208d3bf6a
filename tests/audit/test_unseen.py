"""Hidden draws under audit: pending ones are no finding, and every false word about one is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace as with_rules
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.audit.export import ENTRIES
from bot.audit.findings import Code
from bot.draws.commitment import commitment
from bot.engine.presets import PRESETS
from bot.engine.rules import PlayerCards, RuleSet, Shoe
from bot.table.requests import DeclineInsurance
from tests.audit.evenings import check_export, codes, export_evening
from tests.audit.forger import Forgery, Json, read_lines
from tests.tables import DEAL, HIT, HOUSE, STAND, open_table, stake

AMERICAN = PRESETS["american"]
ONE_PACK = with_rules(AMERICAN, packs=1, shoe=Shoe.ROUND)
CLOSED = with_rules(PRESETS["aquatique"], player_cards=PlayerCards.HIDDEN)

Bend = Callable[[Forgery], None]


async def play(folder: Path, rules: RuleSet, numbers: tuple[int, ...], *, rounds: int = 2) -> Path:
    """Anna plays; an ace of the dealer's makes him look, and he has no blackjack."""
    house = replace(HOUSE, rules=rules, preset="american")
    async with open_table(folder, numbers=numbers, house=house) as table:
        await table.credit(anna=100)
        for _ in range(rounds):
            await table.hear("anna", stake(10))
            await table.hear("anna", DEAL)
            if table.croupier.game.round.offers:
                await table.hear("anna", DeclineInsurance())
            await table.hear("anna", HIT)
            await table.hear("anna", STAND)
    export_evening(folder)
    return folder


@pytest.fixture
async def american(tmp_path: Path) -> Path:
    """Ten and two against an ace with a nine below it; then against a six with a ten."""
    return await play(tmp_path, AMERICAN, (49, 73, 1, 43, 13, 49, 25, 1, 49, 13, 25))


def forged(american: Path, bend: Bend) -> Path:
    forgery = Forgery.of(american / "export")
    bend(forgery)
    return forgery.write(american / "forged")


def told(forgery: Forgery, draw: int = 2) -> tuple[float, Json]:
    return forgery.first("unveiled", draw=draw)


def commit_anew(forgery: Forgery, draw: int = 2) -> None:
    """Make the commitment agree with what is told."""
    body = told(forgery, draw)[1]
    salt = bytes.fromhex(body["salt"])
    origin = forgery.first("draw", draw=draw)[1]["origin"]
    origin["commitment"] = commitment(salt, body["content"], body["signature"])


# ── what cheats do ───────────────────────────────────────────────────────────────────────────────


def another_number_is_told(forgery: Forgery) -> None:
    told(forgery)[1]["content"] = "[44]"


def another_salt(forgery: Forgery) -> None:
    told(forgery)[1]["salt"] = "00" * 32


def a_short_salt(forgery: Forgery) -> None:
    told(forgery)[1]["salt"] = "00" * 31
    commit_anew(forgery)


def another_number_that_was_committed_to(forgery: Forgery) -> None:
    """It does not agree with the card that was turned up."""
    told(forgery)[1]["content"] = "[31]"
    commit_anew(forgery)


def a_peek_that_saw_a_blackjack(forgery: Forgery) -> None:
    """The dealer had it, and let her play on."""
    told(forgery)[1]["content"] = "[49]"
    forgery.event("card_revealed", number=43).update(number=49, card="♠10")
    commit_anew(forgery)


def a_peek_that_never_was(forgery: Forgery) -> None:
    position, _ = forgery.first("peeked")
    del forgery.bodies[position]
    for _, body in forgery.all("happened", round=1):
        if body["version"] > 9:
            body["version"] -= 1


def nothing_is_told(forgery: Forgery) -> None:
    del forgery.bodies[told(forgery)[0]]


def it_is_told_before_it_is_turned_up(forgery: Forgery) -> None:
    position, body = told(forgery)
    del forgery.bodies[position]
    forgery.insert_after(forgery.first("peeked")[0], body)


def it_is_told_twice(forgery: Forgery) -> None:
    position, body = told(forgery)
    forgery.insert_after(position, dict(body))


def an_open_draw_is_told(forgery: Forgery) -> None:
    position, body = told(forgery)
    forgery.insert_after(position, {**body, "draw": 1})


def the_hidden_number_stands_in_the_draw(forgery: Forgery) -> None:
    forgery.first("draw", draw=2)[1]["numbers"] = [43]


def it_was_intended_openly(forgery: Forgery) -> None:
    del forgery.first("intent", draw=2)[1]["hidden"]


def an_open_draw_is_called_hidden(forgery: Forgery) -> None:
    forgery.first("intent", draw=1)[1]["hidden"] = True


def a_hidden_draw_becomes_an_open_one(forgery: Forgery) -> None:
    """After the fact, when he has seen what it would bring."""
    draw = forgery.first("draw", draw=2)[1]
    draw["origin"] = {"source": "scripted", "list": draw["origin"]["key"], "offset": 3}
    draw["numbers"] = [43]


def a_hidden_draw_becomes_an_open_one_and_is_never_told(forgery: Forgery) -> None:
    a_hidden_draw_becomes_an_open_one(forgery)
    nothing_is_told(forgery)


def all_of_it_was_open(forgery: Forgery) -> None:
    """Intended and drawn for everybody to see: whoever looked knew the card before the play."""
    it_was_intended_openly(forgery)
    a_hidden_draw_becomes_an_open_one_and_is_never_told(forgery)


def another_source_is_named(forgery: Forgery) -> None:
    forgery.first("draw", draw=2)[1]["origin"]["of"] = "local"


def two_numbers_to_choose_from(forgery: Forgery) -> None:
    told(forgery)[1]["content"] = "[43,44]"
    commit_anew(forgery)


def a_signature_that_nobody_gave(forgery: Forgery) -> None:
    told(forgery)[1]["signature"] = "c2lnbmVk"
    commit_anew(forgery)


def another_card_is_turned_up(forgery: Forgery) -> None:
    forgery.event("card_revealed", number=43).update(number=7, card="♠3")


def a_hidden_card_is_logged_openly(forgery: Forgery) -> None:
    event = forgery.event("card_hidden", index=4)
    event.clear()
    event.update(event="dealer_dealt", index=4, number=43, card="♠9", hidden=False)


CHEATS: tuple[tuple[Bend, set[Code]], ...] = (
    (another_number_is_told, {Code.DRAW, Code.EVENT}),
    (another_salt, {Code.DRAW}),
    (a_short_salt, {Code.DRAW}),
    (another_number_that_was_committed_to, {Code.EVENT}),
    (a_peek_that_saw_a_blackjack, {Code.EVENT}),
    (a_peek_that_never_was, {Code.EVENT}),
    (nothing_is_told, {Code.DRAW}),
    (it_is_told_before_it_is_turned_up, {Code.DRAW}),
    (it_is_told_twice, {Code.DRAW}),
    (an_open_draw_is_told, {Code.DRAW}),
    (the_hidden_number_stands_in_the_draw, {Code.DRAW}),
    (it_was_intended_openly, {Code.DRAW}),
    (an_open_draw_is_called_hidden, {Code.DRAW}),
    (a_hidden_draw_becomes_an_open_one, {Code.DRAW}),
    (a_hidden_draw_becomes_an_open_one_and_is_never_told, {Code.DRAW}),
    (all_of_it_was_open, {Code.DRAW}),
    (another_source_is_named, {Code.DRAW}),
    (two_numbers_to_choose_from, {Code.DRAW}),
    (a_signature_that_nobody_gave, {Code.DRAW}),
    (another_card_is_turned_up, {Code.EVENT}),
    (a_hidden_card_is_logged_openly, {Code.EVENT}),
)


async def test_the_evening_itself_verifies(american: Path) -> None:
    report = check_export(american / "export")

    assert (True, 7) == (report.ok, report.draws)
    assert not report.pending


@pytest.mark.parametrize(
    ("bend", "expected"), CHEATS, ids=lambda each: getattr(each, "__name__", "")
)
async def test_a_cheat_is_found(american: Path, bend: Bend, expected: set[Code]) -> None:
    report = check_export(forged(american, bend))

    assert expected <= codes(report) - {Code.FILE}


async def test_an_honest_forger_changes_nothing(american: Path) -> None:
    assert check_export(forged(american, lambda _: None)).ok


async def test_a_round_that_runs_is_pending_after_every_step(american: Path) -> None:
    """Cut between two steps the log is a valid older one; what lies face down there is pending."""
    kinds = [line["body"]["kind"] for line in read_lines(american / "export" / ENTRIES)]
    ends = [
        last for last, kind in enumerate(kinds) if last and kind not in {"happened", "unveiled"}
    ]
    pending = set()
    for last in [*ends, len(kinds)]:
        forgery = Forgery.of(american / "export")
        forgery.cut_after(last)
        report = check_export(forgery.write(american / f"cut {last}"))

        assert report.findings == (), last
        pending.add(report.pending or ())
    assert {(), (2,), (5,)} == pending


async def test_players_hidden_cards_are_pending_too(tmp_path: Path) -> None:
    await play(tmp_path, CLOSED, (1, 43, 7, 13, 49, 49), rounds=1)
    whole = check_export(tmp_path / "export")
    forgery = Forgery.of(tmp_path / "export")
    last = int(forgery.first("stood")[0]) - 2
    forgery.cut_after(last)
    report = check_export(forgery.write(tmp_path / "cut"))

    assert whole.findings == ()
    assert report.findings == ()
    assert (1, 3, 4) == report.pending


async def test_in_a_shoe_a_number_that_repeats_the_hidden_card_names_none(tmp_path: Path) -> None:
    """The hidden nine comes again when she draws; it is refused, and nobody is told before."""
    await play(tmp_path, ONE_PACK, (9, 5, 1, 8, 9, 8, 3, 22, 35), rounds=1)
    report = check_export(tmp_path / "export")
    forgery = Forgery.of(tmp_path / "export")

    assert report.findings == ()
    assert "[9,8,3]" == told(forgery, 3)[1]["content"]
    assert [3] == forgery.first("draw", draw=3)[1]["numbers"]


def the_refused_number_is_dealt(forgery: Forgery) -> None:
    told(forgery, 3)[1]["content"] = "[2]"
    commit_anew(forgery, 3)


def more_numbers_than_needed(forgery: Forgery) -> None:
    told(forgery, 3)[1]["content"] = "[9,8,3,4]"
    commit_anew(forgery, 3)


def an_open_number_that_is_out(forgery: Forgery) -> None:
    forgery.first("draw", draw=3)[1]["numbers"] = [8]


@pytest.mark.parametrize(
    "bend", [the_refused_number_is_dealt, more_numbers_than_needed, an_open_number_that_is_out]
)
async def test_a_cheat_in_a_shoe_is_found(tmp_path: Path, bend: Bend) -> None:
    await play(tmp_path, ONE_PACK, (9, 5, 1, 8, 9, 8, 3, 22, 35), rounds=1)

    assert Code.DRAW in codes(check_export(forged(tmp_path, bend)))


async def test_no_secret_is_exported(tmp_path: Path) -> None:
    house = replace(HOUSE, rules=AMERICAN, preset="american")
    async with open_table(tmp_path, numbers=(49, 25, 1, 291), house=house) as table:
        await table.credit(anna=100)
        await table.hear("anna", stake(10))
        await table.hear("anna", DEAL)
    export_evening(tmp_path)

    for path in (tmp_path / "export").iterdir():
        assert not re.search(rb"(?<![0-9a-f])291(?![0-9a-f])", path.read_bytes()), path.name
