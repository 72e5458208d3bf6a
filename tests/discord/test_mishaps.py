"""What goes wrong in the house or is taken from it: said, and nothing is half done.

An error is brought about from outside, by a trigger that a second connection puts there:
the house's own code is as it is.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import pytest

from tests.discord.houses import House, open_house
from tests.discord.salons import Salon, Table, table_in
from tests.loopback.discord.client import StandIn

FAULT: Final = (
    "Da ist dem Haus ein Fehler unterlaufen. Es wurde nichts verändert; "
    "bitte versuchen Sie es noch einmal."
)
LATER: Final = (
    "Da ist dem Haus ein Fehler unterlaufen. Was angesagt ist, gilt; "
    "das Haus versucht es gleich noch einmal."
)
HALTED: Final = (
    "Das Spiel ruht: Die Bücher des Hauses widersprechen sich. Der Besitzer wird benachrichtigt."
)
UNHURRIED: Final = {"AQUATIQUE_BETTING_SECONDS": "0"}


def require_no_secret(house: House) -> None:
    assert house.discord.token not in house.errors
    assert "Bot " + house.discord.token[:20] not in house.errors


# ── an error of ours ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["50 MM", "!konto", "!hand 50", "!runde", "!xylophon"])
def test_an_error_changes_nothing_and_is_admitted(salon: Salon, text: str) -> None:
    table = salon.table()
    before, said = table.kept(), len(table.house.errors)
    table.fall_out("message")
    try:
        answer = table.ask(table.anna, text)
    finally:
        table.mend()

    assert answer == FAULT
    assert before == table.kept()
    assert f"table {table.number}: a fault of ours" in table.house.errors[said:]
    require_no_secret(table.house)


def test_what_failed_works_when_it_is_said_again(salon: Salon) -> None:
    table = salon.table()
    table.fall_out("transfer")
    failed = table.answered(table.anna, "50 MM")
    table.mend()

    assert failed.content == FAULT
    assert len(table.entries(table.channel.message(failed.reply_to or 0))) == 0
    again = table.sign(table.anna, "50 MM")
    assert len(table.entries(again)) == 1
    assert "Guthaben 950 MM, dazu 50 MM" in table.ask(table.anna, "!konto")


@pytest.mark.parametrize("broken", ["message", "transfer"])
def test_what_failed_is_never_applied_later(discord: StandIn, tmp_path: Path, broken: str) -> None:
    """The player was asked to say it again; a restart reads the history and finds both."""
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        table.fall_out(broken)
        failed = table.answered(table.anna, "!einsatz 50")
        table.mend()
        assert failed.content == FAULT
        table.sign(table.anna, "!einsatz 80")
        house.kill()
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table.ask(table.bert, "!zahl 47")

        assert "dazu 80 MM" in table.ask(table.anna, "!konto")
        replies = [one for one in table.channel.messages() if one.reply_to == failed.reply_to]
        assert [one.content for one in replies] == [FAULT]


def test_an_error_while_cards_are_dealt(salon: Salon) -> None:
    """What was said is written and stands: that nothing changed would be a lie; it goes on."""
    table = salon.table()
    table.sign(table.anna, "50 MM")
    table.fall_out("log", "NEW.kind = 'draw'")
    try:
        said = table.anna.say(table.channel, "!geben")
        remark = table.channel.wait_for("ein Fehler unterlaufen", after=said)
        assert (remark.content, remark.reply_to) == (LATER, None)
        assert "dazu 50 MM" in table.ask(table.anna, "!konto")
    finally:
        table.mend()
    dealt = table.channel.wait_for_reply(said)

    assert "Box 1 anna (50 MM): Zahl " in dealt.content
    assert f"table {table.number}: a fault of ours" in table.house.errors
    assert len(table.entries(said)) == 1


@pytest.mark.parametrize("broken", [("game_table", "1"), ("log", "NEW.kind = 'start'")])
def test_an_error_while_a_table_is_put_up(salon: Salon, broken: tuple[str, str]) -> None:
    table = salon.table(opened=False)
    table.fall_out(*broken)
    try:
        answer = table.ask(table.saalchef, "!tisch öffnen")
    finally:
        table.mend()

    assert answer == FAULT
    assert table.ask(table.saalchef, "!tisch öffnen").startswith("Willkommen am Tisch")
    assert "Es fehlen 50 MM" in table.ask(table.anna, "50 MM")


def test_an_error_while_an_edit_is_noted(salon: Salon) -> None:
    """Nobody waits for an answer; the log names the table, and the table goes on."""
    table = salon.table()
    staked = table.sign(table.anna, "50 MM")
    said = len(table.house.errors)
    table.fall_out("log", "NEW.kind = 'altered'")
    try:
        table.anna.edit(staked, "80 MM")
        table.ask(table.anna, "!zahl 47")
    finally:
        table.mend()
    table.ask(table.bert, "!zahl 47")

    assert f"table {table.number}: a fault of ours" in table.house.errors[said:]
    assert "✏️" not in table.channel.message(staked).reactions
    assert "dazu 50 MM" in table.ask(table.anna, "!konto")


# ── books that contradict themselves ─────────────────────────────────────────────────────────────


def contradict(table: Table) -> None:
    """Write over an entry of the log that the record of the round reads."""
    table.break_into("DROP TRIGGER log_no_update")
    table.break_into("UPDATE log SET body = '{}' WHERE kind = 'draw'")


def test_books_that_contradict_themselves_stop_all_play(discord: StandIn, tmp_path: Path) -> None:
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table, other = table_in(discord, house), table_in(discord, house)
        table.ask(table.anna, "!hand 50")
        contradict(table)
        before = table.kept(), other.kept()
        noticed = table.ask(table.anna, "!runde")
        refused = [
            table.ask(table.anna, "!einsatz 50"),
            other.ask(other.anna, "!einsatz 50"),
        ]
        other.anna.say(other.channel, "50 MM")
        other.anna.say(other.channel, "!!!")
        discord.invalidate_sessions()
        discord.wait_until_ready(30, identified=2)
        refused.append(other.ask(other.anna, "!konto"))
        told = [one.content for one in discord.directs(to=table.saalchef)]

        assert [noticed, *refused] == [HALTED] * 4
        assert told == [HALTED, HALTED], "once for each guild, both are his"
        assert before == (table.kept(), other.kept())
        assert "the records contradict themselves" in house.errors
        assert len([one for one in other.channel.messages() if one.content == HALTED]) == 2
        assert house.stop() == 0


def test_what_was_said_while_play_rested_is_never_played(discord: StandIn, tmp_path: Path) -> None:
    """Nor is what showed that the books are wrong: it was told so."""
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        table.ask(table.anna, "!hand 50")
        right = table.rows("SELECT position, body FROM log WHERE kind = 'draw'")
        contradict(table)
        noticed = table.anna.say(table.channel, "!runde 1")
        table.channel.wait_for_reply(noticed)
        plain = table.bert.say(table.channel, "50 MM")
        talk = table.bert.say(table.channel, "50 MM?")
        assert table.ask(table.bert, "!einsatz 60") == HALTED
        assert house.stop() == 0
    for position, body in right:
        table.break_into(f"UPDATE log SET body = '{body}' WHERE position = {position}")
    with open_house(discord, tmp_path, env=UNHURRIED):
        assert table.ask(table.bert, "!konto").startswith("Guthaben 1.000 MM.")
        assert table.entries(plain) == []
        answered = [one.reply_to for one in table.channel.messages() if one.author_is_bot]
        assert [answered.count(one.id) for one in (noticed, plain, talk)] == [1, 0, 0]


# ── what Discord does not allow, or does not have any more ───────────────────────────────────────


def test_a_table_is_not_put_up_where_something_small_is_missing(salon: Salon) -> None:
    table = salon.table(opened=False)
    table.channel.deny("ADD_REACTIONS")
    said = table.saalchef.say(table.channel, "!tisch öffnen")
    answer = table.channel.wait_for("fehlt", after=said)

    assert answer.content == (
        f"In {table.channel.mention} fehlt dem Croupier: „Reaktionen hinzufügen“. Bitte geben Sie "
        "ihm, was fehlt, und öffnen Sie den Tisch dann noch einmal."
    )
    assert table.number == 0
    table.channel.undo()
    assert table.ask(table.saalchef, "!tisch öffnen").startswith("Willkommen")


def test_a_table_is_not_put_up_where_nothing_can_be_said(salon: Salon) -> None:
    table = salon.table(opened=False)
    directs = table.saalchef.directs()
    table.channel.deny("SEND_MESSAGES")
    table.saalchef.say(table.channel, "!tisch öffnen")
    told = directs.wait_for(table.channel.mention)

    assert "fehlt dem Croupier: „Nachrichten senden“." in told.content
    assert table.number == 0


def test_a_thread_asks_for_its_own_permission(salon: Salon) -> None:
    table = salon.table(opened=False)
    thread = table.guild.thread(table.channel, "Hinterzimmer", table.anna)
    table.channel.deny("SEND_MESSAGES_IN_THREADS")
    table.saalchef.say(thread, "!tisch öffnen")
    told = table.saalchef.directs().wait_for(thread.mention)

    assert "fehlt dem Croupier: „Nachrichten in Threads senden“." in told.content
    table.channel.undo()
    table.channel.deny("SEND_MESSAGES")
    opened = thread.wait_for_reply(table.saalchef.say(thread, "!tisch öffnen"))
    assert opened.content.startswith("Willkommen")


def test_a_permission_that_is_taken_away_is_told_to_the_owner_once(salon: Salon) -> None:
    table = salon.table()
    directs = table.saalchef.directs()
    table.channel.deny("SEND_MESSAGES")
    asked = [table.anna.say(table.channel, text) for text in ("!konto", "!zahl 47")]
    told = directs.wait_for(table.channel.mention)

    assert told.content == (
        f"In {table.channel.mention} fehlt dem Croupier: „Nachrichten senden“. "
        "Bitte geben Sie ihm, was fehlt; was zu sagen ist, sagt er danach."
    )
    table.channel.undo()
    answers = [table.channel.wait_for_reply(one).content for one in asked]
    assert ["Guthaben" in answers[0], answers[1]] == [True, "Zahl 47 → Pik 9 (43–48)"]
    told_now = [one for one in directs.messages() if table.channel.mention in one.content]
    assert len(told_now) == 1


def test_without_reactions_a_receipt_is_said_in_words(salon: Salon) -> None:
    table = salon.table()
    table.channel.deny("ADD_REACTIONS")

    assert table.ask(table.anna, "50 MM") == "Box 1 · 50 MM"


def test_without_the_history_nothing_is_answered_as_a_reply(salon: Salon) -> None:
    table = salon.table()
    table.channel.deny("READ_MESSAGE_HISTORY")
    said = table.anna.say(table.channel, "!zahl 47")
    answer = table.channel.wait_for("Zahl 47", after=said)

    assert answer.reply_to is None
    told = table.saalchef.directs().wait_for(table.channel.mention)
    assert "fehlt dem Croupier: „Nachrichtenverlauf anzeigen“." in told.content


def test_a_channel_that_is_gone_is_told_to_the_owner(salon: Salon) -> None:
    table = salon.table()
    table.channel.deny("SEND_MESSAGES")
    table.anna.say(table.channel, "!konto")
    table.saalchef.directs().wait_for(f"In {table.channel.mention}")
    table.channel.delete()
    told = table.saalchef.directs().wait_for("nicht mehr zu erreichen")

    assert told.content == (
        f"{table.channel.mention} ist nicht mehr zu erreichen. "
        "Was dort zu sagen war, bleibt aufgehoben."
    )
    other = salon.table(guild=table.guild)
    assert "Guthaben" in other.ask(other.anna, "!konto")


@pytest.mark.parametrize("thread", [False, True], ids=["channel", "thread"])
def test_a_channel_that_is_gone_binds_no_money(salon: Salon, thread: bool) -> None:
    table = salon.table()
    other = salon.table(guild=table.guild)
    place = table.channel
    if thread:
        place = table.guild.thread(table.channel, "Hinterzimmer", table.anna)
        place.wait_for_reply(table.saalchef.say(place, "!tisch öffnen setzzeit 0s"))
    place.wait_for_reaction(other.anna.say(place, "50 MM"), "✅")
    assert "in offenen Einsätzen" in other.ask(other.anna, "!konto")
    place.delete()
    require_nothing_bound(other)
    (entries,) = other.rows(
        "SELECT count(*) FROM log JOIN game_table ON number = json_extract(body, '$.table')"
        " WHERE kind = 'table_closing' AND place = ?",
        str(place.id),
    )

    assert entries == (1,)


def test_a_channel_that_went_while_the_house_was_closed(discord: StandIn, tmp_path: Path) -> None:
    """It is tried once to post there, and no more."""
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        table = table_in(discord, house)
        table.sign(table.anna, "50 MM")
    table.channel.delete()
    with open_house(discord, tmp_path, env=UNHURRIED) as house:
        other = table_in(discord, house, guild=table.guild)
        require_nothing_bound(other)

        assert house.stop() == 0
        assert house.errors.count("the channel is gone") <= 1


def require_nothing_bound(table: Table) -> None:
    """Anna has no open stakes any more, in a moment."""
    until = time.monotonic() + 10
    while "in offenen Einsätzen" in table.ask(table.anna, "!konto"):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_message_that_is_gone_is_answered_all_the_same(salon: Salon) -> None:
    table = salon.table()
    table.channel.deny("SEND_MESSAGES")
    said = table.anna.say(table.channel, "!zahl 47")
    table.saalchef.directs().wait_for(f"In {table.channel.mention}")
    table.anna.delete(said)
    table.channel.undo()

    answer = table.channel.wait_for("Zahl 47 → Pik 9", after=said)
    assert answer.reply_to is None
