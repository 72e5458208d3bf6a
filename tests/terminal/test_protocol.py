"""The terminal table's ``--json`` protocol, as drivers rely on it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from tests.terminal.pipes import table

EVENING = """anna: 50 MM
bert: 10 MM auf Box 2
anna: Karten geben
bert: Karte bitte
bert: reste
Hallo allerseits!
anna: Keine Karte.
"""
NUMBERS = "58,13,111,270,199,247,52"
GIVEN = ("--credit", "anna=500", "--credit", "bert=20", "--numbers", NUMBERS)


def test_an_evening_as_objects() -> None:
    run = table(EVENING, *GIVEN)
    settled = [
        (row["player"], row["stake"], row["returned"], row["net"], row["outcome"], row["reason"])
        for row in run.of("settled")
    ]

    assert (run.code, run.errors) == (0, "")
    assert list(range(1, len(run.rows) + 1)) == [row["seq"] for row in run.rows]
    assert [row["line"] for row in run.of("done")] == [1, 2, 3, 4, 5, 6, 7]
    assert [(row["bet"], row["amount"]) for row in run.of("staked")] == [
        ("main", "50.00"),
        ("main", "10.00"),
    ]
    assert [row["number"] for row in run.of("drawn")] == [58, 13, 111, 270, 199, 247, 52]
    assert [(draw, sum(row["draw"] == draw for row in run.of("drawn"))) for draw in (1, 2, 3)] == [
        (1, 5),
        (2, 1),
        (3, 1),
    ]
    assert [row["card"] for row in run.of("card")] == [
        "Pik Bube",
        "Pik 4",
        "Karo 7",
        "Herz 7",
        "Kreuz 9",
        "Herz 4",
        "Pik 10",
    ]
    assert settled == [
        ("anna", "50.00", "50.00", "0.00", "push", "equal"),
        ("bert", "10.00", "10.00", "0.00", "push", "equal"),
    ]
    assert [row["cards"] for row in run.of("settled")] == [["B", "7"], ["4", "9", "4"]]
    assert run.of("closed")[0]["dealer"] == ["7", "10"]


def test_wants_says_what_chance_owes_and_who_may_do_what() -> None:
    wants = table(EVENING, *GIVEN).of("wants")

    assert [row["draws"] for row in wants] == [0, 0, 5, 0, 1, 0, 0, 1, 0]
    assert wants[3]["open"] == [
        {"player": "anna", "box": 1, "hand": 1, "may": ["hit", "stand", "double"]},
        {"player": "bert", "box": 2, "hand": 1, "may": ["hit", "stand", "double"]},
    ]
    assert wants[0]["stakes_open"]
    assert not wants[-1]["stakes_open"]


def test_money_is_conserved_at_the_end_of_input() -> None:
    balances = table("anna: 50 MM\nanna: geben\n", "--credit", "anna=500").of("balance")[1:]
    total = sum(Decimal(row["available"]) + Decimal(row["held"]) for row in balances)

    assert [row["player"] for row in balances] == ["outside", "house", "anna"]
    assert total == 0


def test_an_id_is_applied_once(tmp_path: Path) -> None:
    database = str(tmp_path / "table.db")
    first = table("@1 anna: 50 MM\n@1 anna: 50 MM\n@2 hallo\n@2 hallo\n", "--db", database, *GIVEN)
    again = table("@1 anna: 50 MM\n@3 anna: konto\n", "--db", database)

    assert [row.get("repeated") for row in first.of("done")] == [None, True, None, True]
    assert len(first.of("staked")) == 1
    assert [row.get("repeated") for row in again.of("done")] == [True, None]
    assert again.of("staked") == []
    assert again.rows[0]["seq"] == first.rows[-1]["seq"] + 1
    assert again.of("balance")[0]["available"] == "450.00"


def test_a_second_start_goes_on_mid_hand(tmp_path: Path) -> None:
    given = ("--db", str(tmp_path / "table.db"), "--numbers", "54,48,42,6,54")
    table("anna: 50 MM\nanna: geben\n", *given, "--credit", "anna=500")
    again = table("anna: karte\nanna: reste\n", *given)

    assert [row["number"] for row in again.of("drawn")] == [6, 54]
    assert [row["outcome"] for row in again.of("settled")] == ["won"]


def test_numbers_that_run_out_say_how_many_were_used(tmp_path: Path) -> None:
    """The table waits for its card, and a list of further numbers lets it go on."""
    given = ("--db", str(tmp_path / "table.db"))
    lines = "anna: 50 MM\nanna: geben\nanna: karte\nanna: karte\nanna: reste\n"
    run = table(lines, *given, "--credit", "anna=99", "--numbers", "1,2,3,4")
    resumed = table("", *given, "--numbers", "54")

    assert (run.code, resumed.code) == (2, 0)
    assert "4 numbers were used" in run.errors
    assert len(run.errors.splitlines()) == 1
    assert [row["line"] for row in run.of("done")] == [1, 2, 3]
    assert [row["number"] for row in resumed.of("drawn")] == [54]
    assert [row["line"] for row in resumed.of("done")] == [0]


def test_the_clock_passes_deadlines_by_pipe() -> None:
    run = table(
        "anna: 50 MM\nanna: geben\n#clock +23h\n#clock +2h\n",
        *("--credit", "anna=500", "--numbers", "54,48,42,54"),
    )

    assert [(row["action"], row["by"]) for row in run.of("acted")] == [("stand", "deadline")]
    assert [row["line"] for row in run.of("settled")] == [4]


def test_comments_and_empty_lines_are_no_messages() -> None:
    run = table("# hello\n\n   \nanna: konto\n", "--credit", "anna=500")

    assert [row["line"] for row in run.of("done")] == [4]


def test_the_last_speaker_goes_on_and_one_to_one_is_no_name() -> None:
    run = table("50 MM\nanna: 50 MM\n1:1\ngeben\n", "--credit", "anna=500")

    assert [(row["player"], row["code"]) for row in run.of("refused")] == [
        ("", "no_speaker"),
        ("anna", "even_money_not_offered"),
    ]
    assert run.of("drawn")


def test_a_hidden_card_has_no_number_until_it_is_turned_up() -> None:
    lines = "anna: 50 MM\nanna: geben\nanna: meine karten\nanna: reste\n"
    given = ("--rules", "american", "--credit", "anna=500", "--numbers", "54,25,42,43,31")
    run = table(lines, *given)
    hidden, turned = (
        next(row for row in run.of("card") if row.get(name)) for name in ("hidden", "turned")
    )
    (drawn,) = [row for row in run.of("drawn") if row.get("hidden")]
    (told,) = run.of("unveiled")

    assert (run.code, run.errors) == (0, "")
    assert (hidden["to"], hidden["index"]) == (turned["to"], turned["index"]) == ("dealer", 4)
    assert not {"number", "card"} & hidden.keys()
    assert (turned["number"], turned["card"]) == (43, "Pik 9")
    assert (drawn["draw"], drawn["position"], drawn["accepted"]) == (2, 1, True)
    assert "number" not in drawn
    assert (told["draw"], told["numbers"]) == (2, [43])
    assert [row["code"] for row in run.of("refused")] == ["no_cards_face_down"]


def test_own_cards_are_an_answer_on_request() -> None:
    lines = "anna: 50 MM\nbert: 50 MM\nanna: geben\nanna: meine karten\n"
    credits_ = ("--credit", "anna=500", "--credit", "bert=500")
    given = ("--set", "player_cards=hidden", "--numbers", "54,25,42,43,31")
    run = table(lines, *given, *credits_)
    (own,) = run.of("own_cards")

    assert [(hand["box"], hand["cards"], hand["total"]) for hand in own["hands"]] == [
        (1, ["Pik 10", "Pik 9"], 19)
    ]
    assert all("Pik 10" not in str(row) for row in run.rows if row != own)
