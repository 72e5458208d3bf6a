"""An evening: three players, two guilds, three tables, twenty rounds; everything is compared.

The bot is a process, Discord and random.org are stand-ins. What was posted is read by patterns
(``minutes``) and held against the log, the ledger and what random.org says that it drew.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.discord.guests import DEAL, STAKE, Evening, Seat, play, play_out
from tests.discord.houses import House, fund, open_house, run
from tests.discord.minutes import Hand, Post, Result, card_of, is_notice, posts, total
from tests.discord.records import Records
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.client import StandIn
from tests.loopback.random_org.client import StandIn as RandomOrg

ROUNDS: Final = 20
SEED: Final = 15


@dataclass(frozen=True)
class Night:
    """The evening when it is over."""

    house: House
    evening: Evening
    channels: list[Channel]  # where tables stand
    elsewhere: list[Channel]
    records: Records

    def posts(self, channel: Channel) -> list[Post]:
        return posts(channel.messages())

    def live(self, channel: Channel) -> Iterator[Post]:
        """The posts that bring cards: not those that show them again to who asks."""
        for post in self.posts(channel):
            if post.small_lines and "UTC" not in post.text:
                yield post


@contextmanager
def played(discord: StandIn, random_org: RandomOrg, folder: Path) -> Iterator[Night]:
    """Let the evening be played, and close the house."""
    first, second = discord.guild("Aquatique", owner="karl"), discord.guild("Kontor", owner="paula")
    karl, paula = first.member("karl"), second.member("paula")
    anna, bert, carl = first.member("anna"), first.member("bert"), second.member("carl")
    second.member("anna")
    channels = [first.channel("tisch-1"), first.channel("tisch-2"), second.channel("kontor")]
    elsewhere = [first.channel("lobby"), second.channel("lobby")]
    settings = {"AQUATIQUE_PREFIX": f"!,{second.id}=$", "AQUATIQUE_BETTING_SECONDS": "0"}
    evening = Evening(random.Random(SEED))
    with open_house(discord, folder, env=settings, random_org=random_org) as house:
        for channel, chief, prefix in zip(channels, (karl, karl, paula), "!!$", strict=True):
            channel.wait_for_reply(chief.say(channel, f"{prefix}tisch öffnen"))
        fund(channels[0], karl, anna, bert)
        for member in (anna, carl):
            booked = paula.say(channels[2], f"$gutschrift {member.mention} 2.000 Start")
            channels[2].wait_for_reply(booked)
        seats = [
            [Seat(evening, one, channels[0], "!") for one in (anna, bert)],
            [Seat(evening, one, channels[1], "!") for one in (bert, anna)],
            [Seat(evening, one, channels[2], "$") for one in (anna, carl)],
        ]
        alone = seats[2][1].does("{p}hand 50")
        play_out(seats[2][1:], alone)
        for number in range(ROUNDS - 3):
            play(seats[number % 3])
        play_side_by_side(seats[0][0], seats[1][0])
        for where in elsewhere:
            anna.say(where, "50 MM")
            anna.say(where, "Guten Abend")
        assert house.stop() == 0
        assert house.errors == "The house closes; what was not said is kept.\n"
        yield Night(house, evening, channels, elsewhere, Records(house))


def play_side_by_side(one: Seat, other: Seat) -> None:
    """Two tables of a guild ask for cards at the same moment: random.org may draw for both."""
    for seat in (one, other):
        seat.does(*STAKE, n=20)
    asked = [(seat, seat.order(*DEAL)) for seat in (one, other)]
    for seat, said in asked:
        play_out([seat], seat.answer(said))


# ── the comparison ───────────────────────────────────────────────────────────────────────────────


def test_an_evening_of_three_players_in_two_guilds(
    discord: StandIn, random_org: RandomOrg, tmp_path: Path
) -> None:
    with played(discord, random_org, tmp_path / "house") as night:
        compare_rounds(night)
        compare_draws(night, random_org)
        for channel in night.channels:
            compare_answers(night, channel)
            compare_hands(night, channel)
            compare_money(night, channel)
        compare_silence(night, discord)
        require_variety(night)
        audited = run(
            discord,
            tmp_path / "house",
            "audit",
            "verify",
            "--db",
            "data/aquatique.db",
            random_org=random_org,
        )

        assert (audited.returncode, audited.stderr) == (0, ""), audited.stdout


def require_variety(night: Night) -> None:
    """What is compared did happen: else a comparison could not fail."""
    said = [one.content for one in night.evening.orders]
    seen = [post.text for channel in night.channels for post in night.posts(channel)]
    parts = (
        "verdoppelt, Einsatz jetzt",
        "Blackjack, 3:2",
        "überkauft",
        "unentschieden",
        "in offenen Einsätzen",
        "**Alles stimmt.**",
        "Der Mindesteinsatz beträgt",
        "wird an diesem Tisch nicht angeboten",
        "Es fehlen ",
        "er bleibt stehen",
    )
    assert [part for part in parts if not any(part in text for text in seen)] == []
    words = ("nochmal", "Einsatz zurück", "doch ", "auf Box", "$hand 50", "bitte", "Box ", "!", "$")
    assert [word for word in words if not any(word in text for text in said)] == []
    several = [len({hand.box for hand in post.hands}) for post in night.live(night.channels[0])]
    assert max(several) > 2


def compare_rounds(night: Night) -> None:
    """Twenty rounds were played to their end, and each post that ends one names it."""
    events = [one.body for one in night.records.of_kind("happened")]
    closed = [one["round"] for one in events if one["event"]["event"] == "closed"]
    ended = [post.ends for channel in night.channels for post in night.posts(channel) if post.ends]

    assert sorted(closed) == sorted(ended) == list(range(1, ROUNDS + 1))


def compare_draws(night: Night, random_org: RandomOrg) -> None:
    """Every number was drawn by random.org, logged, and posted once, in its draw."""
    records, draws = night.records, night.records.draws()
    theirs = [(one["serial"], tuple(one["data"])) for one in random_org.draws()]
    ours = [
        (json.loads(one.body["origin"]["random"])["serialNumber"], tuple(one.body["numbers"]))
        for one in draws.values()
    ]
    assert theirs == ours

    posted: dict[int, set[int]] = defaultdict(set)
    for channel in night.channels:
        table = records.tables[str(channel.id)]
        for post in night.live(channel):
            expected: list[int] = []
            for small in post.small_lines:
                entry = draws[small.draw]
                serial = json.loads(entry.body["origin"]["random"])["serialNumber"]
                slots = records.log[entry.body["intent"] - 1].body["slots"]
                assert small.round in {slot[1] for slot in slots if slot[0] == table}
                assert (small.serial, small.log) == (serial, entry.position), post.text
                assert small.head == entry.head, post.text
                assert table not in posted[small.draw], "a draw is posted twice"
                posted[small.draw].add(table)
                expected += records.numbers_for(small.draw, table)
            assert sorted(number for number, _ in post.drawn) == sorted(expected), post.text
            for number, card in post.drawn:
                assert card == card_of(number)
    for draw, entry in draws.items():
        slots = records.log[entry.body["intent"] - 1].body["slots"]
        assert posted[draw] == {slot[0] for slot in slots}


def compare_answers(night: Night, channel: Channel) -> None:
    """Every order is answered once: by a post, or by a sign where it was applied without one."""
    records = night.records
    replies: Counter[int] = Counter()
    for post in night.posts(channel):
        if is_notice(post.message):
            continue
        assert post.message.reply_to is not None, f"nobody asked for this: {post.text}"
        replies[post.message.reply_to] += 1
    orders = {one.id for one in night.evening.orders if one.channel_id == channel.id}
    for said in channel.messages():
        if said.author_is_bot:
            continue
        entries, signed = records.message(said.id), "✅" in said.reactions
        assert len(entries) == replies[said.id] + signed, str(said)
        assert bool(entries) == (
            said.id in orders or "tisch" in said.content or "gutschrift" in said.content
        ), str(said)
        assert set(said.reactions) <= {"✅"}, str(said)
        if signed:
            assert (entries[0].body["refused"], bool(entries[0].body["commands"])) == (None, True)
        assert said.author_id not in said.mentioned
    assert all(count == 1 for count in replies.values())
    applied = {
        int(one.body["message"])
        for one in records.of_kind("message")
        if one.body["table"] == records.tables[str(channel.id)]
    }
    assert applied == {one for one in replies if replies[one]} | {
        one.id for one in channel.messages() if "✅" in one.reactions
    }


def compare_hands(night: Night, channel: Channel) -> None:
    """Every total that is posted is what the cards count that were posted."""
    boxes: dict[int, list[str]] = {}
    dealer: list[str] = []
    for post in night.posts(channel):
        if is_notice(post.message) or "UTC" in post.text:
            continue
        for hand in post.hands:
            assert_counts(boxes, hand, post)
        dealer = post.dealer_shows or dealer
        if post.dealer is not None:
            cards, counted = post.dealer
            assert cards[: len(dealer)] == dealer, post.text
            assert total(cards) == counted, post.text
            assert counted >= 17 or "mehr braucht er nicht" in post.text, post.text
        for result in post.results:
            assert_cause(result, boxes[result.box], post)


def assert_counts(boxes: dict[int, list[str]], hand: Hand, post: Post) -> None:
    boxes[hand.box] = hand.cards if hand.first else [*boxes[hand.box], *hand.cards]

    assert total(boxes[hand.box]) == hand.total, post.text


def assert_cause(result: Result, cards: list[str], post: Post) -> None:
    """A result's reason fits the cards on the table."""
    own = total(cards)
    dealer = post.dealer[1] if post.dealer else None
    beaten = {
        "schlägt": dealer is not None and own > dealer,
        "verloren": dealer is not None and own < dealer,
        "unentschieden": dealer == own,
        "überkauft.": own > 21,
        "hat sich mit": dealer is not None and dealer > 21,
        "Siebener-Drilling": [card.split()[1] for card in cards] == ["7", "7", "7"],
        "Blackjack, 3:2": own == 21 and len(cards) == 2,
        "Der Blackjack des Croupiers": dealer == 21,
    }

    assert [word for word, fits in beaten.items() if word in result.cause and fits], post.text


