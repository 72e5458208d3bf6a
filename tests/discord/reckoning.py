"""The reckoning after an evening: what the log says was heard, and what stands in the channel.

Every entry of a message must be answered once, by a reply or by the sign; answers stand in the
order in which the log completes them; every draw has its small line once at each table it names.
It reads the log and the channel, and nothing of what the house remembers of its posts.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.draws import log
from bot.store import outbox, tables
from bot.store.codec import read_body
from bot.store.entries import BettingOver, Body, Deadline, Draw, Intent, Message, Tickets
from tests.discord.houses import House, run
from tests.discord.minutes import Result, posts
from tests.discord.records import Entry, Records
from tests.loopback.discord.channels import Channel
from tests.loopback.discord.channels import Message as Said
from tests.loopback.discord.client import StandIn
from tests.loopback.random_org.client import StandIn as RandomOrg

SIGN: Final = "✅"
_SMALL_LINE: Final = re.compile(
    r"^-# Runde \d+ · Ziehung (\d+) · .* · [0-9a-f]{16}$", re.MULTILINE
)  # in a record of the round more follows in the line

Entries = list[tuple[int, Body]]


def entries(house: House) -> Entries:
    """The whole log, with positions."""
    return house.read(lambda c: [(each.position, read_body(each.body)) for each in log.read(c)])


def table_of(house: House, channel: Channel) -> int:
    """The number of the table in a channel."""
    found = house.read(lambda connection: tables.find(connection, str(channel.id)))
    assert found is not None
    return found.number


class Course(NamedTuple):
    """What a table's part of the log says of answers."""

    whole: dict[str, int]  # messages, and where their answer is whole: entry or last draw
    drawn_for: dict[int, str]  # draws, and the message that each belongs to; "": to none


def course(log_: Entries, table: int) -> Course:
    """Follow a table through the log."""
    found = Course({}, {})
    intents = {body.draw: body for _, body in log_ if isinstance(body, Intent)}
    playing = ""  # whose cards are drawn: moves wait for one another
    for position, body in log_:
        match body:
            case Message() if body.table == table:
                assert body.message not in found.whole, "a message was applied twice"
                found.whole[body.message] = position
                playing = body.message if body.commands else playing
            case BettingOver() | Deadline() if body.table == table:
                playing = ""
            case Draw() if any(slot.table == table for slot in intents[body.draw].slots):
                found.drawn_for[body.draw] = playing
                if playing:
                    found.whole[playing] = position
            case _:
                pass
    return found


def answers(channel: Channel, me: int) -> dict[int, list[Said]]:
    """The house's replies, by the message that they refer to."""
    found: dict[int, list[Said]] = {}
    for one in channel.messages():
        if one.author_id == me and one.reply_to is not None:
            found.setdefault(one.reply_to, []).append(one)
    return found


def wait_for_answers(
    discord: StandIn, channel: Channel, said: Sequence[Said], *, timeout: float = 20.0
) -> None:
    """Wait until each of these messages has a reply or the sign of the house."""
    me = discord.application_id

    def all_answered(_: list[Said]) -> bool:
        replied = answers(channel, me)
        return all(
            one.id in replied or me in channel.message(one).reactions.get(SIGN, []) for one in said
        )

    channel.wait_until(all_answered, timeout=timeout)


def require_each_answered_once(house: House, channel: Channel, said: Sequence[Said]) -> None:
    """Of the orders that were ``said`` each is in the log once, and each entry is answered once."""
    me = house.discord.application_id
    whole = course(entries(house), table_of(house, channel)).whole
    replies = answers(channel, me)
    count = {
        id_: len(replies.get(int(id_), []))
        + (me in channel.message(int(id_)).reactions.get(SIGN, []))
        for id_ in whole
    }

    assert {str(one.id) for one in said} - whole.keys() == set(), "not heard"
    assert {id_: times for id_, times in count.items() if times != 1} == {}, "not answered once"
    assert {str(id_) for id_ in replies} - whole.keys() == set(), "answered, and not in the log"
    posted = [str(one.reply_to) for one in channel.messages() if str(one.reply_to) in whole]

    assert sorted(posted, key=whole.__getitem__) == posted, "posted in another order"


