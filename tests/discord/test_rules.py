"""A table plays by the rules that the Saalchef sets, also after a restart."""

from __future__ import annotations

import re
from pathlib import Path

from tests.discord.houses import fund, open_house
from tests.discord.salons import Salon
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.handles import Member


def test_rules_are_set_by_the_saalchef_alone_and_said_in_full(salon: Salon) -> None:
    table = salon.table()
    set_ = table.ask(table.saalchef, "!tisch regeln casino split=rank")

    assert "Die Regeln am Tisch „Casino“" in set_
    assert "Teilen: zwei Karten von gleichem Rang" in set_
    table.require_refusal(table.anna, "!tisch regeln aquatique", "Das darf nur der Saalchef.")
    table.require_refusal(table.saalchef, "!tisch regeln german split=maybe", "Möglich: ")
    assert table.ask(table.anna, "!regeln") == set_


def test_a_casino_table_is_one_after_a_restart(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member, anna: Member
) -> None:
    with open_house(discord, tmp_path) as house:
        for word in ("!tisch öffnen", "!tisch regeln casino bust_pays=2:1"):
            channel.wait_for_reply(saalchef.say(channel, word))
        fund(channel, saalchef, anna)
        house.kill()
    with open_house(discord, tmp_path):
        channel.wait_for_reaction(anna.say(channel, "50 MM"), "✅")
        channel.wait_for_reaction(anna.say(channel, "10 MM auf Bust"), "✅")
        rules = channel.wait_for_reply(anna.say(channel, "!regeln")).content
        dealt = channel.wait_for_reply(anna.say(channel, "Karten geben")).content

        assert "2:1" in rules
        assert "% jeder Versicherung" in rules
        assert dealt.startswith("Nichts geht mehr. **Runde 1**")


def test_a_limit_is_asked_for_in_words_that_can_be_copied(salon: Salon) -> None:
    """The post about it calls the player; whoever is named in it so is understood."""
    table, word = salon.table(), re.compile(r"`(!limit erlauben <@\d+> \d+)`")
    anna = table.anna.mention
    table.require_refusal(table.anna, "6.000 MM", "Soll ich beim Saalchef anfragen?")
    (offered,) = word.findall(table.ask(table.anna, "!höher setzen 6000"))

    assert offered == f"!limit erlauben {anna} 6000"
    table.require_refusal(table.anna, offered, "Das darf nur der Saalchef.")
    table.require_refusal(table.saalchef, "!limit erlauben niemand 6000", "Wen meinen Sie?")
    granted = table.answered(table.saalchef, offered)
    assert granted.content.startswith(f"{anna} anna darf hier bis 6.000 MM je Box setzen")
    assert granted.mentioned == [table.anna.id]
    fund(table.channel, table.saalchef, table.anna, units=9000)
    table.sign(table.anna, "6.000 MM")
    (withdrawal,) = word.findall(granted.content)
    assert "gilt wieder der Höchsteinsatz" in table.ask(table.saalchef, withdrawal)


def test_tips_are_given_where_the_saalchef_allows_them_after_a_restart_too(
    discord: StandIn, tmp_path: Path, channel: Channel, saalchef: Member, anna: Member
) -> None:
    with open_house(discord, tmp_path) as house:
        channel.wait_for_reply(saalchef.say(channel, "!tisch öffnen"))
        fund(channel, saalchef, anna)
        refused = channel.wait_for_reply(anna.say(channel, "!tipp")).content
        channel.wait_for_reply(saalchef.say(channel, "!tisch tipps an"))
        house.kill()
    with open_house(discord, tmp_path):
        dealt = ""
        while "Am Zug" not in dealt:  # a blackjack is over at once
            channel.wait_for_reaction(anna.say(channel, "50 MM"), "✅")
            dealt = channel.wait_for_reply(anna.say(channel, "Karten geben")).content
        tip = channel.wait_for_reply(anna.say(channel, "!tipp")).content

    assert "schaltet sie mit `!tisch tipps an` ein" in refused
    assert tip.startswith("Tipp für Box 1: **")