def compare_money(night: Night, channel: Channel) -> None:
    """Payouts and balances are the ledger's, at the place in the log from which they follow."""
    records = night.records
    for post in night.posts(channel):
        if post.message.reply_to is None or "UTC" in post.text:
            continue
        cause = records.message(post.message.reply_to)[0]
        account = f"player:{cause.body['account']}"
        if post.balance is not None:
            at = cause.position
            assert post.balance == (records.balance(account, at), records.held(account, at))
        if post.booked is not None:
            number, amount, balance = post.booked
            (booked,) = [one for one in records.transfers if one.entry == cause.position + 1]
            assert (booked.source[:8], booked.amount) == ("outside:", amount)
            assert balance == records.balance(booked.target, cause.position + 1)
            assert number > 0
        for result in post.results:
            compare_result(records, str(channel.guild_id), result, post)


def compare_result(records: Records, guild: str, result: Result, post: Post) -> None:
    number = post.ends or post.small_lines[-1].round
    entry = records.settled(number)[result.box]
    bet, account = entry.body["event"], records.accounts[guild, result.player]
    payout = {True: bet["stake"] * 3 // 2, False: bet["stake"]}["3:2" in result.cause]

    assert account == f"player:{bet['player']}"
    assert result.returned == bet["returned"], post.text
    assert result.balance == records.balance(account, entry.position), post.text
    match bet["outcome"]:
        case "won":
            assert (result.net, result.returned) == (payout, bet["stake"] + payout), post.text
        case "push":
            assert (result.net, result.returned) == (None, bet["stake"]), post.text
        case "lost":
            assert (result.lost, result.returned) == (bet["stake"], 0), post.text
        case other:
            raise AssertionError(other)


def compare_silence(night: Night, discord: StandIn) -> None:
    """Nothing is said elsewhere or in private, to conversation, and nobody is called needlessly."""
    talk = {one.id for one in night.evening.talk}
    answered = {
        one.reply_to for channel in night.channels for one in channel.messages() if one.reply_to
    }
    assert talk & answered == set()
    assert len(talk) > 5
    for channel in night.elsewhere:
        assert [one.content for one in channel.messages() if one.author_is_bot] == []
    for name in ("anna", "bert", "carl", "karl", "paula"):
        assert discord.directs(to=discord.user(name)) == []
    for channel in night.channels:
        called = [one for one in channel.messages() if one.author_is_bot and one.mentioned]
        assert all("gutgeschrieben" in one.content for one in called)
