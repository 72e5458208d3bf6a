"""What nobody should say, or not so: answered with a reason, or not at all; nothing changes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bot.wording.disarming import disarmed
from tests.discord.houses import open_house
from tests.discord.salons import Salon, Table, table_in
from tests.loopback.discord.client import StandIn
from tests.loopback.random_org.client import StandIn as RandomOrg
from tests.tables import numbers_of

STAFF_ONLY: Final = "Das darf nur der Saalchef."


@pytest.fixture
def table(salon: Salon) -> Table:
    return salon.table()


@pytest.fixture
def hand(table: Table) -> Table:
    """A table at which anna's hand is open. Not dealt a 21: else she asks for the next hand."""
    while True:
        table.sign(table.anna, "50 MM")
        if "Am Zug: anna" in table.ask(table.anna, "!geben"):
            return table


# ── who speaks ───────────────────────────────────────────────────────────────────────────────────


def test_another_bot_is_not_heard(table: Table) -> None:
    before = table.kept()
    for text in ("50 MM", "!einsatz 50", "!hilfe"):
        table.require_nothing_for(table.discord.bot_says(table.channel, text))

    assert before == table.kept()


def test_a_webhook_is_not_heard(table: Table) -> None:
    before = table.kept()
    for text in ("50 MM", "!einsatz 50", "!hilfe"):
        table.require_nothing_for(table.discord.webhook_says(table.channel, text))

    assert before == table.kept()


@pytest.mark.parametrize("kind", [6, 7, 8, 18])
def test_a_system_message_is_not_heard(table: Table, kind: int) -> None:
    said = table.anna.say(table.channel, "!einsatz 50", type=kind)

    table.require_nothing_for(said)


@pytest.mark.parametrize("text", ["50 MM", "!einsatz 50", "!hilfe", "Karte"])
def test_in_private_the_house_takes_no_stakes(table: Table, text: str) -> None:
    before = table.kept()
    said = table.anna.direct(text)
    answer = table.anna.directs().wait_for_reply(said)

    assert answer.content == (
        "Unter vier Augen nimmt das Haus keine Einsätze an. Kommen Sie bitte an den Tisch."
    )
    assert before == table.kept()


def test_in_private_conversation_stays_conversation(table: Table) -> None:
    talk = table.anna.direct("Guten Abend!")
    last = table.anna.directs().wait_for_reply(table.anna.direct("!hilfe"))
    answered = [one.reply_to for one in table.anna.directs().messages()]

    assert last.reply_to in answered
    assert talk.id not in answered


@pytest.mark.parametrize("text", ["Karte", "reste", "verdoppeln", "Karten geben", "nochmal"])
def test_a_strangers_plain_move_is_conversation(hand: Table, text: str) -> None:
    hand.require_silence(hand.guild.member("carl"), text)


@pytest.mark.parametrize("text", ["!karte", "!reste", "!verdoppeln", "!karte box 1"])
def test_a_strangers_command_is_refused(hand: Table, text: str) -> None:
    carl = hand.guild.member("carl")
    part = "Box 1 gehört anna" if "box" in text else "Sie haben keine offene Hand."

    hand.require_refusal(carl, text, part)


def test_a_member_without_an_account_hears_where_money_goes(table: Table) -> None:
    carl = table.guild.member("carl")
    for text in ("50 MM", "!einsatz 50", "!hand 50"):
        answer = table.require_refusal(carl, text, "Es fehlen 50 MM (Guthaben 0 MM).")

        assert "Konto 30011154749 „Aquatique“ bei der ZSBA, Verwendungszweck **A" in answer.content
    assert "Guthaben 0 MM." in table.ask(carl, "!konto")


def test_who_never_played_has_nothing_to_say_again(table: Table) -> None:
    table.require_silence(table.guild.member("carl"), "nochmal")
    table.require_refusal(table.anna, "!nochmal", "Sie haben hier noch nicht gesetzt.")


# ── who is Saalchef ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["!tisch öffnen", "!table open", "!tisch oeffnen setzzeit 5m"])
def test_nobody_else_opens_a_table(salon: Salon, text: str) -> None:
    table = salon.table(opened=False)
    before = salon.discord.requests("POST")

    assert table.ask(table.anna, text) == STAFF_ONLY
    assert table.number == 0
    assert len(salon.discord.requests("POST")) == len(before) + 1


