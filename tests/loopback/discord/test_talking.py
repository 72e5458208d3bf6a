"""An unpatched discord.py hears, answers, reads and is told of everything."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest

from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.discord.echo import Echo, eventually
from tests.loopback.discord.handles import Guild, Member


def place(echo: Echo, channel: Channel) -> discord.TextChannel:
    found = echo.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


async def test_it_hears_and_replies(echo: Echo, table: Channel, anna: Member) -> None:
    said = anna.say(table, "50 MM")
    reply = await asyncio.to_thread(table.wait_for_reply, said)

    assert (reply.content, reply.author, reply.author_is_bot) == ("50 MM", "croupier", True)
    assert reply.nonce is not None
    assert reply.allowed_mentions == {"parse": []}
    assert reply.mentioned == []
    assert isinstance(echo.heard[0].author, discord.Member)


async def test_it_reacts_once(echo: Echo, table: Channel, anna: Member) -> None:
    echo.answer = None
    said = anna.say(table, "karte")
    await eventually(lambda: echo.heard)
    for _ in range(2):
        await echo.heard[0].add_reaction("✅")

    assert table.message(said).reactions == {"✅": [echo.application_id]}


async def test_history_after_gives_the_oldest(echo: Echo, table: Channel, anna: Member) -> None:
    echo.answer = None
    said = [anna.say(table, str(number)) for number in range(250)]
    after = discord.Object(said[9].id)
    found = [one.content async for one in place(echo, table).history(limit=None, after=after)]
    newest = [one.content async for one in place(echo, table).history(limit=3)]

    assert found == [str(number) for number in range(10, 250)]
    assert newest == ["249", "248", "247"]


async def test_it_is_told_of_changes(echo: Echo, guild: Guild, table: Channel) -> None:
    echo.answer = None
    bert = guild.member("bert")
    said = bert.say(table, "50")
    bert.edit(said, "500")
    bert.react(said, "👍")
    bert.delete(said)
    other = guild.channel("tisch-2")
    guild.thread(table, "faden", bert)
    other.delete()
    expected = ["joined bert", "edited 500", "reaction 👍", f"deleted {said.id}", "thread faden"]
    await eventually(lambda: "channel gone tisch-2" in echo.told)

    assert [one for one in echo.told if one != "ready"] == [*expected, "channel gone tisch-2"]


async def test_what_is_not_from_a_person(
    echo: Echo, standin: StandIn, table: Channel, anna: Member
) -> None:
    echo.answer = None
    first = anna.say(table, "hallo")
    standin.bot_says(table, "ich auch")
    standin.webhook_says(table, "von aussen")
    standin.system_message(table, type=7)
    anna.forward(table, first)
    anna.pin(first)
    anna.say(table, "bild", attachments=[("bild.png", b"PNG")])
    anna.say(table, "antwort", reply_to=first)
    await eventually(lambda: len(echo.heard) == 8)
    kinds = [message.type.value for message in echo.heard]
    heard = {message.content: message for message in echo.heard}

    assert kinds == [0, 0, 0, 7, 0, 6, 0, 19]
    assert heard["ich auch"].author.bot
    assert heard["von aussen"].webhook_id is not None
    assert echo.heard[4].message_snapshots[0].content == "hallo"
    assert await heard["bild"].attachments[0].read() == b"PNG"
    reference = heard["antwort"].reference
    assert reference is not None
    assert isinstance(reference.resolved, discord.Message)
    assert reference.resolved.content == "hallo"


async def test_directs_go_both_ways(echo: Echo, standin: StandIn, anna: Member) -> None:
    anna.direct("psst")
    await eventually(lambda: standin.directs(to=anna))
    user = await echo.fetch_user(anna.id)
    await user.send("noch etwas")

    assert [one.content for one in standin.directs(to=anna)] == ["psst", "noch etwas"]


async def test_a_closed_door_refuses_directs(echo: Echo, anna: Member) -> None:
    anna.take_directs(takes=False)
    user = await echo.fetch_user(anna.id)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("hallo?")
    anna.take_directs(takes=True)

    assert refused.value.code == 50007


async def test_files_embeds_threads_and_forums(echo: Echo, guild: Guild, table: Channel) -> None:
    forum = guild.forum("runden")
    guild.allow("MANAGE_THREADS")
    await eventually(lambda: echo.get_channel(forum.id))
    where = place(echo, table)
    embed = discord.Embed(title="Stand").add_field(name="Anna", value="50")
    sent = await where.send(
        "hier", embed=embed, file=discord.File(io.BytesIO(b"abc"), "spiel log.txt")
    )
    thread = await sent.create_thread(name="faden")
    await thread.send("im faden")
    place_of_posts = echo.get_channel(forum.id)
    assert isinstance(place_of_posts, discord.ForumChannel)
    post = await place_of_posts.create_thread(name="runde 1", content="los")
    await post.thread.edit(archived=True, locked=True)

    assert await sent.attachments[0].read() == b"abc"
    edited = await sent.edit(content=" dort ", attachments=[])

    assert (edited.content, edited.attachments) == ("dort", [])
    assert thread.id == sent.id
    assert post.message.id == post.thread.id
    assert table.messages()[0].embeds[0]["fields"][0]["value"] == "50"
    first, second = guild.known_channel(thread.id).messages()
    assert (first.type, second.content) == (21, "im faden")
    assert guild.known_channel(post.thread.id).messages()[0].content == "los"


async def test_only_allowed_mentions_ping(echo: Echo, guild: Guild, table: Channel) -> None:
    echo.answer = None
    anna, bert = guild.member("anna"), guild.member("bert")
    said = anna.say(table, "karte")
    text = f"{anna.mention} {bert.mention} @everyone"
    where = place(echo, table)
    await where.send(text)
    await where.send(
        text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(bert.id)])
    )
    await where.send(
        "ja",
        reference=discord.PartialMessage(channel=where, id=said.id),
        allowed_mentions=discord.AllowedMentions(replied_user=True, users=False),
    )
    silent, one, reply = table.messages()[1:]
    everybody = anna.say(table, "@everyone")

    assert silent.mentioned == []
    assert one.mentioned == [bert.id]
    assert reply.mentioned == [anna.id]
    assert {anna.id, bert.id} < set(everybody.mentioned)


async def test_slash_commands_and_buttons(
    echo: Echo, standin: StandIn, guild: Guild, table: Channel, anna: Member
) -> None:
    async def stand(interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Karte", custom_id="hit"))
        await interaction.response.send_message("Dein Stand", view=view)

    async def pressed(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.followup.send("Zehn", ephemeral=True)

    command: discord.app_commands.Command[discord.app_commands.Group, [], None] = (
        discord.app_commands.Command(name="stand", description="Dein Stand", callback=stand)
    )
    echo.tree.add_command(command)
    echo.event(pressed)
    setattr(echo, "on_interaction", pressed)  # noqa: B010 - mypy: a method is not assigned
    await echo.tree.sync(guild=None)
    anna.command(table, "stand")
    message = await asyncio.to_thread(table.wait_for, "Dein Stand")
    anna.press(message, "hit")
    await eventually(lambda: len(standin.interactions()[-1]["message_ids"]) == 1)
    await eventually(lambda: standin.interactions()[-1]["callback"] == 5)

    assert [one.content for one in table.messages()] == ["Dein Stand"]
