"""When a table opens, deals by itself, and closes; two houses under one roof."""

from __future__ import annotations

import re
from pathlib import Path

from tests.discord.houses import fund, open_house
from tests.discord.salons import Salon, table_in
from tests.loopback.discord.client import StandIn


def test_the_house_deals_by_itself_when_the_betting_time_is_over(
    discord: StandIn, tmp_path: Path
) -> None:
    with open_house(discord, tmp_path, env={"AQUATIQUE_BETTING_SECONDS": "1"}) as house:
        table = table_in(discord, house)
        staked = table.sign(table.anna, "50 MM")
        dealt = table.channel.wait_for("Nichts geht mehr.", after=staked)

        assert (dealt.reply_to, dealt.mentioned) == (None, [])
        assert "Box 1 anna (50 MM): Zahl " in dealt.content
        record = table.ask(table.anna, "!runde")
        assert "Auslöser: das Haus, die Setzzeit war um (Protokoll " in record


def test_a_betting_time_of_ones_own(salon: Salon) -> None:
    table = salon.table(opened=False)
    welcome = table.ask(table.saalchef, "!tisch öffnen setzzeit 5m")
    fund(table.channel, table.saalchef, table.anna, table.bert)
    table.sign(table.anna, "50 MM")
    table.sign(table.bert, "50 MM")

    assert "Die Einsätze sind 5 Minuten offen, dann gibt das Haus von selbst." in welcome
    early = table.require_refusal(table.anna, "Karten geben", "Die anderen dürfen noch ")
    assert re.search(r"noch (29\d|300) Sekunden setzen, dann gibt das Haus", early.content)
    assert "Nichts geht mehr." in table.ask(table.saalchef, "!geben")


def test_a_table_that_closes_plays_its_round_out(salon: Salon) -> None:
    table = salon.table()
    number = 0
    while not number:
        dealt = table.ask(table.anna, "!hand 50")
        number = int(re.findall(r"Runde (\d+)", dealt)[0]) if "Am Zug" in dealt else 0
    closing = table.ask(table.saalchef, "!tisch schließen")
    last = table.ask(table.anna, "!verdoppeln")

    assert closing == f"Runde {number} ist die letzte, danach schließt der Tisch."
    assert "Der Tisch ist geschlossen. Das Haus dankt" in last
    table.require_silence(table.anna, "50 MM")
    table.require_refusal(
        table.anna, "!einsatz 50", "Der Tisch ist geschlossen; der Saalchef öffnet ihn mit"
    )
    table.require_refusal(table.saalchef, "!tisch schließen", "Der Tisch ist geschlossen")
    assert "Guthaben" in table.ask(table.anna, "!konto")
    assert table.ask(table.saalchef, "!tisch öffnen").startswith("Willkommen")
    table.sign(table.anna, "50 MM")


def test_a_table_closes_at_once_where_nothing_is_played(salon: Salon) -> None:
    table = salon.table()
    closed = table.ask(table.saalchef, "!tisch schließen")

    assert closed == "Der Tisch ist geschlossen. Das Haus dankt und wünscht einen guten Abend."
    lobby = table.guild.channel("lobby")
    asked = table.anna.say(lobby, "!hilfe")
    other = salon.table(guild=table.guild)
    later = lobby.wait_for_reply(table.anna.say(lobby, "!hilfe"))
    assert later.content == f"Hier steht kein Tisch. Gespielt wird in {other.channel.mention}."
    assert [one for one in lobby.messages() if one.reply_to == asked.id] == []


def test_guilds_are_strangers_to_each_other(salon: Salon) -> None:
    """Accounts, bookings, rounds and draws of one house are none of another's."""
    here, there = salon.table(), salon.table()
    booked = here.ask(here.saalchef, f"!gutschrift {here.anna.mention} 5 Start")
    booking = re.findall(r"Buchung (\d+)", booked)[0]
    here.sign(here.anna, "50 MM")
    dealt = here.ask(here.anna, "!geben")
    number, draw = re.findall(r"Runde (\d+) · Ziehung (\d+)", dealt)[0]

    assert "Guthaben 1.000 MM." in there.ask(there.anna, "!konto")
    there.require_refusal(there.saalchef, f"!storno {booking} Irrtum", "gibt es hier nicht")
    there.require_refusal(there.anna, f"!runde {number}", f"Runde {number} gibt es an diesem Tisch")
    there.require_refusal(there.anna, f"!ziehung {draw}", "gehört einem anderen Haus")