def test_nobody_else_books_or_closes(table: Table) -> None:
    mention = table.anna.mention
    for text in (
        f"!gutschrift {mention} 500 Geschenk",
        f"!abbuchung {mention} 5 Gebühr",
        "!storno 1 Irrtum",
        "!tisch schließen",
        "!tisch öffnen",
    ):
        table.require_refusal(table.anna, text, STAFF_ONLY)


def test_a_table_is_opened_once(table: Table) -> None:
    table.require_refusal(table.saalchef, "!tisch öffnen", "Der Tisch ist schon offen.")


def test_staff_by_id_and_by_role(salon: Salon) -> None:
    table = salon.table(guild=salon.guild, opened=False)
    clerk, carl = salon.guild.member("clerk"), salon.guild.member("carl")
    mention = table.anna.mention

    assert table.ask(carl, "!tisch öffnen") == STAFF_ONLY
    assert table.ask(clerk, "!tisch öffnen").startswith("Willkommen am Tisch „Aquatique“.")
    assert table.ask(carl, f"!gutschrift {mention} 5 Start") == STAFF_ONLY
    salon.guild.give(carl, salon.floor)
    assert "5 MM für anna gutgeschrieben" in table.ask(carl, f"!gutschrift {mention} 5 Start")
    salon.guild.give(carl)
    assert table.ask(carl, f"!gutschrift {mention} 5 Start") == STAFF_ONLY


def test_staff_of_one_guild_alone(salon: Salon, table: Table) -> None:
    here = salon.table(guild=salon.guild, opened=False)

    assert here.ask(salon.guild.member("porter"), "!tisch öffnen").startswith("Willkommen")
    assert table.ask(table.guild.member("porter"), "!tisch schließen") == STAFF_ONLY


def test_nobody_can_be_named_or_too_many(table: Table) -> None:
    bot = f"<@{table.discord.application_id}>"
    whom = "Wen meinen Sie? Erwähnen Sie genau ein Mitglied"
    role = table.guild.role("Stammgäste", mentionable=True)
    expected = {
        "!gutschrift 500": "Das ist noch nicht alles.",
        "!gutschrift 500 Start": "„Start“ ist kein Betrag.",
        "!gutschrift niemand 500 Start": whom,
        "!gutschrift @everyone 500 Start": whom,
        "!gutschrift @here 500 Start": whom,
        f"!gutschrift {role.mention} 500 Start": whom,
        "!gutschrift <@123456789012345678> 500 Start": whom,
        f"!gutschrift {bot} 500 Start": "„croupier“ ist ein Bot und hat hier kein Konto.",
        f"!gutschrift {table.anna.mention} 500": "Gebucht wird nur mit Grund.",
        f"!gutschrift {table.anna.mention} 0 Start": "Gebucht wird mehr als null",
        f"!gutschrift {table.anna.mention} 1.5 Start": "kann",
        f"!abbuchung {table.anna.mention} 5.000 Start": "Auf dem Konto von anna fehlen dafür",
    }
    for text, part in expected.items():
        answer = table.require_refusal(table.saalchef, text, part)

        assert answer.mentioned == [], text


@pytest.mark.parametrize("token", ["anna", "@anna", "ANNA"])
def test_whose_message_is_answered_is_not_meant_by_that(table: Table, token: str) -> None:
    """A reply mentions whom it answers, though its text does not; and anybody may be called so."""
    talk = table.anna.say(table.channel, "Ich habe überwiesen")
    text, part = f"!gutschrift {token} 500 x", "Wen meinen Sie? Erwähnen Sie genau ein Mitglied"
    booking = f"!gutschrift {table.anna.mention} 500 x"

    table.require_refusal(table.saalchef, text, part, reply_to=talk)
    assert "500 MM für anna gut" in table.ask(table.saalchef, booking, reply_to=talk)


def test_a_name_beside_a_mention_is_no_mention(table: Table) -> None:
    part = "Wen meinen Sie? Erwähnen Sie genau ein Mitglied"

    table.require_refusal(table.saalchef, f"!gutschrift anna 5 {table.anna.mention}", part)


# ── what is no word ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    ["Karte?", "genug geredet", "> Karte", "`Karte`", "~~Karte~~", "||Karte||", "Karte\nbitte"],
)
def test_what_only_looks_like_a_move_is_conversation(hand: Table, text: str) -> None:
    hand.require_silence(hand.anna, text)


