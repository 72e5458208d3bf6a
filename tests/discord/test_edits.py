"""What is said is said: edits, deletions, and what was said while nobody listened."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from tests.discord.houses import open_house
from tests.discord.salons import Salon, Table, table_in
from tests.loopback.discord.channels import Message
from tests.loopback.discord.client import SEND, StandIn
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.tables import numbers_of

EDITED: Final = (
    "Ihre Nachricht wurde bearbeitet, bevor das Haus sie sah. Bitte schreiben Sie sie noch einmal."
)
UNHURRIED: Final = {"AQUATIQUE_BETTING_SECONDS": "0"}


def alterations(table: Table, said: Message) -> list[str]:
    """What the log notes of a message after it was applied."""
    return [one["how"] for one in table.entries(said) if one["kind"] == "altered"]


# ── while the house listens ──────────────────────────────────────────────────────────────────────


def test_an_edit_of_what_was_applied_is_noted_and_no_more(salon: Salon) -> None:
    table = salon.table()
    staked = table.sign(table.anna, "50 MM")
    table.anna.edit(staked, "500 MM")
    signed = table.channel.wait_for_reaction(staked, "✏️")
    table.anna.edit(staked, "5 MM")
    table.ask(table.bert, "!zahl 47")

    assert set(signed.reactions) == {"✅", "✏️"}
    assert alterations(table, staked) == ["edited"]
    assert "dazu 50 MM" in table.ask(table.anna, "!konto")
    assert [one for one in table.channel.messages() if one.reply_to == staked.id] == []


def test_an_edit_of_what_was_answered_is_noted(salon: Salon) -> None:
    table = salon.table()
    asked = table.anna.say(table.channel, "!einsatz 7")
    assert "Der Mindesteinsatz beträgt 10 MM" in table.channel.wait_for_reply(asked).content
    table.anna.edit(asked, "!einsatz 70")
    table.channel.wait_for_reaction(asked, "✏️")

    assert alterations(table, asked) == ["edited"]
    assert "Guthaben 1.000 MM." in table.ask(table.anna, "!konto")


def test_conversation_that_becomes_an_order_is_conversation(salon: Salon) -> None:
    table = salon.table()
    talk = table.require_silence(table.anna, "Guten Abend!")
    table.anna.edit(talk, "!einsatz 50")
    table.require_nothing_for(talk)
    table.anna.edit(talk, "50 MM")
    table.require_nothing_for(talk)

    assert "Guthaben 1.000 MM." in table.ask(table.anna, "!konto")


def test_a_links_preview_and_a_pin_are_no_edits(salon: Salon) -> None:
    table = salon.table()
    staked = table.sign(table.anna, "50 MM")
    table.saalchef.pin(staked)
    table.saalchef.pin(staked, pinned=False)
    table.ask(table.bert, "!zahl 47")

    assert set(table.channel.message(staked).reactions) == {"✅"}
    assert alterations(table, staked) == []


def test_a_deletion_takes_nothing_back(salon: Salon) -> None:
    table = salon.table()
    staked = table.sign(table.anna, "50 MM")
    talk = table.require_silence(table.anna, "Guten Abend!")
    table.anna.delete(staked)
    table.anna.delete(talk)

    assert "dazu 50 MM" in table.ask(table.anna, "!konto")
    assert (alterations(table, staked), table.entries(talk)) == (["deleted"], [])


def test_deletions_by_the_dozen_take_nothing_back(salon: Salon) -> None:
    table = salon.table()
    staked = [table.sign(table.anna, "50 MM"), table.sign(table.bert, "80 MM")]
    table.channel.delete_messages(*staked)

    assert "dazu 50 MM" in table.ask(table.anna, "!konto")
    assert [alterations(table, one) for one in staked] == [["deleted"], ["deleted"]]


def test_a_post_of_the_house_that_is_deleted_changes_nothing(salon: Salon) -> None:
    table = salon.table()
    table.sign(table.anna, "50 MM")
    post = table.answered(table.anna, "!geben")
    before = table.kept()
    table.saalchef.delete(post)

    assert "Zahl 47" in table.ask(table.bert, "!zahl 47")
    assert before == table.kept()


def test_what_is_altered_before_it_is_applied_is_noted_then(
    discord: StandIn, tmp_path: Path
) -> None:
    """The house has heard it, and reads the history before it acts on it."""
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        assert house.stop() == 0
    discord.plan("slow", when="after", seconds=2, method="GET", route=SEND)
    with open_house(discord, tmp_path, env=UNHURRIED):
        discord.wait_for_faults()
        edited = table.anna.say(table.channel, "50 MM")
        table.anna.edit(edited, "500 MM")
        deleted = table.bert.say(table.channel, "80 MM")
        table.bert.delete(deleted)
        table.channel.wait_for_reaction(edited, "✏️")

        assert "dazu 50 MM" in table.ask(table.anna, "!konto")
        assert "dazu 80 MM" in table.ask(table.bert, "!konto")
        assert [alterations(table, one) for one in (edited, deleted)] == [["edited"], ["deleted"]]


# ── while nobody listens ─────────────────────────────────────────────────────────────────────────


def test_what_was_said_meanwhile_is_applied_once_and_in_order(
    discord: StandIn, tmp_path: Path
) -> None:
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        assert house.stop() == 0
    said = [
        table.anna.say(table.channel, text)
        for text in (
            "50 MM",
            "guten Abend",
            "doch 80 MM",
            "!einsatz 90",
            "!einsatz zurück",
            "20 MM",
        )
    ]
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table.channel.wait_for_reaction(said[-1])
        house.kill()
    with open_house(discord, tmp_path, env=UNHURRIED):  # the history is read once more
        balance = table.ask(table.anna, "!konto")

        orders = [table.entries(one) for one in said]
        assert [len(each) for each in orders] == [1, 0, 1, 1, 1, 1]
        positions = table.rows(
            "SELECT json_extract(body, '$.message') FROM log WHERE kind = 'message'"
            " AND json_extract(body, '$.account') = ? ORDER BY position",
            orders[0][0]["account"],
        )
        assert [one for (one,) in positions][:5] == [
            str(one.id) for one in said if one.content != "guten Abend"
        ]
        assert balance.startswith("Guthaben 980 MM, dazu 20 MM")
        assert [sorted(table.channel.message(one).reactions) for one in said] == [
            ["✅"] if each else [] for each in orders
        ]


def test_what_was_edited_meanwhile_is_asked_for_again(discord: StandIn, tmp_path: Path) -> None:
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        staked = table.sign(table.anna, "50 MM")
        assert house.stop() == 0
    mention = table.bert.mention
    edited = [
        table.anna.edit(table.anna.say(table.channel, "doch 60 MM"), "doch 600 MM"),
        table.anna.edit(table.anna.say(table.channel, "!geben"), "!einsatz 600"),
        table.bert.edit(table.bert.say(table.channel, "nichts"), "10 MM"),
        table.saalchef.edit(
            table.saalchef.say(table.channel, f"!gutschrift {mention} 5 Start"),
            f"!gutschrift {mention} 500 Start",
        ),
    ]
    question = table.anna.edit(table.anna.say(table.channel, "!konnto"), "!konto")
    talk = table.anna.edit(table.anna.say(table.channel, "gut"), "gute Karten!")
    table.anna.edit(staked, "500 MM")
    with open_house(discord, tmp_path, env=UNHURRIED):
        answers = [table.channel.wait_for_reply(one).content for one in edited]
        answer = table.channel.wait_for_reply(question).content
        table.require_nothing_for(talk)

        assert answers == [EDITED] * len(edited)
        assert answer.startswith("Guthaben 950 MM, dazu 50 MM")
        assert [table.entries(one)[0]["refused"] for one in edited] == ["edited"] * len(edited)
        assert table.ask(table.bert, "!konto").startswith("Guthaben 1.000 MM.")


def test_a_move_that_was_edited_meanwhile_is_asked_for_again(
    discord: StandIn, tmp_path: Path, random_org: RandomOrg
) -> None:
    """A plain move is meant while a hand is open; stakes are not open then."""
    random_org.add_numbers(*numbers_of("10 9 8"))
    opening = partial(open_house, discord, tmp_path, env=UNHURRIED, random_org=random_org)
    with opening() as house:
        table = table_in(discord, house)
        assert "Am Zug: anna" in table.ask(table.anna, "!hand 50")
        assert house.stop() == 0
    said = table.anna.edit(table.anna.say(table.channel, "Karte"), "Keine Karte")
    with opening():
        assert table.channel.wait_for_reply(said).content == EDITED
        assert "läuft noch" in table.ask(table.anna, "!runde")


def test_what_was_deleted_meanwhile_was_never_said(discord: StandIn, tmp_path: Path) -> None:
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        assert house.stop() == 0
    table.anna.delete(table.anna.say(table.channel, "50 MM"))
    with open_house(discord, tmp_path, env=UNHURRIED):
        assert table.ask(table.anna, "!konto").startswith("Guthaben 1.000 MM.")


def test_what_was_said_later_does_not_overtake_a_stake(discord: StandIn, tmp_path: Path) -> None:
    """Stakes are taken one after the other; who asks, books or closes after them comes after."""
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        assert house.stop() == 0
    staked = [table.anna.say(table.channel, f"10 MM auf Box {box}") for box in range(1, 6)]
    asked = table.anna.say(table.channel, "!konto")
    staked.append(table.bert.say(table.channel, "20 MM auf Box 7"))
    closing = table.saalchef.say(table.channel, "!tisch schließen")
    with open_house(discord, tmp_path, env=UNHURRIED):
        balance = table.channel.wait_for_reply(asked).content
        closed = table.channel.wait_for_reply(closing).content

        assert balance.startswith("Guthaben 950 MM, dazu 50 MM")
        assert closed == "Runde 1 ist die letzte, danach schließt der Tisch."
        assert [sorted(table.channel.message(one).reactions) for one in staked] == [["✅"]] * 6