def played(house: House, channel: Channel) -> list[str]:
    """The messages that changed a round, as they were taken."""
    table = table_of(house, channel)
    return [
        body.message
        for _, body in entries(house)
        if isinstance(body, Message) and body.table == table and body.commands
    ]


def require_small_lines(house: House, channel: Channel) -> None:
    """Each draw's small line stands once where a card of it was dealt, in the answer it is for."""
    drawn_for = course(entries(house), table_of(house, channel)).drawn_for
    lines = [
        (int(draw), str(post.message.reply_to or ""))
        for post in posts(channel.messages())
        for draw in _SMALL_LINE.findall(post.text)
    ]

    assert list(drawn_for.items()) == lines


def require_results(house: House, channel: Channel) -> None:
    """Each settled bet stands in a post once, with the returned money and balance of the ledger.

    The bank's own line, where a player is the bank, is what the others lost and won.
    """
    records, mine = Records(house), table_of(house, channel)
    settled: dict[int, dict[int, Entry]] = {}
    for entry in records.of_kind("happened"):
        event = entry.body["event"]
        if entry.body["table"] == mine and event["event"] == "settled":
            settled.setdefault(entry.body["round"], {})[event["box"]] = entry
    told: dict[int, list[Result]] = {}
    kept: list[Result] = []
    for post in posts(channel.messages()):
        if "UTC" in post.text:  # a record of a round
            continue
        kept += post.results
        if post.ends:
            told[post.ends], kept = kept, []
            bets = [entry.body["event"] for entry in settled[post.ends].values()]
            won = sum(bet["stake"] - bet["returned"] for bet in bets)
            assert post.bank_won in {None, won}, post.text

    assert {number: sorted(bets) for number, bets in settled.items()} == {
        number: sorted(one.box for one in results) for number, results in told.items()
    }
    for number, results in told.items():
        for one in results:
            entry = settled[number][one.box]
            account = records.accounts[str(channel.guild_id), one.player]

            assert f"player:{entry.body['event']['player']}" == account
            assert entry.body["event"]["returned"] == one.returned
            assert records.balance(account, entry.position) == one.balance


def require_nothing_waits(house: House, channel: Channel) -> None:
    """All that was to be said is out."""
    table = table_of(house, channel)

    assert house.read(lambda connection: list(outbox.unsaid(connection, table))) == []


def require_draws_used_once(house: House, random_org: RandomOrg) -> None:
    """Each draw of random.org is in the log, in order, and no ticket was used for two."""
    done = random_org.draws()
    tickets = [one["result"]["random"]["ticketData"]["ticketId"] for one in done]
    found = entries(house)
    intended = {body.draw: body.ticket for _, body in found if isinstance(body, Intent)}
    drawn = [intended[body.draw] for _, body in found if isinstance(body, Draw)]

    assert max(Counter(tickets).values()) == 1
    assert tickets == drawn
    heads = [body.hidden is True for _, body in found if isinstance(body, Tickets)]
    assert heads == [False, True]


def require_books(house: House, random_org: RandomOrg | None = None) -> None:
    """The auditor finds nothing, and the sum over all accounts is zero."""
    words = ("audit", "verify", "--json", "--db", str(house.database))
    done = run(house.discord, house.folder, *words, random_org=random_org)

    assert (json.loads(done.stdout)["findings"], done.returncode) == ([], 0)
    assert house.read(_sums) == {"MM": 0}


def _sums(connection: sqlite3.Connection) -> dict[str, int]:
    return dict(connection.execute("SELECT asset, sum(amount) FROM balance GROUP BY asset"))