@pytest.mark.parametrize("text", ["!", "!!!", "!?", "! karte", "!...", "@everyone Karte"])
def test_a_prefix_alone_is_conversation(hand: Table, text: str) -> None:
    hand.require_silence(hand.anna, text)


def test_a_mention_of_the_bot_is_conversation(hand: Table) -> None:
    croupier = f"<@{hand.discord.application_id}>"
    for text in (croupier, f"{croupier} karte", f"{croupier} help", f"Karte {croupier}"):
        hand.require_silence(hand.anna, text)


def test_a_plain_word_to_somebody_else_is_conversation(hand: Table) -> None:
    talk = hand.bert.say(hand.channel, "Nimmst du noch eine?")
    hand.require_silence(hand.anna, "Karte", reply_to=talk)
    hand.bert.delete(talk)


def test_a_plain_word_with_an_attachment_is_conversation(hand: Table) -> None:
    hand.require_silence(hand.anna, "Karte", attachments=[("katze.png", b"miau")])


def test_a_forwarded_word_is_conversation(hand: Table) -> None:
    before = hand.kept()
    elsewhere = hand.guild.channel("anderswo")
    for text in ("Karte", "!karte"):
        said = hand.anna.say(elsewhere, text)
        hand.require_nothing_for(hand.anna.forward(hand.channel, said))

    assert before == hand.kept()


def test_a_reply_to_the_croupier_acts(hand: Table) -> None:
    post = hand.channel.wait_for("Am Zug: anna")
    answer = hand.answered(hand.anna, "Karte", reply_to=post)

    assert "Box 1: Zahl " in answer.content


def test_a_command_acts_wherever_it_is_said(hand: Table) -> None:
    talk = hand.bert.say(hand.channel, "Nimmst du noch eine?")

    assert "Box 1: Zahl " in hand.ask(hand.anna, "!karte", reply_to=talk)


def test_what_is_nearly_a_word_is_asked_back(hand: Table) -> None:
    hand.require_refusal(hand.anna, "!kaarte", "„kaarte“ verstehe ich nicht. Meinen Sie `!karte`?")
    hand.require_refusal(hand.anna, "!karte?", "verstehe ich nicht. Meinen Sie `!karte`?")
    hand.require_refusal(hand.anna, "!xylophon", "„xylophon“ kennt das Haus nicht.")


# ── names and reasons that are markdown ──────────────────────────────────────────────────────────

