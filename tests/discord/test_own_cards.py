"""A player's own hidden cards in Discord: a direct message to him, a sign in the channel."""

from __future__ import annotations

from tests.discord.salons import Salon, Table

CLOSED = "!tisch regeln aquatique player_cards=hidden blackjack_pays=null"


def dealt(salon: Salon) -> tuple[Table, str]:
    """A table where cards lie face down before anna and bert; one 21 does not end the round."""
    table = salon.table()
    table.ask(table.saalchef, CLOSED)
    table.sign(table.anna, "50 MM")
    for box in (2, 3, 4):
        table.sign(table.bert, f"!einsatz 50 box {box}")
    return table, table.ask(table.saalchef, "!geben")


def directs(table: Table) -> list[str]:
    return [one.content for one in table.discord.directs(to=table.anna)]


def test_own_cards_are_told_in_private_and_signed_in_the_channel(salon: Salon) -> None:
    table, post = dealt(salon)
    before = len(directs(table))
    asked = table.sign(table.anna, "!meine karten")
    table.require_refusal(table.saalchef, "!meine karten", "Verdeckt liegt von Ihnen hier nichts")
    (told,) = directs(table)[before:]
    cards = told.partition(": ")[2].partition(" = ")[0].split(" · ")

    assert "verdeckt · verdeckt" in post
    assert told.startswith("Box 1: ")
    assert len(cards) == 2
    assert [] == table.discord.directs(to=table.bert)
    assert [] == [one for one in table.channel.messages() if one.reply_to == asked.id]
    lines = [line for one in table.channel.messages() for line in one.content.split("\n")]
    dealers = {line for line in lines if line.startswith("Croupier: ")}  # it may be the same card
    assert len(dealers) == 1
    assert all(card not in line for line in {*lines} - dealers for card in cards)


def test_who_takes_no_direct_messages_hears_how_he_can(salon: Salon) -> None:
    table, _ = dealt(salon)
    before = len(directs(table))
    table.anna.take_directs(takes=False)
    answer = table.answered(table.anna, "!meine karten")
    table.anna.take_directs(takes=True)
    table.sign(table.anna, "!meine karten")

    assert "`!meine karten`" in answer.content
    assert "Privatsphäre" in answer.content
    assert before + 1 == len(directs(table))
