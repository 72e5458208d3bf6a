"""A short evening at home, in Discord: the bank goes round, and one that plays freely."""

from __future__ import annotations

from tests.discord.salons import Salon, Table
from tests.loopback.discord.handles import Member

OVER = "setzt dasselbe"


def played_out(table: Table, who: Member, said: str) -> str:
    """Let somebody take no card until the round is over or another has the word."""
    while OVER not in said and f"Am Zug: {who.name}" in said:
        said = table.ask(who, "Keine Karte")
    return said


def test_a_bank_that_goes_round(salon: Salon) -> None:
    table = salon.table()
    rules = "casino bank=rotates insurance=false even_money=false"
    assert "Die Bank hat ein Spieler" in table.ask(table.saalchef, f"!tisch regeln {rules}")
    table.require_refusal(table.bert, "!einsatz 50", "Ohne Bank keine Einsätze.")
    taken = table.ask(table.anna, "!bank 500")
    assert "übernimmt die Bank mit 500 MM" in taken
    table.require_refusal(table.bert, "400 MM", "möglich sind noch 333 MM")
    table.sign(table.bert, "100 MM")
    dealt = table.ask(table.anna, "Karten geben")
    over = played_out(table, table.bert, dealt)

    assert OVER in over
    assert f"Die Bank ({table.anna.name}): " in over
    assert f"Die nächste Bank ist {table.bert.name}; " in over
    table.require_refusal(table.anna, "!bank 50", f"an der Reihe ist {table.bert.name}")
    assert "in der Bank" in table.ask(table.bert, "!bank 20") + table.ask(table.bert, "!konto")


def test_the_moves_of_a_free_bank_are_plain_words(salon: Salon) -> None:
    table = salon.table()
    rules = "classic32 player_cards=open shoe=continuous"
    table.ask(table.saalchef, f"!tisch regeln {rules}")
    table.ask(table.anna, "!bank 100")
    table.require_silence(table.anna, "Karte bitte")
    for _ in range(4):  # until nobody's hand stands by itself
        table.sign(table.bert, "5 MM")
        said = played_out(table, table.bert, table.ask(table.bert, "!geben"))
        if OVER not in said:
            break
    assert f"Am Zug: die Bank ({table.anna.name})." in said
    table.require_silence(table.bert, "Karte bitte")
    over = table.ask(table.anna, "Keine Karte")

    assert OVER in over
    assert "bleibt bei" in over


def test_a_party_goes_round_by_itself(salon: Salon) -> None:
    table = salon.table()
    rules = "casino bank=rotates min_stake=1 insurance=false even_money=false"
    table.ask(table.saalchef, f"!tisch regeln {rules}")
    assert "Eine Partie über 2 Runden" in table.ask(table.saalchef, "!partie 2 runden 50 chips")
    assert "mit 50 Chips" in table.ask(table.anna, "!bank 1")
    assert "spielt mit, 50 Chips" in table.ask(table.bert, "5 Chips")
    first = played_out(table, table.bert, table.ask(table.bert, "!geben"))
    assert "Partie: 1 von 2 Runden gespielt." in first
    assert "übernimmt die Bank mit" in table.ask(table.anna, "5 Chips")
    last = played_out(table, table.anna, table.ask(table.anna, "!geben"))

    assert "**Die Partie ist zu Ende.**" in last
    assert "Guthaben 1.000 MM" in table.ask(table.anna, "!konto")