NAMES: Final = {
    "**x**": r"\*\*x\*\*",
    "@everyone": "@\u200beveryone",
    "<@1>": "\\<@\u200b1\\>",
    "`!tisch`": r"\`!tisch\`",
    "||spoiler||": r"\|\|spoiler\|\|",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_it_is_and_calls_nobody(table: Table, name: str) -> None:
    odd = table.guild.member(f"odd {name}", nick=name)
    credit = table.answered(table.saalchef, f"!gutschrift {odd.mention} 500 {name}")

    assert f"500 MM für {NAMES[name]} gutgeschrieben. Grund: {NAMES[name]}" in credit.content
    assert credit.mentioned == [odd.id]
    table.sign(odd, "50 MM")
    refused = table.answered(table.anna, "!einsatz 50 box 1")
    dealt = table.answered(odd, "!geben")
    record = table.answered(odd, "!runde")

    assert f"Box 1 gehört {NAMES[name]}." in refused.content
    assert f"Box 1 {NAMES[name]} (50 MM): Zahl" in dealt.content
    assert f"Auslöser: {NAMES[name]}, „Karten geben“" in record.content
    assert [one.mentioned for one in (refused, dealt, record)] == [[], [], []]


@pytest.mark.parametrize("word", ["**x**", "@everyone", "<@1>", "[x](a.b)", "a_b_"])
def test_a_wrong_word_is_quoted_as_it_is(table: Table, word: str) -> None:
    answer = table.require_refusal(table.anna, f"!{word}", "kennt das Haus nicht.")

    assert answer.content.startswith(f"„{disarmed(word)}“")
    assert "�" not in answer.content
    assert (answer.mentioned, answer.embeds) == ([], [])


def test_only_a_booking_calls_and_only_whom_it_concerns(table: Table) -> None:
    mention = table.anna.mention
    for text in (
        f"!gutschrift {mention} 5 für {table.bert.mention}",
        f"!abbuchung {mention} 5 @here",
    ):
        answer = table.answered(table.saalchef, text)

        assert answer.mentioned == [table.anna.id]
        assert answer.content.startswith(f"{mention} Buchung ")
    for text in ("!konto", "!regeln", "!hilfe", "!zahlen", "!prüfen"):
        assert table.answered(table.anna, text).mentioned == []


# ── where ────────────────────────────────────────────────────────────────────────────────────────


def test_elsewhere_the_house_says_where_the_tables_are(table: Table) -> None:
    lobby = table.guild.channel("lobby")
    asked = [table.anna.say(lobby, text) for text in ("!hilfe", "!einsatz 50", "!tisch schließen")]
    quiet = [table.anna.say(lobby, text) for text in ("50 MM", "Karte", "!xylophon", "hallo")]
    for each in asked:
        assert lobby.wait_for_reply(each).content == (
            f"Hier steht kein Tisch. Gespielt wird in {table.channel.mention}."
        )
    lobby.wait_for_reply(table.anna.say(lobby, "!hilfe"))

    answered = {one.reply_to for one in lobby.messages()}
    assert answered & {one.id for one in quiet} == set()


def test_where_there_is_no_table_at_all_the_house_is_silent(salon: Salon) -> None:
    """Other bots may use the same prefix."""
    table = salon.table(opened=False)
    said = table.anna.say(table.channel, "!hilfe")

    assert table.ask(table.anna, "!tisch öffnen") == STAFF_ONLY
    assert [one for one in table.channel.messages() if one.reply_to == said.id] == []


def test_a_table_in_a_thread(salon: Salon) -> None:
    table = salon.table()
    thread = table.guild.thread(table.channel, "Hinterzimmer", table.anna)
    opening = thread.wait_for_reply(table.saalchef.say(thread, "!tisch öffnen"))
    thread.wait_for_reaction(table.anna.say(thread, "50 MM"), "✅")
    dealt = thread.wait_for_reply(table.anna.say(thread, "Karten geben"))

    assert opening.content.startswith("Willkommen")
    assert "Box 1 anna (50 MM): Zahl " in dealt.content
    assert "dazu 50 MM" in table.ask(table.anna, "!konto") or "Box 1 anna: " in dealt.content
    table.require_refusal(table.anna, "!karte", "Es läuft keine Runde.")


# ── how long ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["!hilfe", "!zahlen", "!regeln", "!runde"])
def test_a_long_answer_comes_whole_and_in_order(hand: Table, text: str) -> None:
    first = hand.answered(hand.anna, text)
    hand.ask(hand.bert, "!zahl 47")
    posts = [one for one in hand.channel.messages() if one.id >= first.id and one.author_is_bot]

    assert all(len(post.content) <= 2000 for post in posts)
    assert [post.reply_to for post in posts[1:-1]] == [None] * (len(posts) - 2)


def test_a_round_of_many_draws_comes_in_pieces(
    discord: StandIn, random_org: RandomOrg, tmp_path: Path
) -> None:
    """Seven boxes and two cards for each, whatever happens: more than one message can hold."""
    random_org.add_numbers(*numbers_of("2 2 2 2 2 2 2  10  3 3 3 3 3 3 3" + 7 * "  4 5"))
    settings = {"AQUATIQUE_BETTING_SECONDS": "0"}
    with open_house(discord, tmp_path, env=settings, random_org=random_org) as house:
        table = table_in(discord, house)
        for box in range(1, 8):
            table.sign(table.anna, f"10 MM auf Box {box}")
        table.ask(table.anna, "!geben")
        for box in range(1, 8):
            for _ in range(2):
                assert f"Box {box}: Zahl" in table.ask(table.anna, f"!karte box {box}")
        first = table.answered(table.anna, "!runde")
        table.ask(table.bert, "!zahl 47")
        drawn = table.rows("SELECT draw FROM log WHERE kind = 'draw'")
    posts = [one for one in table.channel.messages() if one.id >= first.id and one.author_is_bot]
    whole = "\n".join(post.content for post in posts[:-1])
    draws = re.findall(r"^-# Runde \d+ · Ziehung (\d+) ·", whole, re.MULTILINE)

    assert len(posts) > 2
    assert all(len(post.content) <= 2000 for post in posts)
    assert [int(draw) for draw in draws] == [number for (number,) in drawn]
